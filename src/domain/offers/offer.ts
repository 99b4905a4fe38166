// Offers to likers: when Hangtag makes one, at which price, and with which shipping discount.

import { type Cents, floorToDollar, leastPrice, lessPercent } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import type { ShippingDiscount } from '../ports/marketplace.ts';

/** At most one offer per listing in this time. */
export const offerSpacingMs = 7 * 86_400_000;
/** For this long, each liker's next offer for a listing has to be lower than the one before. */
export const offerMemoryMs = 90 * 86_400_000;
/** All offers of a seller's day. */
export const mostOffersADay = 50;
/** No offer is made for this long after the newest like. */
const quietAfterLikeMs = 15 * 60_000;
/** How far an offer must be below the price, and below each liker's last one, in percent. */
const leastOfferPercent = 10;

/** Someone who likes the listing now, with the lowest offer that they got for it within `offerMemoryMs`, as far as Hangtag knows. */
type PresentLiker = { likedAt: Instant | null; lowestCents: Cents | null };

type NoPrice = { kind: 'none'; why: 'below_floor' | 'below_minimum' };
type OfferDecision<L> =
  /** `to`: the likers who may get it. */
  | { kind: 'send'; priceCents: Cents; to: L[] }
  /** Not yet; check again at this time. */
  | { kind: 'wait'; until: Instant }
  | NoPrice
  /** `not_lower`: everyone who likes it has had an offer that is hardly higher. */
  | { kind: 'none'; why: 'no_likers' | 'not_lower' };

/**
 * Decides whether to send an offer to a listing's likers now, to whom, and at which price. `priceCents` is the listing's price at the
 * marketplace. `lastOfferAt` is the last offer that was sent or may have been sent.
 */
export function decideOffer<L extends PresentLiker>({
  priceCents,
  floorCents,
  percent,
  likers,
  lastOfferAt,
  now,
}: {
  priceCents: Cents;
  floorCents: Cents | null;
  percent: number;
  likers: readonly L[];
  lastOfferAt: Instant | null;
  now: Instant;
}): OfferDecision<L> {
  if (likers.length === 0) return { kind: 'none', why: 'no_likers' };
  const priced = priceOffer({ priceCents, floorCents, percent });
  if (priced.kind === 'none') return priced;
  const to = likers.filter(({ lowestCents }) => lowestCents === null || isLower(priced.priceCents, lowestCents));
  if (to.length === 0) return { kind: 'none', why: 'not_lower' };

  const newestLikeAt = likers.reduce((newest, { likedAt }) => Math.max(newest, likedAt ?? 0), 0);
  const until = Math.max((lastOfferAt ?? 0) + offerSpacingMs, newestLikeAt + quietAfterLikeMs);
  return until > now ? { kind: 'wait', until } : { ...priced, to };
}

/**
 * What an offer on a listing with this price would cost. It is rounded down to whole dollars, so that the discount is never smaller
 * than promised. If it would be below the floor price, no offer is made.
 */
export function priceOffer({
  priceCents,
  floorCents,
  percent,
}: {
  priceCents: Cents;
  floorCents: Cents | null;
  percent: number;
}): { kind: 'send'; priceCents: Cents } | NoPrice {
  const offer = offerPrice(priceCents, percent);
  if (offer < leastPrice) return { kind: 'none', why: 'below_minimum' };
  if (floorCents !== null && offer < floorCents) return { kind: 'none', why: 'below_floor' };
  return { kind: 'send', priceCents: offer };
}

const isLower = (offer: Cents, lowest: Cents): boolean => offer * 100 <= lowest * (100 - leastOfferPercent);

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
