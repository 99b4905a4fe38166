// Offers to likers: when Hangtag makes one, and at which price.

import { type Cents, floorToDollar, lessPercent } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import type { ShippingDiscount } from '../ports/marketplace.ts';
import { buyerShipping, discountedShipping } from '../sales/earnings.ts';
import { type Floor, type FloorListing, lowestAllowed } from '../selling/floor.ts';

/** For this long, each liker's next offer for a listing has to be lower than the one before. */
export const offerMemoryMs = 90 * 86_400_000;
const dayMs = 86_400_000;
const minuteMs = 60_000;
/** How far an offer must be below the price, and below each liker's last one, in percent. */
const leastOfferPercent = 10;

/** Someone who likes the listing now, with the lowest offer that they got for it within `offerMemoryMs`, as far as Hangtag knows. */
type PresentLiker = { likedAt: Instant | null; lowestCents: Cents | null };

/** Why an offer has no price. `below_minimum`: of the marketplace. */
type NoPrice = {
  kind: 'none';
  why: 'below_minimum' | 'below_floor' | 'below_profit' | 'cost_unknown' | 'fees_unknown';
};
type OfferDecision<L> =
  /** `to`: the likers who may get it. */
  | { kind: 'send'; priceCents: Cents; to: L[] }
  /** Not yet; check again at this time. */
  | { kind: 'wait'; until: Instant }
  | NoPrice
  /** `not_lower`: everyone who likes it has had an offer that is hardly higher. */
  | { kind: 'none'; why: 'no_likers' | 'not_lower' };

/** `priceCents` is the listing's price. `shippingCents` is what the seller adds to lower the buyer's shipping. */
type PriceAsk = { priceCents: Cents; percent: number; floor: Floor; listing: FloorListing; shippingCents?: Cents };

/**
 * Decides whether to send an offer to a listing's likers now, to whom, and at which price. `lastOfferAt` is the last offer that was
 * sent or may have been sent.
 */
export function decideOffer<L extends PresentLiker>(
  given: PriceAsk & {
    likers: readonly L[];
    lastOfferAt: Instant | null;
    waitMinutes: number;
    everyDays: number;
    now: Instant;
  },
): OfferDecision<L> {
  const { likers, lastOfferAt, waitMinutes, everyDays, now, ...ask } = given;
  if (likers.length === 0) return { kind: 'none', why: 'no_likers' };
  const priced = priceOffer(ask);
  if (priced.kind === 'none') return priced;
  const to = likers.filter(({ lowestCents }) => lowestCents === null || isLower(priced.priceCents, lowestCents));
  if (to.length === 0) return { kind: 'none', why: 'not_lower' };

  const newestLikeAt = likers.reduce((newest, { likedAt }) => Math.max(newest, likedAt ?? 0), 0);
  const until = Math.max(nextOfferAt(lastOfferAt, everyDays), newestLikeAt + waitMinutes * minuteMs);
  return until > now ? { kind: 'wait', until } : { ...priced, to };
}

/** When a listing may get its next offer. */
export const nextOfferAt = (lastOfferAt: Instant | null, everyDays: number): Instant =>
  lastOfferAt === null ? 0 : lastOfferAt + everyDays * dayMs;

/**
 * What an offer on a listing with this price would cost. It is rounded down to whole dollars, so that the discount is never smaller
 * than promised. If it would be below the floor, no offer is made.
 */
export function priceOffer(ask: PriceAsk): { kind: 'send'; priceCents: Cents } | NoPrice {
  const offer = offerPrice(ask.priceCents, ask.percent);
  const lowest = lowestAllowed(ask.floor, ask);
  if (lowest.kind === 'unknown') return { kind: 'none', why: lowest.why };
  return offer < lowest.cents ? { kind: 'none', why: belowOf[lowest.by] } : { kind: 'send', priceCents: offer };
}

const belowOf = { minimum: 'below_minimum', listing: 'below_floor', profit: 'below_profit' } as const;

/** Whether a liker whose lowest offer was this may get another one. */
export const isLower = (offer: Cents, lowest: Cents): boolean => offer * 100 <= lowest * (100 - leastOfferPercent);

/** The price in whole dollars that is `percent` lower, and at least the marketplace's minimum of 10 % lower. */
export const offerPrice = (priceCents: Cents, percent: number): Cents =>
  floorToDollar(lessPercent(priceCents, Math.max(percent, leastOfferPercent)));

export const shippings = ['none', 'discounted', 'free'] as const;
/** `cheapest`: the cheapest discount that can be had, or none. */
export type Shipping = (typeof shippings)[number] | 'cheapest';

/**
 * Chooses among what the marketplace offers for this listing and price. It never guesses: a choice that costs the seller something
 * needs a readable cost. Returns null if there is no such choice. Then the offer can't be sent.
 */
export function chooseShipping(shipping: Shipping, choices: readonly ShippingDiscount[]): ShippingDiscount | null {
  const none = choices.find(isNoDiscount) ?? null;
  if (shipping === 'none') return none;
  const paid = choices.filter(
    (choice) =>
      (choice.sellerCostCents ?? 0) > 0 && (shipping === 'cheapest' || isFree(choice) === (shipping === 'free')),
  );
  const cheapest = paid.reduce<ShippingDiscount | null>(
    (least, choice) => (least === null || costOf(choice) < costOf(least) ? choice : least),
    null,
  );
  return cheapest ?? (shipping === 'cheapest' ? none : null);
}

const costOf = ({ sellerCostCents }: ShippingDiscount): Cents => sellerCostCents ?? 0;
const isFree = ({ label }: ShippingDiscount): boolean => /\bfree\b/i.test(label);
const isNoDiscount = ({ sellerCostCents, label }: ShippingDiscount): boolean =>
  sellerCostCents === 0 || (sellerCostCents === null && /^no discount$/i.test(label.trim()));

/** About what a discount costs the seller in the United States, before the marketplace says it for a listing. */
export const usualCostOf = (shipping: Shipping): Cents =>
  shipping === 'none' ? 0 : buyerShipping() - (shipping === 'free' ? 0 : reduced);

/** What the buyer still pays with a discount: the lowest that isn't free. */
const reduced = Math.min(...discountedShipping.filter((cents) => cents > 0));
