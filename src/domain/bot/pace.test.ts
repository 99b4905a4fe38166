import { describe, expect, it } from 'vitest';
import { seeded } from '../random/seeded.ts';
import { leastPauseMs, nextShareAt, pauseMs } from './pace.ts';

const sample = (mean: number, count: number, slow = false): number[] => {
  const random = seeded(20261121);
  return Array.from({ length: count }, () => pauseMs(mean, random, slow));
};
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the pause between two shares', () => {
  it.each([1, 5, 20, 2000, 60_000])('has the requested mean: %d ms', (mean) => {
    // With 200,000 pauses the standard error is 0.1 % of the mean.
    expect(meanOf(sample(mean, 200_000)) / mean).toBeCloseTo(1, 2);
  });

  it('is twice as long in gentle days', () => {
    expect(meanOf(sample(2000, 200_000, true))).toBeGreaterThan(3980);
    expect(meanOf(sample(2000, 200_000, true))).toBeLessThan(4020);
  });

  it('is never close to zero and never endless', () => {
    const all = sample(2000, 200_000);
    expect(all.filter((pause) => pause < 800 || pause > 8000)).toEqual([]);
    expect(all.every(Number.isInteger)).toBe(true);
  });

  it.each([0, 0.5, 1 - 2 ** -53])('stays in its bounds for any random number: %d', (number) => {
    const pause = pauseMs(2000, () => number);
    expect(pause).toBeGreaterThanOrEqual(800);
    expect(pause).toBeLessThanOrEqual(8000);
  });

  it('is mostly short, with a long tail, as with people', () => {
    const sorted = sample(2000, 100_000).sort((a, b) => a - b);
    const at = (share: number): number => (sorted[Math.floor(share * sorted.length)] ?? 0) / 2000;
    expect(at(0.5)).toBeGreaterThan(0.86);
    expect(at(0.5)).toBeLessThan(0.95);
    expect(at(0.25)).toBeCloseTo(0.66, 1);
    expect(at(0.75)).toBeCloseTo(1.22, 1);
    expect(at(0.99)).toBeGreaterThan(2.2);
  });

  it('is irregular: hardly two of 60 pauses are alike, and none can be predicted from the one before', () => {
    const round = sample(2000, 60);
    expect(new Set(round).size).toBeGreaterThan(55);
    expect(round.every((pause, index) => pause !== round[index - 1])).toBe(true);

    const all = sample(2000, 50_000);
    const mean = meanOf(all);
    const spread = meanOf(all.map((pause) => (pause - mean) ** 2));
    const together = meanOf(all.slice(1).map((pause, index) => (pause - mean) * ((all[index] ?? mean) - mean)));
    expect(Math.abs(together / spread)).toBeLessThan(0.02);
  });

  it('is zero if zero was requested', () => {
    expect(pauseMs(0, () => 0.9)).toBe(0);
    expect(pauseMs(0, () => 0.9, true)).toBe(0);
  });
});

describe('the next share', () => {
  const pace = { meanMs: 2000, random: () => 0.5, isSlow: false };
  const pause = pauseMs(2000, () => 0.5);

  it.each([
    ['a pause after the last one was sent, if the answer came soon', 200, 10_000 + pause],
    ['the same if the answer came just soon enough', pause - 800, 10_000 + pause],
    ['no sooner than the shortest pause after an answer that came late', 5_000, 15_800],
  ])('is %s', (_, answeredAfter, expected) => {
    expect(nextShareAt({ sentAt: 10_000, answeredAt: 10_000 + answeredAfter }, pace)).toBe(expected);
  });

  it('keeps twice the distance after a warning, and none where none was requested', () => {
    const late = { sentAt: 0, answeredAt: 60_000 };
    expect(nextShareAt(late, { ...pace, isSlow: true })).toBe(60_000 + leastPauseMs(2000, true));
    expect(nextShareAt(late, { ...pace, meanMs: 0 })).toBe(60_000);
  });
});
