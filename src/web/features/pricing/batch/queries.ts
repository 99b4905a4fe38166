// The calls that send a price batch and follow its progress.

import { queryOptions } from '@tanstack/react-query';
import { api, failureCode } from '#web/lib/server/api.ts';
import { pricingKeys, usePriceChange } from '../queries.ts';
import type { KeptBatch } from './kept-batch.ts';

const pollMs = 700;
const headStartMs = 400;

/** The progress of a price batch, by its key; null until the server has stored the batch. Polls while the batch runs. */
export const batchQuery = (key: string, isSending: boolean) =>
  queryOptions({
    queryKey: pricingKeys.batch(key),
    queryFn: async ({ signal }) => {
      // Gives the request that creates the batch time to arrive first.
      if (isSending) await new Promise((resolve) => setTimeout(resolve, headStartMs));
      try {
        return await api.listings.priceBatch({ batchId: key }, { signal });
      } catch (error) {
        if (failureCode(error) === 'not_found') return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) =>
      isSending || state.data?.state === 'running' || state.data?.state === 'undoing' ? pollMs : false,
  });

const waitMs = 1000;
const longestWaitMs = 10 * 60_000;

/**
 * Sends a price batch under its idempotency key. If the server is still working on the batch, for example after a reload, this
 * tries again until it is done: for a repeated key the server returns the first result and changes nothing twice.
 */
const sendPrices = async ({ key, items, confirmLarge }: KeptBatch) => {
  const updates = items.map(({ listingId, newPrice }) => ({ listingId, newPrice }));
  const until = Date.now() + longestWaitMs;
  for (;;) {
    try {
      return await api.listings.updatePrices({
        body: { updates, ...(confirmLarge && { confirmLargeChanges: true }) },
        idempotencyKey: key,
      });
    } catch (error) {
      if (failureCode(error) !== 'in_progress' || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
};

export const useApplyPrices = () => usePriceChange(sendPrices);
