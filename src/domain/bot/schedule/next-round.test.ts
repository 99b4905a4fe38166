import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BotSettings, type ScheduledSlot, standardSettings } from '../bot.ts';
import { anySlot, everyDay, slot, zones } from './schedule.fixture.ts';
import { canOpen, checkSettings, cutAt, isLate, missedRounds, nextRound, opensSlot } from './schedule.ts';

const at = (text: string): number => Date.parse(text);
const iso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());
const minuteMs = 60_000;

describe('the next round', () => {
  const now = at('2026-11-23T12:00:00Z');
  const byFrequency = { ...standardSettings, shareFrequency: 60 };
  const bySlots = (...slots: ScheduledSlot[]) => ({ ...byFrequency, useScheduledSlots: true, scheduledSlots: slots });
  const table: [what: string, settings: BotSettings, last: string | null, next?: string, closes?: string][] = [
    ['starts at once if there was none', byFrequency, null, '23T12:00'],
    ['follows the start of the last by the frequency', byFrequency, '23T11:30', '23T12:30'],
    ['starts at once, once, after rounds were missed', byFrequency, '20T00:00', '23T12:00'],
    [
      'ignores slots that are not in use',
      { ...byFrequency, scheduledSlots: [slot('15:00', '16:00')] },
      null,
      '23T12:00',
    ],
    ['waits for the slot', bySlots(slot('15:00', '16:00')), null, '23T15:00', '23T16:00'],
    [
      'starts at once in an open slot in which none has started',
      bySlots(slot('11:00', '13:00')),
      '23T10:59:59',
      '23T12:00',
      '23T13:00',
    ],
    [
      'follows by the frequency while the slot is open',
      bySlots(slot('11:00', '13:00')),
      '23T11:30',
      '23T12:30',
      '23T13:00',
    ],
    [
      'waits for the next opening if the slot closes before',
      bySlots(slot('11:00', '12:30')),
      '23T11:30',
      '24T11:00',
      '24T12:30',
    ],
    [
      'starts with an opening that comes sooner than the frequency',
      bySlots(slot('11:00', '12:10'), slot('12:15', '13:00')),
      '23T11:45',
      '23T12:15',
      '23T13:00',
    ],
    ['waits a week for a slot of one day', bySlots(slot('11:00', '11:30', [1])), null, '30T11:00', '30T11:30'],
    ['never comes without a slot that can open', bySlots(slot('11:00', '12:00', [])), null],
  ];
  it.each(table)('%s', (_, settings, last, next, closes) => {
    const moment = (text: string | null | undefined) => (text == null ? null : at(`2026-11-${text}Z`));
    const round = nextRound({ settings, timezone: 'UTC', now, lastRoundAt: moment(last) });
    expect([round?.startsAt ?? null, round?.closesAt ?? null]).toEqual([moment(next), moment(closes)]);
  });

  it('starts around the clock at the set frequency if slots leave no gap', () => {
    const settings = bySlots(slot('00:00', '12:00'), slot('12:00', '00:00'));
    for (const minutes of [0, 30, 59])
      expect(nextRound({ settings, timezone: 'UTC', now, lastRoundAt: now - minutes * minuteMs })?.startsAt).toBe(
        now + (60 - minutes) * minuteMs,
      );
  });

  it('is never in the past and never outside a window', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(anySlot, { maxLength: 4 }),
        fc.integer({ min: 1, max: 1440 }),
        fc.integer({ min: at('2026-01-01'), max: at('2027-01-01') }),
        fc.option(fc.integer({ min: 0, max: 3 * 86_400_000 })),
        (timezone, scheduledSlots, shareFrequency, moment, since) => {
          const settings = { shareFrequency, scheduledSlots, useScheduledSlots: true };
          const lastRoundAt = since === null ? null : moment - since;
          const round = nextRound({ settings, timezone, now: moment, lastRoundAt });
          expect(round !== null).toBe(scheduledSlots.some(canOpen));
          if (round === null) return;
          expect(round.startsAt).toBeGreaterThanOrEqual(moment);
          expect(round.startsAt).toBeLessThan(round.closesAt ?? 0);
          expect(cutAt({ settings, timezone, now: round.startsAt })).toBeGreaterThan(round.startsAt);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('the cut of a round', () => {
  const settings = { shareFrequency: 60, useScheduledSlots: true, scheduledSlots: [slot('11:00', '13:00')] };
  it.each([
    ['is the end of the open slot', settings, '2026-11-23T12:00:00Z', '2026-11-23T13:00:00Z'],
    ['is now if no slot is open', settings, '2026-11-23T13:00:00Z', '2026-11-23T13:00:00Z'],
    ['is never in frequency mode', { ...settings, useScheduledSlots: false }, '2026-11-23T12:00:00Z', null],
  ])('%s', (_, scheduling, now, expected) => {
    const cut = cutAt({ settings: scheduling, timezone: 'UTC', now: at(now) });
    expect(iso(cut)).toBe(expected === null ? null : iso(at(expected)));
  });
});

describe('a change of settings at noon', () => {
  const frequency = { shareFrequency: 60, useScheduledSlots: false, scheduledSlots: [slot('11:00', '13:00')] };
  const open = { ...frequency, useScheduledSlots: true };
  const closed = { ...open, scheduledSlots: [slot('09:00', '12:00')] };
  const off = { ...open, scheduledSlots: [slot('11:00', '13:00', everyDay, false), slot('09:00', '10:00')] };
  it.each([
    { what: 'from a closed slot to an open one', before: closed, after: open, opens: true },
    { what: 'that turns a slot on', before: off, after: open, opens: true },
    { what: 'from frequency to an open slot', before: frequency, after: open, opens: true },
    { what: 'that leaves the slot open', before: open, after: { ...open, shareFrequency: 30 }, opens: false },
    { what: 'that closes the slot', before: open, after: closed, opens: false },
    { what: 'from an open slot to frequency', before: open, after: frequency, opens: false },
  ])('$what opens a slot: $opens', ({ before, after, opens }) => {
    expect(opensSlot({ before, after, timezone: 'UTC', now: at('2026-11-23T12:00:00Z') })).toBe(opens);
  });

  it('follows the clocks of the seller’s zone', () => {
    const ask = { before: closed, after: open, now: at('2026-11-23T12:00:00Z') };
    expect(opensSlot({ ...ask, timezone: 'America/New_York' })).toBe(false);
  });
});

describe('settings', () => {
  it.each([
    ['may have no slots while slots are off', { ...standardSettings }, {}],
    [
      'need a slot while slots are on',
      { ...standardSettings, useScheduledSlots: true },
      { scheduledSlots: 'Turn on at least one slot and pick a day for it' },
    ],
    [
      'need one that is enabled and has a day',
      {
        ...standardSettings,
        useScheduledSlots: true,
        scheduledSlots: [slot('09:00', '10:00', []), slot('09:00', '10:00', [1], false)],
      },
      { scheduledSlots: 'Turn on at least one slot and pick a day for it' },
    ],
    [
      'refuse a slot without a length, on or off',
      { ...standardSettings, scheduledSlots: [slot('09:00', '9:00')] },
      { scheduledSlots: 'Start and end can’t be the same' },
    ],
    [
      'may run over midnight',
      { ...standardSettings, useScheduledSlots: true, scheduledSlots: [slot('22:00', '02:00')] },
      {},
    ],
  ])('%s', (_, settings, wrong) => {
    expect(checkSettings(settings)).toEqual(wrong);
  });
});

describe('missed rounds', () => {
  const at = (time: string): number => Date.parse(`2026-11-${time}Z`);
  const every4Hours = { ...standardSettings, shareFrequency: 240 };
  const mornings = { ...every4Hours, useScheduledSlots: true, scheduledSlots: [slot('08:00', '09:00', everyDay)] };
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
