import { describe, expect, it } from 'vitest';
import { newSlot, standardSettings } from '#domain/bot/bot.ts';
import {
  describeChanges,
  frequencyName,
  frequencyText,
  limitFromText,
  limitNote,
  savedText,
} from './settings-messages.ts';

describe('the settings form', () => {
  it.each([
    [30, '30 min'],
    [60, '1 hour'],
    [240, '4 hours'],
    [1440, 'Once daily'],
    [90, '90 min'],
  ])('names %i minutes %s', (minutes, name) => expect(frequencyName(minutes)).toBe(name));

  it.each([
    [1, 'every minute'],
    [30, 'every 30 minutes'],
    [60, 'every hour'],
    [90, 'every 90 minutes'],
    [240, 'every 4 hours'],
    [1440, 'once a day'],
  ])('says of %i minutes how often rounds start: %s', (minutes, text) => expect(frequencyText(minutes)).toBe(text));

  it.each([
    ['', 10_000],
    ['  ', 10_000],
    ['75', 75],
    ['x', Number.NaN],
  ])('reads a limit of %j as %d', (typed, limit) => expect(limitFromText(typed)).toBe(limit));

  it.each([
    ['none', null],
    ['out_of_reach', false],
    ['warning', true],
    ['strong_warning', true],
  ] as const)('says about a limit that is %s whether it is a warning: %s', (kind, isWarning) => {
    const note = limitNote({ kind, sharesADay: 5000 }, 300);
    expect(note?.isWarning ?? null).toBe(isWarning);
    // Nothing to share says nothing about the limit.
    if (kind === 'out_of_reach') expect(limitNote({ kind, sharesADay: 0 }, 300)).toBeNull();
    if (isWarning) expect(note?.text).toMatch(/4,000 to 10,000 shares a day.*300 listings we recommend 2,000 shares/);
    if (note !== null) expect(note.text).toContain('5,000');
  });

  type Saved = Partial<typeof standardSettings> & { isRunning?: boolean; effectiveLimit?: number };
  it.each<[Saved, string]>([
    [{ isRunning: false }, 'Takes effect at the next start.'],
    [{}, 'Takes effect from the next share.'],
    [{ dailyShareLimit: 364 }, 'You’ve already shared 364 today, so the bot stops now.'],
    [{ dailyShareLimit: 50, resumeDaily: true }, 'so the bot stops now and starts again when your next day begins.'],
    [{ effectiveLimit: 300 }, 'a warning lowered your limit to 300. Sharing pauses until your next day.'],
  ])('says when saved settings take effect: %j', ({ isRunning = true, effectiveLimit = 10_000, ...change }, text) => {
    const settings = { ...standardSettings, ...change };
    expect(savedText({ isRunning, effectiveLimit, sharesToday: 364, settings })).toContain(text);
  });

  it.each([
    [{}, ''],
    [{ shareFrequency: 60 }, 'Share frequency changed. Not saved yet.'],
    [{ shareFrequency: 60, scheduledSlots: [newSlot] }, 'Share frequency and slot A changed. Not saved yet.'],
    [
      { shareFrequency: 60, dailyShareLimit: 50, scheduledSlots: [newSlot] },
      'Share frequency, daily limit, and slot A changed. Not saved yet.',
    ],
    [
      { shareFrequency: 60, dailyShareLimit: 50, offerShippingDiscount: true, offerPercent: 20 },
      '4 settings changed. Not saved yet.',
    ],
  ])('says what is unsaved: %j', (change, text) => {
    expect(describeChanges(standardSettings, { ...standardSettings, ...change })).toBe(text);
  });
});
