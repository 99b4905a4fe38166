// Offers to likers: chooses listings after a round, and makes one offer at a time.

import { isGentle } from '#domain/bot/limit/warnings.ts';
import {
  chooseDiscount,
  decideOffer,
  mostOffersADay,
  offerMemoryMs,
  offerSpacingMs,
  priceOffer,
} from '#domain/bot/offer.ts';
import { pauseMs } from '#domain/bot/pace.ts';
import { fromDollars, inDollars } from '#domain/money.ts';
import { type Instant, sleep } from '#domain/ports/clock.ts';
import {
  type LiveListing,
  type MarketFailure,
  type MarketResult,
  type Offer,
  type OfferFacts,
  provesRefusal,
  type ShippingDiscount,
} from '#domain/ports/marketplace.ts';
import type { LinkedCloset } from '../../closet/closet.ts';
import type { MoneyAnswer, MoneyRun } from '../../listings/listings.ts';
import { pauseFromOutside } from '../commands/pause-from-outside.ts';
import type { BotContext } from '../needs/needs.ts';
import { findBot, type SellerBot, shareDayOf } from '../state/seller.ts';

import {
  countOffers,
  findOfferCandidate,
  findOfferCandidates,
  findPastOffers,
  type OfferCandidate,
  type OfferDay,
  planOffer,
  saveProgress,
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
export async function makeOffers(context: BotContext, userId: string): Promise<void> {
  const { database, clock, random, meanPauseMs, findHold } = context;
  const bot = await readyBot(context, userId);
  if (bot === null) return;
  const day = offerDayOf(bot, clock.now());
  const since = clock.now() - offerSpacingMs;
  const listings = (await findOfferCandidates(database, { userId, since })).slice(0, mostAtOnce);
  const room = mostOffersADay - (await countOffers(database, userId, day));
  if (listings.length === 0 || room <= 0) return;
  const run: MoneyRun = { hasPage: false };
  let sent = 0;
  try {
    for (const [index, { listingId }] of listings.entries()) {
      const total = Math.min(sent + listings.length - index, room);
      // The next round after the hold queues offers again. A bot that was stopped in the meantime context no account.
      if (sent >= total || findHold() !== null || (await readyBot(context, userId)) === null) return;
      await saveProgress(database, { userId, day, progress: { sent, total, until: clock.now() + longestStepMs } });
      const result = await makeOffer(context, { userId, listingId, run });
      if (result.kind !== 'ok' || result.value.kind === 'over') return;
      if (result.value.kind === 'sent') sent += 1;
      await sleep(clock, pauseMs(meanPauseMs * sharesOfTime, random));
    }
  } finally {
    await saveProgress(database, { userId, day, progress: null });
  }
}

/** How many listings would get an offer now, by their prices and likes as of the last reading, and how many offers the day has left. */
export async function previewOffers(
  { database, clock }: BotContext,
  userId: string,
  percent: number,
): Promise<{ listings: number; leftToday: number }> {
  const now = clock.now();
  const bot = await findBot(database, userId, clock.now());
  const counted = bot === null ? 0 : await countOffers(database, userId, offerDayOf(bot, now));
  const listings = await findOfferCandidates(database, { userId, since: now - offerSpacingMs });
  const wouldGet = listings.filter(
    ({ price, floorPrice }) => price !== null && priceOffer({ ...inCents(price, floorPrice), percent }).kind === 'send',
  );
  return { listings: wouldGet.length, leftToday: Math.max(0, mostOffersADay - counted) };
}

const inCents = (price: number, floorPrice: number | null) => ({
  priceCents: fromDollars(price),
  floorCents: floorPrice === null ? null : fromDollars(floorPrice),
});

const offerDayOf = (bot: SellerBot, now: Instant): OfferDay => ({
  date: shareDayOf(bot, now),
  isRolling: bot.rollingUntil !== null && now < bot.rollingUntil,
});

/** The bot; null while it makes no offers. */
async function readyBot({ database, breaker, clock }: BotContext, userId: string): Promise<SellerBot | null> {
  const bot = await findBot(database, userId, clock.now());
  if (bot === null || (bot.phase.state !== 'waiting' && bot.phase.state !== 'sharing')) return null;
  // While the marketplace refuses many sellers, a bot tries with a share. The next round queues offers again.
  const isByBrowser = bot.transport === 'browser';
  if (breaker.triedAt({ practice: bot.practice === true, isByBrowser }) !== null) return null;
  return bot.settings.offerShippingDiscount && !isGentle(bot.backoff, clock.now()) ? bot : null;
}

/** What is decided about an offer until it is sent: the candidate when the account lock was taken, and what became of it. */
type Order = OfferCandidate & { percent: number; day: OfferDay; planned: Planned | null; isFull: boolean };
type Planned = { offerId: string; price: number; likers: number; discount: ShippingDiscount };

const makeOffer = (
  context: BotContext,
  { userId, listingId, run }: { userId: string; listingId: string; run: MoneyRun },
): Promise<MarketResult<Step>> =>
  context.money.write<Order, Offer | null, Step>(userId, {
    run,
    // A run takes the account several times: the seller may have stopped the bot, or set a floor by now.
    async find() {
      const { database, clock } = context;
      const bot = await readyBot(context, userId);
      if (bot === null) return { instead: step('over') };
      const since = clock.now() - offerSpacingMs;
      const candidate = await findOfferCandidate(database, { userId, listingId, since });
      if (candidate === null) return { instead: step('left_out') };
      const { offerPercent: percent } = bot.settings;
      return { order: { ...candidate, percent, day: offerDayOf(bot, clock.now()), planned: null, isFull: false } };
    },
    send: (account, order, { closet, noteLive }) =>
      account.sendOffer(order.marketId, async (live, facts) => {
        // Floors and the percentage are about the price that the seller has seen. The next round comes with the one of now.
        return (await noteLive(live)) ? chooseOffer(context, order, { live, facts, closet }) : noOffer;
      }),
    settle: (order, answer) => settle(context, order, answer),
    onFailure: (tx, failure) => pauseFromOutside(context, tx, { userId, failure }),
  });

const step = (kind: Step['kind']): MarketResult<Step> => ({ kind: 'ok', value: { kind } });
const noOffer: MarketResult<null> = { kind: 'ok', value: null };

/** Decides on the listing as it is now, and stores the offer before it is sent. */
async function chooseOffer(
  context: BotContext,
  order: Order,
  { live, facts, closet }: { live: LiveListing; facts: OfferFacts; closet: LinkedCloset },
): Promise<MarketResult<Offer | null>> {
  const { database, clock } = context;
  const { userId, listingId, percent, floorPrice, lastOfferAt } = order;
  const prices = { priceCents: live.priceCents, floorCents: inCents(0, floorPrice).floorCents, percent };
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
  { database, activity }: BotContext,
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
