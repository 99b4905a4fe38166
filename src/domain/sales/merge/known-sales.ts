// Finds the sales of a file that earlier imports have brought, whichever columns each of the files had, and the listings of sales.

import { fold } from '../../pricing/facts/fold-text.ts';
import { addDays, type DateText } from '../../time.ts';
import type { Sale } from '../import/read-sale.ts';

/** What tells one sale from another. */
type Named = Pick<Sale, 'title' | 'price' | 'orderId' | 'soldOn' | 'brand' | 'size'>;

/** Fields that a file may lack, by how much they say. */
const optional = ['orderId', 'soldOn', 'brand', 'size'] as const;
type Field = (typeof optional)[number];

/**
 * For each sale of a file, the stored sale that it is, or null if it is new. Two rows can be the same sale if they have the same
 * title and price and no other field contradicts: a file with fewer columns says less about the same sales. An order id that both have
 * decides alone. Each stored sale is at most one row of the file, so equal rows stay several sales.
 */
export function findKnownSales(
  sales: readonly Named[],
  stored: readonly (Named & { id: string })[],
): (string | null)[] {
  const found: (string | null)[] = sales.map(() => null);
  const taken = new Set<string>();
  const storedBy = Map.groupBy(stored, (sale) => patternOf(sale).join());
  const rowsBy = Map.groupBy(sales.keys(), (at) => patternOf(sales[at] as Named).join());
  const pairs = [...rowsBy].flatMap(([rowPattern, rows]) =>
    [...storedBy].map(([storedPattern, known]) => ({ rows, known, shared: sharedBy(rowPattern, storedPattern) })),
  );
  // What agrees in more fields is found before what only doesn't contradict.
  for (const { rows, known, shared } of pairs.toSorted((one, other) => weightOf(other.shared) - weightOf(one.shared))) {
    const queues = Map.groupBy(known, (sale) => nameOf(sale, shared));
    for (const at of rows) {
      const sale = sales[at];
      if (sale === undefined || found[at] !== null) continue;
      const queue = queues.get(nameOf(sale, shared)) ?? [];
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        if (taken.has(next.id)) continue;
        taken.add(next.id);
        found[at] = next.id;
        break;
      }
    }
  }
  return found;
}

/** Which of the fields a sale has. */
const patternOf = (sale: Named): Field[] => optional.filter((field) => sale[field] !== undefined);

const sharedBy = (one: string, other: string): Field[] =>
  optional.filter((field) => one.split(',').includes(field) && other.split(',').includes(field));

/** A field says more than all after it together. */
const weightOf = (shared: readonly Field[]): number =>
  shared.reduce((sum, field) => sum + 2 ** (optional.length - optional.indexOf(field)), 0);

/** Equal for two sales that agree in these fields. */
function nameOf(sale: Named, shared: readonly Field[]): string {
  const title = fold(sale.title);
  return JSON.stringify(
    shared.includes('orderId')
      ? [title, sale.orderId]
      : [title, sale.price, ...shared.map((field) => (field === 'soldOn' ? sale.soldOn : fold(sale[field] ?? '')))],
  );
}

type Sold = { id: string; title: string; size: string | null; soldOn: DateText | null };

/** How far the days may be apart: a reading may see a sale later. */
const mostDaysApart = 3;

/** By the id of the sale, the id of its listing. */
export function findListings(sales: readonly Sold[], listings: readonly Sold[]): Map<string, string> {
  const byTitle = Map.groupBy(listings, ({ title }) => fold(title));
  const pairs = sales.flatMap((sale) =>
    (byTitle.get(fold(sale.title)) ?? []).flatMap((listing) =>
      fits(sale, listing) ? [{ sale: sale.id, listing: listing.id }] : [],
    ),
  );
  const ofSale = Map.groupBy(pairs, ({ sale }) => sale);
  const ofListing = Map.groupBy(pairs, ({ listing }) => listing);
  return new Map(
    pairs.flatMap(({ sale, listing }) =>
      ofSale.get(sale)?.length === 1 && ofListing.get(listing)?.length === 1 ? [[sale, listing] as const] : [],
    ),
  );
}

function fits(sale: Sold, listing: Sold): boolean {
  if (sale.soldOn === null || listing.soldOn === null) return false;
  if (sale.size !== null && listing.size !== null && fold(sale.size) !== fold(listing.size)) return false;
  return (
    addDays(sale.soldOn, -mostDaysApart) <= listing.soldOn && listing.soldOn <= addDays(sale.soldOn, mostDaysApart)
  );
}
