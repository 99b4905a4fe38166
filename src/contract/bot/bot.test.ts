import { describe, expect, it } from 'vitest';
import { BotSettingsChange } from './bot.ts';

const stored = (startTime: string): string | undefined =>
  BotSettingsChange.safeParse({
    scheduledSlots: [{ startTime, endTime: '23:00', enabled: true, daysOfWeek: [1] }],
  }).data?.scheduledSlots?.[0]?.startTime;

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
