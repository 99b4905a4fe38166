// Finds and sorts the rows of the list.
import type { Listing } from '#contract/listings/listings.ts';
import { fromDollars, toDollars, usDollars } from '#domain/money.ts';
import { isNewWithTags } from '#domain/pricing/facts/condition.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';
import { sortBy } from '#web/ui/list/row-order.ts';
import { type Filters, none, type Order, type Sorting } from './list-view.ts';

export type ListRow = {
  listing: Listing;
  /** What the seller receives after fees, in dollars. Only fees in US dollars are known. */
  net: number | null;
  /** What is left of it after the cost, in dollars; negative for a loss. */
  profit: number | null;
  isNewWithTags: boolean;
  title: string;
  /** What the search looks in. */
  words: string;
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
  ...leftOf(listing),
  isNewWithTags: isNewWithTags(listing) === true,
  title: listing.title.toLowerCase(),
  words: [listing.title, listing.sku ?? '', listing.shelf ?? ''].join('\n').toLowerCase(),
  listedAt: listing.listedAt === null ? null : Date.parse(listing.listedAt),
  lastShared: listing.lastShared === null ? null : Date.parse(listing.lastShared),
});

const leftOf = ({ price, currency, costCents }: Listing): Pick<ListRow, 'net' | 'profit'> => {
  if (price === null || currency !== usDollars) return { net: null, profit: null };
  const earnings = earningsFrom(fromDollars(price));
  return { net: toDollars(earnings), profit: costCents === null ? null : toDollars(earnings - costCents) };
};

const hasFact = (wanted: string | null, fact: string | null): boolean =>
  wanted === null || (wanted === none ? fact === null : fact === wanted);

/** Ignores case, and spaces before and after the text. */
export const findRows = (all: readonly ListRow[], filters: Filters): readonly ListRow[] => {
  const text = filters.text.trim().toLowerCase();
  const { brand, category, from, to, sharing } = filters;
  return all.filter(({ listing, words, isNewWithTags }) => {
    const { price } = listing;
    return (
      words.includes(text) &&
      hasFact(brand, listing.brand) &&
      hasFact(category, listing.category) &&
      (isNewWithTags || !filters.isNewWithTags) &&
      (listing.costCents === null || !filters.isWithoutCost) &&
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
  cost: ({ listing }) => listing.costCents,
  profit: ({ profit }) => profit,
  likes: ({ listing }) => listing.likeCount,
  age: ({ listedAt }) => (listedAt === null ? null : -listedAt),
  // A listing that was never shared has waited longest.
  lastShared: ({ lastShared }) => lastShared ?? Number.NEGATIVE_INFINITY,
};

export const sortRows = (all: readonly ListRow[], { by, isDescending }: Sorting): ListRow[] =>
  sortBy(all, keys[by], isDescending);

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
