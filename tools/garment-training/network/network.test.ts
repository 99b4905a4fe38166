import { expect, it } from 'vitest';
import { openNetwork } from '../../../src/server/adapters/vision/garment-classifier/network.ts';
import { normal, seeded } from '../random.ts';
import { layout, onMemory, weightsOf } from '../training/run.ts';
import { compileKernel, sharedMemory } from './kernel.ts';
import { numbers } from './layers.ts';
import { folded } from './network.ts';

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
async function madeNetwork(seed: number) {
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
  return { bench, net, weights, colors, random, forward };
}

it('the slopes of every layer are those that small changes of each weight show', async () => {
  const { bench, net, weights, forward, random } = await madeNetwork(3);
  const pull = Array.from(forward(), () => 3 * normal(random));
  const loss = (): number => forward().reduce((sum, value, index) => sum + value * (pull[index] ?? 0), 0);
  numbers(bench, bench.slopesAt, weights.bytes / 4).fill(0);
  forward();
  const d = bench.take(pull.length);
  numbers(bench, d, pull.length).set(pull);
  net.backward(d);
  const slopes = numbers(bench, bench.slopesAt, weights.bytes / 4).slice();

  const off = new Map<string, number>();
  for (const { name, offset, count, start } of weights.list) {
    if (start === 'kept') continue;
    const values = numbers(bench, bench.base + offset, count);
    let [gap, length] = [0, 0];
    for (let draw = 0; draw < 6; draw++) {
      const index = Math.floor(random() * count);
      const kept = values[index] ?? 0;
      const step = 1e-3;
      values[index] = kept + step;
      const above = loss();
      values[index] = kept - step;
      const below = loss();
      values[index] = kept;
      const seen = (above - below) / (2 * step);
      const told = slopes[offset / 4 + index] ?? 0;
      gap += (seen - told) ** 2;
      length += seen ** 2 + told ** 2;
    }
    // The precision of f32 leaves a few percent. A wrong function is off by half or more.
    if (Math.sqrt(gap) > 0.1 * Math.sqrt(length) + 0.02) off.set(name, Math.sqrt(gap / length));
  }
  expect(weights.list.length).toBeGreaterThan(50);
  expect([...off]).toEqual([]);
});

it('a folded network answers in plain TypeScript what the kernel answers', async () => {
  const { bench, weights, colors, forward } = await madeNetwork(5);
  bench.normal = 'gathered';
  forward();
  bench.normal = 'kept';
  const told = forward().slice();
  const network = openNetwork(
    folded(shape, weights, (offset, count) => numbers(bench, bench.base + offset, count).slice()),
  );
  const each = size * size * 3;
  const answers = Array.from({ length: n }, (_, index) => [
    ...network(colors.slice(index * each, (index + 1) * each), size),
  ]);
  answers.flat().forEach((answer, index) => {
    expect(answer).toBeCloseTo(told[index] ?? Number.NaN, 3);
  });
  expect(Math.max(...told) - Math.min(...told)).toBeGreaterThan(0.05);
});
