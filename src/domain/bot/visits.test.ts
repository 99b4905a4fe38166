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
  const table: [what: string, bot: Partial<BotSituation>, expected: ShareDecision, facts?: Partial<ShareFacts>][] = [
    ['to an open party comes between rounds', {}, toOpen],
    ['to people comes after the parties', { visits: { ...visits, parties: [] } }, toPeople],
    [
      'goes to the party that ends first',
      { visits: { ...visits, parties: [open, party('long', now - hourMs, now + 5 * hourMs)] } },
      toOpen,
    ],
    ['waits for a round that is due', { next: due }, { kind: 'start_round', round: due }],
    ['waits for the reading before that round, too', { next: due, isReadingDue: true }, { kind: 'read_closet' }],
    [
      'comes before a round that is due if the last one was a round',
      { next: due, visits: { ...visits, isTurn: true } },
      toOpen,
    ],
    ['never interrupts a round', { round }, { kind: 'share', listing: '3', dueAt: now }],
    [
      'is never made outside of the time slots',
      { visits: { ...visits, closesAt: now } },
      { kind: 'wait', until: later, for: 'round' },
    ],
    ['ends with the slot that is open', { visits: { ...visits, closesAt: later } }, { ...toOpen, closesAt: later }],
    [
      'to a party waits for its beginning',
      { visits: { ...quiet, parties: [evening] } },
      { kind: 'wait', until: evening.startsAt, for: 'round' },
    ],
    [
      'to a party that has ended is not made',
      { visits: { ...quiet, parties: [party('over', now - hourMs, now)] } },
      { kind: 'wait', until: later, for: 'round' },
    ],
    ['comes even if no round ever does', { next: null }, toOpen],
    [
      'is not made after Stop',
      { stopAsked: true, visits: { ...visits, readAt: { parties: 0, news: 0 } } },
      { kind: 'stop', reason: 'asked' },
    ],
    [
      'is not made in a pause, and nothing is read for it',
      { pause: { resumesAt: later }, visits: { ...visits, readAt: { parties: 0, news: 0 } } },
      { kind: 'wait', until: later, for: 'resume' },
    ],
    [
      'is not made above the daily limit, and nothing is read for it',
      { visits: { ...visits, readAt: { parties: 0, news: 0 } } },
      { kind: 'stop', reason: 'limit_reached' },
      { sharedToday: 100 },
    ],
    [
      'begins with a reading of the parties',
      { next: due, visits: { ...visits, readAt: { parties: now, news: now } } },
      { kind: 'read_visits', what: 'parties' },
    ],
    [
      'is read for in the middle of a round',
      { round, visits: { ...visits, readAt: { parties: null, news: now } } },
      { kind: 'read_visits', what: 'news' },
    ],
    [
      'makes the bot look at its next reading',
      { visits: { ...quiet, readAt: { parties: now + minuteMs, news: null } } },
      { kind: 'wait', until: now + minuteMs, for: 'round' },
    ],
  ];
  it.each(table)('%s', (_, given, expected, seen = {}) => {
    expect(decideNextShare({ ...bot, ...given }, { ...facts, ...seen })).toEqual(expected);
  });
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
