// The rows of a price batch, as the panel shows them.

import type { PriceBatch } from '#contract/schemas/prices.ts';
import type { KeptBatch } from './kept-batch.ts';

export type BatchRow = {
  listingId: string;
  title: string;
  oldPrice: number;
  newPrice: number;
  state: 'waiting' | 'updated' | 'failed' | 'reverted' | 'skipped';
  /** Why it failed, or why it was not put back. */
  why: string | null;
};

type Told = Pick<PriceBatch, 'updated' | 'failed' | 'reverted' | 'skipped'>;

/** Each price of a change and how it stands; what nothing was told of yet is waiting. */
export const batchRows = (items: KeptBatch['items'], told: Told | undefined): BatchRow[] =>
  items.map((item) => {
    const isIt = ({ listingId }: { listingId: string }) => listingId === item.listingId;
    const skipped = told?.skipped.find(isIt);
    const failed = told?.failed.find(isIt);
    const updated = told?.updated.find(isIt);
    if (told?.reverted.some(isIt)) return { ...item, state: 'reverted', why: null };
    if (skipped) return { ...item, state: 'skipped', why: skipped.message };
    if (failed) return { ...item, state: 'failed', why: failed.message };
    if (updated)
      return { ...item, oldPrice: updated.oldPrice, newPrice: updated.newPrice, state: 'updated', why: null };
    return { ...item, state: 'waiting', why: null };
  });
