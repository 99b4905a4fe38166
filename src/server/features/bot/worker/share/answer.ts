// What follows from the marketplace's answer: the share's outcome, when to share next, a pause, and news about the listing.

import type { ListingNews, ShareOutcome } from '#domain/bot/backoff.ts';
import { hasFailures } from '#domain/bot/limit/warnings.ts';
import { nextShareAt } from '#domain/bot/pace.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount, MarketResult } from '#domain/ports/marketplace.ts';
import type { Reservation } from '../../ledger/ledger.ts';
import { pauseBot, react, updateLimit } from './pauses.ts';
import { moveOn, type Next, type RunningBot, uncount } from './running-bot.ts';
import { isSlowNow } from './situation.ts';
import type { WorkerState } from './worker-state.ts';

type Answered = { account: MarketAccount; reservation: Reservation; sentAt: Instant; result: MarketResult<null> };

export async function afterAnswer(worker: WorkerState, bot: RunningBot, answered: Answered): Promise<Next> {
  const { breaker, clock, meanPauseMs, random } = worker.context;
  const { reservation, sentAt, result } = answered;
  const noted = breaker.answered(bot, result.kind === 'ok');
  bot.nextShareAt = nextShareAt(
    { sentAt, answeredAt: clock.now() },
    { meanMs: meanPauseMs, random, isSlow: isSlowNow(bot, sentAt) },
  );
  // A success after failures also starts their counts over, and those are stored.
  if (result.kind !== 'ok' || hasFailures(bot.backoff)) {
    const next = await followRules(worker, bot, answered);
    await noted;
    return next;
  }
  settleInBackground(worker, bot, reservation, 'shared', result.traceId ?? null);
  moveOn(bot);
  if (noted !== null) await noted;
  return bot.nextShareAt;
}

/**
 * Does what the rules say after any other answer. The outcome and the next action are in memory, and the outcome is queued for the
 * ledger, before any call to the database or the marketplace. If such a call fails, the answer is not lost.
 */
async function followRules(worker: WorkerState, bot: RunningBot, answered: Answered): Promise<Next> {
  const { clock, measure } = worker.context;
  const { reservation, result } = answered;
  const alreadyRetried = bot.repeating === reservation.listingId;
  const { reaction, backoff, pause } = react(worker, bot, result, { operation: 'share', alreadyRetried });
  const outcome = reaction.outcome ?? 'refused';
  // The trace id of a confirmed share, or else the reason by which the ledger decides whether the listing may be tried again.
  const evidence = result.kind === 'ok' ? (result.traceId ?? null) : `${result.kind}: ${result.message}`;
  if (outcome === 'refused' || outcome === 'not_sent') uncount(bot);
  if (reaction.outcome === null && reservation.tries < 2) bot.repeating = reservation.listingId;
  else if (reaction.outcome !== 'not_sent') moveOn(bot);
  if (reaction.kind === 'wait') bot.nextShareAt = Math.max(bot.nextShareAt, reaction.until);
  // The token or its session was refused, so the next share begins with a new page.
  if (reaction.kind === 'retry') {
    bot.hasToken = false;
    if (bot.round !== null) bot.round.needsPage = true;
  }
  if (reaction.kind === 'sign_in') bot.needsSignIn = true;

  if (pause !== null) {
    const { userId, roundId, listingId, reservedAt } = reservation;
    const settles = { userId, roundId, listingId, reservedAt, outcome, evidence, at: clock.now() };
    await pauseBot(worker, bot, { ...pause, settles });
    measure.shareSettled(outcome);
    return 'gone';
  }
  settleInBackground(worker, bot, reservation, outcome, evidence);
  await updateLimit(worker, bot, backoff);
  // Hangtag stores nothing about somebody else's listing.
  const news = reservation.marketId === null ? 'none' : await newsOf(worker, bot, answered, reaction.listing);
  if (news !== 'none') await markListing(worker, bot, reservation, news);
  return bot.needsSignIn ? clock.now() : bot.nextShareAt;
}

/** Settles without waiting. The next step waits for `bot.settling`. */
function settleInBackground(
  { context: { measure }, ledger }: WorkerState,
  bot: RunningBot,
  { userId, roundId, listingId, reservedAt }: Reservation,
  outcome: ShareOutcome,
  evidence: string | null,
): void {
  const leave = () => {
    if (bot.settling === settling) bot.settling = null;
  };
  const settling: Promise<void> = ledger.settle({ userId, roundId, listingId, reservedAt, outcome, evidence }).then(
    () => {
      leave();
      measure.shareSettled(outcome);
    },
    // The database refuses this row. The sweep will settle it as unknown.
    () => {
      leave();
      bot.isStale = true;
    },
  );
  bot.settling = settling;
}

/** Reads a listing that isn't for sale once, to find out whether it was sold. */
async function newsOf(
  worker: WorkerState,
  bot: RunningBot,
  { account, reservation, result }: Answered,
  news: ListingNews,
): Promise<ListingNews> {
  if (result.kind !== 'listing_not_available' || reservation.marketId === null) return news;
  const seen = await account.listing(reservation.marketId);
  if (seen.kind !== 'ok') return news;
  const { availability } = seen.value;
  return react(worker, bot, result, { operation: 'share', alreadyRetried: false, availability }).reaction.listing;
}

async function markListing(
  { context: { listings, clock } }: WorkerState,
  bot: RunningBot,
  { listingId }: Reservation,
  news: Exclude<ListingNews, 'none'>,
): Promise<void> {
  const availability = news === 'gone' ? 'removed' : news;
  await listings.markUnavailable({ userId: bot.userId, id: String(listingId), availability, now: clock.now() });
}
