// Offers to likers: when one is made, at which price, and with which shipping discount.

import { type Cents, floorToDollar, leastPrice, lessPercent } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import type { LikesSummary, ShippingDiscount } from '../ports/marketplace.ts';

/** At most one offer a listing in this time. */
export const offerSpacingMs = 7 * 86_400_000;
/** Likers are left alone for this long after the newest like. */
const quietAfterLikeMs = 15 * 60_000;
/** What the marketplace takes at the least, in percent off. */
const leastOfferPercent = 10;

type OfferDecision =
  | { kind: 'send'; priceCents: Cents }
  /** Not yet; look again then. */
  | { kind: 'wait'; until: Instant }
  | { kind: 'none'; why: 'no_likers' | 'no_price' | 'below_floor' | 'below_minimum' };

/**
 * Whether a listing's likers may be sent an offer now, and of how much. The price is whole dollars, rounded down: the
 * discount that was promised, never less of it; where that is below the floor price no offer is made.
 * `lastOfferAt`: the last one that was sent, or may have been.
 */
export function decideOffer({
  priceCents,
  floorCents,
  percent,
  likes,
  lastOfferAt,
  now,
}: {
  priceCents: Cents | null;
  floorCents: Cents | null;
  percent: number;
  likes: LikesSummary;
  lastOfferAt: Instant | null;
  now: Instant;
}): OfferDecision {
  if (likes.count <= 0) return { kind: 'none', why: 'no_likers' };
  if (priceCents === null) return { kind: 'none', why: 'no_price' };
  const offer = offerPrice(priceCents, percent);
  if (offer < leastPrice) return { kind: 'none', why: 'below_minimum' };
  if (floorCents !== null && offer < floorCents) return { kind: 'none', why: 'below_floor' };

  const until = Math.max(
    lastOfferAt === null ? now : lastOfferAt + offerSpacingMs,
    likes.newestAt === null ? now : likes.newestAt + quietAfterLikeMs,
  );
  return until > now ? { kind: 'wait', until } : { kind: 'send', priceCents: offer };
}

/** The whole-dollar price that is `percent` below, and at least the marketplace's own minimum of 10 %. */
export const offerPrice = (priceCents: Cents, percent: number): Cents =>
  floorToDollar(lessPercent(priceCents, Math.max(percent, leastOfferPercent)));

/**
 * The shipping discount to offer: the cheapest for the seller among those that lower the buyer's shipping. Nothing is
 * guessed: a choice whose cost cannot be read is left alone, and without a readable one the offer goes without a discount.
 * Null where the marketplace did not even name that choice: then no offer can be sent.
 */
export function chooseDiscount(choices: readonly ShippingDiscount[]): ShippingDiscount | null {
  let cheapest: ShippingDiscount | null = null;
  for (const choice of choices) {
    const cost = choice.sellerCostCents;
    if (cost === null || cost <= 0) continue;
    if (cheapest === null || cost < (cheapest.sellerCostCents ?? 0)) cheapest = choice;
  }
  return cheapest ?? choices.find(isNoDiscount) ?? null;
}

const isNoDiscount = ({ sellerCostCents, label }: ShippingDiscount): boolean =>
  sellerCostCents === 0 || (sellerCostCents === null && /^no discount$/i.test(label.trim()));
