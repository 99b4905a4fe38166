// How low an offer or a price drop may go: to the seller's floor price of the listing, or to a least profit after fees and cost.

import { type Cents, type Currency, leastPrice, usDollars } from '../money.ts';
import { earningsOfOrder, profitOf } from '../sales/earnings.ts';

/** The listing's own floor price always holds. `profit`: besides, what is left after fees, shipping, and cost is at least this. */
export type Floor = { kind: 'listing' } | { kind: 'profit'; minProfitCents: Cents };

/** What a floor depends on. `floorCents`, `costCents`: null where the seller gave none. */
export type FloorListing = { currency: Currency; floorCents: Cents | null; costCents: Cents | null };

/** What is left of a sale at a price. null: not known. Hangtag knows the fees in US dollars only. */
type Left = { earningsCents: Cents | null; profitCents: Cents | null };

/** `shippingCents`: what the seller adds to lower the buyer's shipping. */
export function leftOf(
  listing: FloorListing,
  { priceCents, shippingCents = 0 }: { priceCents: Cents; shippingCents?: Cents },
): Left {
  if (listing.currency !== usDollars) return { earningsCents: null, profitCents: null };
  const [sale] = earningsOfOrder([{ price: priceCents, shippingDiscount: shippingCents }]);
  const earnings = sale?.earnings ?? 0;
  return { earningsCents: earnings, profitCents: profitOf({ earnings, otherFees: 0, cost: listing.costCents }) };
}

/** Why nothing is known to be above the floor. `fees_unknown`: the listing has another currency than the fees that Hangtag knows. */
type FloorUnknown = 'cost_unknown' | 'fees_unknown';

/**
 * The lowest price in whole dollars that a floor allows, and what sets it: the marketplace's minimum, the listing's floor price, or
 * the profit.
 */
export type LowestAllowed =
  | { kind: 'price'; cents: Cents; by: 'minimum' | 'listing' | 'profit' }
  | { kind: 'unknown'; why: FloorUnknown };

export function lowestAllowed(
  floor: Floor,
  { listing, shippingCents = 0 }: { listing: FloorListing; shippingCents?: Cents },
): LowestAllowed {
  const own = Math.max(leastPrice, wholeDollarsUp(listing.floorCents ?? 0));
  const byOwn = { kind: 'price', cents: own, by: own > leastPrice ? 'listing' : 'minimum' } as const;
  if (floor.kind === 'listing') return byOwn;
  if (listing.currency !== usDollars) return { kind: 'unknown', why: 'fees_unknown' };
  if (listing.costCents === null) return { kind: 'unknown', why: 'cost_unknown' };
  const isEnough = (priceCents: Cents): boolean =>
    (leftOf(listing, { priceCents, shippingCents }).profitCents ?? 0) >= floor.minProfitCents;
  if (isEnough(own)) return byOwn;
  return { kind: 'price', cents: lowestWhere(isEnough, own), by: 'profit' };
}

const wholeDollarsUp = (cents: Cents): Cents => Math.ceil(cents / 100) * 100;

/** In whole dollars a higher price never leaves less, so doubling and halving find the lowest that is enough. */
function lowestWhere(isEnough: (cents: Cents) => boolean, tooLow: Cents): Cents {
  let low = tooLow;
  let high = tooLow * 2;
  while (!isEnough(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 100) {
    const middle = low + Math.floor((high - low) / 200) * 100;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
