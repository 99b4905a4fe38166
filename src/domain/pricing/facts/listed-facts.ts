// What a listing says about its item, as the database stores it: null if it says nothing.

import type { MarketListing } from '../../ports/marketplace.ts';
import type { Item } from './comparable.ts';

export type ListedFacts = {
  brand: string | null;
  department: string | null;
  category: string | null;
  subcategory: string | null;
  size: string | null;
  condition: string | null;
};

/** Without those that the marketplace left out. */
export const listedFacts = (listing: MarketListing): ListedFacts => ({
  brand: listing.brand ?? null,
  department: listing.department ?? null,
  category: listing.category ?? null,
  subcategory: listing.subcategory ?? null,
  size: listing.sizeLabel ?? null,
  condition: listing.condition ?? null,
});

/** For the pricing engine, which gets only what is known. */
export const knownFacts = (facts: ListedFacts): Pick<Item, keyof ListedFacts> => ({
  ...(facts.brand !== null && { brand: facts.brand }),
  ...(facts.department !== null && { department: facts.department }),
  ...(facts.category !== null && { category: facts.category }),
  ...(facts.subcategory !== null && { subcategory: facts.subcategory }),
  ...(facts.size !== null && { size: facts.size }),
  ...(facts.condition !== null && { condition: facts.condition }),
});
