import { describe, expect, it } from 'vitest';
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { clockChanges, nextStarts, openUntil, shiftSlot, shownTime, tidyTime, toggleDay, weekBlocks } from './slots.ts';

const slot = (startTime: string, endTime: string, daysOfWeek: ScheduledSlot['daysOfWeek'] = [1]): ScheduledSlot => ({
  startTime,
  endTime,
  enabled: true,
  daysOfWeek,
});

describe('the slot editor', () => {
  it('keeps days in the order of the week', () => {
    const once = toggleDay([slot('08:00', '09:00', [3])], 0, 1);
    expect(once[0]?.daysOfWeek).toEqual([1, 3]);
    expect(toggleDay(once, 0, 3)[0]?.daysOfWeek).toEqual([1]);
  });

  it.each([
    [30, '09:30', '10:30'],
    [-600, '23:00', '00:00'],
    [900, '00:00', '01:00'],
  ])('moves a slot by %i minutes and keeps its length', (minutes, startTime, endTime) => {
    expect(shiftSlot([slot('09:00', '10:00')], 0, minutes)[0]).toMatchObject({ startTime, endTime });
  });

  it.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9.30', '09:30'],
    ['9:5', '09:50'],
    ['23:59', '23:59'],
    ['25:00', '25:00'],
    ['noon', 'noon'],
    ['9:30pm', '21:30'],
    ['9:30 PM', '21:30'],
    ['21:30', '21:30'],
    ['9:30 am', '09:30'],
    ['9 p.m.', '21:00'],
    ['930p', '21:30'],
    ['12 AM', '00:00'],
    ['12:15 pm', '12:15'],
    ['13:00 PM', '13:00 PM'],
    ['0 AM', '0 AM'],
    ['PM', 'PM'],
    ['\u200e9:30\u202fPM', '21:30'],
    ['９：３０', '09:30'],
    ['', ''],
  ])('reads %j as %j', (typed, time) => {
    expect(tidyTime(typed)).toBe(time);
  });

  it.each([
    ['00:00', '12:00 AM'],
    ['09:05', '9:05 AM'],
    ['12:00', '12:00 PM'],
    ['21:30', '9:30 PM'],
    ['25:00', '25:00'],
    ['', ''],
  ])('shows %j as %j', (time, shown) => {
    expect(shownTime(time)).toBe(shown);
  });

  it('gives overlapping slots a lane each', () => {
    const blocks = weekBlocks([slot('09:00', '12:00'), slot('11:00', '13:00'), slot('14:00', '15:00')]);
    expect(blocks.map(({ lane, isShared }) => [lane, isShared])).toEqual([
      [0, true],
      [1, true],
      [0, false],
    ]);
  });

  it('draws nothing of a slot without length or with an unreadable time', () => {
    expect(weekBlocks([slot('09:00', '09:00'), slot('x', '10:00')])).toEqual([]);
  });
});

const timezone = 'America/New_York';
const at = (time: string): number => Date.parse(time);
const daily = (startTime: string, endTime: string) => slot(startTime, endTime, [0, 1, 2, 3, 4, 5, 6]);
const isoTimes = (instants: number[]) => instants.map((instant) => new Date(instant).toISOString());

describe('the week ahead', () => {
  it.each([
    ['2026-10-30T12:00:00Z', [{ day: 0, hours: 25 }]],
    ['2026-11-01T12:00:00Z', [{ day: 0, hours: 25 }]],
    ['2026-11-02T12:00:00Z', []],
    ['2027-03-08T12:00:00Z', [{ day: 0, hours: 23 }]],
    ['2026-07-01T12:00:00Z', []],
  ])('marks the days on which the clocks are changed, from %s', (now, changes) => {
    expect(clockChanges(at(now), timezone).map(({ day, hours }) => ({ day, hours }))).toEqual(changes);
  });

  it('shows the next three real starts, an hour later in winter', () => {
    expect(isoTimes(nextStarts([daily('09:00', '10:00')], { timezone, now: at('2026-10-31T12:00:00Z') }))).toEqual([
      '2026-10-31T13:00:00.000Z',
      '2026-11-01T14:00:00.000Z',
      '2026-11-02T14:00:00.000Z',
    ]);
  });

  it('leaves out slots that are open, off, or incomplete', () => {
    const slots = [daily('08:00', '20:00'), { ...daily('21:00', '22:00'), enabled: false }, daily('2', '10:00')];
    const [next] = isoTimes(nextStarts(slots, { timezone, now: at('2026-11-21T15:00:00Z') }));
    expect(next).toBe('2026-11-22T13:00:00.000Z');
  });

  it.each([
    [[daily('08:00', '20:00')], '2026-11-22T01:00:00.000Z'],
    [[daily('20:00', '21:00')], null],
    [[daily('00:00', '12:00'), daily('12:00', '00:00')], 'always'],
  ])('says until when a slot is open now', (slots, until) => {
    const closesAt = openUntil(slots, { timezone, now: at('2026-11-21T15:00:00Z') });
    expect(typeof closesAt === 'number' ? new Date(closesAt).toISOString() : closesAt).toBe(until);
  });

  it('shows nothing if slots leave no gap', () => {
    const slots = [daily('00:00', '12:00'), daily('12:00', '00:00')];
    expect(nextStarts(slots, { timezone, now: at('2026-11-21T15:00:00Z') })).toEqual([]);
  });
});
