// Slots for tests of the schedule; noon of a Monday, and a bot that waits in frequency mode, for those of the timeline.
import fc from 'fast-check';
import type { Weekday } from '../../time.ts';
import { type ScheduledSlot, standardSettings } from '../bot.ts';
import type { TimelineFacts } from './dry-run.ts';

export const everyDay: Weekday[] = [0, 1, 2, 3, 4, 5, 6];
export const slot = (
  startTime: string,
  endTime: string,
  daysOfWeek: Weekday[] = everyDay,
  enabled = true,
): ScheduledSlot => ({
  startTime,
  endTime,
  enabled,
  daysOfWeek,
});
export const zones = Intl.supportedValuesOf('timeZone');

const anyTime = fc
  .integer({ min: 0, max: 1439 })
  .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`);
export const anySlot = fc.record({
  startTime: anyTime,
  endTime: anyTime,
  enabled: fc.boolean(),
  daysOfWeek: fc.uniqueArray(fc.constantFrom(...everyDay), { maxLength: 7 }),
});

export const now = Date.parse('2026-11-23T12:00:00Z');
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

export const facts: TimelineFacts = {
  settings: { ...standardSettings, shareFrequency: 240 },
  timezone: 'UTC',
  now,
  days: 1,
  state: 'waiting',
  pastRounds: [],
  sharesByDate: {},
  limit: 10_000,
  activeListings: 60,
  meanPauseMs: 2000,
  lastRoundAt: null,
  currentRound: null,
};
