// What rules would send on each listing now, by what the last reading of the closet knows, or why nothing goes out.

import type { Cents } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import { type FloorListing, leftOf } from '../selling/floor.ts';
import { type MatchListing, matchFacts } from '../selling/match.ts';
import { isLower, nextOfferAt, offerPrice, priceOffer, usualCostOf } from './offer.ts';
import { depthOf, type OfferRule, ruleFinder } from './rules.ts';

/** Why a listing gets no offer now, in the order in which it is asked. */
export const blockedReasons = [
  /** No rule is for it. `unknown`: one would be, if its price, age, or condition was known. */
  'no_rule',
  'unknown',
  'price_unknown',
  'no_likers',
  'cost_unknown',
  'fees_unknown',
  'below_minimum',
  'below_floor',
  'below_profit',
  /** It had its last offer too recently. */
  'too_soon',
  /** Everyone who likes it has had an offer that is hardly higher. */
  'not_lower',
  /** Others come first, and the day has no more offers left. */
  'day_full',
] as const;
type Blocked = (typeof blockedReasons)[number];

export type OfferListing = MatchListing &
  FloorListing & {
    id: string;
    /** The last offer that was sent, or may have been. */
    lastOfferAt: Instant | null;
    /** Offers that rules have made, or may have made. */
    earlier: number;
    /** How many likers got an offer within `offerMemoryMs` whose lowest price was this. */
    had: readonly { priceCents: Cents; likers: number }[];
  };

type PreviewedOffer = {
  listingId: string;
  /** null where no rule decides, or where the seller has none. */
  ruleId: string | null;
  /** The rule's index among those that were asked. */
  ruleIndex: number | null;
  priceCents: Cents | null;
  percent: number | null;
  /** Who may get it, as far as Hangtag knows. */
  likers: number;
  /** About what the shipping discount costs the seller. */
  shippingCents: Cents | null;
  earningsCents: Cents | null;
  profitCents: Cents | null;
  blocked: Blocked | null;
};

/** The most liked first, which is the order in which they are sent. */
export function previewOffers(
  listings: readonly OfferListing[],
  { rules, now }: { rules: readonly OfferRule[]; now: Instant },
): PreviewedOffer[] {
  const findRule = ruleFinder(rules);
  return listings
    .toSorted((one, other) => other.likes - one.likes || Number(one.id) - Number(other.id))
    .map((listing) => {
      const decided = findRule(matchFacts(listing, now));
      return decided.kind === 'rule'
        ? previewOne(listing, { ...decided, now })
        : { ...nothingOn(listing), blocked: decided.kind === 'none' ? 'no_rule' : 'unknown' };
    });
}

/** Holds back what comes after the last offer that the day has left. */
export function withinDay(offers: readonly PreviewedOffer[], leftToday: number): PreviewedOffer[] {
  let left = leftToday;
  return offers.map((offer) => {
    if (offer.blocked === null) left -= 1;
    return offer.blocked === null && left < 0 ? { ...offer, blocked: 'day_full' } : offer;
  });
}

const nothingOn = ({ id, likes }: OfferListing) => ({
  listingId: id,
  ruleId: null,
  ruleIndex: null,
  priceCents: null,
  percent: null,
  likers: likes,
  shippingCents: null,
  earningsCents: null,
  profitCents: null,
});

function previewOne(
  listing: OfferListing,
  { rule, index, now }: { rule: OfferRule; index: number; now: Instant },
): PreviewedOffer {
  const percent = depthOf(rule, listing.earlier);
  const decided = { ...nothingOn(listing), ruleId: rule.id, ruleIndex: index, percent };
  if (listing.priceCents === null) return { ...decided, blocked: 'price_unknown' };
  const shippingCents = usualCostOf(rule.shipping);
  const ask = { priceCents: listing.priceCents, percent, floor: rule.floor, listing, shippingCents };
  const priceCents = offerPrice(listing.priceCents, percent);
  const likers = likersLeft(listing, priceCents);
  const offer = { ...decided, priceCents, shippingCents, likers, ...leftOf(listing, { priceCents, shippingCents }) };
  if (listing.likes === 0) return { ...offer, blocked: 'no_likers' };
  const priced = priceOffer(ask);
  if (priced.kind === 'none') return { ...offer, blocked: priced.why };
  if (nextOfferAt(listing.lastOfferAt, rule.everyDays) > now) return { ...offer, blocked: 'too_soon' };
  return { ...offer, blocked: likers === 0 ? 'not_lower' : null };
}

/** Those who got an offer may not like it anymore, so this is a guess until the likers are read. */
const likersLeft = ({ likes, had }: OfferListing, priceCents: Cents): number =>
  had.reduce((left, one) => (isLower(priceCents, one.priceCents) ? left : Math.max(0, left - one.likers)), likes);
