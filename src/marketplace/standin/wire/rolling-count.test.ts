import { describe, expect, test } from 'vitest';
import { countOne, isFull } from './admit.ts';

describe('a rolling count', () => {
  test('is full while the limit is reached inside the window, to the millisecond', () => {
    const times: number[] = [];
    const isFullAt = (now: number) => isFull(times, { limit: 3, windowMs: 1000, now });
    for (const at of [0, 10, 20]) {
      expect(isFullAt(at)).toBe(false);
      countOne(times, 3, at);
    }
    expect([20, 999, 1000, 1009].map(isFullAt)).toEqual([true, true, false, false]);
    countOne(times, 3, 1000);
    expect([1009, 1010].map(isFullAt)).toEqual([true, false]);
  });

  test('agrees with a plain count over a long run, and keeps few times', () => {
    const times: number[] = [];
    const taken: number[] = [];
    for (let now = 0; now < 60_000; now += 17 + (now % 13)) {
      const expected = taken.filter((moment) => now - moment < 5000).length >= 150;
      expect(isFull(times, { limit: 150, windowMs: 5000, now })).toBe(expected);
      if (!expected) {
        countOne(times, 150, now);
        taken.push(now);
      }
    }
    expect(taken.length).toBeGreaterThan(300);
    expect(times.length).toBeLessThanOrEqual(300);
  });

  test('without a limit is never full', () => {
    expect(isFull([1, 2, 3], { limit: 0, windowMs: 1000, now: 3 })).toBe(false);
  });
});
