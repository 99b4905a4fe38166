import { expect, it } from 'vitest';
import { newSlot, standardSettings } from '#domain/bot/bot.ts';
import { describeChanges, limitFromText, limitNote } from './settings-messages.ts';

it.each([
  ['', 10_000],
  ['  ', 10_000],
  ['75', 75],
  ['x', Number.NaN],
])('reads a limit of %j as %d', (typed, limit) => expect(limitFromText(typed)).toBe(limit));

it.each([
  ['none', 5000, null],
  ['out_of_reach', 5000, false],
  // Nothing to share says nothing about the limit.
  ['out_of_reach', 0, null],
  ['warning', 5000, true],
  ['strong_warning', 5000, true],
] as const)('the note on a limit that is %s for %i shares a day is a warning: %s', (kind, sharesADay, isWarning) => {
  expect(limitNote({ kind, sharesADay }, 300)?.isWarning ?? null).toBe(isWarning);
});

it('says nothing of settings that are saved, and something of each kind of change', () => {
  const says = (change: object) => describeChanges(standardSettings, { ...standardSettings, ...change });
  expect(says({})).toBe('');
  for (const change of [{ shareFrequency: 60 }, { scheduledSlots: [newSlot] }, { dailyShareLimit: 50 }])
    expect(says(change)).not.toBe('');
});
