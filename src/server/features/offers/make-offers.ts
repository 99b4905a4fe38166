// Makes the offers of one seller after a round, one at a time, and a demo account’s earlier offers.

import type { OfferRules } from '#contract/offers/offers.ts';
import { pauseMs } from '#domain/bot/pace.ts';
import type { DemoOffers } from '#domain/demo/demo-history.ts';
import { type Currency, fromDollars, inDollars } from '#domain/money.ts';
import { chooseShipping, decideOffer, offerMemoryMs, priceOffer } from '#domain/offers/offer.ts';
import { depthOf, type OfferRule, ruleFinder, sensibleStart } from '#domain/offers/rules.ts';
import { sleep } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import {
  type LiveListing,
  type MarketFailure,
  type MarketResult,
  type Offer,
  type OfferFacts,
  provesRefusal,
  type ShippingDiscount,
} from '#domain/ports/marketplace.ts';
import { type MatchFacts, matchFacts } from '#domain/selling/match.ts';
import { counted } from '#domain/text/counted.ts';
import { countOffers, type OfferDay, saveOfferProgress } from '../bot/bot.ts';
import type { LinkedCloset } from '../closet/closet.ts';
import type { MoneyAnswer, MoneyRun } from '../listings/listings.ts';
import { findRules, type OffersNeeds, replaceRules, rulesInForce } from './context.ts';
import { previewListings } from './preview.ts';
import { findListing, findPastOffers, type ListingForOffer, planOffer, settleOffer } from './store.ts';

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
  const { day, percent } = offering;
  const { rules, mostADay } = await findRules(database, userId);
  const room = mostADay - (await countOffers(database, userId, day));
  if (room <= 0) return;
  const listingIds = await findReady(context, userId, rulesInForce(rules, percent));
  if (listingIds.length === 0) return;
  const run: MoneyRun = { hasPage: false };
  let sent = 0;
  try {
    for (const [index, listingId] of listingIds.entries()) {
      const total = Math.min(sent + listingIds.length - index, room);
      // The next round queues offers again. A bot that was stopped in the meantime takes no account.
      if (sent >= total || (await bot.offering(userId))?.wait !== null) return;
      await saveOfferProgress(database, {
        userId,
        day,
        progress: { sent, total, until: clock.now() + longestStepMs },
      });
      const result = await makeOffer(context, { userId, listingId, run });
      if (result.kind !== 'ok' || result.value.kind === 'over') return;
      if (result.value.kind === 'sent') sent += 1;
      await sleep(clock, pauseMs(meanPauseMs * sharesOfTime, random));
    }
  } finally {
    await saveOfferProgress(database, { userId, day, progress: null });
  }
}

/**
 * Listings that would get an offer by what the last reading knows. Last come those whose likers seem to have had theirs, because only
 * the marketplace knows who likes a listing now.
 */
async function findReady(
  { database, clock }: OffersNeeds,
  userId: string,
  rules: readonly OfferRule[],
): Promise<string[]> {
  const offers = await previewListings(database, userId, { rules, now: clock.now() });
  const ready = offers.filter(({ blocked }) => blocked === null);
  const perhaps = offers.filter(({ blocked }) => blocked === 'not_lower');
  return [...ready, ...perhaps].slice(0, mostAtOnce).map(({ listingId }) => listingId);
}

const makeOffer = (
  context: OffersNeeds,
  { userId, listingId, run }: { userId: string; listingId: string; run: MoneyRun },
): Promise<MarketResult<Step>> =>
  context.money.write<Order, Offer | null, Step>(userId, {
    run,
    // A run takes the account several times: the seller may have stopped the bot, set a floor, or changed a rule by now.
    async find() {
      const { database, bot } = context;
      const offering = await bot.offering(userId);
      if (offering === null || offering.wait !== null) return { instead: step('over') };
      const listing = await findListing(database, userId, listingId);
      if (listing === null) return { instead: step('left_out') };
      const { rules, mostADay } = await findRules(database, userId);
      const { percent, day } = offering;
      return {
        order: { ...listing, rules: rulesInForce(rules, percent), mostADay, day, planned: null, isFull: false },
      };
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

/** The line for the log, with the cost for the seller and the rule that decided. */
function describeOffer(
  { title, currency }: { title: string; currency?: Currency },
  given: Omit<Planned, 'offerId' | 'discount'> & { discount: Pick<Planned['discount'], 'label' | 'sellerCostCents'> },
): string {
  const { price, likers, discount, ruleName } = given;
  const cost = discount.sellerCostCents ?? 0;
  const shipping =
    cost > 0 ? `with ${discount.label} (costs you ${inDollars(cost, currency)})` : 'without a shipping discount';
  const rule = ruleName === '' ? '' : `, by the rule “${ruleName}”`;
  return `${inDollars(fromDollars(price), currency)} to ${counted(likers, 'liker')} of ${title}, ${shipping}${rule}`;
}

/** As the practice marketplace calls it. */
const discountLabel = '$4.99 Shipping';

export async function recordHistory(
  { activity }: OffersNeeds,
  tx: Queryable,
  { userId, history }: { userId: string; history: DemoOffers },
): Promise<void> {
  const { mostADay, offers } = history;
  const given = sensibleStart.map(({ id: _, ...rule }) => rule) as OfferRules['rules'];
  const { rules } = await replaceRules(tx, userId, { mostADay, rules: given });
  for (const { listingId, title, at, price, likers, shippingCents, ruleIndex, ...offer } of offers) {
    const rule = rules[ruleIndex];
    const day = { date: offer.day, isRolling: false };
    const offerId = await planOffer(tx, {
      ...{ userId, listingId, ruleId: rule?.id ?? null, price, day, mostADay, now: at },
      ...{ discountLabel, discountCostCents: shippingCents },
      // Invented, so they belong to nobody.
      likers: Array.from({ length: likers }, (_, index) => `demo ${index}`),
    });
    if (offerId === null) continue;
    await settleOffer(tx, { offerId, userId, day, outcome: 'sent' });
    const discount = { label: discountLabel, sellerCostCents: shippingCents };
    const details = describeOffer({ title }, { price, likers, discount, ruleName: rule?.name ?? '' });
    await activity.record(tx, { userId, action: 'OFFER_SENT', details: `${details} (demo)`, listingId, at });
  }
}

/** The listing when the account lock was taken, the rules of that moment, and what became of the offer. */
type Order = ListingForOffer & {
  rules: readonly OfferRule[];
  mostADay: number;
  day: OfferDay;
  planned: Planned | null;
  isFull: boolean;
};
type Planned = { offerId: string; price: number; likers: number; discount: ShippingDiscount; ruleName: string };

const noOffer: MarketResult<null> = { kind: 'ok', value: null };

/** Sets `planned` of the order if an offer is to be sent, and `isFull` if the day has no more. */
async function chooseOffer(
  context: OffersNeeds,
  order: Order,
  { live, facts, closet }: { live: LiveListing; facts: OfferFacts; closet: LinkedCloset },
): Promise<MarketResult<Offer | null>> {
  const { clock } = context;
  const decided = ruleFinder(order.rules)(liveFacts(order, live, clock.now()));
  if (decided.kind !== 'rule') return noOffer;
  const { rule } = decided;
  const percent = depthOf(rule, order.earlier);
  const ask = { priceCents: live.priceCents, percent, floor: rule.floor, listing: order };
  // Before anything else is read. What shipping costs is known later, and makes it no better.
  if (priceOffer(ask).kind === 'none') return noOffer;
  const likers = await facts.likers();
  if (likers.kind !== 'ok') return likers;
  const now = clock.now();
  const known = await recognize(context, order, likers.value, now);
  const decision = decideOffer({ ...ask, ...rule, percent, likers: known, lastOfferAt: order.lastOfferAt, now });
  if (decision.kind !== 'send') return noOffer;
  const { priceCents, to } = decision;
  const choices = await facts.discounts(priceCents);
  if (choices.kind !== 'ok') return choices;
  const discount = chooseShipping(rule.shipping, choices.value);
  if (discount === null) return noOffer;
  const shippingCents = discount.sellerCostCents ?? 0;
  if (priceOffer({ ...ask, shippingCents }).kind === 'none') return noOffer;
  const price = priceCents / 100;
  const { userId, listingId, day, mostADay } = order;
  // The last moment: it throws if another call has the account by now.
  const offerId = await closet.transaction((tx) =>
    planOffer(tx, {
      ...{ userId, listingId, ruleId: rule.id, price, day, mostADay, now: clock.now() },
      likers: to.map(({ hash }) => hash),
      discountLabel: shippingCents > 0 ? discount.label : null,
      discountCostCents: shippingCents > 0 ? shippingCents : null,
    }),
  );
  order.isFull = offerId === null;
  if (offerId === null) return noOffer;
  order.planned = { offerId, price, likers: to.length, discount, ruleName: rule.name };
  return { kind: 'ok', value: { priceCents, discountId: discount.id } };
}

/** What the marketplace shows now goes before what the last reading stored. Only Hangtag knows the shelf. */
const liveFacts = (order: Order, live: LiveListing, now: number): MatchFacts =>
  matchFacts(
    {
      title: live.title,
      brand: live.brand ?? order.brand,
      department: live.department ?? order.department,
      category: live.category ?? order.category,
      subcategory: live.subcategory ?? order.subcategory,
      condition: live.condition ?? order.condition,
      shelf: order.shelf,
      priceCents: live.priceCents,
      listedAt: order.listedAt,
      likes: live.likeCount,
    },
    now,
  );

/** The present likers, each with the lowest offer that they had for this listing. */
async function recognize(
  { database, vault }: OffersNeeds,
  { userId, listingId, marketId }: Order,
  likers: readonly { id: string; likedAt: number | null }[],
  now: number,
) {
  const past = await findPastOffers(database, { userId, listingId, since: now - offerMemoryMs });
  const hashOf = vault.hasherFor(userId);
  return likers.map(({ id, likedAt }) => {
    const hashes = hashOf(`${marketId}|${id}`);
    const got = past.filter(({ likers }) => hashes.some((hash) => likers.includes(hash))).map(({ price }) => price);
    return { likedAt, hash: hashes[0] ?? '', lowestCents: got.length === 0 ? null : fromDollars(Math.min(...got)) };
  });
}
