// Slots for tests of the schedule.
import fc from 'fast-check';
import type { Weekday } from '../../time.ts';
import type { ScheduledSlot } from '../bot.ts';

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
