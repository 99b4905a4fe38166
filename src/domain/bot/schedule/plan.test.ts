import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayBounds, shareDay } from '../../time.ts';
import { decideNextShare, type ShareKind } from '../bot.ts';
import type { TimelineFacts } from './dry-run.ts';
import { anySlot, facts, hourMs, minuteMs, now, zones } from './schedule.fixture.ts';
import { cutAt, nextRound } from './schedule.ts';
import { drawTimeline } from './timeline.ts';

/** Runs the bot's own decisions one by one, with equal pauses, to compare with the plan. */
function play(
  { settings, timezone, limit, activeListings, meanPauseMs, lastRoundAt: last, visits }: TimelineFacts,
  until: number,
) {
  const rounds: { kind: ShareKind; startsAt: number; made: number[] }[] = [];
  const parties = (visits?.parties ?? []).map((party, id) => ({ ...party, id: `${id}` }));
  let wasOrdinary = visits?.wasOrdinary ?? false;
  let left: { left: number } | null = null;
  const sharesByDate = new Map<string, number>();
  let at = now;
  let lastRoundAt = last;
  let nextShareAt = now;
  let round: { cutsAt: number | null; remaining: string[]; made: number[] } | null = null;
  while (at < until) {
    const day = shareDay(at, timezone);
    const sharedToday = sharesByDate.get(day) ?? 0;
    const next = round ? null : nextRound({ settings, timezone, now: at, lastRoundAt });
    const decision = decideNextShare(
      {
        stopAsked: false,
        pause: null,
        dailyShareLimit: limit,
        nextShareAt,
        round,
        next,
        isReadingDue: false,
        visits: {
          readAt: { parties: null, news: null },
          parties: parties.filter((party) => party.left > 0 && party.endsAt > at),
          hasPeople: false,
          closesAt: cutAt({ settings, timezone, now: at }),
          isTurn: wasOrdinary && lastRoundAt !== null,
        },
      },
      { now: at, sharedToday, shared24h: null, limitInForce: limit, dayEndsAt: dayBounds(day, timezone).endsAt },
    );
    switch (decision.kind) {
      case 'stop':
        // The bot starts itself again when the next day begins, or never.
        at = settings.resumeDaily ? dayBounds(day, timezone).endsAt : until;
        nextShareAt = Math.max(nextShareAt, at);
        lastRoundAt = null;
        round = null;
        break;
      case 'start_round':
        round = {
          cutsAt: decision.round.closesAt,
          remaining: Array.from({ length: activeListings }, (_, id) => `${id}`),
          made: [],
        };
        rounds.push({ kind: 'self', startsAt: at, made: round.made });
        lastRoundAt = at;
        wasOrdinary = true;
        left = null;
        break;
      case 'start_visit': {
        const { visit, closesAt } = decision;
        const party = parties.find(({ id }) => visit.kind === 'party' && id === visit.party.id);
        if (party === undefined) throw new Error('There is no such party.');
        round = {
          cutsAt: Math.min(closesAt ?? party.endsAt, party.endsAt),
          remaining: Array.from({ length: party.left }, (_, id) => `${id}`),
          made: [],
        };
        rounds.push({ kind: 'party', startsAt: at, made: round.made });
        left = party;
        break;
      }
      case 'share':
        sharesByDate.set(day, sharedToday + 1);
        round?.made.push(at);
        round?.remaining.shift();
        if (left !== null) left.left -= 1;
        // A visit without a share is none.
        if (left !== null) wasOrdinary = false;
        nextShareAt = at + meanPauseMs;
        break;
      case 'end_round':
        round = null;
        break;
      case 'wait':
        at = decision.until ?? until;
        break;
      case 'pause':
        at = decision.resumesAt;
        break;
    }
  }
  return rounds.filter(({ startsAt, made }) => made.length > 0 && startsAt < until);
}

describe('the plan', () => {
  const anyFacts = fc.record({
    timezone: fc.constantFrom(...zones),
    shareFrequency: fc.integer({ min: 20, max: 1440 }),
    useScheduledSlots: fc.boolean(),
    scheduledSlots: fc.array(anySlot, { maxLength: 4 }),
    activeListings: fc.integer({ min: 1, max: 40 }),
    meanPauseMs: fc.constantFrom(2000, 30_000, 5 * minuteMs, 40 * minuteMs),
    limit: fc.constantFrom(5, 50, 10_000),
    resumeDaily: fc.boolean(),
    parties: fc.array(
      fc.record({
        startsInMs: fc.integer({ min: -4, max: 80 }).map((quarters) => (quarters * hourMs) / 4),
        lastsMs: fc.integer({ min: 8, max: 16 }).map((quarters) => (quarters * hourMs) / 4),
        left: fc.integer({ min: 0, max: 30 }),
      }),
      { maxLength: 3 },
    ),
    wasOrdinary: fc.boolean(),
    since: fc.option(fc.integer({ min: 0, max: 30 * hourMs })),
  });
  const drawn = ({
    shareFrequency,
    useScheduledSlots,
    scheduledSlots,
    since,
    resumeDaily,
    parties,
    wasOrdinary,
    ...rest
  }: typeof anyFacts extends fc.Arbitrary<infer F> ? F : never): TimelineFacts => ({
    ...facts,
    ...rest,
    settings: { shareFrequency, useScheduledSlots, scheduledSlots, resumeDaily, dailyShareLimit: rest.limit },
    lastRoundAt: since === null ? null : now - since,
    visits: {
      parties: parties
        .map(({ startsInMs, lastsMs, left }, n) => {
          const startsAt = now + startsInMs;
          return { title: `${n}`, startsAt, endsAt: startsAt + lastsMs, left };
        })
        .toSorted((one, other) => one.endsAt - other.endsAt),
      partySharesPerDay: 500,
      partyToday: 0,
      backsPerDay: 0,
      backLeftToday: 0,
      wasOrdinary,
    },
  });

  it('matches the bot’s own decisions, one share at a time', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const asked = drawn(given);
        const days = drawTimeline(asked);
        const until = days.at(-1)?.startsAt ?? now;
        const planned = days.flatMap(({ rounds }) => rounds).filter(({ startsAt }) => startsAt < until);
        const played = play(asked, until + 4 * 24 * hourMs).filter(({ startsAt }) => startsAt < until);
        expect(
          planned.map(({ kind, startsAt, planned: count }) => `${kind} ${new Date(startsAt).toISOString()} ${count}`),
        ).toEqual(
          played.map(({ kind, startsAt, made }) => `${kind} ${new Date(startsAt).toISOString()} ${made.length}`),
        );
      }),
      { numRuns: 100 },
    );
  });
});
