// Finds and sorts the rows of the list.
import type { Listing } from '#contract/listings/listings.ts';
import { fromDollars, toDollars, usDollars } from '#domain/money.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';
import { matcher, matchFacts } from '#domain/selling/match.ts';
import { none } from '#web/lib/listing-match.ts';
import { sortBy } from '#web/ui/list/row-order.ts';
import type { Filters, Order, Sorting } from './list-view.ts';

export type ListRow = {
  listing: Listing;
  /** What the seller receives after fees, in dollars. Only fees in US dollars are known. */
  net: number | null;
  /** What is left of it after the cost, in dollars; negative for a loss. */
  profit: number | null;
  title: string;
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

const dayMs = 86_400_000;
const hourMs = 3_600_000;

type Facts = ReturnType<typeof matchFacts>;
const known = new WeakMap<Listing, { hour: number; facts: Facts }>();

/** Folding the names of thousands of listings takes a while, so it isn't repeated for each letter of a search. */
const factsOf = ({ listing, listedAt }: ListRow, now: number): Facts => {
  const hour = Math.floor(now / hourMs);
  const before = known.get(listing);
  if (before?.hour === hour) return before.facts;
  const priceCents = listing.price === null ? null : fromDollars(listing.price);
  const facts = matchFacts({ ...listing, priceCents, listedAt, likes: listing.likeCount }, now);
  known.set(listing, { hour, facts });
  return facts;
};

/** Ignores case, and spaces before and after the text. */
export const findRows = (all: readonly ListRow[], filters: Filters, now: number): readonly ListRow[] => {
  const text = filters.text.trim().toLowerCase();
  const { match, isWithoutBrand, isWithoutCategory, isWithoutCost, quietDays, sharing } = filters;
  const isMatch = matcher(match);
  const quietSince = quietDays === null ? null : now - quietDays * dayMs;
  return all.filter((row) => {
    const { listing, words } = row;
    return (
      words.includes(text) &&
      (!isWithoutBrand || listing.brand === null) &&
      (!isWithoutCategory || listing.category === null) &&
      (!isWithoutCost || listing.costCents === null) &&
      (quietSince === null || Date.parse(listing.quietSince) <= quietSince) &&
      (sharing === 'all' || listing.skipSharing === (sharing === 'skipped')) &&
      isMatch(factsOf(row, now)) === 'met'
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
