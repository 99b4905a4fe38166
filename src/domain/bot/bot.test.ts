import { expect, it } from 'vitest';
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
const facts: ShareFacts = { now, sharedToday: 5, shared24h: null, limitInForce: 100, dayEndsAt: now + 7_200_000 };

const between: Partial<BotSituation> = { round: null, next: { startsAt: later, closesAt: null } };
const dueToRead = { round: null, next: { startsAt: now, closesAt: null }, isReadingDue: true };
const full = { sharedToday: 100 };
const atLimit: ShareDecision = { kind: 'stop', reason: 'limit_reached' };
const waitFor = (what: 'resume' | 'share' | 'round', until: number | null): ShareDecision => {
  return { kind: 'wait', until, for: what };
};
const share = (listing: string, dueAt = now): ShareDecision => ({ kind: 'share', listing, dueAt });

it.each<[string, Partial<BotSituation>, Partial<ShareFacts>, ShareDecision]>([
  ['is the next listing of the round', {}, {}, share('3')],
  ['says when it was due, if it is late', { nextShareAt: now - 40 }, {}, share('3', now - 40)],
  ['waits for its pause', { nextShareAt: soon }, {}, waitFor('share', soon)],
  [
    'is not made after Stop, whatever else is true',
    { stopAsked: true, pause: { resumesAt: null } },
    full,
    { kind: 'stop', reason: 'asked' },
  ],
  ['stops the bot at the seller’s own limit', {}, full, atLimit],
  ['stops the bot if the limit was set below what is already shared', {}, { sharedToday: 180 }, atLimit],
  ['stops the bot at the limit between rounds too', between, full, atLimit],
  ['stops it at the limit over 24 hours after a move to another zone', {}, { sharedToday: 1, shared24h: 100 }, atLimit],
  ['is made at one below the limit', {}, { sharedToday: 99, shared24h: 99 }, share('3')],
  [
    'pauses until the next day at a lowered limit, without stopping',
    {},
    { limitInForce: 5 },
    { kind: 'pause', reason: 'lowered_limit', resumesAt: now + 7_200_000 },
  ],
  ['stops at the own limit even if a lowered one is used up as well', {}, { ...full, limitInForce: 5 }, atLimit],
  ['waits for the end of a pause', { pause: { resumesAt: later } }, {}, waitFor('resume', later)],
  ['continues when a pause is over', { pause: { resumesAt: now } }, {}, share('3')],
  ['waits for the seller, and keeps that at the limit', { pause: { resumesAt: null } }, full, waitFor('resume', null)],
  [
    'ends a round of which nothing is left',
    { round: { cutsAt: later, remaining: [] } },
    {},
    { kind: 'end_round', state: 'done' },
  ],
  [
    'cuts a round when its slot closes',
    { round: { cutsAt: now, remaining: ['1'] } },
    {},
    { kind: 'end_round', state: 'cut' },
  ],
  ['is made in the last moment of a slot', { round: { cutsAt: now + 1, remaining: ['1'] } }, {}, share('1')],
  [
    'waits no longer than the slot is open',
    { round: { cutsAt: now + 700, remaining: ['1'] }, nextShareAt: soon },
    {},
    waitFor('share', now + 700),
  ],
  ['waits for the next round', between, {}, waitFor('round', later)],
  [
    'starts the round that is due',
    { round: null, next: { startsAt: now, closesAt: later, slot: 2 } },
    {},
    { kind: 'start_round', round: { startsAt: now, closesAt: later, slot: 2 } },
  ],
  ['reads the closet before a round that is due', dueToRead, {}, { kind: 'read_closet' }],
  ['does not read it before the round is due', { ...between, isReadingDue: true }, {}, waitFor('round', later)],
  ['stops at the limit rather than read the closet', dueToRead, full, atLimit],
  ['waits for the seller if no round can ever come', { round: null, next: null }, {}, waitFor('round', null)],
])('the next share %s', (_, given, seen, expected) => {
  expect(decideNextShare({ ...bot, ...given }, { ...facts, ...seen })).toEqual(expected);
});
