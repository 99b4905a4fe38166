import { describe, expect, it } from 'vitest';
import { newSlot, standardSettings } from '#domain/bot/bot.ts';
import { describeChanges, frequencyName, limitFromText, limitWarning } from './settings-messages.ts';

describe('the settings form', () => {
  it.each([
    [30, '30 min'],
    [60, '1 hour'],
    [240, '4 hours'],
    [1440, 'Once daily'],
    [90, '90 min'],
  ])('names %i minutes %s', (minutes, name) => expect(frequencyName(minutes)).toBe(name));

  it.each([
    ['', 10_000],
    ['  ', 10_000],
    ['75', 75],
    ['x', Number.NaN],
  ])('reads a limit of %j as %d', (typed, limit) => expect(limitFromText(typed)).toBe(limit));

  it.each([
    [8000, false],
    [8050, true],
    [20_000, true],
  ])('warns about a limit of %i: %s', (limit, warns) => expect(limitWarning(limit) !== null).toBe(warns));

  it.each([
    [{}, ''],
    [{ shareFrequency: 60 }, 'Share frequency changed. Not saved yet.'],
    [{ shareFrequency: 60, scheduledSlots: [newSlot] }, 'Share frequency and slot A changed. Not saved yet.'],
    [
      { shareFrequency: 60, dailyShareLimit: 50, offerShippingDiscount: true, offerPercent: 20 },
      '4 settings changed. Not saved yet.',
    ],
  ])('says what is unsaved: %j', (change, text) => {
    expect(describeChanges(standardSettings, { ...standardSettings, ...change })).toBe(text);
  });
});
