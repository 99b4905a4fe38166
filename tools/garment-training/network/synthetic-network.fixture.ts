// For tests: a small network with random weights.

import { normal, seeded } from '../random.ts';
import { compileKernel, sharedMemory, startKernel } from './kernel.ts';
import { type Bench, numbers, type Pictures } from './layers.ts';
import { network } from './network.ts';
import { Weights } from './weights.ts';

const shape = {
  stem: 8,
  stages: [
    { channels: 16, blocks: 2 },
    { channels: 24, blocks: 1 },
  ],
  head: 16,
  outputs: 8,
};
const places = { weights: 1024, slopes: 1_000_000, pictures: 2_000_000, arena: 4_000_000 };
const size = 16;
const n = 3;

/**
 * A network small enough to be run thousands of times, with random weights and three random pictures, ready on one thread.
 */
export async function madeNetwork(seed: number) {
  const memory = sharedMemory(32_000_000);
  const kernel = startKernel(await compileKernel(), memory);
  const weights = new Weights();
  let used = 0;
  const bench: Bench = {
    kernel,
    weights,
    memory,
    take(count) {
      const at = places.arena + used;
      used += Math.ceil(count / 8) * 32;
      return at;
    },
    base: places.weights,
    slopesAt: places.slopes,
    normal: 'batch',
  };
  const net = network(bench, shape);
  const random = seeded(seed);
  weights.begin(memory, places.weights, random);
  const pictures: Pictures = { at: places.pictures, n, size, channels: 3 };
  const colors = numbers(bench, pictures.at, n * size * size * 3);
  for (let i = 0; i < colors.length; i++) colors[i] = normal(random);
  const forward = (): Float32Array => {
    used = 0;
    return numbers(bench, net.forward(pictures).at, n * shape.outputs);
  };
  return { bench, net, shape, weights, size, n, colors, random, forward };
}
