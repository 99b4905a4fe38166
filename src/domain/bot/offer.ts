// Offers to likers: when Hangtag makes one, at which price, and with which shipping discount.

import { type Cents, floorToDollar, leastPrice, lessPercent } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import type { LikesSummary, ShippingDiscount } from '../ports/marketplace.ts';

/** At most one offer per listing in this time. */
export const offerSpacingMs = 7 * 86_400_000;
/** No offer is made for this long after the newest like. */
const quietAfterLikeMs = 15 * 60_000;
/** The smallest discount that the marketplace accepts, in percent. */
const leastOfferPercent = 10;

type OfferDecision =
  | { kind: 'send'; priceCents: Cents }
  /** Not yet; check again at this time. */
  | { kind: 'wait'; until: Instant }
  | { kind: 'none'; why: 'no_likers' | 'no_price' | 'below_floor' | 'below_minimum' };

/**
 * Decides whether to send an offer to a listing's likers now, and at which price. The price is rounded down to whole dollars, so
 * that the discount is never smaller than promised. If the price would be below the floor price, no offer is made.
 * `lastOfferAt` is the last offer that was sent or may have been sent.
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

/** The price in whole dollars that is `percent` lower, and at least the marketplace's minimum of 10 % lower. */
export const offerPrice = (priceCents: Cents, percent: number): Cents =>
  floorToDollar(lessPercent(priceCents, Math.max(percent, leastOfferPercent)));

/**
 * Chooses the shipping discount: the cheapest for the seller among those that lower the buyer's shipping. It never guesses: it
 * skips a choice whose cost can't be read, and if none can be read it offers no discount. Returns null if the marketplace does
 * not list "no discount" either: then no offer can be sent.
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
