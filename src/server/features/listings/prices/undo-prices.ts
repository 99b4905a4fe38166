// Undoes price changes, if the price is still the one that Hangtag set.

import type { UndoResult } from '#contract/listings/prices.ts';
import { Failure } from '#domain/failure.ts';
import {
  findBatch,
  findWrites,
  insertWrites,
  lockPrices,
  type NewWrite,
  reopenUnknown,
  type WriteRow,
} from './journal/batch-store.ts';
import { priceMessages } from './journal/price-messages.ts';
import { changesOf, isOpen, toUndoResult, undosOf } from './prices-to-dto.ts';
import { finishBatch, quietMs } from './run-prices.ts';
import type { PriceWork } from './settle-write.ts';
import { mostWithUndos, refuseHeld, refuseManyChanges } from './update-prices.ts';

type NotUndone = { listingId: string; error: string; message: string };
type Plan = {
  /** Why some of the listings stay as they are. */
  left: NotUndone[];
  undone: string[];
  /** Their writes, for those that have none yet. */
  fresh: NewWrite[];
  /** Undos of unknown outcome, which are tried again. */
  again: string[];
};

/**
 * Restores the old prices of a batch (by its id or key), or of some of its listings, if the marketplace still has the prices
 * that the batch set. An undo is a change like any other: stored in the journal first, then made. Throws `not_found`, `on_hold`,
 * and `in_progress` while the batch itself is running.
 */
export async function undoPrices(
  work: PriceWork,
  userId: string,
  name: string,
  { listingIds }: { listingIds?: readonly string[] | undefined },
): Promise<UndoResult> {
  refuseHeld(work);
  const { batchId, left, undone } = await storeUndo(work, { userId, name, listingIds });
  if (undone.length > 0) await finishBatch(work, userId, batchId);
  const undos = undosOf(await findWrites(work.database, userId, batchId));
  const latest = new Map(undos.map((undo) => [undo.undoes, undo]));
  return toUndoResult(
    undone.flatMap((id) => latest.get(id) ?? []),
    left,
  );
}

const storeUndo = (
  { database, clock, queue }: PriceWork,
  { userId, name, listingIds }: { userId: string; name: string; listingIds: readonly string[] | undefined },
) =>
  database.transaction(async (tx) => {
    await lockPrices(tx, userId);
    const batch = await findBatch(tx, userId, name);
    if (batch === null) throw new Failure('not_found', priceMessages.noBatch);
    const batchId = batch.id;
    const writes = await findWrites(tx, userId, batchId);
    if (changesOf(writes).some(isOpen)) throw new Failure('in_progress', priceMessages.stillRunning);

    const { left, fresh, again, undone } = planUndo(writes, listingIds);
    const now = clock.now();
    await refuseManyChanges(tx, { userId, more: fresh.length, most: mostWithUndos, now });
    await insertWrites(tx, { userId, batchId, writes: fresh, now });
    await reopenUnknown(tx, { userId, undoIds: again, now });
    if (undone.length > 0) await queue.put('listings.prices', { userId }, { key: userId, delayMs: quietMs, tx });
    return { batchId, left, undone };
  });

/** What to do for an undo of these listings; without a list, of all. */
function planUndo(writes: readonly WriteRow[], listingIds: readonly string[] | undefined): Plan {
  const changes = changesOf(writes);
  const undos = new Map(undosOf(writes).map((undo) => [undo.undoes, undo]));
  const wanted = new Set(listingIds ?? changes.map(({ askedId }) => askedId));
  const left: NotUndone[] = [...wanted]
    .filter((id) => !changes.some(({ askedId }) => askedId === id))
    .map((listingId) => ({ listingId, error: 'not_found', message: priceMessages.notInBatch }));
  const plan: Plan = { left, undone: [], fresh: [], again: [] };
  for (const change of changes.filter(({ askedId }) => wanted.has(askedId))) {
    const { id, askedId, listingId, oldPrice } = change;
    const undo = undos.get(id);
    const why = whyLeft(change, undo);
    if (why !== null) {
      left.push({ listingId: askedId, ...why });
      continue;
    }
    plan.undone.push(id);
    if (undo?.state === 'unknown') plan.again.push(undo.id);
    else if (oldPrice !== null && listingId !== null)
      plan.fresh.push({ askedId, listingId, newPrice: oldPrice, expectedPrice: null, undoes: id });
  }
  return plan;
}

/** Why a change is not undone; null if it is. */
function whyLeft(change: WriteRow, undo: WriteRow | undefined): { error: string; message: string } | null {
  const wasMade = change.state === 'updated' || change.state === 'unknown';
  if (!wasMade || change.oldPrice === null || change.oldPrice === change.newPrice)
    return { error: 'not_changed', message: priceMessages.notChanged };
  if (undo === undefined) return null;
  // How the other undo ends isn't known yet.
  if (isOpen(undo)) return { error: 'in_progress', message: priceMessages.undoRunning };
  if (undo.state === 'updated') return { error: 'already_undone', message: priceMessages.alreadyUndone };
  return null;
}
