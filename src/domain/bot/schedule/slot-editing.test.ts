import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Weekday } from '../../time.ts';
import type { ScheduledSlot } from '../bot.ts';
import { everyDay, slot } from './schedule.fixture.ts';
import { windowsBetween } from './schedule.ts';
import { type Drawing, drawnSlot, mergeOverlaps, nextFreeSlot, overlappingSlots } from './slot-editing.ts';

const workdays: Weekday[] = [1, 2, 3, 4, 5];
/** "09:00-12:00 12345", and "off" if it is off. */
const written = ({ startTime, endTime, daysOfWeek, enabled }: ScheduledSlot): string =>
  `${startTime}-${endTime} ${daysOfWeek.join('')}${enabled ? '' : ' off'}`;

describe('a drawn slot', () => {
  it.each<[string, Drawing, string]>([
    [
      'keeps to steps of 15 minutes, and covers all that was drawn',
      { days: [1, 1], minutes: [547, 700] },
      '09:00-11:45 1',
    ],
    ['may be drawn from right to left and upward', { days: [5, 1], minutes: [720, 540] }, '09:00-12:00 12345'],
    ['is one step long at least', { days: [3, 3], minutes: [540, 540] }, '09:00-09:15 3'],
    ['ends at midnight at the end of the day', { days: [6, 6], minutes: [1380, 1600] }, '23:00-00:00 6'],
    ['starts one step before midnight at the latest', { days: [6, 6], minutes: [1439, 1440] }, '23:45-00:00 6'],
    ['begins at midnight at the earliest', { days: [0, 0], minutes: [-80, 60] }, '00:00-01:00 0'],
    ['is never a whole day', { days: [0, 0], minutes: [0, 1440] }, '00:00-23:45 0'],
  ])('%s', (_, drawing, expected) => {
    expect(written(drawnSlot(drawing))).toBe(expected);
  });
});

describe('one more slot', () => {
  const hours = (from: number, to: number, days: Weekday[]) =>
    Array.from({ length: to - from }, (_, n) =>
      slot(`${String(from + n).padStart(2, '0')}:00`, `${String((from + n + 1) % 24).padStart(2, '0')}:00`, days),
    );
  it.each<[string, ScheduledSlot[], string | null]>([
    ['is from nine to ten, Monday to Friday', [], '09:00-10:00 12345'],
    ['is at the next usual time if that is taken', [slot('09:00', '10:00')], '12:00-13:00 12345'],
    ['keeps away from a slot that is only partly in the way', [slot('08:30', '12:30', [3])], '18:00-19:00 12345'],
    ['keeps away from slots that are off, too', [slot('09:00', '10:00', [1], false)], '12:00-13:00 12345'],
    ['may touch another slot', [slot('10:00', '12:00'), slot('07:00', '09:00')], '09:00-10:00 12345'],
    ['sees slots that come over midnight', [slot('22:00', '09:30'), slot('12:00', '21:30')], '10:00-11:00 12345'],
    ['is on the weekend if the workdays are full', hours(0, 24, workdays), '09:00-10:00 06'],
    ['is on the one day that has room', hours(0, 24, [0, 1, 2, 3, 4, 6]), '09:00-10:00 5'],
    ['does not exist in a week without a free hour', hours(0, 24, everyDay), null],
    ['ignores times that can’t be read', [slot('9 o’clock', '10:00')], '09:00-10:00 12345'],
  ])('%s', (_, slots, expected) => {
    const found = nextFreeSlot(slots);
    expect(found && written(found)).toBe(expected);
  });

  it('never overlaps another one, however often it is requested', () => {
    const slots: ScheduledSlot[] = [];
    for (let next = nextFreeSlot(slots); next; next = nextFreeSlot(slots)) slots.push(next);
    expect(overlappingSlots(slots)).toEqual([]);
    expect(new Set(slots.map(written)).size).toBe(slots.length);
    // 24 hours of the workdays, and 24 of the weekend.
    expect(slots).toHaveLength(48);
  });
});

describe('overlapping slots', () => {
  it.each<[string, ScheduledSlot[], number[][]]>([
    ['are none where slots only touch', [slot('09:00', '10:00'), slot('10:00', '11:00')], []],
    ['are none on different days', [slot('09:00', '10:00', [1]), slot('09:00', '10:00', [2])], []],
    ['are found on one common day', [slot('09:00', '12:00', [1, 2]), slot('11:00', '13:00', [2, 3])], [[0, 1]]],
    ['are found after midnight', [slot('22:00', '02:00', [1]), slot('01:00', '03:00', [2])], [[0, 1]]],
    ['are found from Saturday night to Sunday', [slot('01:00', '03:00', [0]), slot('23:00', '01:30', [6])], [[0, 1]]],
    ['leave out slots that are off', [slot('09:00', '12:00'), slot('11:00', '13:00', everyDay, false)], []],
    ['leave out slots that can’t be read yet', [slot('09:00', '12:00'), slot('11:00', '1')], []],
    [
      'hang together through a third',
      [slot('09:00', '11:00'), slot('12:00', '14:00'), slot('20:00', '21:00'), slot('10:30', '12:30')],
      [[0, 1, 3]],
    ],
    [
      'form several groups',
      [slot('09:00', '11:00'), slot('20:00', '22:00'), slot('10:00', '12:00'), slot('21:00', '23:00')],
      [
        [0, 2],
        [1, 3],
      ],
    ],
  ])('%s', (_, slots, expected) => {
    expect(overlappingSlots(slots)).toEqual(expected);
  });
});

describe('merged slots', () => {
  it.each<[string, ScheduledSlot[], string[]]>([
    ['cover both', [slot('09:00', '12:00'), slot('11:00', '13:00')], ['09:00-13:00 0123456']],
    ['are one if they are alike', [slot('09:00', '10:00'), slot('09:00', '10:00')], ['09:00-10:00 0123456']],
    [
      'keep the days on which only one of them is open',
      [slot('09:00', '12:00', workdays), slot('11:00', '14:00', [1, 3])],
      ['09:00-14:00 13', '09:00-12:00 245'],
    ],
    ['run over midnight', [slot('22:00', '01:00', [1]), slot('00:30', '02:00', [2])], ['22:00-02:00 1']],
    ['run over the end of the week', [slot('00:30', '02:00', [0]), slot('22:00', '01:00', [6])], ['22:00-02:00 6']],
    [
      'of 24 hours and more are cut at noon and midnight',
      [slot('10:00', '04:00', [1]), slot('03:00', '12:30', [2])],
      ['10:00-12:00 1', '12:00-00:00 1', '00:00-12:00 2', '12:00-12:30 2'],
    ],
    [
      'that leave no gap all week are half days',
      [slot('00:00', '13:00'), slot('12:00', '01:00')],
      ['00:00-12:00 0123456', '12:00-00:00 0123456'],
    ],
    [
      'take the place of the first, and leave the others as they are',
      [
        slot('06:00', '07:00'),
        slot('09:00', '12:00'),
        slot('20:00', '21:00', [6], false),
        slot('11:00', '13:00'),
        slot('13:00', '14:00'),
      ],
      ['06:00-07:00 0123456', '09:00-13:00 0123456', '20:00-21:00 6 off', '13:00-14:00 0123456'],
    ],
  ])('%s', (_, slots, expected) => {
    expect(mergeOverlaps(slots).map(written)).toEqual(expected);
  });

  const anyTime = fc
    .integer({ min: 0, max: 95 })
    .map((step) => `${String(Math.floor(step / 4)).padStart(2, '0')}:${String((step % 4) * 15).padStart(2, '0')}`);
  const anySlots = fc.array(
    fc.record({
      startTime: anyTime,
      endTime: anyTime,
      enabled: fc.boolean(),
      daysOfWeek: fc.uniqueArray(fc.constantFrom(...everyDay), { minLength: 1, maxLength: 7 }),
    }),
    { maxLength: 6 },
  );
  const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC');
  /** Those that open in the week. Of a window that was already open for days, only the last days count. */
  const windows = (slots: ScheduledSlot[], timezone: string, from: number) =>
    windowsBetween({ slots, timezone, from, to: from + 8 * 86_400_000 })
      .filter(({ opensAt }) => opensAt >= from)
      .map(({ opensAt, closesAt }) => [new Date(opensAt).toISOString(), new Date(closesAt).toISOString()]);

  it('never overlap, and open and close exactly when the slots did', () => {
    const quietWeek = Date.parse('2026-06-03T12:00:00Z');
    fc.assert(
      fc.property(anySlots, zones, (slots, timezone) => {
        const merged = mergeOverlaps(slots);
        expect(overlappingSlots(merged)).toEqual([]);
        expect(windows(merged, timezone, quietWeek)).toEqual(windows(slots, timezone, quietWeek));
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['go forward', '2026-03-07T12:00:00Z', ['2026-03-08T06:00:00.000Z', '2026-03-08T08:00:00.000Z']],
    ['go back', '2026-10-31T12:00:00Z', ['2026-11-01T05:00:00.000Z', '2026-11-01T09:00:00.000Z']],
  ])('open once, for the same hours, in the night when the clocks %s', (_, from, expected) => {
    const slots = [slot('01:00', '03:00'), slot('02:00', '04:00')];
    expect(windows(slots, 'America/New_York', Date.parse(from))[0]).toEqual(expected);
    expect(windows(mergeOverlaps(slots), 'America/New_York', Date.parse(from))[0]).toEqual(expected);
  });
});
