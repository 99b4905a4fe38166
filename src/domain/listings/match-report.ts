// Finds the listings of an inventory report, which names no ids. One row is at most one listing, and a wrong match is worse than none.

import type { Instant } from '../ports/clock.ts';
import { fold } from '../pricing/facts/fold-text.ts';
import type { DateText } from '../time.ts';

/** What rows and listings have in common. The price is whole dollars. */
type Named = { title: string; price: number | null; sku: string | null; size: string | null };
export type ReportRow = Named & { listedOn: DateText | null };
/** `isForSale`: not sold yet. A report tells what is for sale, but it may be older than a sale. */
export type ClosetRow = Named & { id: string; listedAt: Instant | null; isForSale: boolean };

/** `ambiguous`: which listings the row may be, at most 20. */
type RowMatch =
  | { kind: 'matched'; listingId: string }
  | { kind: 'ambiguous'; listingIds: string[] }
  | { kind: 'unmatched' };

/** A row or a listing, ready to be compared. `at`: its index among all rows or listings. */
type Entry = { at: number; name: string; day: number | null; price: string; sku: string; size: string };

const dayMs = 86_400_000;
const mostNamed = 20;

/** The match of each row. Listings that are for sale come first: only rows that fit none of them can be listings that have sold. */
export function matchReport(rows: readonly ReportRow[], listings: readonly ClosetRow[]): RowMatch[] {
  const matches: RowMatch[] = rows.map(() => ({ kind: 'unmatched' }));
  const rowEntries = rows.map((row, at) =>
    entryOf(row, { at, day: row.listedOn === null ? null : Date.parse(row.listedOn) / dayMs }),
  );
  const listingEntries = listings.map((listing, at) =>
    entryOf(listing, { at, day: listing.listedAt === null ? null : Math.floor(listing.listedAt / dayMs) }),
  );
  const idOf = ({ at }: Entry): string => listings[at]?.id ?? '';
  for (const isForSale of [true, false]) {
    const namesakesOf = Map.groupBy(
      listingEntries.filter(({ at }) => listings[at]?.isForSale === isForSale),
      ({ name }) => name,
    );
    const open = rowEntries.filter(({ at }) => matches[at]?.kind === 'unmatched');
    for (const [name, namesakes] of Map.groupBy(open, (row) => row.name)) {
      const { pairs, left } = matchNamesakes(namesakes, namesakesOf.get(name) ?? []);
      for (const [row, listing] of pairs) matches[row.at] = { kind: 'matched', listingId: idOf(listing) };
      for (const [row, possible] of left) matches[row.at] = { kind: 'ambiguous', listingIds: possible.map(idOf) };
    }
  }
  return matches;
}

function entryOf({ title, price, sku, size }: Named, { at, day }: Pick<Entry, 'at' | 'day'>): Entry {
  const name = fold(title) || title;
  return { at, name, day, price: `${price ?? ''}`, sku: fold(sku ?? ''), size: fold(size ?? '') };
}

/** Within a day, because the report’s time zone isn't known. `isDated`: an unknown date doesn't fit every other. */
const isNear = (one: Entry, other: Entry, isDated: boolean): boolean =>
  one.day === null || other.day === null ? !isDated : Math.abs(one.day - other.day) <= 1;

type Decider = {
  /** What has to be equal. '' is not known, and equals nothing. */
  key: (entry: Entry) => string;
  /** The dates have to be known. They never contradict. */
  isDated: boolean;
  /** A pair must not fit what is matched already, either. */
  ofAll: boolean;
};

/** What decides between listings with one title, the strongest first: a pair matches if neither fits anything else. */
const deciders: readonly Decider[] = [
  { key: ({ sku }) => sku, isDated: false, ofAll: false },
  { key: ({ price }) => price, isDated: true, ofAll: false },
  { key: ({ name }) => name, isDated: true, ofAll: true },
  { key: ({ price }) => price, isDated: false, ofAll: false },
  { key: ({ size }) => size, isDated: false, ofAll: false },
  { key: ({ name }) => name, isDated: false, ofAll: true },
];

/** The pairs of one title, and the rows that are left with the listings that they may be. */
function matchNamesakes(
  rows: readonly Entry[],
  listings: readonly Entry[],
): { pairs: [Entry, Entry][]; left: [Entry, Entry[]][] } {
  const found = new Map<Entry, Entry>();
  const isOpen = (entry: Entry): boolean => !found.has(entry);
  for (const { key, isDated, ofAll } of deciders) {
    const rowsBy = Map.groupBy(ofAll ? rows : rows.filter(isOpen), key);
    const listingsBy = Map.groupBy(ofAll ? listings : listings.filter(isOpen), key);
    const pairs = rows.filter(isOpen).flatMap((row) => {
      if (key(row) === '') return [];
      const listing = onlyNear(row, listingsBy.get(key(row)) ?? [], isDated);
      if (listing === null || onlyNear(listing, rowsBy.get(key(row)) ?? [], isDated) !== row) return [];
      return [[row, listing] as const];
    });
    for (const [row, listing] of pairs.filter((pair) => pair.every(isOpen))) found.set(row, listing).set(listing, row);
  }
  const open = listings.filter(isOpen);
  return {
    pairs: rows.flatMap((row): [Entry, Entry][] => {
      const listing = found.get(row);
      return listing === undefined ? [] : [[row, listing]];
    }),
    left: rows.filter(isOpen).flatMap((row): [Entry, Entry[]][] => {
      const possible = firstNear(row, open, { isDated: false, most: mostNamed });
      return possible.length === 0 ? [] : [[row, possible]];
    }),
  };
}

/** The one that is near; null if none is, or several. */
function onlyNear(entry: Entry, others: readonly Entry[], isDated: boolean): Entry | null {
  const [one = null, another] = firstNear(entry, others, { isDated, most: 2 });
  return another === undefined ? one : null;
}

function firstNear(
  entry: Entry,
  others: readonly Entry[],
  { isDated, most }: { isDated: boolean; most: number },
): Entry[] {
  const first: Entry[] = [];
  for (const other of others) {
    if (isNear(entry, other, isDated)) first.push(other);
    if (first.length === most) break;
  }
  return first;
}
