// Decides about one offer on the listing as the marketplace has it right now, and stores it before it is sent.

import { fromDollars } from '#domain/money.ts';
import { chooseShipping, decideOffer, offerMemoryMs, priceOffer } from '#domain/offers/offer.ts';
import { depthOf, type OfferRule, ruleFinder } from '#domain/offers/rules.ts';
import type { LiveListing, MarketResult, Offer, OfferFacts, ShippingDiscount } from '#domain/ports/marketplace.ts';
import { type MatchFacts, matchFacts } from '#domain/selling/match.ts';
import type { OfferDay } from '../bot/bot.ts';
import type { LinkedCloset } from '../closet/closet.ts';
import type { OffersNeeds } from './context.ts';
import { findPastOffers, type ListingForOffer, planOffer } from './store.ts';

/** The listing when the account lock was taken, the rules of that moment, and what became of the offer. */
export type Order = ListingForOffer & {
  rules: readonly OfferRule[];
  mostADay: number;
  day: OfferDay;
  planned: Planned | null;
  isFull: boolean;
};
export type Planned = { offerId: string; price: number; likers: number; discount: ShippingDiscount; ruleName: string };

export const noOffer: MarketResult<null> = { kind: 'ok', value: null };

/** Sets `planned` of the order if an offer is to be sent, and `isFull` if the day has no more. */
export async function chooseOffer(
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
