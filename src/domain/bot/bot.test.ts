import { describe, expect, it } from 'vitest';
import { type BotSituation, decideNextShare, type ShareDecision, type ShareFacts } from './bot.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const soon = now + 1500;
const later = now + 3_600_000;

const bot: BotSituation = {
  stopAsked: false,
  pause: null,
  dailyShareLimit: 100,
  nextShareAt: now,
  round: { cutsAt: null, remaining: ['3', '2', '1'] },
  next: null,
  isReadingDue: false,
  visits: null,
};
const between: Partial<BotSituation> = { round: null, next: { startsAt: later, closesAt: null } };
const facts: ShareFacts = { now, sharedToday: 5, shared24h: null, limitInForce: 100, dayEndsAt: now + 7_200_000 };

describe('the next share', () => {
  const table: { what: string; bot?: Partial<BotSituation>; facts?: Partial<ShareFacts>; expected: ShareDecision }[] = [
    { what: 'is the next listing of the round', expected: { kind: 'share', listing: '3', dueAt: now } },
    {
      what: 'says when it was due, if it is late',
      bot: { nextShareAt: now - 40 },
      expected: { kind: 'share', listing: '3', dueAt: now - 40 },
    },
    {
      what: 'waits for its pause',
      bot: { nextShareAt: soon },
      expected: { kind: 'wait', until: soon, for: 'share' },
    },
    {
      what: 'is not made after Stop, whatever else is true',
      bot: { stopAsked: true, pause: { resumesAt: null } },
      facts: { sharedToday: 100 },
      expected: { kind: 'stop', reason: 'asked' },
    },
    {
      what: 'stops the bot at the seller’s own limit',
      facts: { sharedToday: 100 },
      expected: { kind: 'stop', reason: 'limit_reached' },
    },
    {
      what: 'stops the bot if the limit was set below what is already shared',
      facts: { sharedToday: 180 },
      expected: { kind: 'stop', reason: 'limit_reached' },
    },
    {
      what: 'stops the bot at the limit between rounds too',
      bot: between,
      facts: { sharedToday: 100 },
      expected: { kind: 'stop', reason: 'limit_reached' },
    },
    {
      what: 'stops the bot at the limit over 24 hours after a move to another zone',
      facts: { sharedToday: 1, shared24h: 100 },
      expected: { kind: 'stop', reason: 'limit_reached' },
    },
    {
      what: 'is made at one below the limit',
      facts: { sharedToday: 99, shared24h: 99 },
      expected: { kind: 'share', listing: '3', dueAt: now },
    },
    {
      what: 'pauses until the next day at a lowered limit, without stopping',
      facts: { limitInForce: 5 },
      expected: { kind: 'pause', reason: 'lowered_limit', resumesAt: now + 7_200_000 },
    },
    {
      what: 'stops at the seller’s own limit even if a lowered one is used up as well',
      facts: { sharedToday: 100, limitInForce: 5 },
      expected: { kind: 'stop', reason: 'limit_reached' },
    },
    {
      what: 'waits for the end of a pause',
      bot: { pause: { resumesAt: later } },
      expected: { kind: 'wait', until: later, for: 'resume' },
    },
    {
      what: 'continues when a pause is over',
      bot: { pause: { resumesAt: now } },
      expected: { kind: 'share', listing: '3', dueAt: now },
    },
    {
      what: 'waits for the seller, and keeps that in sight at the limit',
      bot: { pause: { resumesAt: null } },
      facts: { sharedToday: 100 },
      expected: { kind: 'wait', until: null, for: 'resume' },
    },
    {
      what: 'ends a round of which nothing is left',
      bot: { round: { cutsAt: later, remaining: [] } },
      expected: { kind: 'end_round', state: 'done' },
    },
    {
      what: 'cuts a round when its slot closes',
      bot: { round: { cutsAt: now, remaining: ['1'] } },
      expected: { kind: 'end_round', state: 'cut' },
    },
    {
      what: 'is made in the last moment of a slot',
      bot: { round: { cutsAt: now + 1, remaining: ['1'] } },
      expected: { kind: 'share', listing: '1', dueAt: now },
    },
    {
      what: 'waits no longer than the slot is open',
      bot: { round: { cutsAt: now + 700, remaining: ['1'] }, nextShareAt: soon },
      expected: { kind: 'wait', until: now + 700, for: 'share' },
    },
    { what: 'waits for the next round', bot: between, expected: { kind: 'wait', until: later, for: 'round' } },
    {
      what: 'starts the round that is due',
      bot: { round: null, next: { startsAt: now, closesAt: later, slot: 2 } },
      expected: { kind: 'start_round', round: { startsAt: now, closesAt: later, slot: 2 } },
    },
    {
      what: 'reads the closet before a round that is due, and not earlier',
      bot: { round: null, next: { startsAt: now, closesAt: null }, isReadingDue: true },
      expected: { kind: 'read_closet' },
    },
    {
      what: 'does not read the closet before the round is due',
      bot: { ...between, isReadingDue: true },
      expected: { kind: 'wait', until: later, for: 'round' },
    },
    {
      what: 'stops at the limit rather than read the closet',
      bot: { round: null, next: { startsAt: now, closesAt: null }, isReadingDue: true },
      facts: { sharedToday: 100 },
      expected: { kind: 'stop', reason: 'limit_reached' },
    },
    {
      what: 'waits for the seller if no round can ever come',
      bot: { round: null, next: null },
      expected: { kind: 'wait', until: null, for: 'round' },
    },
  ];
  it.each(table)('$what', ({ bot: given, facts: seen, expected }) => {
    expect(decideNextShare({ ...bot, ...given }, { ...facts, ...seen })).toEqual(expected);
  });
});
