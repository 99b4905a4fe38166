// Reads what the day rail and the week show: past rounds, and the settings' plan for the days ahead.

import type { Timeline } from '#contract/bot/bot.ts';
import { limitInForce } from '#domain/bot/limit/limit.ts';
import type { TimelineFacts } from '#domain/bot/schedule/dry-run.ts';
import { daysAhead, drawTimeline } from '#domain/bot/schedule/timeline.ts';
import { visitsOffUntil, visitsRestUntil, wantsVisits } from '#domain/bot/visits.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { addDays, dayBounds, shareDay } from '#domain/time.ts';
import { readTried } from '../rounds/store.ts';
import { readVisitFacts } from '../rounds/visits-store.ts';
import { isUnderWay, leftOf, readFacts, readFullUntil, type StatusContext } from './status.ts';
import { readPartiesAhead } from './status-cache.ts';
import { readPastRounds, readSharesByDate } from './store.ts';

const iso = (at: Instant): string => new Date(at).toISOString();

export async function readTimeline(context: StatusContext, userId: string, days: number): Promise<Timeline> {
  const { database } = context;
  const facts = await readFacts(context, userId);
  const { bot, now, day, sums, sharesToday, limit, pauseMs } = facts;
  const { timezone, settings, backoff, phase } = bot;
  const today = shareDay(now, timezone);
  const first = addDays(today, 1 - days);
  const [past, sharesByDate, fullUntil, visits] = await Promise.all([
    readPastRounds(database, userId, dayBounds(first, timezone).startsAt),
    readSharesByDate(database, userId, first),
    readFullUntil(database, facts),
    visitsAhead(context, facts),
  ]);
  const limitByDate: Record<string, number> = {};
  for (let date = first; date <= addDays(today, daysAhead); date = addDays(date, 1)) {
    if (date < today) limitByDate[date] = settings.dailyShareLimit;
    if (date > today) {
      const facts = { dailyShareLimit: settings.dailyShareLimit, backoff };
      limitByDate[date] = limitInForce({ ...facts, now: dayBounds(date, timezone).startsAt }).limit;
    }
  }
  const { round } = sums;
  const isRunningRound = isUnderWay(bot, round);
  const drawn = drawTimeline({
    settings,
    timezone,
    now,
    days,
    state: phase.state,
    resumesAt: phase.state === 'paused' ? phase.pause.resumesAt : null,
    startsAgainAt: bot.startsAgainAt,
    fullUntil,
    pastRounds: past.map(({ slot, state, party, ...span }) => ({
      ...span,
      ...(party !== null && { party }),
      state: state === 'done' ? 'done' : 'cut',
      ...(slot !== null && { slot }),
    })),
    // The day's own row counts a share in flight too, which no other number does.
    sharesByDate: { ...Object.fromEntries(sharesByDate), [day]: sharesToday },
    limit: limit.limit,
    limitByDate,
    activeListings: sums.activeListings,
    onceADay: await readOnceADay(context, { userId, day, now }),
    meanPauseMs: pauseMs,
    lastRoundAt: bot.lastRoundAt,
    currentRound:
      round !== null && isRunningRound
        ? {
            kind: round.kind,
            ...(round.party !== null && { party: round.party.title }),
            startedAt: round.startedAt,
            cutsAt: round.cutsAt,
            shares: round.figures.confirmed,
            notConfirmed: round.figures.notConfirmed,
            refused: round.figures.refused,
            planned: round.planned,
            left: leftOf(round),
            ...(round.slot !== null && { slot: round.slot }),
          }
        : null,
    ...(visits !== null && { visits }),
    ...(round !== null && isRunningRound && { nextShareAt: Math.max(now, (round.lastReservedAt ?? now) + pauseMs) }),
  });
  return {
    timezone,
    days: drawn.map((each) => ({
      ...each,
      startsAt: iso(each.startsAt),
      endsAt: iso(each.endsAt),
      rounds: each.rounds.map((span) => ({ ...span, startsAt: iso(span.startsAt), endsAt: iso(span.endsAt) })),
    })),
  };
}

/** How many listings an experiment shares once a day now, and how many of them had their share today. */
async function readOnceADay(
  { database, onceADay }: StatusContext,
  { userId, day, now }: { userId: string; day: string; now: Instant },
): Promise<{ listings: number; triedToday: number }> {
  const listingIds = await onceADay(userId);
  const tried = listingIds.length === 0 ? [] : await readTried(database, { userId, day, listingIds, now });
  return { listings: listingIds.length, triedToday: tried.length };
}

/** What the day rail plans for parties and share-backs; null while both are off. */
async function visitsAhead(
  context: StatusContext,
  { bot, now, sums }: Awaited<ReturnType<typeof readFacts>>,
): Promise<NonNullable<TimelineFacts['visits']> | null> {
  const { settings, backoff, userId } = bot;
  if (!wantsVisits(settings) || visitsOffUntil(backoff, now) !== null) return null;
  const [parties, { wasOrdinary, missedAt }] = await Promise.all([
    readPartiesAhead(context, bot, now),
    readVisitFacts(context.database, userId),
  ]);
  if (visitsRestUntil(missedAt, now) !== null) return null;
  const { round, visitsToday } = sums;
  const current = round !== null && isUnderWay(bot, round) ? round : null;
  const backsPerDay = settings.shareBack ? settings.shareBackPerDay : 0;
  return {
    // What the current round shares is in its own span.
    parties: parties.map((party) =>
      party.id === current?.party?.id ? { ...party, left: Math.max(0, party.left - leftOf(current)) } : party,
    ),
    partySharesPerDay: settings.partySharesPerDay,
    partyToday: visitsToday.party + (current?.kind === 'party' ? leftOf(current) : 0),
    backsPerDay,
    backLeftToday: Math.max(0, backsPerDay - visitsToday.back),
    wasOrdinary,
  };
}
