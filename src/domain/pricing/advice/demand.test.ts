import { describe, expect, it } from 'vitest';
import { seasonMessage, seasonOf } from './analysis.ts';
import { chooseListings, strategies } from './choose-listings.ts';
import { type Attention, judgeDemand } from './demand.ts';

const seen = (likes: number, ageDays: number | null, shares = 0): Attention => ({ likes, ageDays, shares });
const peers = [seen(2, 10), seen(4, 20), seen(3, 30), seen(6, 40), seen(5, 50), seen(8, 60)];

describe('demand', () => {
  const rows: { name: string; own: Attention; among: Attention[]; level: string }[] = [
    { name: 'is high for many likes in a short time', own: seen(12, 10), among: peers, level: 'high' },
    { name: 'is low for the same likes over a long time', own: seen(3, 400), among: peers, level: 'low' },
    { name: 'is unknown among fewer than five', own: seen(12, 10), among: peers.slice(0, 4), level: 'unknown' },
    { name: 'is unknown if the age is', own: seen(12, null), among: peers, level: 'unknown' },
    {
      name: 'counts only peers of known age',
      own: seen(12, 10),
      among: [...peers.slice(0, 4), seen(1, null)],
      level: 'unknown',
    },
    { name: 'is in the middle among equals', own: seen(4, 20), among: Array(6).fill(seen(4, 20)), level: 'medium' },
    { name: 'is not made by being shown more often', own: seen(3, 30, 400), among: peers, level: 'low' },
  ];
  for (const { name, own, among, level } of rows)
    it(name, () => {
      expect(judgeDemand(own, among).level).toBe(level);
    });

  it('does not call a listing without likes a failure on its first day', () => {
    expect(judgeDemand(seen(0, 0), peers).level).toBe('unknown');
    expect(judgeDemand(seen(0, 90), peers).level).toBe('low');
  });
});

describe('the optimizer’s choice', () => {
  const day = 86_400_000;
  const now = 100 * day;
  const listing = (
    id: string,
    likeCount: number,
    shareCount: number,
    lastShared: number | null,
    ageDays: number | null,
  ) => ({ id, likeCount, shareCount, lastShared, listedAt: ageDays === null ? null : now - ageDays * day });
  const closet = [
    listing('a', 9, 1, 5, 10),
    listing('b', 1, 20, 9, 80),
    listing('c', 0, 0, null, 90),
    listing('d', 0, 0, 7, 1),
    listing('e', 3, 2, 8, null),
  ];
  const chosen = (strategy: (typeof strategies)[number], limit: number, random = () => 0.5) =>
    chooseListings(closet, { strategy, limit, now, random }).map(({ id }) => id);

  it.each([
    ['engagement', ['b', 'a', 'e']],
    ['underperforming', ['c', 'b', 'd']],
    ['recent', ['b', 'e', 'd']],
  ] as const)('by %s is %j', (strategy, ids) => {
    expect(chosen(strategy, 3)).toEqual(ids);
  });

  it('at random follows the numbers it gets', () => {
    const numbers = [0.9, 0.1, 0.5, 0.7, 0.3];
    let at = 0;
    expect(chosen('random', 3, () => numbers[at++] ?? 0)).toEqual(['b', 'e', 'c']);
  });

  it('never chooses more than there are, and none twice', () => {
    for (const strategy of strategies) expect(chosen(strategy, 20).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('the calendar', () => {
  it.each([
    ['coat', '2026-11-10', /^In season\. Cold-weather items/],
    ['coat', '2026-06-10', /^Out of season/],
    ['swimwear', '2026-05-10', /^In season\. Warm-weather items peak around May/],
    ['dress', '2026-07-10', /^Between seasons/],
    ['bag', '2026-07-10', /^No clear season\.$/],
    [undefined, '2026-07-10', /^Item type not known\.$/],
  ] as const)('for a %s on %s', (garment, day, words) => {
    expect(seasonMessage(seasonOf(garment, Date.parse(day)))).toMatch(words);
  });
});
