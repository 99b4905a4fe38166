import { expect, it } from 'vitest';
import { standardSettings } from '#domain/bot/bot.ts';
import { describeSettings } from './start.ts';

it.each([
  [1, false, 'Every minute, up to 10,000 shares a day'],
  [60, false, 'Every hour, up to 10,000 shares a day'],
  [90, false, 'Every 1 hour 30 minutes, up to 10,000 shares a day'],
  [240, true, 'Every 4 hours inside your slots, up to 10,000 shares a day'],
])('a start every %i minutes, in slots %s, is logged as “%s”', (shareFrequency, useScheduledSlots, line) => {
  expect(describeSettings({ ...standardSettings, shareFrequency, useScheduledSlots })).toBe(line);
});
