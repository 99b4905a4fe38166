import { describe, expect, it } from 'vitest';
import { dailyLimit, frequencyMinutes } from '../bot.ts';
import { adviseLimit, recommendedLimit } from './share-jail.ts';

describe('the recommended limit', () => {
  it.each([
    { listings: 0, limit: 500 },
    { listings: 60, limit: 500 },
    { listings: 100, limit: 700 },
    { listings: 300, limit: 2000 },
    { listings: 600, limit: 4000 },
    { listings: 800, limit: 4000 },
    { listings: 3000, limit: 4000 },
  ])('for $listings listings is $limit, and trips no warning', ({ listings, limit }) => {
    expect(recommendedLimit(listings)).toBe(limit);
    expect(limit % dailyLimit.step).toBe(0);
    const perDay = (listings * 1440) / frequencyMinutes.standard;
    expect(limit >= perDay || limit === 4000).toBe(true);
    expect(adviseLimit({ dailyShareLimit: limit, reachable: 40_000 }).kind).toBe('none');
  });
});

describe('a daily limit', () => {
  it.each([
    { dailyShareLimit: 1000, reachable: 40_000, kind: 'none', sharesADay: 1000 },
    { dailyShareLimit: 4000, reachable: 40_000, kind: 'none', sharesADay: 4000 },
    { dailyShareLimit: 4001, reachable: 40_000, kind: 'warning', sharesADay: 4001 },
    { dailyShareLimit: 8000, reachable: 40_000, kind: 'warning', sharesADay: 8000 },
    { dailyShareLimit: 8001, reachable: 40_000, kind: 'strong_warning', sharesADay: 8001 },
    { dailyShareLimit: 10_000, reachable: 240, kind: 'out_of_reach', sharesADay: 240 },
    { dailyShareLimit: 10_000, reachable: 4000, kind: 'out_of_reach', sharesADay: 4000 },
    { dailyShareLimit: 50_000, reachable: 7200, kind: 'warning', sharesADay: 7200 },
    { dailyShareLimit: 10_000, reachable: 9000, kind: 'strong_warning', sharesADay: 9000 },
    { dailyShareLimit: 10_000, reachable: 0, kind: 'out_of_reach', sharesADay: 0 },
  ])('of $dailyShareLimit with a schedule for $reachable is $kind', ({ dailyShareLimit, reachable, ...advice }) => {
    expect(adviseLimit({ dailyShareLimit, reachable })).toEqual(advice);
  });
});
