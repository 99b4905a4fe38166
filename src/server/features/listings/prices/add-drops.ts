// Stores price drops in the journal. No call waits for them: the job makes them, at the pace of all price changes.

import type { Queryable } from '#domain/ports/database.ts';
import { findWrites, insertBatch, insertWrites, lockPrices } from './journal/batch-store.ts';
import { undosOf } from './prices-to-dto.ts';
import type { PriceWork } from './settle-write.ts';
import { mostChangesADay, refuseManyChanges } from './update-prices.ts';

/** Whole dollars. A drop is made only while the listing still has its `price`. */
type Drop = { listingId: string; price: number; newPrice: number };

/**
 * As a new batch, or as more of one. Resolves to the batch's id, or to null if its seller has stopped or undone it in the meantime.
 * `isQuiet`: no device is notified of its end. Throws `too_many_requests`.
 */
export async function addDrops(
  { clock, queue }: PriceWork,
  tx: Queryable,
  given: { userId: string; batchId: string | null; drops: readonly Drop[]; isQuiet: boolean },
): Promise<string | null> {
  const { userId, batchId: known, drops, isQuiet } = given;
  await lockPrices(tx, userId);
  const earlier = known === null ? [] : await findWrites(tx, userId, known);
  if (undosOf(earlier).length > 0 || earlier.some(({ error }) => error === 'stopped')) return null;
  const now = clock.now();
  await refuseManyChanges(tx, { userId, more: drops.length, most: mostChangesADay, now });
  const batch = { userId, source: 'drop', confirmedLarge: false, key: null, bodyHash: null, isQuiet, now } as const;
  const batchId = known ?? (await insertBatch(tx, batch));
  const writes = drops.map(({ listingId, price, newPrice }) => ({
    ...{ askedId: listingId, listingId, newPrice, expectedPrice: price, undoes: null },
  }));
  await insertWrites(tx, { userId, batchId, writes, now });
  await queue.put('listings.prices', { userId }, { key: userId, tx });
  return batchId;
}
