// Decides how far the price of one listing drops: below the lowest price that it ever had, and never below its floor.

import { type Cents, floorToDollar, lessPercent } from '../money.ts';
import { isLargeChange } from '../prices/price-change.ts';
import type { FloorListing, FloorUnknown, LowestAllowed } from '../selling/floor.ts';

/** Poshmark tells the likers of a listing about a drop that is at least this far below its lowest price. */
export const likersHearPercent = 10;

/** `lowestCents`: of its history and of reports; null if only the present price is known. */
export type DropPrices = FloorListing & { priceCents: Cents | null; lowestCents: Cents | null };

/** Why a price can't drop that far. `below_…`: what it would have to stop at is too close to the lowest price. */
export type NoDrop = 'price_unknown' | 'large_change' | 'below_floor' | 'below_profit' | 'below_minimum' | FloorUnknown;

export type Drop =
  | { kind: 'drop'; priceCents: Cents; lowestCents: Cents; newCents: Cents; isAtFloor: boolean }
  | { kind: 'none'; why: NoDrop };

/** The lowest price that is known, and whether it is more than the present one. */
export const lowestOf = ({ priceCents, lowestCents }: DropPrices): { cents: Cents | null; isKnown: boolean } => ({
  cents: priceCents === null ? lowestCents : Math.min(priceCents, lowestCents ?? priceCents),
  isKnown: lowestCents !== null,
});

export function decideDrop(
  listing: DropPrices,
  { percent, allowed }: { percent: number; allowed: LowestAllowed },
): Drop {
  const { priceCents } = listing;
  const lowestCents = lowestOf(listing).cents;
  if (priceCents === null || lowestCents === null) return { kind: 'none', why: 'price_unknown' };
  if (allowed.kind === 'unknown') return { kind: 'none', why: allowed.why };
  const wanted = floorToDollar(lessPercent(lowestCents, percent));
  const newCents = Math.max(wanted, allowed.cents);
  if (newCents > lessPercent(lowestCents, likersHearPercent))
    return { kind: 'none', why: `below_${allowed.by === 'listing' ? 'floor' : allowed.by}` };
  // Nobody has confirmed it, as every change of this size has to be.
  if (isLargeChange(priceCents, newCents)) return { kind: 'none', why: 'large_change' };
  return { kind: 'drop', priceCents, lowestCents, newCents, isAtFloor: newCents > wanted };
}
