// Finds the listing that was sold in each sale, one to one, and none where several fit.

import { fold } from '../../pricing/facts/fold-text.ts';
import { addDays, type DateText } from '../../time.ts';

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
