// Maps price batches and writes to the contract.

import type { BulkPriceResult, PriceBatch, PriceHistoryEntry, UndoResult } from '#contract/listings/prices.ts';
import type { BatchRow, PriceRow, WriteRow } from './journal/batch-store.ts';
import { batchMessage, priceMessages, undoMessage, writeMessages } from './journal/price-messages.ts';

type NotChanged = { listingId: string; error: string; message: string };
type Changed = { listingId: string; oldPrice: number; newPrice: number };

export const isOpen = ({ state }: WriteRow): boolean => state === 'waiting' || state === 'sending';
export const changesOf = (writes: readonly WriteRow[]): WriteRow[] => writes.filter(({ undoes }) => undoes === null);
export const undosOf = (writes: readonly WriteRow[]): WriteRow[] => writes.filter(({ undoes }) => undoes !== null);

const changed = (writes: readonly WriteRow[]): Changed[] =>
  writes.flatMap(({ askedId, state, oldPrice, newPrice }) =>
    state === 'updated' && oldPrice !== null ? [{ listingId: askedId, oldPrice, newPrice }] : [],
  );

const unchanged = (writes: readonly WriteRow[]): NotChanged[] =>
  writes.flatMap(({ askedId, state, error, message }) =>
    state === 'failed' || state === 'unknown'
      ? [{ listingId: askedId, error: error ?? 'outcome_unknown', message: message ?? writeMessages.unknown }]
      : [],
  );

/** If the call could not wait for the end, the remaining writes are reported as waiting, neither done nor refused. */
const unfinished = (writes: readonly WriteRow[]): NotChanged[] =>
  writes
    .filter(isOpen)
    .map(({ askedId }) => ({ listingId: askedId, error: 'in_progress', message: priceMessages.inProgress }));

/** The result of a bulk change, in the order of its listings. `askedIds` without a write don't belong to the seller. */
export function toResult(
  batchId: string,
  writes: readonly WriteRow[],
  askedIds: readonly string[] = [],
): BulkPriceResult {
  const changes = changesOf(writes);
  const updated = changed(changes);
  const written = new Set(changes.map(({ askedId }) => askedId));
  const unknown = askedIds
    .filter((id) => !written.has(id))
    .map((listingId) => ({ listingId, error: 'not_found', message: priceMessages.notFound }));
  const order = new Map(askedIds.map((id, index) => [id, index]));
  const failed = [...unchanged(changes), ...unknown].sort(
    (one, other) => (order.get(one.listingId) ?? 0) - (order.get(other.listingId) ?? 0),
  );
  const open = unfinished(changes);
  const message = batchMessage({ updated: updated.length, failed: failed.length, open: open.length });
  return { message, updated, failed: [...failed, ...open], batchId };
}

export function toUndoResult(writes: readonly WriteRow[], left: readonly NotChanged[]): UndoResult {
  const reverted = changed(writes);
  const skipped = [...left, ...unchanged(writes), ...unfinished(writes)];
  return { message: undoMessage({ reverted: reverted.length, skipped: skipped.length }), reverted, skipped };
}

/** `leftMs`: how long the pace takes for what is still open. */
export function toBatch(batch: BatchRow, writes: readonly WriteRow[], leftMs: number): PriceBatch {
  const changes = changesOf(writes);
  const undos = [...new Map(undosOf(writes).map((write) => [write.undoes, write])).values()];
  const waiting = changes.filter(isOpen).map(({ askedId }) => askedId);
  const updated = changed(changes);
  const failed = unchanged(changes);
  const reverted = changed(undos);
  const skipped = unchanged(undos);
  const state =
    waiting.length > 0 ? 'running' : undos.some(isOpen) ? 'undoing' : reverted.length > 0 ? 'undone' : 'done';
  return {
    batchId: batch.id,
    state,
    createdAt: new Date(batch.createdAt).toISOString(),
    message:
      state !== 'running' && reverted.length + skipped.length > 0
        ? undoMessage({ reverted: reverted.length, skipped: skipped.length })
        : batchMessage({ updated: updated.length, failed: failed.length, open: waiting.length }),
    total: changes.length,
    waiting,
    secondsLeft: Math.max(0, Math.ceil(leftMs / 1_000)),
    updated,
    failed,
    reverted,
    skipped,
  };
}

export const toHistoryEntry = ({ at, oldPrice, newPrice, source, batchId }: PriceRow): PriceHistoryEntry => ({
  at: new Date(at).toISOString(),
  oldPrice,
  newPrice,
  source,
  ...(batchId !== null && { batchId }),
});
