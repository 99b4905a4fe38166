// Finds listings by the words of their text, without reading every listing for each search.

import { categoryById, departmentById, subcategoryById } from '../seed/catalog.ts';
import { listingsOf, lookOf } from './listings.ts';
import type { Edits, Listing, World } from './model.ts';

export const facetNames = ['department', 'category', 'subcategory', 'brand', 'size', 'color', 'condition'] as const;
export type Facet = (typeof facetNames)[number];

/** Searchable text of a listing, in lower case. Facets keep their display spelling. */
type Words = { text: string; facets: Record<Facet, readonly string[]> };
export type Found = { listing: Listing; facets: Words['facets'] };

/**
 * The words of listings as they were seeded, by closet and index. Worlds of one seed share them: a process of tests starts hundreds
 * of worlds, and describing 10,000 listings takes 100 ms. Reading their texts takes 3 ms, so there is no index of words.
 */
const seeded = { seed: 0, closets: new Map<number, Words[]>() };
const edited = new WeakMap<Edits, Words>();

/** The listings whose text contains every one of the words, in no particular order. Closets created on demand are private. */
export function listingsWith(world: World, words: readonly string[]): Found[] {
  const found: Found[] = [];
  for (const account of world.accounts.values()) {
    if (account.kind === 'made') continue;
    for (const listing of listingsOf(world, account)) {
      const { text, facets } = wordsOf(world, listing);
      if (words.every((word) => text.includes(word))) found.push({ listing, facets });
    }
  }
  return found;
}

function wordsOf(world: World, listing: Listing): Words {
  const { account, index, edits } = listing;
  if (edits !== null) {
    const words = edited.get(edits) ?? describe(world, listing);
    edited.set(edits, words);
    return words;
  }
  if (seeded.seed !== world.seed) {
    seeded.seed = world.seed;
    seeded.closets.clear();
  }
  const closet = seeded.closets.get(account.serial) ?? [];
  seeded.closets.set(account.serial, closet);
  closet[index] ??= describe(world, listing);
  return closet[index];
}

function describe(world: World, listing: Listing): Words {
  const look = lookOf(world, listing);
  const department = departmentById(look.department);
  const category = categoryById(look.category);
  const sizes = look.sizes.flatMap((size) => {
    const id = typeof size === 'object' && size !== null && 'size_id' in size ? size.size_id : null;
    return typeof id === 'string' ? [id] : [];
  });
  return {
    text: `${look.title} ${look.brand ?? ''} ${look.description}`.toLowerCase(),
    facets: {
      department: department === undefined ? [] : [department.display, department.id],
      category: category === undefined ? [] : [category.display, category.id, category.slug],
      subcategory: look.features.flatMap((id) => {
        const feature = subcategoryById(id);
        return feature === undefined ? [] : [feature.display, feature.id, feature.slug];
      }),
      brand: look.brand === null ? [] : [look.brand],
      size: sizes,
      color: look.colors.map((color) => color.name),
      condition: look.condition === null ? [] : [look.condition],
    },
  };
}
