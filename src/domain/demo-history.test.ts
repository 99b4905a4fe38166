import { describe, expect, it } from 'vitest';
import { seeded } from '#tests/chaos/seeded.ts';
import { type DemoListing, inventHistory } from './demo-history.ts';
import { shareDay } from './time.ts';

const dayMs = 86_400_000;
const listings: DemoListing[] = Array.from({ length: 40 }, (_, index) => ({
  id: String(index + 1),
  title: `Listing ${index + 1}`,
  price: 10 + index,
  listedAt: null,
}));
const invent = (now: string, timezone = 'America/New_York', seed = 5) =>
  inventHistory({ listings, timezone, now: Date.parse(now), random: seeded(seed) });

describe('the history of a demo', () => {
  it('has two weeks of rounds by day, a pause that is over, and one price batch', () => {
    const now = Date.parse('2026-11-22T18:00:00Z');
    const { rounds, pause, prices } = invent('2026-11-22T18:00:00Z');
    const shares = rounds.flatMap((round) => round.shares);
    expect(new Set(shares.map(({ day }) => day)).size).toBe(14);
    expect(shares.every(({ at }) => at < now)).toBe(true);
    expect(rounds.map(({ startsAt }) => startsAt)).toEqual(
      rounds.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b),
    );
    expect(new Set(shares.map(({ outcome }) => outcome))).toEqual(new Set(['shared', 'refused', 'unknown']));
    expect(pause.endsAt - pause.startsAt).toBeGreaterThan(15 * 60_000);
    expect(now - pause.endsAt).toBeGreaterThan(7 * dayMs);
    expect(shares.some(({ at }) => at > pause.startsAt && at < pause.endsAt)).toBe(false);
    expect(prices.changes).toHaveLength(6);
    expect(prices.undoneAt).toBeGreaterThan(prices.appliedAt);
    expect(prices.undoneAt).toBeLessThan(now);
  });

  it('has a pause more than a week ago, whatever the random numbers', () => {
    const now = '2026-11-22T18:00:00Z';
    for (let seed = 1; seed <= 60; seed++) {
      const { pause } = invent(now, 'UTC', seed);
      expect(Date.parse(now) - pause.endsAt, `seed ${seed}`).toBeGreaterThan(7 * dayMs);
    }
  });

  it.each([
    ['a minute and a half after midnight', '2026-11-22T05:01:30Z', 'America/New_York'],
    ['on the morning of a day of 25 hours', '2026-11-01T09:00:00Z', 'America/New_York'],
    ['far in the east', '2026-11-22T12:00:00Z', 'Pacific/Kiritimati'],
  ])('has shares today, %s', (_, now, timezone) => {
    const { rounds } = invent(now, timezone);
    const today = shareDay(Date.parse(now), timezone);
    expect(rounds.flatMap(({ shares }) => shares).filter(({ day }) => day === today).length).toBeGreaterThan(10);
  });

  it('is empty for an empty closet', () => {
    const { rounds, prices } = inventHistory({ listings: [], timezone: 'UTC', now: 1e12, random: seeded(1) });
    expect([rounds, prices.changes]).toEqual([[], []]);
  });
});
