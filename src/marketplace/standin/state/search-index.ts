// Finds listings by the words of their text, without reading every listing for each search.

import { categoryById, departmentById, subcategoryById } from '../seed/catalog.ts';
import { listingsOf, lookOf } from './listings.ts';
import type { Account, Edits, Listing, World } from './model.ts';

export const facetNames = ['department', 'category', 'subcategory', 'brand', 'size', 'color', 'condition'] as const;
export type Facet = (typeof facetNames)[number];

/** Searchable text of a listing, in lower case. Facets keep their display spelling. */
export type Indexed = {
  listing: Listing;
  text: string;
  facets: Record<Facet, readonly string[]>;
};

type Entry = Indexed & { edits: Edits | null };

type Index = {
  /** The closets in the index. A closet is replaced as a whole when the world is restored. */
  closets: Map<Account, Listing[]>;
  entries: Entry[];
  /**
   * The entries of each word in their texts. An edited listing stays under its former words, so the text of each entry found here
   * must be compared, too.
   */
  byWord: Map<string, Set<Entry>>;
  /** The entries for the words of earlier searches, which may be parts of words. */
  found: Map<string, readonly Entry[]>;
};

const mostFound = 500;
const indexes = new WeakMap<World, Index>();

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

function entriesWith({ byWord, found }: Index, part: string): readonly Entry[] {
  const known = found.get(part);
  if (known !== undefined) return known;
  const entries = new Set<Entry>();
  for (const [word, some] of byWord) if (word.includes(part)) for (const entry of some) entries.add(entry);
  if (found.size >= mostFound) found.clear();
  const list = [...entries];
  found.set(part, list);
  return list;
}

function upToDate(world: World): Index {
  let index = indexes.get(world);
  if (index === undefined || !hasSameClosets(world, index)) {
    index = { closets: new Map(), entries: [], byWord: new Map(), found: new Map() };
    for (const account of world.accounts.values()) {
      if (!isOnShelf(account)) continue;
      const listings = listingsOf(world, account);
      index.closets.set(account, listings);
      for (const listing of listings) addTo(index, { edits: listing.edits, ...describe(world, listing) });
    }
    indexes.set(world, index);
  }
  for (const entry of index.entries) {
    if (entry.edits === entry.listing.edits) continue;
    Object.assign(entry, { edits: entry.listing.edits, ...describe(world, entry.listing) });
    addWords(index, entry);
    index.found.clear();
  }
  return index;
}

/** Practice closets created on demand are private. */
const isOnShelf = ({ kind }: Account): boolean => kind !== 'made';

function hasSameClosets(world: World, { closets }: Index): boolean {
  let count = 0;
  for (const account of world.accounts.values()) {
    if (!isOnShelf(account)) continue;
    count += 1;
    if (account.listings === null || closets.get(account) !== account.listings) return false;
  }
  return count === closets.size;
}

function addTo(index: Index, entry: Entry): void {
  index.entries.push(entry);
  addWords(index, entry);
}

function addWords({ byWord }: Index, entry: Entry): void {
  for (const word of entry.text.split(/\s+/)) {
    const entries = byWord.get(word);
    if (entries === undefined) byWord.set(word, new Set([entry]));
    else entries.add(entry);
  }
}

function describe(world: World, listing: Listing): Indexed {
  const look = lookOf(world, listing);
  const department = departmentById(look.department);
  const category = categoryById(look.category);
  const sizes = look.sizes.flatMap((size) => {
    const id = typeof size === 'object' && size !== null && 'size_id' in size ? size.size_id : null;
    return typeof id === 'string' ? [id] : [];
  });
  return {
    listing,
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
