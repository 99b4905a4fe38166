import { expect, it } from 'vitest';
import { openNetwork } from '../../../src/server/adapters/vision/garment-classifier/network.ts';
import { folded } from './fold.ts';
import { numbers } from './layers.ts';
import { madeNetwork } from './synthetic-network.fixture.ts';

it('a folded network answers in plain TypeScript what the kernel answers', async () => {
  const { bench, shape, weights, size, n, colors, forward } = await madeNetwork(5);
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
