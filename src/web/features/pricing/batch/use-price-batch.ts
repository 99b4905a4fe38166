// Starts a price batch and follows it until it is done.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BulkPriceResult, PriceBatch } from '#contract/listings/prices.ts';
import type { Optimization } from '#contract/pricing/advice.ts';
import { type KeptBatch, keepBatch, keptBatch, newKey } from './kept-batch.ts';
import { batchQuery, mayHaveArrived, useApplyPrices, useStopPrices, useUndoPrices } from './send-prices.ts';

export type PriceBatchInHand = {
  kept: KeptBatch | null;
  rows: BatchRow[];
  /** The request is being sent, or the server is still working on the batch. */
  isUnderWay: boolean;
  isUndoing: boolean;
  /** How long the rest takes at the pace that Hangtag keeps. Whole minutes; 0 if it is less than half of one, or done. */
  minutesLeft: number;
  /** The request was sent, but no reply came: the server may or may not have the batch. */
  isUnsure: boolean;
  /** Why the batch's progress could not be loaded. */
  unread: Error | null;
  /** Listings whose price this batch has changed, has skipped when undoing, or will still change. */
  handledIds: ReadonlySet<string>;
  start: (items: readonly Optimization[], confirmLarge: boolean) => Promise<BulkPriceResult>;
  /** Sends the batch again with the same key. If the server already has it, nothing is changed twice. */
  sendAgain: () => Promise<BulkPriceResult | null>;
  undo: (listingIds?: string[]) => ReturnType<ReturnType<typeof useUndoPrices>['mutateAsync']>;
  /** Leaves what was not sent yet, of the changes or of their undo. */
  stop: () => Promise<unknown>;
  isStopping: boolean;
  readAgain: () => Promise<unknown>;
  dismiss: () => void;
};

/** The price batch that this tab started, from the first click until it is dismissed. It survives a reload. */
export const usePriceBatch = (sellerId: string): PriceBatchInHand => {
  const [kept, setKept] = useState(() => keptBatch(sellerId));
  const apply = useApplyPrices();
  const undoing = useUndoPrices();
  const stopping = useStopPrices();
  const isSending = apply.isPending;
  const isUnsure = kept !== null && kept.batchId === null && !isSending;
  const query = useQuery({
    ...batchQuery(kept?.key ?? '', { isSending, isUndoing: undoing.isPending }),
    enabled: kept !== null && !isUnsure,
  });

  const keep = (batch: KeptBatch | null) => {
    keepBatch(sellerId, batch);
    setKept(batch);
  };
  const send = async (batch: KeptBatch): Promise<BulkPriceResult> => {
    keep(batch);
    try {
      const result = await apply.mutateAsync(batch);
      keep({ ...batch, batchId: result.batchId });
      return result;
    } catch (error) {
      // A refusal means that no price was changed, so forget the batch. Otherwise the server may be working on it.
      if (!mayHaveArrived(error)) keep(null);
      throw error;
    }
  };

  const interrupted = useRef(kept?.batchId === null ? kept : null);
  // Resumes a batch that a reload interrupted: session storage outlives the page.
  useEffect(() => {
    const batch = interrupted.current;
    interrupted.current = null;
    if (batch !== null) void send(batch).catch(() => null);
  });

  const rows = batchRows(kept?.items ?? [], query.data ?? undefined);
  return {
    kept,
    rows,
    isUnderWay: isSending || query.data?.state === 'running',
    isUndoing: undoing.isPending || query.data?.state === 'undoing',
    minutesLeft: Math.round((query.data?.secondsLeft ?? 0) / 60),
    isUnsure,
    unread: isSending ? null : query.error,
    handledIds: new Set(
      rows.filter(({ state }) => state === 'updated' || state === 'skipped' || state === 'waiting').map(idOf),
    ),
    start: (items, confirmLarge) =>
      send({
        key: newKey(),
        batchId: null,
        confirmLarge,
        items: items.map(({ listingId, title, currentPrice, suggestedPrice }) => ({
          listingId,
          title,
          oldPrice: currentPrice,
          newPrice: Math.round(suggestedPrice),
        })),
      }),
    sendAgain: async () => (kept === null ? null : send(kept)),
    undo: (listingIds) =>
      undoing.mutateAsync({ batchId: kept?.batchId ?? '', body: listingIds === undefined ? {} : { listingIds } }),
    stop: () => stopping.mutateAsync({ batchId: kept?.key ?? '' }),
    isStopping: stopping.isPending,
    readAgain: () => query.refetch(),
    dismiss: () => keep(null),
  };
};

const idOf = ({ listingId }: BatchRow): string => listingId;

export type BatchRow = {
  listingId: string;
  title: string;
  oldPrice: number;
  newPrice: number;
  state: 'waiting' | 'updated' | 'stopped' | 'failed' | 'reverted' | 'skipped';
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
