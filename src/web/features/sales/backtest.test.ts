import { describe, expect, it } from 'vitest';
import { judgment, leaning, leftOut, shareBounds, verdict } from './backtest.tsx';

describe('the bounds of a share', () => {
  it.each([
    [0, 0, 0, 1],
    [0, 10, 0, 0.278],
    [8, 10, 0.49, 0.943],
    [10, 10, 0.722, 1],
    [173, 214, 0.75, 0.856],
  ])('%i of %i is between %d and %d', (hits, of, low, high) => {
    const bounds = shareBounds(hits, of);
    expect(bounds.low).toBeCloseTo(low, 3);
    expect(bounds.high).toBeCloseTo(high, 3);
  });
});

const score = (inRange: number, judged = 200, bias: number | null = 1) => ({
  ...{ judged, inRange, bias, coverage: 0.8, medianErrorPercent: 14.2 },
});

describe('the verdict', () => {
  it('has the numbers as they are', () => {
    expect(verdict(score(173, 214)).match(/\d+%?/g)).toEqual(['214', '81%', '14%']);
    expect(verdict(score(60)).match(/\d+%?/g)).toEqual(['200', '30%', '14%']);
  });

  it.each([
    ['bad if clearly fewer sales were in the range', 120, /bad/],
    ['too careful if clearly more were', 196, /wider/],
    ['as claimed if the difference may be chance', 152, /as right as/],
  ])('is %s', (_, inRange, words) => {
    expect(judgment(score(inRange))).toMatch(words);
  });

  it.each([
    [1.08, /8% too high/],
    [0.9, /10% too low/],
    [1.002, /neither/],
  ])('says to which side prices lean: %d', (bias, words) => {
    expect(leaning(score(1, 1, bias))).toMatch(words);
    expect(leaning(score(1, 1, null))).toBeNull();
  });

  it('says how many sales got no price', () => {
    expect(leftOut({ judged: 200, sales: 214, most: 400 })?.match(/\d+/g)).toEqual(['214', '14']);
    expect(leftOut({ judged: 390, sales: 900, most: 400 })?.match(/\d+/g)).toEqual(['400', '10']);
    expect(leftOut({ judged: 400, sales: 900, most: 400 })).toBeNull();
  });
});
