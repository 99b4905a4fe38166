// The calls that send a price batch and follow its progress.

import { queryOptions } from '@tanstack/react-query';
import type { BulkPriceResult, PriceBatch, UndoResult } from '#contract/schemas/listings/prices.ts';
import { pause } from '#web/lib/pause.ts';
import { api, failureCode, isOutage } from '#web/lib/server/api.ts';
import { pricingKeys, usePriceChange } from '../queries.ts';
import type { KeptBatch } from './kept-batch.ts';

const pollMs = 700;
const headStartMs = 400;

/** The progress of a price batch, by its key; null until the server has stored the batch. Polls while the batch runs. */
export const batchQuery = (key: string, { isSending, isUndoing }: { isSending: boolean; isUndoing: boolean }) =>
  queryOptions({
    queryKey: pricingKeys.batch(key),
    queryFn: async ({ signal }) => {
      // Gives the request that creates the batch time to arrive first.
      if (isSending) await pause(headStartMs);
      try {
        return await api.listings.priceBatch({ batchId: key }, { signal });
      } catch (error) {
        if (failureCode(error) === 'not_found') return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) =>
      isSending || isUndoing || state.data?.state === 'running' || state.data?.state === 'undoing' ? pollMs : false,
  });

const waitMs = 1000;
/** Longer than 100 changes take at the slowest pace. */
const longestWaitMs = 20 * 60_000;

/** The state of a batch that the server may be working on, after a reply was lost; null if it can't be loaded or isn't there. */
const stateAfterOutage = (key: string): Promise<PriceBatch | null> =>
  api.listings.priceBatch({ batchId: key }).catch(() => null);

/**
 * Sends a price batch under its idempotency key. If the server is still working on the batch, for example after a reload or
 * because a proxy cut a long request, this tries again until it is done: for a repeated key the server returns the first result and
 * changes nothing twice.
 */
const sendPrices = async ({ key, items, confirmLarge }: KeptBatch): Promise<BulkPriceResult> => {
  const updates = items.map(({ listingId, newPrice }) => ({ listingId, newPrice }));
  const until = Date.now() + longestWaitMs;
  for (;;) {
    try {
      return await api.listings.updatePrices({
        body: { updates, ...(confirmLarge && { confirmLargeChanges: true }) },
        idempotencyKey: key,
      });
    } catch (error) {
      const isStored =
        failureCode(error) === 'in_progress' || (isOutage(error) && (await stateAfterOutage(key)) !== null);
      if (!isStored || Date.now() > until) throw error;
      await pause(waitMs);
    }
  }
};

export const useApplyPrices = () => usePriceChange(sendPrices);

export const useStopPrices = () => usePriceChange(api.listings.stopPrices);

/** Undoes changes of a batch. If the reply is lost, the batch shows what happened to them. */
const undoPrices = async (input: { batchId: string; body: { listingIds?: string[] } }): Promise<UndoResult> => {
  try {
    return await api.listings.undoPrices(input);
  } catch (error) {
    if (!isOutage(error)) throw error;
    const until = Date.now() + longestWaitMs;
    let batch = await stateAfterOutage(input.batchId);
    while (batch?.state === 'undoing' && Date.now() < until) {
      await pause(waitMs);
      batch = await stateAfterOutage(input.batchId);
    }
    const isAsked = ({ listingId }: { listingId: string }) => input.body.listingIds?.includes(listingId) ?? true;
    if (batch === null) throw error;
    const reverted = batch.reverted.filter(isAsked);
    const skipped = batch.skipped.filter(isAsked);
    const ended = new Set([...reverted, ...skipped].map(({ listingId }) => listingId));
    const isOpen = ({ listingId, oldPrice, newPrice }: UndoResult['reverted'][number]): boolean =>
      oldPrice !== newPrice && !ended.has(listingId);
    // The request never arrived.
    if (ended.size === 0 || batch.updated.filter(isAsked).some(isOpen)) throw error;
    return { message: batch.message, reverted, skipped };
  }
};

export const useUndoPrices = () => usePriceChange(undoPrices);
