import { describe, expect, it } from 'vitest';
import { planRound, roundId } from './round.ts';

describe('a round', () => {
  it('goes from the last listing of the closet to the first, because each share moves its listing to the top', () => {
    expect(planRound(['1', '2', '3'])).toEqual(['3', '2', '1']);
  });

  it('has an id that fits the database and sorts by its start', () => {
    const start = Date.parse('2026-11-23T12:00:00.123Z');
    expect(roundId(start, 5)).not.toBe(roundId(start, 6));
    expect(roundId(start, 1_048_575)).toBeLessThan(roundId(start + 1, 0));
    expect(roundId(Date.parse('2200-01-01'), 1_048_575)).toBeLessThan(2n ** 63n);
  });
});
