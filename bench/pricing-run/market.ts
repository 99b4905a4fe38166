// Synthetic closets and search results for the pricing bench.
import type { MarketListing } from '#domain/ports/marketplace.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { departmentNamed } from '#marketplace/standin/seed/catalog.ts';
import { stockCloset } from '#marketplace/standin/seed/closet.ts';
import { factsOf, tasteOf } from '#marketplace/standin/seed/facts.ts';
import { idKey } from '#marketplace/standin/seed/random.ts';

const seed = 7;

/** All listings of a synthetic closet, as the marketplace would return them, with the practice marketplace's words and prices. */
export function closetOf({
  serial,
  available,
  sold,
  now,
}: {
  serial: number;
  available: number;
  sold: number;
  now: number;
}): MarketListing[] {
  const taste = tasteOf(seed, serial);
  return stockCloset({ seed, key: idKey(seed), serial, asOfMs: now, available, sold }).map((start) => {
    const facts = factsOf(seed, serial, start.index, taste);
    return {
      id: start.id,
      title: facts.title,
      brand: facts.brand.name,
      sizeLabel: facts.size,
      priceCents: start.price * 100,
      originalPriceCents: start.original === 0 ? null : start.original * 100,
      currency: 'USD',
      availability: start.status === 'sold_out' ? 'sold' : 'available',
      condition: facts.condition,
      department: departmentNamed(facts.category.department).display,
      category: facts.category.display,
      subcategory: facts.subcategory.display,
      categoryIds: [],
      colors: [facts.color.name],
      pictureUrls: [],
      likeCount: start.likes,
      shareCount: start.shares,
      commentCount: 0,
      createdAt: start.bornMs,
      updatedAt: start.bumpMs,
      availabilityChangedAt: start.statusMs,
      url: `https://example.org/listing/${start.id}`,
    };
  });
}

/** Listings of many closets, two thirds of them sold, as a search would find them. */
export function* marketListings(now: number): Generator<MarketListing> {
  for (let serial = 2; ; serial++) yield* closetOf({ serial, available: 40, sold: 80, now });
}

export const comparableOf = (listing: MarketListing): Comparable => ({
  id: listing.id,
  title: listing.title,
  price: listing.priceCents ?? 0,
  state: listing.availability === 'sold' ? 'sold' : 'ask',
  source: 'market',
  ...(listing.brand && { brand: listing.brand }),
  ...(listing.department && { department: listing.department }),
  ...(listing.category && { category: listing.category }),
  ...(listing.subcategory && { subcategory: listing.subcategory }),
  ...(listing.sizeLabel && { size: listing.sizeLabel }),
  ...(listing.condition && { condition: listing.condition }),
  ...(listing.originalPriceCents && { originalPrice: listing.originalPriceCents }),
  ...(listing.createdAt && { listedAt: listing.createdAt }),
  ...(listing.availabilityChangedAt && { seenAt: listing.availabilityChangedAt }),
});
