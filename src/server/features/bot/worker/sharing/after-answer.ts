// What follows from the marketplace's answer: the share's outcome, when to share next, a pause, and news about the listing.

import { hasFailures, type ListingNews, type ShareOutcome } from '#domain/bot/backoff.ts';
import { nextShareAt } from '#domain/bot/pace.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount, MarketResult } from '#domain/ports/marketplace.ts';
import type { Reservation } from '../../ledger/ledger.ts';
import { isSlowNow, moveOn, type Next, type RunningBot, uncount } from '../../rounds/running-bot.ts';
import type { SharingContext } from './context.ts';
import { followReaction, pendingPauseOf, react, renewToken } from './react.ts';

type Answered = { account: MarketAccount; reservation: Reservation; sentAt: Instant; result: MarketResult<null> };

export async function afterAnswer(context: SharingContext, bot: RunningBot, answered: Answered): Promise<Next> {
  const { reservation, sentAt, result } = answered;
  const noted = context.breaker.answered(bot, result.kind === 'ok');
  bot.nextShareAt = nextShareAt(
    { sentAt, answeredAt: context.clock.now() },
    { meanMs: context.meanPauseMs, random: context.random, isSlow: isSlowNow(bot, sentAt) },
  );
  // A success after failures also starts their counts over, and those are stored.
  if (result.kind !== 'ok' || hasFailures(bot.backoff)) {
    const next = await followRules(context, bot, answered);
    await noted;
    return next;
  }
  void settleInBackground(context, bot, { reservation, outcome: 'shared', evidence: result.traceId ?? null });
  moveOn(bot);
  if (noted !== null) await noted;
  return bot.nextShareAt;
}

/**
 * Does what the rules say after any other answer. The outcome and the next action are in memory, and the outcome is queued for the
 * ledger, before any call to the database or the marketplace. If such a call fails, the answer is not lost.
 */
async function followRules(context: SharingContext, bot: RunningBot, answered: Answered): Promise<Next> {
  const { clock, measure, pauses } = context;
  const { account, reservation, result } = answered;
  const alreadyRetried = bot.repeating === reservation.listingId;
  const reacted = react(context, bot, result, { operation: 'share', alreadyRetried });
  const { reaction } = reacted;
  const outcome = reaction.outcome ?? 'refused';
  const evidence = evidenceOf(result);
  if (outcome === 'refused' || outcome === 'not_sent') uncount(bot);
  planNext(bot, answered, reaction);

  if (reaction.kind === 'pause') {
    const { userId, roundId, listingId, reservedAt } = reservation;
    const settles = { userId, roundId, listingId, reservedAt, outcome, evidence, at: clock.now() };
    await pauses.pause(bot, { ...pendingPauseOf(reaction, reacted), settles });
    measure.shareSettled(outcome);
    return 'gone';
  }
  const settled = settleInBackground(context, bot, { reservation, outcome, evidence });
  await pauses.updateLimit(bot, reacted.backoff);
  const news = await newsOf(context, bot, answered, reaction.listing);
  if (news !== 'none') await markListing(context, bot, reservation, news);
  if (reaction.kind === 'continue') return bot.nextShareAt;
  // Everything below calls the marketplace or releases the bot, so the outcome has to be durable first.
  await settled;
  if (reaction.kind === 'retry') return (await renewToken(context, bot, account)) ?? clock.now();
  return followReaction(context, bot, reacted);
}

/** Settles without waiting. The next share waits for `bot.settling`. */
function settleInBackground(
  { ledger, measure }: SharingContext,
  bot: RunningBot,
  settlement: { reservation: Reservation; outcome: ShareOutcome; evidence: string | null },
): Promise<void> {
  const { reservation, outcome, evidence } = settlement;
  const { userId, roundId, listingId, reservedAt } = reservation;
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
  return settling;
}

/** Remembers where the round continues, and when at the earliest, even if something fails after this. */
function planNext(bot: RunningBot, { reservation }: Answered, reaction: ReturnType<typeof react>['reaction']) {
  if (reaction.outcome === null && reservation.tries < 2) bot.repeating = reservation.listingId;
  else if (reaction.outcome !== 'not_sent') moveOn(bot);
  if (reaction.kind === 'wait') bot.nextShareAt = Math.max(bot.nextShareAt, reaction.until);
  // The token or its session was refused, so it is renewed before the next share.
  if (reaction.kind === 'retry') bot.hasToken = false;
}

/** Trace id of a confirmed share, or else the reason by which the ledger decides whether the listing may be tried again. */
const evidenceOf = (result: MarketResult<null>): string | null =>
  result.kind === 'ok' ? (result.traceId ?? null) : `${result.kind}: ${result.message}`;

/** Reads a listing that isn't for sale once, to find out whether it was sold. */
async function newsOf(
  context: SharingContext,
  bot: RunningBot,
  { account, reservation, result }: Answered,
  news: ListingNews,
): Promise<ListingNews> {
  if (result.kind !== 'listing_not_available') return news;
  const seen = await account.listing(reservation.marketId);
  if (seen.kind !== 'ok') return news;
  const { availability } = seen.value;
  return react(context, bot, result, { operation: 'share', alreadyRetried: false, availability }).reaction.listing;
}

async function markListing(
  { listings, clock }: SharingContext,
  bot: RunningBot,
  { listingId }: Reservation,
  news: Exclude<ListingNews, 'none'>,
): Promise<void> {
  const mark = {
    sold: listings.markSold,
    gone: listings.markGone,
    not_for_sale: listings.markNotForSale,
    reserved: listings.markReserved,
  }[news];
  await mark(bot.userId, String(listingId), clock.now());
}
