import { describe, expect, test } from 'vitest';
import { rolling } from './rolling-count.ts';

describe('a rolling count', () => {
  test('is full while the limit is reached inside the window, to the millisecond', () => {
    const count = rolling(3, 1000);
    for (const at of [0, 10, 20]) {
      expect(count.isFull(at)).toBe(false);
      count.add(at);
    }
    expect([20, 999, 1000, 1009].map((at) => count.isFull(at))).toEqual([true, true, false, false]);
    count.add(1000);
    expect([1009, 1010].map((at) => count.isFull(at))).toEqual([true, false]);
  });

  test('agrees with a plain count over a long run, even after its ring buffer wraps', () => {
    const count = rolling(150, 5000);
    const taken: number[] = [];
    for (let at = 0; at < 60_000; at += 17 + (at % 13)) {
      const expected = taken.filter((moment) => at - moment < 5000).length >= 150;
      expect(count.isFull(at)).toBe(expected);
      if (!expected) {
        count.add(at);
        taken.push(at);
      }
    }
    expect(taken.length).toBeGreaterThan(300);
    expect(count.moments()).toEqual(taken.slice(-150));
  });

  test('continues from the times that were saved', () => {
    const first = rolling(2, 1000);
    first.add(5);
    first.add(6);
    expect(rolling(2, 1000, first.moments()).isFull(900)).toBe(true);
    expect(rolling(3, 1000, first.moments()).isFull(900)).toBe(false);
  });
});
