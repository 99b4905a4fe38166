// For tests: a small network with random weights.

import { normal, seeded } from '../random.ts';
import { layout, onMemory, weightsOf } from '../training/run.ts';
import { compileKernel, sharedMemory } from './kernel.ts';
import { numbers } from './layers.ts';

const shape = {
  stem: 8,
  stages: [
    { channels: 16, blocks: 2 },
    { channels: 24, blocks: 1 },
  ],
  head: 16,
  outputs: 8,
};
const size = 16;
const n = 3;

/**
 * A network small enough to be run thousands of times, with random weights and three random pictures, ready on one thread.
 */
export async function madeNetwork(seed: number) {
  const memory = sharedMemory(layout(weightsOf(shape).bytes, 1).bytes);
  const module = await compileKernel();
  const { bench, net, weights, places, begin } = onMemory({ module, memory, threads: 1 }, shape, 0, false);
  const random = seeded(seed);
  weights.begin(memory, places.weights, random);
  const colors = Float32Array.from({ length: n * size * size * 3 }, () => normal(random));
  const forward = (): Float32Array => {
    begin();
    const at = bench.take(colors.length);
    numbers(bench, at, colors.length).set(colors);
    return numbers(bench, net.forward({ at, n, size, channels: 3 }).at, n * shape.outputs);
  };
  return { bench, net, shape, weights, size, n, colors, random, forward };
}
