import { describe, expect, it } from 'vitest';
import { seeded } from '../random/seeded.ts';
import { compare, leastTelling, type PairWeek } from './analyze.ts';
import { foresee } from './detectable.ts';
import { type Candidate, drawWeek, isNear, isTooLate, weekBegins, weekOf } from './weeks.ts';

const dayMs = 86_400_000;
const now = Date.parse('2026-05-04T09:00:00Z');

function closet(size: number, change: (at: number) => Partial<Candidate> = () => ({})): Candidate[] {
  const random = seeded(size);
  return Array.from({ length: size }, (_, at) => ({
    id: String(at + 1),
    price: Math.round(10 + 90 * random()),
    listedAt: now - Math.round(300 * random()) * dayMs,
    likes: Math.round(20 * random()),
    ...change(at),
  }));
}

describe('a draw', () => {
  it.each([0, 1, 2, 9, 40, 41, 240, 247])(
    'of %i listings puts each into one group, and half of each stratum',
    (size) => {
      const drawn = drawWeek(closet(size), { seed: 7, week: 0 });
      expect(new Set(drawn.map(({ id }) => id)).size).toBe(size);
      const strata = Map.groupBy(drawn, ({ stratum }) => stratum);
      for (const [, own] of strata) {
        const usual = own.filter(({ group }) => group === 'usual').length;
        expect(Math.abs(2 * usual - own.length)).toBeLessThanOrEqual(1);
      }
      const pairs = Map.groupBy(
        drawn.filter(({ pair }) => pair !== null),
        ({ pair }) => pair,
      );
      for (const [, two] of pairs) expect(two.map(({ group }) => group).sort()).toEqual(['once_a_day', 'usual']);
      expect(drawn.filter(({ pair }) => pair === null)).toHaveLength(size % 2);
    },
  );

  it('is the same with the same seed, in whatever order the listings come, and another one in each week', () => {
    const listings = closet(60);
    const first = drawWeek(listings, { seed: 7, week: 0 });
    expect(drawWeek(listings.toReversed(), { seed: 7, week: 0 })).toEqual(first);
    const usual = (week: number, seed = 7) =>
      drawWeek(listings, { seed, week }).flatMap(({ id, group }) => (group === 'usual' ? [id] : []));
    const weeks = [0, 1, 2, 3, 4, 5].map((week) => usual(week).sort().join());
    expect(new Set([...weeks, usual(0, 8).sort().join()]).size).toBe(7);
  });

  it('gives each listing an even chance', () => {
    const listings = closet(41);
    const usual = new Map<string, number>();
    for (let week = 0; week < 400; week += 1)
      for (const { id, group } of drawWeek(listings, { seed: 3, week }))
        if (group === 'usual') usual.set(id, (usual.get(id) ?? 0) + 1);
    // Five standard deviations.
    for (const { id } of listings) expect(Math.abs((usual.get(id) ?? 0) - 200)).toBeLessThan(50);
  });

  it('takes listings without a price or a date, too', () => {
    const drawn = drawWeek(
      closet(40, () => ({ price: null, listedAt: null })),
      { seed: 7, week: 0 },
    );
    expect(drawn.filter(({ group }) => group === 'usual')).toHaveLength(20);
  });
});

/** Pairs that get `usual` and `onceADay` likes on average. */
function pairsOf(count: number, usual: number, onceADay: number, seed = 5): PairWeek[] {
  const random = seeded(seed);
  const likes = (mean: number): number => Math.round(mean * 2 * random());
  return Array.from({ length: count }, () => ({ usual: likes(usual), onceADay: likes(onceADay) }));
}
const facts = { seed: 7, weeks: 4, shared: { usual: 30, onceADay: 7 } };

describe('a comparison', () => {
  it.each([
    ['more likes by sharing', 9, 6, 'difference', 1],
    ['fewer likes by sharing', 6, 9, 'difference', -1],
    ['as many likes', 7, 7, 'no_difference_seen', 0],
  ])('of groups with %s', (_, usual, onceADay, verdict, sign) => {
    const found = compare(pairsOf(400, usual, onceADay), facts);
    expect(found.verdict).toBe(verdict);
    const { difference, low, high } = found as { difference: number; low: number; high: number };
    expect(difference).toBeCloseTo((found.usual ?? 0) - (found.onceADay ?? 0), 10);
    expect(low).toBeLessThan(difference);
    expect(high).toBeGreaterThan(difference);
    if (sign !== 0) expect(Math.sign(low)).toBe(Math.sign(high));
    if (sign !== 0) expect(Math.sign(low)).toBe(sign);
    expect(low).toBeLessThan(usual - onceADay + 1e-9);
    expect(high).toBeGreaterThan(usual - onceADay - 1e-9);
  });

  it('has the interval that testing one difference after the other finds', () => {
    const pairs = pairsOf(60, 8, 6);
    const { low, high, difference } = compare(pairs, facts);
    const random = seeded(99);
    /** The share of redraws that differ at least as far to one side, if that much is taken off the usual ones. */
    const tailAt = (tested: number, side: 1 | -1): number => {
      const left = pairs.map(({ usual, onceADay }) => usual - tested - onceADay);
      const seen = left.reduce((sum, each) => sum + each, 0);
      const draws = Array.from({ length: 4_000 }, () =>
        left.reduce((sum, each) => sum + (random() < 0.5 ? each : -each), 0),
      );
      return draws.filter((sum) => side * (sum - seen) >= -1e-9).length / draws.length;
    };
    expect(difference).not.toBeNull();
    expect(tailAt(low ?? 0, 1)).toBeCloseTo(0.05, 1.6);
    expect(tailAt(high ?? 0, -1)).toBeCloseTo(0.05, 1.6);
  });

  it('is the same with the same seed', () => {
    const pairs = pairsOf(100, 3, 2);
    expect(compare(pairs, facts)).toEqual(compare(pairs, facts));
    expect(compare(pairs, { ...facts, seed: 8 })).not.toEqual(compare(pairs, facts));
  });

  it.each([
    ['two weeks', pairsOf(400, 9, 3), { weeks: 2 }, 'few_weeks'],
    ['no week at all', [], { weeks: 0, shared: { usual: 0, onceADay: 0 } }, 'few_weeks'],
    ['groups that were shared alike', pairsOf(400, 9, 3), { shared: { usual: 7, onceADay: 6.5 } }, 'shared_alike'],
    ['a bot that never ran', pairsOf(400, 9, 3), { shared: { usual: 0, onceADay: 0 } }, 'shared_alike'],
    [
      'too few likes',
      Array.from({ length: 900 }, (_, at) => ({ usual: at < leastTelling - 1 ? 1 : 0, onceADay: 0 })),
      {},
      'few_events',
    ],
  ] as const)('says nothing after %s', (_, pairs, change, why) => {
    expect(compare(pairs, { ...facts, ...change })).toMatchObject({
      verdict: 'not_enough',
      why,
      difference: null,
      low: null,
      high: null,
    });
  });
});

describe('what could be seen', () => {
  const all = (size: number, soldAWeek: number | null = null) => foresee(closet(size), { soldAWeek, now });

  it('is less with more weeks and with more listings', () => {
    const percents = [all(60)(4), all(60)(12), all(240)(12), all(960)(12)].map(({ likesPercent }) => likesPercent ?? 0);
    expect(percents).toEqual(percents.toSorted((a, b) => b - a));
    expect(new Set(percents).size).toBe(4);
    // Four times the listings, half the difference.
    expect((percents[2] ?? 0) / (percents[3] ?? 1)).toBeCloseTo(2, 0);
  });

  it('is unknown without likes, and hardly any in sales', () => {
    const unliked = foresee(
      closet(60, () => ({ likes: 0 })),
      { soldAWeek: 2, now },
    );
    expect(unliked(8)).toEqual({ likesPercent: null, salesPercent: null });
    expect(all(240)(8).salesPercent).toBeNull();
    expect(all(240, 5)(8).salesPercent).toBeNull();
    expect(all(5_000, 150)(12).salesPercent).toBeLessThan(30);
  });

  it('is of an empty closet nothing', () => {
    expect(foresee([], { soldAWeek: null, now })(4)).toEqual({ likesPercent: null, salesPercent: null });
  });
});

describe('the weeks', () => {
  it('begin at the seller’s midnights, also where the clocks change', () => {
    const zone = 'America/New_York';
    expect(new Date(weekBegins('2026-10-26', 0, zone)).toISOString()).toBe('2026-10-26T04:00:00.000Z');
    expect(new Date(weekBegins('2026-10-26', 1, zone)).toISOString()).toBe('2026-11-02T05:00:00.000Z');
  });

  it.each([
    ['2026-05-04', -1],
    ['2026-05-05', 0],
    ['2026-05-11', 0],
    ['2026-05-12', 1],
    ['2026-06-02', 4],
  ])('%s is in week %i', (day, week) => {
    expect(weekOf('2026-05-05', day)).toBe(week);
  });

  it('count a reading within a day, and begin within a day', () => {
    expect([
      isNear(now - dayMs, now),
      isNear(now + dayMs, now),
      isNear(now + dayMs + 1, now),
      isNear(null, now),
    ]).toEqual([true, true, false, false]);
    expect([isTooLate(now + dayMs, now), isTooLate(now + dayMs + 1, now)]).toEqual([false, true]);
  });
});
