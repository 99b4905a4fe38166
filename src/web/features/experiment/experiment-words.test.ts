import { describe, expect, it } from 'vitest';
import type { Outcome } from '#contract/experiment/experiment.ts';
import { areSharedAlike, signed, verdictOf } from './experiment-words.ts';

const likes = (change: Partial<Outcome>): Outcome => ({
  ...{ outcome: 'likes', usual: 0.9, onceADay: 0.8, difference: 0.1, low: 0.02, high: 0.18 },
  ...{ verdict: 'difference', why: null },
  ...change,
});

describe('what is said about likes', () => {
  it.each<[string, Partial<Outcome>, RegExp, RegExp]>([
    ['more', {}, /more likes/, /2 to 18 more likes/],
    ['fewer', { difference: -0.1, low: -0.18, high: -0.02 }, /fewer likes/, /2 to 18 fewer likes/],
    [
      'none seen',
      { verdict: 'no_difference_seen', low: -0.03, high: 0.12 },
      /^No difference/,
      /3 fewer to 12 more likes/,
    ],
    ['perhaps', { verdict: 'no_difference_seen' }, /Perhaps/, /2 to 18 more likes.*chance/],
  ])('if there are %s has the interval', (_, change, title, text) => {
    const said = verdictOf(likes(change));
    expect(said.title).toMatch(title);
    expect(said.text).toMatch(text);
  });

  it.each(['few_weeks', 'few_events', 'shared_alike'] as const)('has no number if there is no result: %s', (why) => {
    const said = verdictOf(likes({ verdict: 'not_enough', why, difference: null, low: null, high: null }));
    expect(said.title).toMatch(/Not enough/);
    expect(said.text).not.toMatch(/\d/);
  });
});

it('a difference that rounds to nothing has no sign', () => {
  const sales = likes({ usual: 0.02, onceADay: 0.02 });
  expect([0.0001, -0.0001, 0.05, -0.05].map((each) => signed(each, sales))).toEqual(['0.0', '0.0', '+5.0', '−5.0']);
});

it('groups are shared alike only once two days of a week tell', () => {
  const group = { listings: 20, averagePriceCents: 3000, averageAgeDays: 40 };
  const groups = { usual: { ...group, sharesADay: 1 }, onceADay: { ...group, sharesADay: 1 } };
  const startsAt = '2026-05-05T04:00:00.000Z';
  const at = (days: number, usual = 1): boolean =>
    areSharedAlike(
      { groups: { ...groups, usual: { ...group, sharesADay: usual } }, startsAt, week: 2 } as Parameters<
        typeof areSharedAlike
      >[0],
      Date.parse(startsAt) + days * 86_400_000,
    );
  expect([at(8), at(9), at(9, 3)]).toEqual([false, true, false]);
});
