import { describe, expect, it } from 'vitest';
import { type BotSituation, decideNextShare, type ShareDecision, type ShareFacts } from './bot.ts';
import { noBackoff } from './limit/warnings.ts';
import { nextReadingAt, nextVisitAt, type PartyAhead, type Visits, visitsOffUntil } from './visits.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const later = now + hourMs;

const party = (id: string, startsAt: number, endsAt: number): PartyAhead => ({
  id,
  title: `Party ${id}`,
  startsAt,
  endsAt,
});
const open = party('open', now - hourMs, now + hourMs);
const evening = party('evening', now + 30 * minuteMs, now + 3 * hourMs);
const visits: Visits = {
  readAt: { parties: later, news: later },
  parties: [open],
  hasPeople: true,
  closesAt: null,
  isTurn: false,
};
const quiet = { ...visits, parties: [], hasPeople: false };
const round = { cutsAt: null, remaining: ['3'] };
const due = { startsAt: now, closesAt: null };
const bot: BotSituation = {
  stopAsked: false,
  pause: null,
  dailyShareLimit: 100,
  nextShareAt: now,
  round: null,
  next: { startsAt: later, closesAt: null },
  isReadingDue: false,
  visits,
};
const facts: ShareFacts = { now, sharedToday: 5, shared24h: null, limitInForce: 100, dayEndsAt: now + 7_200_000 };

const toOpen: ShareDecision = { kind: 'start_visit', visit: { kind: 'party', party: open }, closesAt: null };
const toPeople: ShareDecision = { kind: 'start_visit', visit: { kind: 'back' }, closesAt: null };

describe('a visit', () => {
  const table: { what: string; bot?: Partial<BotSituation>; facts?: Partial<ShareFacts>; expected: ShareDecision }[] = [
    { what: 'to an open party comes between rounds', expected: toOpen },
    { what: 'to people comes after the parties', bot: { visits: { ...visits, parties: [] } }, expected: toPeople },
    {
      what: 'goes to the party that ends first',
      bot: { visits: { ...visits, parties: [open, party('long', now - hourMs, now + 5 * hourMs)] } },
      expected: toOpen,
    },
    {
      what: 'waits for a round that is due',
      bot: { next: due },
      expected: { kind: 'start_round', round: due },
    },
    {
      what: 'waits for the reading before that round, too',
      bot: { next: due, isReadingDue: true },
      expected: { kind: 'read_closet' },
    },
    {
      what: 'comes before a round that is due if the last one was a round',
      bot: { next: due, visits: { ...visits, isTurn: true } },
      expected: toOpen,
    },
    {
      what: 'never interrupts a round',
      bot: { round },
      expected: { kind: 'share', listing: '3', dueAt: now },
    },
    {
      what: 'is never made outside of the time slots',
      bot: { visits: { ...visits, closesAt: now } },
      expected: { kind: 'wait', until: later, for: 'round' },
    },
    {
      what: 'ends with the slot that is open',
      bot: { visits: { ...visits, closesAt: later } },
      expected: { ...toOpen, closesAt: later },
    },
    {
      what: 'to a party waits for its beginning',
      bot: { visits: { ...quiet, parties: [evening] } },
      expected: { kind: 'wait', until: evening.startsAt, for: 'round' },
    },
    {
      what: 'to a party that has ended is not made',
      bot: { visits: { ...quiet, parties: [party('over', now - hourMs, now)] } },
      expected: { kind: 'wait', until: later, for: 'round' },
    },
    { what: 'comes even if no round ever does', bot: { next: null }, expected: toOpen },
    {
      what: 'is not made after Stop',
      bot: { stopAsked: true, visits: { ...visits, readAt: { parties: 0, news: 0 } } },
      expected: { kind: 'stop', reason: 'asked' },
    },
    {
      what: 'is not made in a pause, and nothing is read for it',
      bot: { pause: { resumesAt: later }, visits: { ...visits, readAt: { parties: 0, news: 0 } } },
      expected: { kind: 'wait', until: later, for: 'resume' },
    },
    {
      what: 'is not made above the daily limit, and nothing is read for it',
      bot: { visits: { ...visits, readAt: { parties: 0, news: 0 } } },
      facts: { sharedToday: 100 },
      expected: { kind: 'stop', reason: 'limit_reached' },
    },
    {
      what: 'begins with a reading of the parties',
      bot: { next: due, visits: { ...visits, readAt: { parties: now, news: now } } },
      expected: { kind: 'read_visits', what: 'parties' },
    },
    {
      what: 'is read for in the middle of a round',
      bot: { round, visits: { ...visits, readAt: { parties: null, news: now } } },
      expected: { kind: 'read_visits', what: 'news' },
    },
    {
      what: 'makes the bot look at its next reading',
      bot: { visits: { ...quiet, readAt: { parties: now + minuteMs, news: null } } },
      expected: { kind: 'wait', until: now + minuteMs, for: 'round' },
    },
  ];
  it.each(table)('$what', ({ bot: given, facts: seen, expected }) => {
    expect(decideNextShare({ ...bot, ...given }, { ...facts, ...seen })).toEqual(expected);
  });
});

it('rounds without a pause between them and visits take turns', () => {
  const made: string[] = [];
  let isTurn = false;
  for (let turn = 0; turn < 6; turn += 1) {
    const decision = decideNextShare({ ...bot, next: due, visits: { ...visits, isTurn } }, facts);
    made.push(decision.kind);
    isTurn = decision.kind === 'start_round';
  }
  const pair = ['start_round', 'start_visit'];
  expect(made).toEqual([...pair, ...pair, ...pair]);
});

it.each([
  ['never', null, null, 0],
  ['before the start', now - minuteMs, now, 0],
  ['since the start', now, now - minuteMs, now + 15 * minuteMs],
  ['by a bot that was never started', now, null, now + 15 * minuteMs],
])('parties that were read %s', (_, readAt, startedAt, expected) => {
  expect(nextReadingAt('parties', { readAt, startedAt })).toBe(expected);
});

it('nothing that is on makes a bot look again', () => {
  expect(nextVisitAt({ ...quiet, readAt: { parties: null, news: null } }, now)).toBeNull();
});

it.each([
  ['no warning', {}, null],
  ['a human check', { gentleUntil: later }, later],
  ['one that is over', { gentleUntil: now }, null],
  ['a share limit', { lowered: { reason: 'share_limit', limit: 500, until: later } as const }, later],
  [
    'both',
    { gentleUntil: later, lowered: { reason: 'share_limit', limit: 500, until: later + hourMs } as const },
    later + hourMs,
  ],
  ['a request to slow down', { slowUntil: later, rateLimits: [now] }, null],
])('visits after %s', (_, backoff, expected) => {
  expect(visitsOffUntil({ ...noBackoff, ...backoff }, now)).toBe(expected);
});
