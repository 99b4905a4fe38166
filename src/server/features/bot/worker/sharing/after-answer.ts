/** What follows from a share's answer: its outcome, the new backoff, a pause, news about the listing. */

import type { ListingNews, ShareOutcome } from '#domain/bot/backoff.ts';
import type { MarketAccount, MarketResult } from '#domain/ports/marketplace.ts';
import type { Reservation } from '../../ledger/ledger.ts';
import { moveOn, type Next, type RunningBot, uncount } from '../../rounds/running-bot.ts';
import type { SharingContext } from './context.ts';
import { followReaction, pendingPauseOf, react, renewToken } from './react.ts';

type Answered = { account: MarketAccount; reservation: Reservation; result: MarketResult<null> };

/**
 * Handles every answer but the plain success. The outcome and what the bot must do next are in memory, and the outcome is
 * queued for the ledger, before the database or the marketplace is asked for anything. Where they fail, nothing of the answer
 * is lost.
 */
export async function afterAnswer(context: SharingContext, bot: RunningBot, answered: Answered): Promise<Next> {
  const { clock, measure, pauses } = context;
  const { account, reservation, result } = answered;
  const alreadyRetried = bot.repeating === reservation.listingId;
  const reacted = react(context, bot, result, { operation: 'share', alreadyRetried });
  const { reaction } = reacted;
  const outcome = reaction.outcome ?? 'refused';
  const evidence = evidenceOf(result, outcome);
  if (outcome === 'refused') uncount(bot);
  planNext(bot, answered, reaction);

  if (reaction.kind === 'pause') {
    const { roundId, listingId, reservedAt } = reservation;
    const settles = { roundId, listingId, reservedAt, outcome, evidence, at: clock.now() };
    await pauses.pause(bot, { ...pendingPauseOf(reaction, reacted), settles });
    measure.shareSettled(outcome);
    return 'gone';
  }
  const settled = settleInBackground(context, bot, { reservation, outcome, evidence });
  await pauses.updateLimit(bot, reacted.backoff);
  const news = await newsOf(context, bot, answered, reaction.listing);
  if (news !== 'none') await markListing(context, bot, reservation, news);
  if (reaction.kind === 'go_on') return bot.nextShareAt;
  // Whatever comes now talks to the marketplace or lets go of the bot: the outcome is durable first.
  await settled;
  if (reaction.kind === 'retry') return (await renewToken(context, bot, { account })) ?? clock.now();
  return followReaction(context, bot, reacted);
}

/** Settles without being waited for. The next share waits for `bot.settling`. */
export function settleInBackground(
  { ledger, measure }: SharingContext,
  bot: RunningBot,
  settlement: { reservation: Reservation; outcome: ShareOutcome; evidence: string | null },
): Promise<void> {
  const { reservation, outcome, evidence } = settlement;
  const { roundId, listingId, reservedAt } = reservation;
  const settling = ledger
    .settle({ roundId, listingId, reservedAt, outcome, evidence })
    .then(
      () => measure.shareSettled(outcome),
      // The database refuses this very row: the sweep finds it, as one of unknown outcome.
      () => {
        bot.isStale = true;
      },
    )
    .then(() => {
      if (bot.settling === settling) bot.settling = null;
    });
  bot.settling = settling;
  return settling;
}

/** Stores where the round continues, and when at the earliest, even if something fails after this. */
function planNext(bot: RunningBot, { reservation, result }: Answered, reaction: ReturnType<typeof react>['reaction']) {
  const mayTryAgain = reservation.tries < 2;
  const neverLeft = reaction.outcome === 'refused' && result.kind === 'network';
  if (reaction.outcome === null && mayTryAgain) bot.repeating = reservation.listingId;
  else if (!(neverLeft && mayTryAgain)) moveOn(bot);
  if (reaction.kind === 'wait') bot.nextShareAt = Math.max(bot.nextShareAt, reaction.until);
  // The token or the session behind it was refused: it is renewed before the next share.
  if (reaction.kind === 'retry') bot.hasToken = false;
}

/** Trace id of a confirmed share; else what the ledger decides by whether the listing may be tried again. */
function evidenceOf(result: MarketResult<null>, outcome: ShareOutcome): string | null {
  if (result.kind === 'ok') return result.traceId ?? null;
  const neverLeft = result.kind === 'network' && outcome === 'refused';
  return `${neverLeft ? 'not_sent' : result.kind}: ${result.message}`;
}

/** A listing that isn't for sale is read once, to know whether it was sold. */
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
  const mark = { sold: listings.markSold, gone: listings.markGone, not_for_sale: listings.markNotForSale }[news];
  await mark(bot.userId, String(listingId), clock.now());
}
