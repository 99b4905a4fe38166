// Finds listings by the words of their text, without reading every listing for each search.

import { categoryById, departmentById, subcategoryById } from '../seed/catalog.ts';
import { listingsOf, lookOf } from './listings.ts';
import type { Account, Edits, Listing, World } from './model.ts';

export const facetNames = ['department', 'category', 'subcategory', 'brand', 'size', 'color', 'condition'] as const;
export type Facet = (typeof facetNames)[number];

/** Searchable text of a listing, in lower case. Facets keep their display spelling. */
type Words = { text: string; facets: Record<Facet, readonly string[]> };
export type Indexed = Words & { listing: Listing };

type Entry = Indexed & { edits: Edits | null };

type Index = {
  /** The closets in the index. A closet is replaced as a whole when the world is restored. */
  closets: Map<Account, Listing[]>;
  entries: Entry[];
  /** The entries whose text contains a word of an earlier search. */
  found: Map<string, readonly Entry[]>;
};

const mostFound = 500;
const indexes = new WeakMap<World, Index>();

/**
 * The words of listings as they were seeded, by closet and index. Worlds of one seed share them: a process of tests starts hundreds
 * of worlds, and describing 10,000 listings takes 100 ms.
 */
const seeded = { seed: 0, closets: new Map<number, Words[]>() };

/** The listings whose text contains every one of the words, in no particular order. */
export function listingsWith(world: World, words: readonly string[]): readonly Indexed[] {
  const index = upToDate(world);
  let fewest: readonly Entry[] = index.entries;
  for (const word of words) {
    const some = entriesWith(index, word);
    if (some.length < fewest.length) fewest = some;
  }
  return fewest.filter(({ text }) => words.every((word) => text.includes(word)));
}

function entriesWith({ entries, found }: Index, part: string): readonly Entry[] {
  const known = found.get(part);
  if (known !== undefined) return known;
  if (found.size >= mostFound) found.clear();
  // Reading all 10,000 texts takes 3 ms. An index of their words would take 300 ms for each new world.
  const some = entries.filter(({ text }) => text.includes(part));
  found.set(part, some);
  return some;
}

function upToDate(world: World): Index {
  const known = indexes.get(world);
  const index =
    known !== undefined && holdsOnlyWhatIsThere(world, known)
      ? known
      : { closets: new Map(), entries: [], found: new Map() };
  indexes.set(world, index);
  for (const account of world.accounts.values())
    if (isOnShelf(account) && !index.closets.has(account)) addCloset(world, index, account);
  for (const entry of index.entries) {
    if (entry.edits === entry.listing.edits) continue;
    Object.assign(entry, { edits: entry.listing.edits, ...wordsOf(world, entry.listing) });
    index.found.clear();
  }
  return index;
}

/** Practice closets created on demand are private. */
const isOnShelf = ({ kind }: Account): boolean => kind !== 'made';

const holdsOnlyWhatIsThere = (world: World, { closets }: Index): boolean => {
  const there = new Set(world.accounts.values());
  return [...closets].every(([account, listings]) => there.has(account) && account.listings === listings);
};

function addCloset(world: World, { closets, entries, found }: Index, account: Account): void {
  const listings = listingsOf(world, account);
  closets.set(account, listings);
  for (const listing of listings) entries.push({ listing, edits: listing.edits, ...wordsOf(world, listing) });
  found.clear();
}

function wordsOf(world: World, listing: Listing): Words {
  if (listing.edits !== null) return describe(world, listing);
  if (seeded.seed !== world.seed) {
    seeded.seed = world.seed;
    seeded.closets.clear();
  }
  const { account, index } = listing;
  const words = seeded.closets.get(account.serial) ?? [];
  seeded.closets.set(account.serial, words);
  words[index] ??= describe(world, listing);
  return words[index];
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
