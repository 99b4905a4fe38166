// Chooses the search terms for items and closets.

import { readBrand } from '#domain/pricing/facts/brands.ts';
import type { Item } from '#domain/pricing/facts/comparable.ts';
import { garmentOf, type Placed } from '#domain/pricing/facts/garments.ts';

/** What to search for: a brand or a kind of item. `term` is its key in the store. */
export type SearchTerm = { term: string; words: string; brand?: string };

type Named = { brand: string | null; category: string | null; subcategory?: string | null; title: string };

/** A listing's brand, with all spellings of its name mapped to one. */
export const brandTerm = (brand: string): SearchTerm | null => {
  const folded = readBrand(brand);
  return folded === undefined ? null : { term: `brand ${folded}`, words: brand, brand };
};

/** The kind of item, as titles name it. */
const kindTerm = (placed: Placed): SearchTerm | null => {
  const garment = garmentOf(placed);
  return garment === undefined || garment === 'accessory' ? null : { term: `kind ${garment}`, words: garment };
};

export function termsOfItem({ brand, category, subcategory, kind, title }: Item): SearchTerm[] {
  const thing = kindTerm({ category, subcategory, kind, title });
  return [brand === undefined ? null : brandTerm(brand), thing].flatMap((term) => term ?? []);
}

/** Brands and kinds of a closet, most frequent first, so that the first searches help the most listings. */
export function termsOf(listings: readonly Named[]): SearchTerm[] {
  const counted = new Map<string, { term: SearchTerm; listings: number }>();
  for (const listing of listings) {
    for (const term of [listing.brand === null ? null : brandTerm(listing.brand), kindTerm(listing)]) {
      if (term === null) continue;
      const known = counted.get(term.term);
      if (known) known.listings += 1;
      else counted.set(term.term, { term, listings: 1 });
    }
  }
  return [...counted.values()].sort((one, other) => other.listings - one.listings).map(({ term }) => term);
}
