import { describe, expect, it } from 'vitest';
import { shareDay, wallTime } from '../../time.ts';
import { dueNightlyReading, nightlyReadingAt, readingLastsMs, readingNeededSince } from './closet-reading.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('how long a reading of the closet serves rounds', () => {
  it.each([
    ['an hour for a small closet', 60, 60, 60],
    ['an hour for 1,200 listings', 1_200, 60, 60],
    ['two minutes for each page of a closet of 5,000', 5_000, 60, 210],
    ['as set, if that is more', 5_000, 240, 240],
    ['as set for a closet that is read in ten seconds', 960, 1, 1],
    ['not at all with 0, however large the closet is', 5_000, 0, 0],
    ['as set for an empty closet', 0, 60, 60],
  ])('%s', (_, listings, maxAge, expected) => {
    expect(readingLastsMs(listings, maxAge * minute)).toBe(expected * minute);
  });

  it('is newer than the start', () => {
    const now = Date.parse('2026-11-27T12:00:00Z');
    const last = { readAt: null, shown: 60 };
    const facts = { now, maxAgeMs: hour };
    expect(readingNeededSince(last, { ...facts, startedAt: null })).toBe(now - hour);
    expect(readingNeededSince(last, { ...facts, startedAt: now - 2 * hour })).toBe(now - hour);
    expect(readingNeededSince(last, { ...facts, startedAt: now - minute })).toBe(now - minute);
  });
});

describe('the nightly reading', () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'UTC'];
  const sellers = Array.from({ length: 400 }, (_, id) => String(id + 1));

  it('is between one and five in the morning of the seller, also where the clocks change', () => {
    for (const timezone of zones)
      for (const date of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-11-27']) {
        const hours = sellers.map((userId) => {
          const at = nightlyReadingAt(userId, date, timezone);
          expect(shareDay(at, timezone)).toBe(date);
          return wallTime(at, timezone).hour;
        });
        expect(Math.min(...hours)).toBe(1);
        expect(Math.max(...hours)).toBe(4);
      }
  });

  it('is at another minute for each seller and each night', () => {
    const minutes = (userIds: string[], dates: string[]) =>
      new Set(
        userIds.flatMap((userId) => dates.map((date) => nightlyReadingAt(userId, date, 'UTC') - Date.parse(date))),
      );
    expect(minutes(sellers, ['2026-11-27']).size).toBeGreaterThan(150);
    expect(
      minutes(
        ['7'],
        Array.from({ length: 20 }, (_, day) => `2026-11-${day + 10}`),
      ).size,
    ).toBeGreaterThan(10);
    const perMinute = Map.groupBy(sellers, (userId) => nightlyReadingAt(userId, '2026-11-27', 'UTC'));
    expect(Math.max(...[...perMinute.values()].map(({ length }) => length))).toBeLessThan(10);
  });

  it('is due from a moment before it, for the rest of the day', () => {
    const seller = { userId: '7', timezone: 'America/New_York' };
    const at = nightlyReadingAt('7', '2026-11-27', seller.timezone);
    const due = (now: number, triedAt: number | null = null) =>
      dueNightlyReading({ ...seller, triedAt }, { now, aheadMs: 5 * minute });
    expect(due(at - 6 * minute)).toBeNull();
    expect(due(at - 4 * minute)).toBe(at);
    expect(due(at + 12 * hour)).toBe(at);
    expect(due(at + 18 * hour, at)).toBeNull();
    expect(due(at + 18 * hour, at - hour)).toBe(at);
  });
});
