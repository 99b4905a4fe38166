import { describe, expect, it } from 'vitest';
import { planRound, roundId } from './round.ts';

describe('a round', () => {
  it('goes from the last listing of the closet to the first', () => {
    expect(planRound(['1', '2', '3'])).toEqual(['3', '2', '1']);
  });

  it('keeps the closet’s order, because each share moves its listing to the top', () => {
    const closet = ['a', 'b', 'c', 'd'];
    const after = planRound(closet).reduce<string[]>(
      (order, id) => [id, ...order.filter((one) => one !== id)],
      ['a', 'b', 'c', 'd'],
    );
    expect(after).toEqual(['a', 'b', 'c', 'd']);
  });

  it('starts with the remaining listings after a round that was cut', () => {
    const closet = ['a', 'b', 'c', 'd'];
    const shared = planRound(closet).slice(0, 2);
    const order = [...shared.toReversed(), ...['a', 'b', 'c', 'd'].filter((id) => !shared.includes(id))];
    expect(planRound(order).slice(0, 2)).toEqual(['b', 'a']);
  });

  it('has an id that fits the database and sorts by its start', () => {
    const start = Date.parse('2026-11-23T12:00:00.123Z');
    expect(roundId(start, 5)).not.toBe(roundId(start, 6));
    expect(roundId(start, 1_048_575)).toBeLessThan(roundId(start + 1, 0));
    expect(roundId(Date.parse('2200-01-01'), 1_048_575)).toBeLessThan(2n ** 63n);
  });
});
