// The calls that send a price batch and follow its progress.

import { queryOptions } from '@tanstack/react-query';
import { pause } from '#web/lib/pause.ts';
import { api, failureCode } from '#web/lib/server/api.ts';
import { pricingKeys, usePriceChange } from '../queries.ts';
import { sendPrices, undoPrices } from './send-prices.ts';

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

export const useApplyPrices = () => usePriceChange(sendPrices);

export const useStopPrices = () => usePriceChange(api.listings.stopPrices);

export const useUndoPrices = () => usePriceChange(undoPrices);
