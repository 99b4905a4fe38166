import { describe, expect, it } from 'vitest';
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { clockChanges, nextStarts, openUntil } from './week-ahead.tsx';

const timezone = 'America/New_York';
const at = (time: string): number => Date.parse(time);
const slot = (startTime: string, endTime: string, change: Partial<ScheduledSlot> = {}): ScheduledSlot => ({
  startTime,
  endTime,
  enabled: true,
  daysOfWeek: [0, 1, 2, 3, 4, 5, 6],
  ...change,
});
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
    expect(isoTimes(nextStarts([slot('09:00', '10:00')], { timezone, now: at('2026-10-31T12:00:00Z') }))).toEqual([
      '2026-10-31T13:00:00.000Z',
      '2026-11-01T14:00:00.000Z',
      '2026-11-02T14:00:00.000Z',
    ]);
  });

  it('leaves out slots that are open, off, or incomplete', () => {
    const slots = [slot('08:00', '20:00'), slot('21:00', '22:00', { enabled: false }), slot('2', '10:00')];
    expect(isoTimes(nextStarts(slots, { timezone, now: at('2026-11-21T15:00:00Z'), most: 1 }))).toEqual([
      '2026-11-22T13:00:00.000Z',
    ]);
  });

  it.each([
    [[slot('08:00', '20:00')], '2026-11-22T01:00:00.000Z'],
    [[slot('20:00', '21:00')], null],
    [[slot('00:00', '12:00'), slot('12:00', '00:00')], 'always'],
  ])('says until when a slot is open now', (slots, until) => {
    const closesAt = openUntil(slots, { timezone, now: at('2026-11-21T15:00:00Z') });
    expect(typeof closesAt === 'number' ? new Date(closesAt).toISOString() : closesAt).toBe(until);
  });

  it('shows nothing if slots leave no gap', () => {
    expect(
      nextStarts([slot('00:00', '12:00'), slot('12:00', '00:00')], { timezone, now: at('2026-11-21T15:00:00Z') }),
    ).toEqual([]);
  });
});
