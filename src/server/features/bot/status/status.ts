// Reads what the screens show about the bot: its status and the day rail.

import type { BotStatus } from '#contract/bot/bot.ts';
import { earlier } from '#domain/bot/bot.ts';
import type { Hold } from '#domain/bot/hold.ts';
import { limitInForce } from '#domain/bot/limit/limit.ts';
import { isGentle, isSlow } from '#domain/bot/limit/warnings.ts';
import { slowFactor } from '#domain/bot/pace.ts';
import { nextPartyVisit, nextRound, type PlannedParty, slotsOf } from '#domain/bot/schedule/schedule.ts';
import { visitsOffUntil, wantsVisits } from '#domain/bot/visits.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { dayBounds } from '#domain/time.ts';
import type { IsWorkerAway } from '../lease/lease.ts';
import type { BotNeeds } from '../needs/needs.ts';
import { roundOf } from '../state/events.ts';
import { findRoomAgainAt } from '../state/room.ts';
import { lostSharesOf, type SellerBot, shareDayOf } from '../state/seller.ts';
import { type StatusLookup, seeWritten } from './status-cache.ts';
import type { ShareSums } from './store.ts';

const iso = (at: Instant): string => new Date(at).toISOString();

export type StatusContext = Pick<
  BotNeeds,
  'database' | 'clock' | 'meanPauseMs' | 'parties' | 'onceADay' | 'findHold' | 'isDiskFull' | 'whyBrowserAway'
> & { lookUp: StatusLookup; isWorkerAway: IsWorkerAway };

/** What the database says now, or what was just written to it. Asks no worker. */
export async function readFacts(
  { lookUp, clock, meanPauseMs, ...context }: StatusContext,
  userId: string,
  written?: SellerBot,
) {
  const seen = written ? await seeWritten(context, written, clock.now()) : await lookUp(userId);
  // The account was deleted while this call was on its way.
  if (seen === null) throw new Failure('unauthenticated', 'This account no longer exists. Sign in again.');
  const { bot, now, day, sums, parties: ahead } = seen;
  const { settings, backoff } = bot;
  const limit = limitInForce({ dailyShareLimit: settings.dailyShareLimit, backoff, now });
  const pauseMs = meanPauseMs * (isSlow(backoff, now) ? slowFactor : 1);
  const known = sums.today.confirmed + sums.today.notConfirmed;
  /** What a restore may have lost, and is counted with the next start. */
  const lost = lostSharesOf(bot, { day, now, meanPauseMs });
  // The bot never made more than the limit.
  const assumedToday = Math.min(sums.assumed + lost, Math.max(0, limit.limit - known));
  const sharesToday = known + assumedToday;
  return { bot, now, day, sums, ahead, sharesToday, assumedToday, lost, limit, pauseMs };
}

/** `written`: the bot as a command has just written it. */
export async function readStatus(context: StatusContext, userId: string, written?: SellerBot): Promise<BotStatus> {
  const isDiskFull = context.isDiskFull();
  const hold = context.findHold();
  const isWorkerAway = await context.isWorkerAway();
  const facts = await readFacts(context, userId, written);
  const { bot, now, sums, ahead, sharesToday, assumedToday, limit, pauseMs } = facts;
  const { phase, settings, backoff } = bot;
  const offUntil = wantsVisits(settings) ? visitsOffUntil(backoff, now) : null;
  const isHeld = hold !== null || isDiskFull || isWorkerAway || bot.nextTryAt !== null;
  const { round, today, last24Hours } = sums;
  const isRunning = phase.state !== 'stopped';
  const fullUntil = await readFullUntil(context.database, facts);
  const next = isHeld ? { share: null, round: null } : nextMoments(bot, sums, { ahead, now, pauseMs });
  return {
    isRunning,
    state: phase.state,
    ...(phase.state === 'paused' && {
      pauseReason: phase.pause.reason,
      pauseMessage: phase.pause.message,
      pausedAt: iso(phase.pause.at),
      ...(phase.pause.resumesAt !== null && { resumesAt: iso(next.share ?? phase.pause.resumesAt) }),
    }),
    ...(phase.state === 'waiting_for_browser' && {
      browserAway: await context.whyBrowserAway(userId),
      browserLostAt: iso(phase.lostAt),
    }),
    ...(bot.readingSeen !== null && {
      reading: { seen: bot.readingSeen, ...((bot.readingTotal ?? 0) > 0 && { total: bot.readingTotal ?? 0 }) },
    }),
    settings,
    shareStatus: {
      kind: round?.kind ?? 'self',
      ...(round?.kind === 'party' && { party: round.party.title }),
      ...(round !== null && { startedAt: iso(round.startedAt) }),
      isUnderWay: isUnderWay(bot, round),
      completedShares: round?.figures.confirmed ?? 0,
      totalListings: round?.planned ?? sums.activeListings,
      notConfirmed: round?.figures.notConfirmed ?? 0,
      refused: round?.figures.refused ?? 0,
      left: round === null ? sums.activeListings : leftOf(round),
      lastSharedItem: sums.last && { title: sums.last.title, timestamp: iso(sums.last.at) },
    },
    roundListings: sums.activeListings,
    meanPauseMs: pauseMs,
    skippedListings: sums.skippedListings,
    today,
    last24Hours,
    sharesToday,
    sharesByKind: { self: sharesToday - sums.visitsToday.party - sums.visitsToday.back, ...sums.visitsToday },
    unknownToday: today.notConfirmed,
    ...(assumedToday > 0 && { assumedToday }),
    ...(sums.offers !== null && sums.offers.until > now && { offers: { sent: sums.offers.sent, of: sums.offers.of } }),
    totalShares: sums.totalShares,
    dailyShareLimit: settings.dailyShareLimit,
    effectiveLimit: limit.limit,
    ...(limit.reason !== undefined && { limitReason: limit.reason }),
    ...(limit.until !== undefined && { loweredUntil: iso(limit.until) }),
    ...(isGentle(backoff, now) && backoff.gentleUntil !== null && { gentleUntil: iso(backoff.gentleUntil) }),
    ...(offUntil !== null && { visitsOffUntil: iso(offUntil) }),
    ...(backoff.slowUntil !== null && now < backoff.slowUntil && { slowUntil: iso(backoff.slowUntil) }),
    nextShareTime: next.share === null ? null : iso(next.share),
    nextRoundTime: next.round === null ? null : iso(next.round),
    ...(!isRunning && bot.limitReachedAt !== null && { limitReachedAt: iso(bot.limitReachedAt) }),
    ...(fullUntil !== null && { limitFullUntil: iso(fullUntil) }),
    ...(!isRunning && bot.startsAgainAt !== null && { startsAgainAt: iso(bot.startsAgainAt) }),
    ...(isHeld && {
      heldByOperator: true as const,
      ...(hold === null ? whyHeld(bot, { isDiskFull, isWorkerAway, now }) : describeHold(hold)),
    }),
    consentNeeded: bot.practice === false && bot.consentedAt === null,
    timezone: bot.timezone,
    now: iso(now),
  };
}

/** The operator's words, and when sharing resumes if that is known. */
const describeHold = ({ until, reason }: Hold) => ({
  ...(until !== null && { heldUntil: iso(until) }),
  ...(reason !== null && { holdReason: reason }),
});

/** Why bots are held that the operator doesn't hold. */
const whyHeld = (
  { nextTryAt }: SellerBot,
  { isDiskFull, isWorkerAway, now }: { isDiskFull: boolean; isWorkerAway: boolean; now: Instant },
) => {
  if (isWorkerAway) return { heldBecause: 'no_worker' as const };
  if (isDiskFull || nextTryAt === null) return { heldBecause: 'disk' as const };
  return { heldBecause: 'marketplace' as const, ...(nextTryAt > now && { heldUntil: iso(nextTryAt) }) };
};

/** Of a stopped bot: until when its own limit refuses a start; null if there is room. */
export async function readFullUntil(
  database: Database,
  { bot, day, sums, now, lost }: Awaited<ReturnType<typeof readFacts>>,
): Promise<Instant | null> {
  if (bot.phase.state !== 'stopped') return null;
  const limit = bot.settings.dailyShareLimit;
  return findRoomAgainAt(database, { ...bot, day, limit, sharedToday: sums.reservedToday, more: lost, now });
}

/** Listings of a round without an outcome. */
export const leftOf = ({ planned, figures }: NonNullable<ShareSums['round']>): number =>
  Math.max(planned - figures.confirmed - figures.notConfirmed - figures.refused, 0);

export const isUnderWay = (bot: SellerBot, round: ShareSums['round']): boolean =>
  round?.isRunning === true && roundOf(bot.phase) === round.id;

/** The expected times of the next share and round. The worker's actual times vary around the mean pause. */
function nextMoments(
  bot: SellerBot,
  { round, activeListings, visitsToday }: ShareSums,
  { ahead, now, pauseMs }: { ahead: readonly PlannedParty[]; now: Instant; pauseMs: number },
): { share: Instant | null; round: Instant | null } {
  const { phase, settings, timezone, lastRoundAt } = bot;
  if (phase.state === 'stopped' || phase.state === 'waiting_for_browser') return { share: null, round: null };
  const visitFrom = (from: Instant): Instant | null => {
    // A day that is full has room for the parties of the next one.
    const isFull = visitsToday.party >= settings.partySharesPerDay;
    const { endsAt } = dayBounds(shareDayOf(bot, now), timezone);
    const slots = slotsOf(ahead, { settings, timezone, now });
    return nextPartyVisit(ahead, slots, isFull ? Math.max(from, endsAt) : from)?.startsAt ?? null;
  };
  if (phase.state === 'paused') {
    const { resumesAt } = phase.pause;
    if (resumesAt === null) return { share: null, round: null };
    // The round continues if its time slot is still open then. Otherwise sharing resumes with the next round.
    const roundContinues = isUnderWay(bot, round) && resumesAt < (round?.cutsAt ?? Number.POSITIVE_INFINITY);
    if (roundContinues) return { share: resumesAt, round: null };
    const startsAt = nextRound({ settings, timezone, now: resumesAt, lastRoundAt })?.startsAt ?? null;
    return { share: earlier(startsAt, visitFrom(resumesAt)), round: startsAt };
  }
  if (phase.state === 'sharing' && round?.isRunning) {
    const share = Math.max(now, (round.lastReservedAt ?? round.startedAt) + pauseMs);
    return { share, round: null };
  }
  const next = nextRound({ settings, timezone, now, lastRoundAt })?.startsAt ?? null;
  return { share: earlier(activeListings > 0 ? next : null, visitFrom(now)), round: next };
}
