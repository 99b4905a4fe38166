// Finds and sorts the rows of the list.
import type { Listing } from '#contract/listings/listings.ts';
import { fromDollars, toDollars, usDollars } from '#domain/money.ts';
import { conditionInTitle, readCondition } from '#domain/pricing/facts/condition.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';
import { type Filters, none, type Order, type Sorting } from './list-view.ts';

export type ListRow = {
  listing: Listing;
  /** What the seller receives after fees, in dollars. Only fees in US dollars are known. */
  net: number | null;
  isNewWithTags: boolean;
  title: string;
  listedAt: number | null;
  lastShared: number | null;
};

const rows = new WeakMap<Listing, ListRow>();

/** The same listing always gets the same row, so that a refresh draws only the rows that changed. */
export const rowOf = (listing: Listing): ListRow => {
  const known = rows.get(listing);
  if (known) return known;
  const row = makeRow(listing);
  rows.set(listing, row);
  return row;
};

const makeRow = (listing: Listing): ListRow => ({
  listing,
  net:
    listing.price === null || listing.currency !== usDollars
      ? null
      : toDollars(earningsFrom(fromDollars(listing.price))),
  isNewWithTags:
    (listing.condition === null ? conditionInTitle(listing.title) : readCondition(listing.condition)) ===
    'new-with-tags',
  title: listing.title.toLowerCase(),
  listedAt: listing.listedAt === null ? null : Date.parse(listing.listedAt),
  lastShared: listing.lastShared === null ? null : Date.parse(listing.lastShared),
});

const hasFact = (wanted: string | null, fact: string | null): boolean =>
  wanted === null || (wanted === none ? fact === null : fact === wanted);

/** Ignores case, and spaces before and after the text. */
export const findRows = (all: readonly ListRow[], filters: Filters): readonly ListRow[] => {
  const text = filters.text.trim().toLowerCase();
  const { brand, category, from, to, sharing } = filters;
  return all.filter(({ listing, title, isNewWithTags }) => {
    const { price } = listing;
    return (
      title.includes(text) &&
      hasFact(brand, listing.brand) &&
      hasFact(category, listing.category) &&
      (isNewWithTags || !filters.isNewWithTags) &&
      (from === null || (price !== null && price >= from)) &&
      (to === null || (price !== null && price <= to)) &&
      (sharing === 'all' || listing.skipSharing === (sharing === 'skipped'))
    );
  });
};

const keys: Record<Order, (row: ListRow) => number | string | null> = {
  title: ({ title }) => title,
  price: ({ listing }) => listing.price,
  net: ({ net }) => net,
  likes: ({ listing }) => listing.likeCount,
  age: ({ listedAt }) => (listedAt === null ? null : -listedAt),
  // A listing that was never shared has waited longest.
  lastShared: ({ lastShared }) => lastShared ?? Number.NEGATIVE_INFINITY,
};

/** Unknown values come last in both directions. Equal ones keep their order. */
export const sortRows = (all: readonly ListRow[], { by, isDescending }: Sorting): ListRow[] => {
  const sign = isDescending ? -1 : 1;
  return all
    .map((row) => ({ row, key: keys[by](row) }))
    .sort((one, other) => {
      if (one.key === other.key) return 0;
      if (one.key === null || other.key === null) return one.key === null ? 1 : -1;
      return one.key < other.key ? -sign : sign;
    })
    .map(({ row }) => row);
};

/**
 * Keeps the order that the seller sees while data changes behind it: a bot that shares moves no row away from the pointer.
 * A listing that was not there before (after a sync) sorts everything again.
 */
export const keepOrder = (sorted: readonly ListRow[], before: ReadonlyMap<string, number>): readonly ListRow[] => {
  const placed = sorted.map((row) => ({ row, place: before.get(row.listing.id) }));
  if (placed.some(({ place }) => place === undefined)) return sorted;
  return placed.sort((one, other) => (one.place ?? 0) - (other.place ?? 0)).map(({ row }) => row);
};

export type FactCount = { value: string; count: number };

export const countFacts = (all: readonly ListRow[], fact: 'brand' | 'category'): FactCount[] => {
  const counts = new Map<string, number>();
  for (const { listing } of all) {
    const value = listing[fact] ?? none;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => {
      if (one.value === none || other.value === none) return one.value === none ? 1 : -1;
      return one.value.localeCompare(other.value, 'en');
    });
};
