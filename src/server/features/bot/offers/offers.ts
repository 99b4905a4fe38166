// Offers to likers: chooses listings after a round, and makes one offer at a time.

import type { FindHold } from '#domain/bot/hold.ts';
import { chooseDiscount, decideOffer, offerSpacingMs } from '#domain/bot/offer.ts';
import { pauseMs } from '#domain/bot/pace.ts';
import { type Cents, fromDollars, inDollars } from '#domain/money.ts';
import { type Clock, pause } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import {
  type MarketAccount,
  type MarketFailure,
  type MarketResult,
  provesRefusal,
  type ShippingDiscount,
} from '#domain/ports/marketplace.ts';
import type { Closet } from '../../closet/closet.ts';
import type { Breaker } from '../breaker/breaker.ts';
import type { ActivityLog } from '../reports/activity-entries.ts';
import { findBot, settingsOf } from '../state/store.ts';
import { findOfferCandidate, findOfferListings, type OfferCandidate, planOffer, settleOffer } from './store.ts';

/** How many listings one run of the job checks, most liked first. The next run comes with the next round. */
const mostAtOnce = 100;

type LeftOut = { kind: 'left_out' };
const leftOut: LeftOut = { kind: 'left_out' };
/** `over`: the bot makes no offers anymore. */
type Sent = MarketResult<null> | LeftOut | { kind: 'over' };
/** The stored token may be stale, so the page that has a new one is loaded before the first offer. */
type Run = { hasPage: boolean };

/** After these failures the next listing is tried. Any other ends the run, and the bot's next share meets it. */
const ofTheListing: ReadonlySet<MarketFailure['kind']> = new Set([
  'validation',
  'listing_gone',
  'listing_not_available',
  'not_found',
]);

type Needs = {
  database: Database;
  clock: Clock;
  random: () => number;
  meanPauseMs: number;
  closet: Pick<Closet, 'withAccount'>;
  activity: ActivityLog;
  findHold?: FindHold;
  breaker: Pick<Breaker, 'triedAt'>;
  /** Failures at the marketplace that concern the whole bot. */
  onMarketFailure: (userId: string, failure: MarketFailure) => Promise<void>;
};

/**
 * Makes the offers of one seller. Each takes the account lock separately, with a human-like pause before the next, so that
 * sharing continues in between. An offer is stored before it is sent: after a crash it counts as one that may have been made.
 */
export async function makeOffers(needs: Needs, userId: string): Promise<void> {
  const { database, clock, random, meanPauseMs, closet, findHold = () => null, onMarketFailure } = needs;
  const since = clock.now() - offerSpacingMs;
  const run: Run = { hasPage: false };
  for (const listingId of await findOfferListings(database, { userId, since, limit: mostAtOnce })) {
    // The next round after the hold queues offers again.
    if (findHold() !== null) return;
    // A bot that was stopped in the meantime needs no account, and its closet may be disconnected.
    if ((await percentNow(needs, userId)) === null) return;
    const sent = await closet.withAccount(userId, (account) => makeOffer(needs, account, { userId, listingId, run }));
    if (sent.kind === 'over') return;
    if (sent.kind !== 'ok' && sent.kind !== 'left_out' && !ofTheListing.has(sent.kind)) {
      return onMarketFailure(userId, sent);
    }
    await pause(clock, pauseMs(meanPauseMs, random));
  }
}

/** The discount that the seller's settings ask for; null while the bot makes no offers. */
async function percentNow({ database, breaker }: Needs, userId: string): Promise<number | null> {
  const bot = await findBot(database, userId);
  if (bot === null || bot.state === 'stopped' || bot.state === 'paused' || bot.state === 'waiting_for_browser')
    return null;
  // While the marketplace refuses many sellers, a bot tries with a share. The next round queues offers again.
  if (breaker.triedAt(bot.practice === true) !== null) return null;
  const { offerShippingDiscount, offerPercent } = settingsOf(bot);
  return offerShippingDiscount ? offerPercent : null;
}

type Chosen = { priceCents: Cents; likers: number; discount: ShippingDiscount };

async function makeOffer(
  needs: Needs,
  account: MarketAccount,
  { userId, listingId, run }: { userId: string; listingId: string; run: Run },
): Promise<Sent> {
  const { database, clock } = needs;
  // Both are read under the account lock, which may take a minute. A run takes several: the seller may have stopped the bot, set a
  // floor, or changed the price by now.
  const percent = await percentNow(needs, userId);
  if (percent === null) return { kind: 'over' };
  const candidate = await findOfferCandidate(database, { userId, listingId, since: clock.now() - offerSpacingMs });
  if (candidate === null) return leftOut;
  const chosen = await chooseOffer(needs, account, { candidate, percent });
  if (chosen.kind !== 'ok') return chosen;
  if (!run.hasPage) {
    const page = await account.bootstrap();
    if (page.kind !== 'ok') return page;
    run.hasPage = true;
  }
  return sendOffer(needs, account, { userId, candidate, offer: chosen.value });
}

/** Reads the listing's likes and the discounts that the marketplace has for it. */
async function chooseOffer(
  { clock }: Needs,
  account: MarketAccount,
  { candidate, percent }: { candidate: OfferCandidate; percent: number },
): Promise<MarketResult<Chosen> | LeftOut> {
  const { marketId, price, floorPrice, lastOfferAt } = candidate;
  const likes = await account.likes(marketId);
  if (likes.kind !== 'ok') return likes;
  const decision = decideOffer({
    priceCents: price * 100,
    floorCents: floorPrice === null ? null : floorPrice * 100,
    percent,
    likes: likes.value,
    lastOfferAt,
    now: clock.now(),
  });
  if (decision.kind !== 'send') return leftOut;
  const choices = await account.shippingDiscounts(marketId, decision.priceCents);
  if (choices.kind !== 'ok') return choices;
  const discount = chooseDiscount(choices.value);
  if (discount === null) return leftOut;
  return { kind: 'ok', value: { priceCents: decision.priceCents, likers: likes.value.count, discount } };
}

/** Stores the offer, sends it once, and stores its outcome. */
async function sendOffer(
  { database, clock, activity }: Needs,
  account: MarketAccount,
  { userId, candidate, offer }: { userId: string; candidate: OfferCandidate; offer: Chosen },
): Promise<Sent> {
  const { listingId, marketId, title } = candidate;
  const { priceCents, likers, discount } = offer;
  const price = priceCents / 100;
  const isDiscount = (discount.sellerCostCents ?? 0) > 0;
  const now = clock.now();
  const offerId = await planOffer(database, {
    userId,
    listingId,
    price,
    discountLabel: isDiscount ? discount.label : null,
    discountCostCents: isDiscount ? discount.sellerCostCents : null,
    now,
    since: now - offerSpacingMs,
  });
  if (offerId === null) return leftOut;
  const result = await account.sendOffer(marketId, { priceCents, discountId: discount.id });
  await database.transaction(async (tx) => {
    const isRefused = result.kind !== 'ok' && provesRefusal.has(result.kind);
    const outcome = result.kind === 'ok' ? 'sent' : isRefused ? 'refused' : 'unknown';
    await settleOffer(tx, { offerId, userId, outcome });
    if (result.kind !== 'ok') return;
    const details = describeOffer({ title, price, likers, discount });
    await activity.record(tx, { userId, action: 'OFFER_SENT', details, listingId });
  });
  return result;
}

/** The line for the log, with the cost for the seller. */
function describeOffer({
  title,
  price,
  likers,
  discount,
}: {
  title: string;
  price: number;
  likers: number;
  discount: ShippingDiscount;
}): string {
  const people = `${likers} ${likers === 1 ? 'liker' : 'likers'}`;
  const cost = discount.sellerCostCents ?? 0;
  const shipping = cost > 0 ? `with ${discount.label} (costs you ${inDollars(cost)})` : 'without a shipping discount';
  return `${inDollars(fromDollars(price))} to ${people} of ${title}, ${shipping}`;
}
