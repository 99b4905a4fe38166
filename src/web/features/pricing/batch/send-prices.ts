// Sends a price batch or its undo, and finds out how it ended if the reply is lost.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '#contract/failure.ts';
import type { BulkPriceResult, PriceBatch, UndoResult } from '#contract/listings/prices.ts';
import { wait } from '#web/lib/clock.ts';
import { api, failureCode, isOutage } from '#web/lib/server/api.ts';
import { pricingKeys, usePriceChange } from '../queries.ts';
import type { KeptBatch } from './kept-batch.ts';

const waitMs = 1000;
/** Longer than 100 changes take at the slowest pace. */
const longestWaitMs = 20 * 60_000;

/**
 * Whether the server may be working on what was sent, although it didn't say so: it did not answer, it crashed, or this page doesn't
 * understand its answer, as after an upgrade.
 */
export const mayHaveArrived = (error: unknown): boolean =>
  isOutage(error) || (error instanceof ApiFailure && (error.status < 400 || error.code === 'internal'));

/** The state of a batch that the server may be working on, after a reply was lost; null if it can't be loaded or isn't there. */
const stateAfterOutage = (key: string): Promise<PriceBatch | null> =>
  api.listings.priceBatch({ batchId: key }).catch(() => null);

/**
 * Follows a batch that the server has until nothing of it runs, however often the server can't be reached meanwhile. null if that
 * takes too long.
 */
const followToEnd = async (key: string): Promise<BulkPriceResult | null> => {
  const until = Date.now() + longestWaitMs;
  for (;;) {
    const batch = await stateAfterOutage(key);
    if (batch !== null && batch.state !== 'running') return batch;
    if (Date.now() > until) return null;
    await wait(waitMs);
  }
};

/**
 * What the server answers if it has the batch already. Nobody else knows its key, so one with another body was sent by an earlier
 * version of this app, and is the same batch.
 */
const hasIt: readonly string[] = ['in_progress', 'idempotency_mismatch'];

/**
 * Sends a price batch under its idempotency key. If the server has the batch already, for example after a reload, after an upgrade,
 * or because a proxy cut a long request, this follows the batch until it is done. It reads the batch and doesn't send it again,
 * because the server takes only ten batches in a minute, and a refusal for that says nothing about a batch that it has.
 */
export const sendPrices = async ({ key, items, confirmLarge }: KeptBatch): Promise<BulkPriceResult> => {
  const updates = items.map(({ listingId, newPrice }) => ({ listingId, newPrice }));
  const expectedPrices = Object.fromEntries(items.map(({ listingId, oldPrice }) => [listingId, oldPrice]));
  try {
    return await api.listings.updatePrices({
      body: { updates, expectedPrices, ...(confirmLarge && { confirmLargeChanges: true }) },
      idempotencyKey: key,
    });
  } catch (error) {
    const code = failureCode(error);
    const mayBeStored = mayHaveArrived(error) || code === 'too_many_requests';
    const isStored = hasIt.includes(code) || (mayBeStored && (await stateAfterOutage(key)) !== null);
    const result = isStored ? await followToEnd(key) : null;
    if (result === null) throw error;
    return result;
  }
};

/** Undoes changes of a batch. If the reply is lost, the batch shows what happened to them. */
const undoPrices = async (input: { batchId: string; body: { listingIds?: string[] } }): Promise<UndoResult> => {
  try {
    return await api.listings.undoPrices(input);
  } catch (error) {
    if (!mayHaveArrived(error)) throw error;
    const until = Date.now() + longestWaitMs;
    let batch = await stateAfterOutage(input.batchId);
    while (batch?.state === 'undoing' && Date.now() < until) {
      await wait(waitMs);
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

const pollMs = 700;
const headStartMs = 400;

export const batchQuery = (key: string, { isSending, isUndoing }: { isSending: boolean; isUndoing: boolean }) =>
  queryOptions({
    queryKey: pricingKeys.batch(key),
    queryFn: async ({ signal }) => {
      // Gives the request that creates the batch time to arrive first.
      if (isSending) await wait(headStartMs);
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

export const useApplyPrices = () => usePriceChange(sendPrices);

export const useStopPrices = () => usePriceChange(api.listings.stopPrices);

export const useUndoPrices = () => usePriceChange(undoPrices);
