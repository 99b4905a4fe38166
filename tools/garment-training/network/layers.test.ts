import { beforeAll, describe, expect, it } from 'vitest';
import { normal } from '../random.ts';
import { numbers } from './layers.ts';
import { madeNetwork } from './synthetic-network.fixture.ts';

let made: Awaited<ReturnType<typeof madeNetwork>>;
beforeAll(async () => {
  made = await madeNetwork(3);
});

describe('the slopes of every layer', () => {
  it('are those that small changes of each weight show', () => {
    const { bench, net, weights, forward, random } = made;
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
});
