import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayBounds,
  instantOf,
  isTimeZone,
  knownZone,
  laterDay,
  minutesOf,
  shareDay,
  wallTime,
  weekdayOf,
} from './time.ts';

const at = (text: string): number => Date.parse(text);
const hourMs = 3_600_000;
const zones = Intl.supportedValuesOf('timeZone');

describe('a time zone', () => {
  it.each([
    ['America/New_York', true],
    ['Asia/Calcutta', true],
    ['UTC', true],
    ['Europe/Nowhere', false],
    ['+02:00', false],
    ['-05', false],
    ['', false],
    ['America/New_York; drop table users', false],
  ])('%j is in the IANA database: %s', (zone, expected) => {
    expect(isTimeZone(zone)).toBe(expected);
  });
});

describe('a zone that this machine may not know', () => {
  it.each([
    ['America/New_York', 'America/New_York'],
    ['Etc/Unknown', 'UTC'],
    ['Moon/Tranquility', 'UTC'],
    ['', 'UTC'],
  ])('%j is %s here', (zone, known) => {
    expect(knownZone(zone)).toBe(known);
    const now = at('2026-03-08T04:30:00Z');
    // Also after it was used.
    expect([wallTime(now, zone), knownZone(zone)]).toEqual([wallTime(now, known), known]);
    expect(wallTime(now, zone)).toEqual(wallTime(now, known));
    expect(dayBounds(shareDay(now, zone), zone)).toEqual(dayBounds(shareDay(now, known), known));
  });
});

describe('the share day', () => {
  it.each([
    ['2026-03-08T04:59:59.999Z', 'America/New_York', '2026-03-07'],
    ['2026-03-08T05:00:00Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T03:59:59.999Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T04:00:00Z', 'America/New_York', '2026-03-09'],
    ['2026-11-21T18:15:00Z', 'Asia/Kathmandu', '2026-11-22'],
    ['2026-11-21T18:14:59Z', 'Asia/Kathmandu', '2026-11-21'],
    ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22'],
    ['2026-11-21T10:59:59Z', 'Pacific/Pago_Pago', '2026-11-20'],
    ['2026-06-01T06:59:59Z', 'America/Phoenix', '2026-05-31'],
  ])('of %s in %s is %s', (now, zone, expected) => {
    expect(shareDay(at(now), zone)).toBe(expected);
    // Again from the cache, and again after another day was in between.
    shareDay(at(now) + 72 * hourMs, zone);
    expect(shareDay(at(now), zone)).toBe(expected);
    expect(shareDay(at(now), zone)).toBe(expected);
  });

  it.each([
    [null, '2026-11-21', '2026-11-21'],
    ['2026-11-20', '2026-11-21', '2026-11-21'],
    ['2026-11-22', '2026-11-21', '2026-11-22'],
    ['2026-12-31', '2027-01-01', '2027-01-01'],
  ])('after %s, with %s computed, is %s: it never moves backward', (previous, computed, expected) => {
    expect(laterDay(previous, computed)).toBe(expected);
  });
});

describe('a day', () => {
  it.each([
    ['2026-03-08', 'America/New_York', 23],
    ['2026-11-01', 'America/New_York', 25],
    ['2026-11-02', 'America/New_York', 24],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['2026-03-29', 'Asia/Kathmandu', 24],
    ['2026-03-08', 'America/Phoenix', 24],
    ['2026-09-06', 'America/Santiago', 23],
    ['2011-12-30', 'Pacific/Apia', 0],
  ])('%s in %s has %d hours', (date, zone, hours) => {
    const { startsAt, endsAt } = dayBounds(date, zone);
    expect((endsAt - startsAt) / hourMs).toBe(hours);
  });

  it.each([
    ['2026-11-21', 6],
    ['2026-11-22', 0],
    ['1970-01-01', 4],
    ['1969-12-31', 3],
    ['2024-02-29', 4],
  ] as const)('%s is weekday %d', (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday);
  });

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-21', 365, '2027-11-21'],
  ])('%s and %d days make %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });
});

describe('a wall-clock time', () => {
  it.each([
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:00:00Z', 'moves to the end of the jump over it'],
    ['2026-03-08', '02:00', 'America/New_York', '2026-03-08T07:00:00Z', 'at the very start of the jump too'],
    ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00Z', 'is itself just before the jump'],
    ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00Z', 'is itself right after it'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00Z', 'is the first of two'],
    ['2026-11-01', '02:00', 'America/New_York', '2026-11-01T07:00:00Z', 'is itself after the repeated hour'],
    ['2026-10-04', '02:10', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z', 'moves by less in a half-hour zone'],
    ['2026-04-05', '01:40', 'Australia/Lord_Howe', '2026-04-04T14:40:00Z', 'is the first of two there'],
    ['2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00Z', 'begins a day that has no midnight'],
    ['2026-11-21', '9:05', 'Asia/Kathmandu', '2026-11-21T03:20:00Z', 'may be written without the first 0'],
  ])('%s %s in %s is %s: it %s', (date, time, zone, expected) => {
    expect(new Date(instantOf(date, time, zone)).toISOString()).toBe(new Date(expected).toISOString());
  });

  it('can be read from an instant', () => {
    expect(wallTime(at('2026-03-08T07:00:00Z'), 'America/New_York')).toEqual({
      date: '2026-03-08',
      hour: 3,
      minute: 0,
    });
    expect(wallTime(at('2026-11-21T18:14:59.999Z'), 'Asia/Kathmandu')).toEqual({
      date: '2026-11-21',
      hour: 23,
      minute: 59,
    });
    expect(minutesOf('23:59')).toBe(1439);
  });
});

describe('in every zone, for a year', () => {
  it('days follow each other without a gap or an overlap, and each moment is in exactly one', () => {
    const lengths = new Set<number>();
    for (const zone of zones) {
      let endsAt = dayBounds('2025-12-31', zone).endsAt;
      for (let date = '2026-01-01'; date < '2027-01-01'; date = addDays(date, 1)) {
        const day = dayBounds(date, zone);
        if (day.startsAt !== endsAt) expect.fail(`${zone} ${date} starts at ${day.startsAt}, not at ${endsAt}`);
        endsAt = day.endsAt;
        lengths.add((day.endsAt - day.startsAt) / hourMs);
        const noon = day.startsAt + 12 * hourMs;
        if (wallTime(noon, zone).date !== date) expect.fail(`${zone} ${date} does not hold its noon`);
      }
    }
    // Troll changes by two hours, Lord Howe by half an hour, all others by one.
    expect([...lengths].sort()).toEqual([22, 23, 23.5, 24, 24.5, 25, 26]);
  });

  it('midnights, skipped hours, and repeated hours are where Temporal has them', () => {
    const start = Temporal.Instant.from('2026-01-01T00:00:00Z').epochMilliseconds;
    for (const zone of zones) {
      let from = new Temporal.ZonedDateTime(BigInt(start) * 1_000_000n, zone);
      for (;;) {
        const change = from.getTimeZoneTransition('next');
        if (change === null || change.year > 2026) break;
        for (let days = -1; days <= 1; days += 1) {
          const date = change.toPlainDate().add({ days });
          const text = date.toString();
          const day = dayBounds(text, zone);
          expect([zone, text, day.startsAt]).toEqual([zone, text, date.toZonedDateTime(zone).epochMilliseconds]);
          for (const time of ['00:30', '01:00', '01:30', '02:00', '02:15', '02:45', '03:00', '12:00', '23:45']) {
            const asked = date.toPlainDateTime(Temporal.PlainTime.from(time));
            const earlier = asked.toZonedDateTime(zone, { disambiguation: 'earlier' });
            const shows = earlier.toPlainDateTime().equals(asked);
            const expected = shows ? earlier.epochMilliseconds : change.epochMilliseconds;
            expect([zone, text, time, instantOf(text, time, zone)]).toEqual([zone, text, time, expected]);
          }
        }
        from = change;
      }
    }
  });

  it('any moment has the same local time as with Temporal, whatever was computed before', () => {
    const moments = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (zone, now) => {
        const there = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
        const date = there.toPlainDate().toString();
        expect(shareDay(now, zone)).toBe(date);
        expect(wallTime(now, zone)).toEqual({ date, hour: there.hour, minute: there.minute });
        const { startsAt, endsAt } = dayBounds(date, zone);
        expect(startsAt <= now && now < endsAt).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
