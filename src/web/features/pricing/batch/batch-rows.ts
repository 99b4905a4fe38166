// The rows of a price batch, as the panel shows them.

import type { PriceBatch } from '#contract/listings/prices.ts';
import type { KeptBatch } from './kept-batch.ts';

export type BatchRow = {
  listingId: string;
  title: string;
  oldPrice: number;
  newPrice: number;
  state: 'waiting' | 'updated' | 'stopped' | 'failed' | 'reverted' | 'skipped';
  /** Why the price change failed, or why it was not undone. */
  why: string | null;
};

type Progress = Pick<PriceBatch, 'updated' | 'failed' | 'reverted' | 'skipped'>;

const isStopped = ({ error }: { error: string }): boolean => error === 'stopped';

/**
 * Each price change of a batch with its state. It is waiting until the server reports a result for it. Where the seller stopped an
 * undo, the change is still there.
 */
export const batchRows = (items: KeptBatch['items'], progress: Progress | undefined): BatchRow[] =>
  items.map((item) => {
    const isIt = ({ listingId }: { listingId: string }) => listingId === item.listingId;
    const skipped = progress?.skipped.find(isIt);
    const failed = progress?.failed.find(isIt);
    const updated = progress?.updated.find(isIt);
    // The marketplace's old price, which is also the one that an undo restores, may not be the one that the page had loaded.
    const row = updated ? { ...item, oldPrice: updated.oldPrice, newPrice: updated.newPrice } : item;
    if (progress?.reverted.some(isIt)) return { ...row, state: 'reverted', why: null };
    if (skipped && !isStopped(skipped)) return { ...row, state: 'skipped', why: skipped.message };
    if (failed && isStopped(failed)) return { ...row, state: 'stopped', why: null };
    if (failed) return { ...row, state: 'failed', why: failed.message };
    return { ...row, state: updated ? 'updated' : 'waiting', why: null };
  });
