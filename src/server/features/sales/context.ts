// What the calls of sales work with, and what sales take over from the listings that were sold in them.

import { mostImportedSales } from '#contract/sales/sale-imports.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { findListings } from '#domain/sales/merge/known-sales.ts';
import { findZone } from '../account/account.ts';
import type { Listings } from '../listings/listings.ts';
import { countPieces, findUnlinked, linkSales, lockSales, saveListedDays, saveListingFacts } from './store.ts';

export type SalesContext = {
  database: Database;
  clock: Clock;
  listings: Pick<Listings, 'lockPriced' | 'setCosts' | 'takeBackCosts'>;
  /** Sales have changed that prices are learned from. */
  onChanged: (userId: string) => Promise<void>;
};

/** Throws `too_many_sales`, so that what was written is rolled back. */
export async function refuseTooMany(tx: Queryable, userId: string): Promise<void> {
  if ((await countPieces(tx, userId)) > mostImportedSales)
    throw new Failure(
      'too_many_sales',
      `An account holds up to ${mostImportedSales.toLocaleString('en-US')} sales. Undo an earlier import first.`,
    );
}

/**
 * Finds the listings of sales that have none yet, and gives each sale the listing's cost, SKU, list price, and so on, where the sale has
 * none of its own. A cost that came from the listing follows it. `listingIds`: only sales of these listings.
 */
export async function takeListingFacts(tx: Queryable, userId: string, listingIds?: readonly string[]): Promise<void> {
  await lockSales(tx, userId);
  const zone = await findZone(tx, userId);
  if (listingIds === undefined) {
    const { sales, listings } = await findUnlinked(tx, userId, zone);
    const found = findListings(sales, listings);
    if (found.size > 0) await linkSales(tx, userId, found);
  }
  await saveListingFacts(tx, userId, listingIds ?? null);
  await saveListedDays(tx, userId, { zone, listingIds: listingIds ?? null });
}
