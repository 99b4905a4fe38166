// Builds the starting listings of a closet from a seed.

import { type Facts, factsOf, tasteOf } from './facts.ts';
import { type IdKey, listingId } from './ids.ts';
import { likesFor, pricesFor } from './prices.ts';
import { dice } from './random.ts';

const dayMs = 86_400_000;
const pacificMidnightMs = 8 * 3_600_000;

const inventoryStatuses = ['available', 'sold_out', 'not_for_sale', 'reserved'] as const;
export type InventoryStatus = (typeof inventoryStatuses)[number];

/** Starting state of a listing: everything that may change later. Times in ms, money in whole dollars. */
type ListingStart = {
  id: string;
  index: number;
  bornMs: number;
  bumpMs: number;
  shares: number;
  likes: number;
  price: number;
  /** 0 means unknown. */
  original: number;
  status: InventoryStatus;
  statusMs: number;
};

type ClosetPlan = {
  seed: number;
  key: IdKey;
  serial: number;
  /** Date of the closet. No listing is newer than this. */
  asOfMs: number;
  available: number;
  sold: number;
};

/** All listings of a closet, available ones first. The same plan always gives the same closet, including ids. */
export function stockCloset(plan: ClosetPlan): ListingStart[] {
  const taste = tasteOf(plan.seed, plan.serial);
  const total = plan.available + plan.sold;
  const listings: ListingStart[] = [];
  for (let index = 0; index < total; index += 1) {
    const facts = factsOf(plan.seed, plan.serial, index, taste);
    listings.push(startOf(plan, index, facts, taste));
  }
  keepBumpsApart(listings);
  return listings;
}

function startOf(plan: ClosetPlan, index: number, facts: Facts, taste: ReturnType<typeof tasteOf>): ListingStart {
  const roll = dice(plan.seed, plan.serial, index, 0x57a27);
  const sold = index >= plan.available;
  // Most listings are recent, with a long tail of old ones. A sold listing was listed before it sold.
  const soldAgo = sold ? Math.min(360, -Math.log(1 - roll.next()) * 75) + roll.next() : 0;
  const ageDays = sold
    ? Math.min(200, 0.2 - Math.log(1 - roll.next()) * 26)
    : Math.min(420, 0.3 - Math.log(1 - roll.next()) * 68);
  const hourMs = Math.floor((8 + roll.next() * 14) * 3_600_000);
  const bornDay = Math.floor((plan.asOfMs - (soldAgo + ageDays) * dayMs) / dayMs) * dayMs;
  const bornMs = Math.min(bornDay + pacificMidnightMs + hourMs, plan.asOfMs - Math.floor((soldAgo + 0.1) * dayMs));
  const publishedMs = bornMs + 160_000;
  const endMs = sold ? Math.max(publishedMs + 3_600_000, plan.asOfMs - Math.floor(soldAgo * dayMs)) : plan.asOfMs;
  const { price, original } = pricesFor(roll, facts, taste, { ageDays, sold });
  const sinceShareMs = Math.floor(-Math.log(1 - roll.next()) * 1.5 * dayMs);
  return {
    id: listingId(plan.key, bornMs, { serial: plan.serial, index, picture: 0 }),
    index,
    bornMs,
    bumpMs: Math.max(publishedMs, endMs - sinceShareMs - 1000),
    shares: Math.floor(((endMs - publishedMs) / dayMs) * taste.sharesPerDay * (0.6 + roll.next() * 0.8)),
    likes: likesFor(roll, facts, price, Math.max(0.1, (endMs - publishedMs) / dayMs)),
    price,
    original,
    status: sold ? 'sold_out' : 'available',
    statusMs: sold ? endMs : publishedMs,
  };
}

/** The closet is sorted by these times, so no two may be equal. */
function keepBumpsApart(listings: readonly ListingStart[]): void {
  const ordered = listings.toSorted((a, b) => a.bumpMs - b.bumpMs || a.index - b.index);
  let last = 0;
  for (const listing of ordered) {
    if (listing.bumpMs <= last) listing.bumpMs = last + 1;
    last = listing.bumpMs;
  }
}
