// The calls of price drops.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { createClient } from '#contract/client.ts';
import { type DropPlans, dropRoutes } from '#contract/drops/drops.ts';
import { api, send } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';

const dropsApi = createClient({ drops: dropRoutes }, send).drops;

export const plansQuery = queryOptions({
  queryKey: ['drops', 'plans'],
  queryFn: ({ signal }) => dropsApi.plans({}, { signal }),
});

const calendarPollMs = 60_000;

/** A run by plan goes on all day. */
export const calendarQuery = queryOptions({
  queryKey: ['drops', 'calendar'],
  queryFn: ({ signal }) => dropsApi.calendar({}, { signal }),
  refetchInterval: calendarPollMs,
});

export type PreviewAsk = Parameters<typeof dropsApi.preview>[0]['body'];

export const previewQuery = (ask: PreviewAsk) =>
  queryOptions({
    queryKey: ['drops', 'preview', ask],
    queryFn: ({ signal }) => dropsApi.preview({ body: ask }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

const batchPollMs = 1_500;

export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['drops', 'batch', batchId],
    queryFn: ({ signal }) => api.listings.priceBatch({ batchId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'running' || state.data?.state === 'undoing' ? batchPollMs : calendarPollMs,
  });

export const useSavePlans = () =>
  useChange(
    (body: z.input<typeof DropPlans>) => dropsApi.savePlans({ body }),
    (client) => client.invalidateQueries({ queryKey: ['drops'] }),
  );

export const useRunPlan = () => useChange((id: string) => dropsApi.run({ id }));
export const useStopRun = () => useChange((batchId: string) => api.listings.stopPrices({ batchId }));
export const useUndoRun = () => useChange((batchId: string) => api.listings.undoPrices({ batchId, body: {} }));
