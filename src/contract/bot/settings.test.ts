import { describe, expect, it } from 'vitest';
import { BotSettingsChange } from './settings.ts';

const stored = (startTime: string): string | undefined =>
  BotSettingsChange.safeParse({
    scheduledSlots: [{ startTime, endTime: '23:00', enabled: true, daysOfWeek: [1] }],
  }).data?.scheduledSlots?.[0]?.startTime;

describe('the shares a day of other kinds', () => {
  it.each([
    ['partySharesPerDay', 1, 5000],
    ['shareBackPerDay', 1, 200],
  ])('%s goes from %i to %i', (name, least, most) => {
    const takes = (value: number) => BotSettingsChange.safeParse({ [name]: value }).success;
    expect([least - 1, least, most, most + 1, least + 0.5].map(takes)).toEqual([false, true, true, false, false]);
  });
});

describe('the times of a slot', () => {
  it.each([
    ['09:30', '09:30'],
    ['9:30', '09:30'],
    ['0:00', '00:00'],
    ['23:59', '23:59'],
    ['24:00', undefined],
    ['12:60', undefined],
    ['9:3', undefined],
    ['', undefined],
  ])('stores %j as %j, so that every reply has HH:MM', (given, kept) => {
    expect(stored(given)).toBe(kept);
  });
});
