// SQL of listings' prices and their history.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../../../sql.ts';
import type { BatchRow } from '../journal/batch-store.ts';

type PriceSource = BatchRow['source'] | 'undo' | 'marketplace';

/** A listing and its price before a change: in whole dollars, as of the last sync or write; null if it has none. */
export type CurrentPrice = { id: string; title: string; price: number | null; currency: string };

export type PriceRow = {
  at: Instant;
  oldPrice: number | null;
  newPrice: number;
  source: PriceSource;
  batchId: string | null;
};

/** Those of `ids` that are the user's. */
export async function findCurrentPrices(
  db: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<CurrentPrice[]> {
  const { rows } = await db.query<CurrentPrice & Row>(
    'select id, title, price, currency from listings where user_id = $1 and id = any($2::bigint[])',
    [userId, ids],
  );
  return rows;
}

/** Newest first. */
export async function findPriceHistory(db: Queryable, userId: string, listingId: string): Promise<PriceRow[]> {
  const { rows } = await db.query<PriceRow & Row>(
    `select at, old_price as "oldPrice", new_price as "newPrice", source, batch_id as "batchId"
     from price_changes where user_id = $1 and listing_id = $2 order by at desc, id desc`,
    [userId, listingId],
  );
  return rows;
}

type NewPrice = { userId: string; listingId: string; price: number; now: Instant };

/** Stores a change of ours that the marketplace shows: price and history together. */
export async function saveOwnPrice(
  tx: Queryable,
  change: NewPrice & { oldPrice: number; source: PriceSource; batchId: string },
): Promise<void> {
  await tx.query(
    // The marketplace refuses a price above the original one, so a higher price also raises the original one.
    `update listings set price = $3, original_price = greatest(original_price, $3)
     where user_id = $1 and id = $2`,
    [change.userId, change.listingId, change.price],
  );
  await tx.query(
    `insert into price_changes (user_id, listing_id, at, old_price, new_price, source, batch_id)
     values ($1, $2, ${at(6)}, $3, $4, $5, $7)`,
    [change.userId, change.listingId, change.oldPrice, change.price, change.source, change.now, change.batchId],
  );
}
