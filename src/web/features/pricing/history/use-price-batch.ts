// Starts a price batch and follows it until it is done.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BulkPriceResult } from '#contract/schemas/prices.ts';
import type { Optimization } from '#contract/schemas/pricing.ts';
import { isOutage } from '#web/lib/server/api.ts';
import { batchQuery, useApplyPrices, useUndoPrices } from '../queries.ts';
import { type BatchRow, batchRows } from './batch-rows.ts';
import { type KeptBatch, keepBatch, keptBatch, newKey } from './kept-batch.ts';

export type PriceBatchInHand = {
  kept: KeptBatch | null;
  rows: BatchRow[];
  /** Being sent, or on its way at the server. */
  isUnderWay: boolean;
  isUndoing: boolean;
  /** It was sent, and no answer came: nobody knows here whether the server has it. */
  isUnsure: boolean;
  /** Why it could not be read how far it is. */
  unread: Error | null;
  /** Listings that this change deals with, or has dealt with. */
  handledIds: ReadonlySet<string>;
  start: (items: readonly Optimization[], confirmLarge: boolean) => Promise<BulkPriceResult>;
  /** Sends it once more under its key: where the server has it, nothing is changed twice. */
  sendAgain: () => Promise<BulkPriceResult | null>;
  undo: (listingIds?: string[]) => ReturnType<ReturnType<typeof useUndoPrices>['mutateAsync']>;
  readAgain: () => void;
  dismiss: () => void;
};

/** The change of prices that this tab is about, from the first press to its undoing; it survives a reload. */
export const usePriceBatch = (): PriceBatchInHand => {
  const [kept, setKept] = useState(keptBatch);
  const apply = useApplyPrices();
  const undoing = useUndoPrices();
  const isSending = apply.isPending;
  const isUnsure = kept !== null && kept.batchId === null && !isSending;
  const query = useQuery({ ...batchQuery(kept?.key ?? '', isSending), enabled: kept !== null && !isUnsure });

  const keep = (batch: KeptBatch | null) => {
    keepBatch(batch);
    setKept(batch);
  };
  const send = async (batch: KeptBatch): Promise<BulkPriceResult> => {
    keep(batch);
    try {
      const result = await apply.mutateAsync(batch);
      keep({ ...batch, batchId: result.batchId });
      return result;
    } catch (error) {
      // Refused: nothing was sent to the marketplace. Where no answer came, the server may be at it, and it stays in hand.
      if (!isOutage(error)) keep(null);
      throw error;
    }
  };

  const interrupted = useRef(kept?.batchId === null ? kept : null);
  // A page load in the middle of a change is what is resumed here: the tab's storage outlives the page.
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
    readAgain: () => void query.refetch(),
    dismiss: () => keep(null),
  };
};

const idOf = ({ listingId }: BatchRow): string => listingId;
