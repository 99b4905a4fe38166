import type { Instant } from '#domain/ports/clock.ts';
import type { PricingCase } from '#domain/ports/pricing-engine.ts';
import type { PriceStep } from '#domain/pricing/advice/advice.ts';
import { type Attention, judgeDemand, leastPeers } from '#domain/pricing/advice/demand.ts';
import type { Item } from '#domain/pricing/facts/comparable.ts';
import { sellerKey } from '../comparables/store.ts';
import type { PricedListing } from '../store.ts';

const dayMs = 86_400_000;

export type Priced = PricedListing & { price: number };
export const isPriced = (listing: PricedListing): listing is Priced => listing.price !== null && listing.price > 0;

/** A listing as the engine knows things: money in cents, and whose it is only by a key. */
export const itemOf = (userId: string, listing: PricedListing): Item => ({
  title: listing.title,
  seller: sellerKey(userId),
  ...(listing.brand !== null && { brand: listing.brand }),
  ...(listing.department !== null && { department: listing.department }),
  ...(listing.category !== null && { category: listing.category }),
  ...(listing.subcategory !== null && { subcategory: listing.subcategory }),
  ...(listing.size !== null && { size: listing.size }),
  ...(listing.condition !== null && { condition: listing.condition }),
  ...(listing.originalPrice !== null && { originalPrice: listing.originalPrice * 100 }),
  ...(listing.listedAt !== null && { listedAt: listing.listedAt }),
});

/** In days, never negative; null: not known since when it is listed. */
export const ageDays = (listedAt: Instant | null, now: Instant): number | null =>
  listedAt === null ? null : Math.max(0, (now - listedAt) / dayMs);

/** All that the engine is asked about a listing for sale; demand is judged beside the others of `active`. */
export function caseOf(userId: string, listing: Priced, active: readonly Priced[], now: Instant): PricingCase {
  const attention = ({ likeCount, shareCount, listedAt }: PricedListing): Attention => ({
    likes: likeCount,
    shares: shareCount,
    ageDays: ageDays(listedAt, now),
  });
  const others = active.filter(({ id }) => id !== listing.id);
  const alike = others.filter(({ category }) => category !== null && category === listing.category);
  const peers = alike.length >= leastPeers ? alike : others;
  return {
    item: itemOf(userId, listing),
    listing: {
      price: listing.price * 100,
      likes: listing.likeCount,
      ageDays: ageDays(listing.listedAt, now),
      floorPrice: listing.floorPrice === null ? null : listing.floorPrice * 100,
      changed: stepOf(listing, now),
    },
    demand: judgeDemand(attention(listing), peers.map(attention)),
  };
}

/** A price that was put back, or changed again elsewhere, is no step that waits for buyers. */
function stepOf({ lastChange, price }: Priced, now: Instant): PriceStep | null {
  if (lastChange === null || lastChange.isUndo || lastChange.newPrice !== price) return null;
  if (lastChange.newPrice === lastChange.oldPrice) return null;
  return {
    way: lastChange.newPrice > lastChange.oldPrice ? 'up' : 'down',
    daysAgo: Math.max(0, Math.floor((now - lastChange.at) / dayMs)),
  };
}
