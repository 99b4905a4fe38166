import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayBounds, instantOf, minutesOf, weekdayOf } from '../../time.ts';
import type { ScheduledSlot } from '../bot.ts';
import { anySlot, everyDay, slot, zones } from './schedule.fixture.ts';
import { canOpen, type Window, windowsBetween } from './schedule.ts';

const at = (text: string): number => Date.parse(text);
const iso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());
const minuteMs = 60_000;

describe('windows of a day', () => {
  const newYork = 'America/New_York';
  const table: [
    what: string,
    slots: ScheduledSlot[],
    day: string,
    windows: [string, string, number][],
    zone?: string,
  ][] = [
    [
      'are the slots of its weekday',
      [slot('09:00', '10:00', [1]), slot('18:00', '19:30', [1, 2]), slot('12:00', '13:00', [3])],
      '2026-11-23',
      [
        ['2026-11-23T14:00:00Z', '2026-11-23T15:00:00Z', 0],
        ['2026-11-23T23:00:00Z', '2026-11-24T00:30:00Z', 1],
      ],
    ],
    [
      'leave out slots that are off, without a day or without a length',
      [slot('09:00', '10:00', everyDay, false), slot('10:00', '11:00', []), slot('12:00', '12:00')],
      '2026-11-23',
      [],
    ],
    [
      'are one where slots overlap, named by the earliest',
      [slot('10:00', '12:00'), slot('09:00', '11:00')],
      '2026-11-23',
      [['2026-11-23T14:00:00Z', '2026-11-23T17:00:00Z', 1]],
    ],
    [
      'are one where slots touch or one holds the other',
      [slot('09:00', '10:00'), slot('10:00', '11:00'), slot('09:10', '09:20')],
      '2026-11-23',
      [['2026-11-23T14:00:00Z', '2026-11-23T16:00:00Z', 0]],
    ],
    [
      'run over midnight if the end is before the start, and belong to the start day',
      [slot('22:00', '01:00', [1])],
      '2026-11-23',
      [['2026-11-24T03:00:00Z', '2026-11-24T06:00:00Z', 0]],
    ],
    [
      'include what yesterday opened',
      [slot('22:00', '01:00', [0])],
      '2026-11-23',
      [['2026-11-23T03:00:00Z', '2026-11-23T06:00:00Z', 0]],
    ],
    [
      'end at midnight by 00:00',
      [slot('22:00', '00:00', [1])],
      '2026-11-23',
      [['2026-11-24T03:00:00Z', '2026-11-24T05:00:00Z', 0]],
    ],
    [
      'open at 03:00, once, if the clocks jump over 02:30',
      [slot('02:30', '03:30')],
      '2026-03-08',
      [['2026-03-08T07:00:00Z', '2026-03-08T07:30:00Z', 0]],
    ],
    [
      'keep their length after the jump if they are inside it',
      [slot('02:10', '02:40')],
      '2026-03-08',
      [['2026-03-08T07:00:00Z', '2026-03-08T07:30:00Z', 0]],
    ],
    [
      'are not skipped if they end right after the jump',
      [slot('02:00', '03:00')],
      '2026-03-08',
      [['2026-03-08T07:00:00Z', '2026-03-08T08:00:00Z', 0]],
    ],
    [
      'open once if the hour comes twice, for both hours',
      [slot('01:00', '02:00')],
      '2026-11-01',
      [['2026-11-01T05:00:00Z', '2026-11-01T07:00:00Z', 0]],
    ],
    [
      'open and close by the first hour where both ends come twice',
      [slot('01:10', '01:40')],
      '2026-11-01',
      [['2026-11-01T05:10:00Z', '2026-11-01T05:40:00Z', 0]],
    ],
    [
      'know half-hour clock changes',
      [slot('02:10', '02:50')],
      '2026-10-04',
      [['2026-10-03T15:30:00Z', '2026-10-03T15:50:00Z', 0]],
      'Australia/Lord_Howe',
    ],
    [
      'know zones of three quarters of an hour',
      [slot('09:00', '10:00')],
      '2026-11-23',
      [['2026-11-23T03:15:00Z', '2026-11-23T04:15:00Z', 0]],
      'Asia/Kathmandu',
    ],
    ['are none on a date that the zone left out', [slot('09:00', '10:00')], '2011-12-30', [], 'Pacific/Apia'],
  ];

  it.each(table)('%s', (_, slots, day, windows, zone = newYork) => {
    const { startsAt, endsAt } = dayBounds(day, zone);
    const found = windowsBetween({ slots, timezone: zone, from: startsAt, to: endsAt });
    expect(found.map((window) => [iso(window.opensAt), iso(window.closesAt), window.slot])).toEqual(
      windows.map(([opensAt, closesAt, index]) => [iso(at(opensAt)), iso(at(closesAt)), index]),
    );
  });

  it('have their full length even if only a part was requested', () => {
    const [window] = windowsBetween({
      slots: [slot('09:00', '17:00')],
      timezone: 'UTC',
      from: at('2026-11-23T12:00:00Z'),
      to: at('2026-11-23T12:00:00.001Z'),
    });
    expect([iso(window?.opensAt ?? null), iso(window?.closesAt ?? null)]).toEqual([
      '2026-11-23T09:00:00.000Z',
      '2026-11-23T17:00:00.000Z',
    ]);
  });

  it('do not include the moment at which they close', () => {
    const slots = [slot('09:00', '10:00', [1])];
    const closing = at('2026-11-23T10:00:00Z');
    expect(windowsBetween({ slots, timezone: 'UTC', from: closing, to: closing + minuteMs })).toEqual([]);
    expect(windowsBetween({ slots, timezone: 'UTC', from: closing - 1, to: closing })).toHaveLength(1);
  });
});

describe('slots in every zone, for a year', () => {
  const from = at('2026-01-01T12:00:00Z');
  const firstDue = at('2026-01-02T12:00:00Z');
  const to = at('2027-01-01T12:00:00Z');

  /** Each due start of a slot, as a local time of the zone. */
  const dueStarts = (one: ScheduledSlot, zone: string): number[] => {
    const starts: number[] = [];
    for (let date = '2026-01-02'; date < '2027-01-03'; date = addDays(date, 1))
      if (one.daysOfWeek.includes(weekdayOf(date))) starts.push(instantOf(date, one.startTime, zone));
    return starts;
  };
  const holding = (windows: Window[], moment: number): number =>
    windows.filter(({ opensAt, closesAt }) => opensAt <= moment && moment < closesAt).length;

  it('a slot opens exactly once on each of its days, even on days with a clock change', () => {
    for (const zone of zones) {
      for (const one of [slot('02:30', '03:30'), slot('00:00', '00:20', [0, 6]), slot('23:30', '01:30', [6])]) {
        const windows = windowsBetween({ slots: [one], timezone: zone, from, to });
        const opened = windows.map(({ opensAt }) => opensAt).filter((opensAt) => opensAt >= firstDue);
        const due = dueStarts(one, zone).filter((start) => start >= firstDue && start < to);
        if (opened.join() !== due.join()) expect.fail(`${zone} ${one.startTime}`);
        for (const { opensAt, closesAt } of windows) if (closesAt <= opensAt) expect.fail(`${zone} closes unopened`);
      }
    }
  });

  it('windows never touch, close after they open, and each due start is in exactly one', () => {
    const anyZone = fc.constantFrom(...zones);
    fc.assert(
      fc.property(anyZone, fc.array(anySlot, { minLength: 1, maxLength: 6 }), fc.nat(360), (timezone, slots, skip) => {
        const start = from + skip * 86_400_000;
        const end = start + 10 * 86_400_000;
        const windows = windowsBetween({ slots, timezone, from: start, to: end });
        for (const [index, window] of windows.entries()) {
          expect(window.closesAt).toBeGreaterThan(window.opensAt);
          const before = windows[index - 1];
          if (before) expect(window.opensAt).toBeGreaterThan(before.closesAt);
          expect(canOpen(slots[window.slot] ?? slot('00:00', '00:00'))).toBe(true);
        }
        for (const one of slots.filter(canOpen))
          for (const due of dueStarts(one, timezone))
            if (due >= start && due < end) expect(holding(windows, due)).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it('a shorter period has the same windows as a longer one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(anySlot, { maxLength: 4 }),
        fc.nat(300),
        (timezone, slots, skip) => {
          // Slots without a gap are one endless window, whose reported start depends on the requested time.
          fc.pre(
            slots.reduce((sum, one) => sum + ((minutesOf(one.endTime) - minutesOf(one.startTime) + 1440) % 1440), 0) <
              1440,
          );
          const start = from + skip * 86_400_000;
          const whole = windowsBetween({ slots, timezone, from: start, to: start + 6 * 86_400_000 });
          const parts = [0, 1, 2, 3, 4, 5].flatMap((day) =>
            windowsBetween({ slots, timezone, from: start + day * 86_400_000, to: start + (day + 1) * 86_400_000 }),
          );
          const unique = [...new Map(parts.map((window) => [window.opensAt, window])).values()];
          expect(unique).toEqual(whole);
        },
      ),
      { numRuns: 200 },
    );
  });
});
