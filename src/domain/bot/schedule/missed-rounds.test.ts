import { describe, expect, it } from 'vitest';
import { standardSettings } from '../bot.ts';
import { isLate, missedRounds } from './missed-rounds.ts';
import { everyDay, slot } from './schedule.fixture.ts';

const at = (time: string): number => Date.parse(`2026-11-${time}Z`);
const every4Hours = { ...standardSettings, shareFrequency: 240 };
const mornings = { ...every4Hours, useScheduledSlots: true, scheduledSlots: [slot('08:00', '09:00', everyDay)] };

describe('missed rounds', () => {
  it.each([
    ['none of a computer that was on', every4Hours, '23T00:00', '23T08:01', [], 0],
    ['those of a night', every4Hours, '23T00:00', '23T09:00', [['23T02:00', '23T09:00']], 2],
    ['not the one that was due while it was on', every4Hours, '23T00:00', '23T09:00', [['23T05:00', '23T09:00']], 1],
    [
      'those of two naps',
      every4Hours,
      '23T00:00',
      '23T13:00',
      [
        ['23T03:00', '23T05:00'],
        ['23T11:00', '23T13:00'],
      ],
      2,
    ],
    ['none outside of the slots', mornings, '23T08:00', '24T08:00', [['23T10:00', '24T07:00']], 0],
    ['one for each slot of three days', mornings, '23T08:00', '26T20:00', [['23T10:00', '26T20:00']], 3],
  ] as const)('are %s', (_, settings, since, now, off, expected) => {
    const spans = off.map(([from, to]) => ({ from: at(from), to: at(to) }));
    expect(missedRounds({ settings, timezone: 'UTC', since: at(since), now: at(now) }, spans)).toBe(expected);
  });

  it('are looked for only if a round is late', () => {
    const ask = { settings: every4Hours, timezone: 'UTC', since: at('23T00:00') };
    expect(isLate({ ...ask, now: at('23T04:04') })).toBe(false);
    expect(isLate({ ...ask, now: at('23T04:06') })).toBe(true);
  });
});
