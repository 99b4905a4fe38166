// Builds the starting listings of a closet from a seed.

import type { Condition } from './catalog.ts';
import { type Facts, factsOf, type Taste, tasteOf } from './facts.ts';
import { type Dice, dice, type IdKey, listingId } from './random.ts';

const conditionFactor: Record<Condition, number> = { nwt: 1.32, uln: 1, ug: 0.78, uf: 0.5 };

const materialFactor: Record<string, number> = {
  Cashmere: 1.45,
  Silk: 1.2,
  Leather: 1.3,
  'Pebbled Leather': 1.15,
  Down: 1.15,
  'Merino Wool': 1.15,
  Suede: 1.1,
};

type PricePlan = {
  /** Days from first publication to now, or to the sale. */
  ageDays: number;
  sold: boolean;
};

/** What the market would pay, in whole dollars before noise: brand x category x condition x material. */
function worthOf(facts: Facts): number {
  const brand = facts.brand.level ** facts.category.brandPull;
  const material = facts.material === null ? 1 : (materialFactor[facts.material] ?? 1);
  const line = facts.line === null ? 1 : 1.08;
  const vintage = facts.vintage ? 1.25 : 1;
  return facts.category.resale * brand * conditionFactor[facts.condition] * material * line * vintage;
}

/**
 * List price and retail price in whole dollars. As in a real market of asking prices, cheaper items have sold and more expensive
 * ones have not. Prices fall slowly with age. Noise of about 25 % remains.
 */
export function pricesFor(
  roll: Dice,
  facts: Facts,
  taste: Taste,
  plan: PricePlan,
): { price: number; original: number } {
  const lean = plan.sold ? -0.1 : 0.12;
  const age = Math.max(0.72, Math.exp(-plan.ageDays * 0.0011));
  const price = charm(roll, worthOf(facts) * taste.priceFactor * age * Math.exp(lean + roll.normal() * 0.24));
  const retail = facts.category.retail * facts.brand.level ** 0.9 * Math.exp(roll.normal() * 0.16);
  const original = facts.vintage || roll.chance(0.1) ? 0 : Math.max(shopPrice(retail), price);
  return { price, original };
}

/** Most prices end in 5, 8, or 9, and none is below $5. */
function charm(roll: Dice, dollars: number): number {
  const rounded = Math.max(5, Math.round(dollars));
  if (rounded >= 200) return Math.round(rounded / 5) * 5;
  if (rounded < 12 || roll.chance(0.35)) return rounded;
  const ending = roll.pick([0, 5, 5, 8, 9]);
  const near = Math.round((rounded - ending) / 10) * 10 + ending;
  return Math.max(5, near);
}

function shopPrice(dollars: number): number {
  if (dollars >= 200) return Math.round(dollars / 10) * 10 - 2;
  return Math.max(8, Math.round(dollars / 10) * 10 - (dollars > 40 ? 2 : 1));
}

/** Likes grow with age, quickly at first, and faster when the price is low. */
function likesFor(roll: Dice, facts: Facts, price: number, ageDays: number): number {
  const bargain = Math.min(2.2, Math.max(0.25, worthOf(facts) / price));
  const appeal = Math.exp(roll.normal() * 0.6) * bargain ** 1.4 * (0.7 + 0.3 * Math.log1p(facts.brand.level));
  return Math.max(0, Math.floor(0.85 * appeal * ageDays ** 0.62 + roll.next() * 0.8));
}

const dayMs = 86_400_000;
const pacificMidnightMs = 8 * 3_600_000;

export type InventoryStatus = 'available' | 'sold_out' | 'not_for_sale' | 'reserved';

/** Starting state of a listing: everything that may change later. Times in ms, money in whole dollars. */
export type ListingStart = {
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
