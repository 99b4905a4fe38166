// Makes the offers of one seller after a round, one at a time.

import { pauseMs } from '#domain/bot/pace.ts';
import { fromDollars, inDollars } from '#domain/money.ts';
import {
  chooseDiscount,
  decideOffer,
  mostOffersADay,
  offerMemoryMs,
  offerSpacingMs,
  priceOffer,
} from '#domain/offers/offer.ts';
import { sleep } from '#domain/ports/clock.ts';
import {
  type LiveListing,
  type MarketFailure,
  type MarketResult,
  type Offer,
  type OfferFacts,
  provesRefusal,
  type ShippingDiscount,
} from '#domain/ports/marketplace.ts';
import { countOffers, type OfferDay, saveOfferProgress } from '../../bot/bot.ts';
import type { LinkedCloset } from '../../closet/closet.ts';
import type { MoneyAnswer, MoneyRun } from '../../listings/listings.ts';
import type { OffersNeeds } from '../needs/needs.ts';
import {
  findOfferCandidate,
  findOfferCandidates,
  findPastOffers,
  type OfferCandidate,
  planOffer,
  settleOffer,
} from './store.ts';

/** How many listings one run of the job checks, most liked first. The next run comes with the next round. */
const mostAtOnce = 100;
/** No offer takes longer, with the pause after it and the wait for the account. A run that is silent for longer has ended. */
const longestStepMs = 120_000;
/** An offer is four calls, and a share is one. */
const sharesOfTime = 2;

/** After such a failure the next listing is tried. Any other ends the run, and the bot's next share meets it. */
const isOfTheListing = ({ kind, asksSeller }: MarketFailure): boolean => kind === 'validation' || asksSeller === true;

/** `left_out`: this listing gets no offer now. `over`: none does. */
type Step = { kind: 'sent' | 'left_out' | 'over' };

/**
 * Makes the offers of one seller. Each takes the account lock separately, with a human-like pause before the next, so that
 * sharing continues in between. An offer is stored before it is sent: after a crash it counts as one that may have been made.
 */
export async function makeOffers(context: OffersNeeds, userId: string): Promise<void> {
  const { database, clock, random, meanPauseMs, bot } = context;
  const offering = await bot.offering(userId);
  if (offering === null || offering.wait !== null) return;
  const { day } = offering;
  const since = clock.now() - offerSpacingMs;
  const listings = (await findOfferCandidates(database, { userId, since })).slice(0, mostAtOnce);
  const room = mostOffersADay - (await countOffers(database, userId, day));
  if (listings.length === 0 || room <= 0) return;
  const run: MoneyRun = { hasPage: false };
  let sent = 0;
  try {
    for (const [index, { listingId }] of listings.entries()) {
      const total = Math.min(sent + listings.length - index, room);
      // The next round queues offers again. A bot that was stopped in the meantime takes no account.
      if (sent >= total || (await bot.offering(userId))?.wait !== null) return;
      await saveOfferProgress(database, { userId, day, progress: { sent, total, until: clock.now() + longestStepMs } });
      const result = await makeOffer(context, { userId, listingId, run });
      if (result.kind !== 'ok' || result.value.kind === 'over') return;
      if (result.value.kind === 'sent') sent += 1;
      await sleep(clock, pauseMs(meanPauseMs * sharesOfTime, random));
    }
  } finally {
    await saveOfferProgress(database, { userId, day, progress: null });
  }
}

/** What is decided about an offer until it is sent: the candidate when the account lock was taken, and what became of it. */
type Order = OfferCandidate & { percent: number; day: OfferDay; planned: Planned | null; isFull: boolean };
type Planned = { offerId: string; price: number; likers: number; discount: ShippingDiscount };

const makeOffer = (
  context: OffersNeeds,
  { userId, listingId, run }: { userId: string; listingId: string; run: MoneyRun },
): Promise<MarketResult<Step>> =>
  context.money.write<Order, Offer | null, Step>(userId, {
    run,
    // A run takes the account several times: the seller may have stopped the bot, or set a floor by now.
    async find() {
      const { database, clock, bot } = context;
      const offering = await bot.offering(userId);
      if (offering === null || offering.wait !== null) return { instead: step('over') };
      const since = clock.now() - offerSpacingMs;
      const candidate = await findOfferCandidate(database, { userId, listingId, since });
      if (candidate === null) return { instead: step('left_out') };
      const { percent, day } = offering;
      return { order: { ...candidate, percent, day, planned: null, isFull: false } };
    },
    send: (account, order, { closet, noteLive }) =>
      account.sendOffer(order.marketId, async (live, facts) => {
        // Floors and the percentage are about the price that the seller has seen. The next round comes with the one of now.
        return (await noteLive(live)) ? chooseOffer(context, order, { live, facts, closet }) : noOffer;
      }),
    settle: (order, answer) => settle(context, order, answer),
    onFailure: (tx, failure) => context.bot.onMarketFailure(tx, userId, failure),
  });

const step = (kind: Step['kind']): MarketResult<Step> => ({ kind: 'ok', value: { kind } });
const noOffer: MarketResult<null> = { kind: 'ok', value: null };

/** Decides on the listing as it is now, and stores the offer before it is sent. */
async function chooseOffer(
  context: OffersNeeds,
  order: Order,
  { live, facts, closet }: { live: LiveListing; facts: OfferFacts; closet: LinkedCloset },
): Promise<MarketResult<Offer | null>> {
  const { database, clock } = context;
  const { userId, listingId, percent, floorPrice, lastOfferAt } = order;
  const prices = {
    priceCents: live.priceCents,
    floorCents: floorPrice === null ? null : fromDollars(floorPrice),
    percent,
  };
  if (priceOffer(prices).kind === 'none') return noOffer;
  const likers = await facts.likers();
  if (likers.kind !== 'ok') return likers;
  const now = clock.now();
  const past = await findPastOffers(database, { userId, listingId, since: now - offerMemoryMs });
  const hashOf = context.vault.hasherFor(userId);
  const known = likers.value.map(({ id, likedAt }) => {
    const hashes = hashOf(`${order.marketId}|${id}`);
    const got = past.filter(({ likers }) => hashes.some((hash) => likers.includes(hash))).map(({ price }) => price);
    return { likedAt, hash: hashes[0] ?? '', lowestCents: got.length === 0 ? null : fromDollars(Math.min(...got)) };
  });
  const decision = decideOffer({ ...prices, likers: known, lastOfferAt, now });
  if (decision.kind !== 'send') return noOffer;
  const { priceCents, to } = decision;
  const choices = await facts.discounts(priceCents);
  if (choices.kind !== 'ok') return choices;
  const discount = chooseDiscount(choices.value);
  if (discount === null) return noOffer;
  const isDiscount = (discount.sellerCostCents ?? 0) > 0;
  const price = priceCents / 100;
  // The last moment: it throws if another call has the account by now.
  const offerId = await closet.transaction((tx) =>
    planOffer(tx, {
      ...{ userId, listingId, price, day: order.day, now: clock.now() },
      likers: to.map(({ hash }) => hash),
      discountLabel: isDiscount ? discount.label : null,
      discountCostCents: isDiscount ? discount.sellerCostCents : null,
    }),
  );
  order.isFull = offerId === null;
  if (offerId === null) return noOffer;
  order.planned = { offerId, price, likers: to.length, discount };
  return { kind: 'ok', value: { priceCents, discountId: discount.id } };
}

/** Stores the outcome of an offer, if one was sent. */
async function settle(
  { database, activity }: OffersNeeds,
  { userId, listingId, title, currency, day, planned, isFull }: Order,
  answer: MoneyAnswer<Offer | null>,
): Promise<MarketResult<Step>> {
  if (planned !== null) {
    const isRefused =
      answer.kind === 'unavailable' || (answer.kind === 'failed' && provesRefusal.has(answer.failure.kind));
    const outcome = answer.kind === 'ok' ? 'sent' : isRefused ? 'refused' : 'unknown';
    await database.transaction(async (tx) => {
      await settleOffer(tx, { offerId: planned.offerId, userId, day, outcome });
      if (outcome !== 'sent') return;
      const details = describeOffer({ title, currency }, planned);
      await activity.record(tx, { userId, action: 'OFFER_SENT', details, listingId });
    });
  }
  if (answer.kind === 'failed' && !isOfTheListing(answer.failure)) return answer.failure;
  if (isFull) return step('over');
  return step(answer.kind === 'ok' && planned !== null ? 'sent' : 'left_out');
}

/** The line for the log, with the cost for the seller. */
function describeOffer(
  { title, currency }: Pick<Order, 'title' | 'currency'>,
  { price, likers, discount }: Planned,
): string {
  const people = `${likers} ${likers === 1 ? 'liker' : 'likers'}`;
  const cost = discount.sellerCostCents ?? 0;
  const shipping =
    cost > 0 ? `with ${discount.label} (costs you ${inDollars(cost, currency)})` : 'without a shipping discount';
  return `${inDollars(fromDollars(price), currency)} to ${people} of ${title}, ${shipping}`;
}
