// The calls of price drops.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { createClient } from '#contract/client.ts';
import { type DropPlans, dropRoutes } from '#contract/drops/drops.ts';
import { api, send } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';

const dropsApi = createClient({ drops: dropRoutes }, send).drops;

const keys = {
  all: ['drops'] as const,
  plans: ['drops', 'plans'] as const,
  calendar: ['drops', 'calendar'] as const,
  preview: ['drops', 'preview'] as const,
  batch: ['drops', 'batch'] as const,
};

export const plansQuery = queryOptions({
  queryKey: keys.plans,
  queryFn: ({ signal }) => dropsApi.plans({}, { signal }),
});

const calendarPollMs = 60_000;

/** A run by plan goes on all day. */
export const calendarQuery = queryOptions({
  queryKey: keys.calendar,
  queryFn: ({ signal }) => dropsApi.calendar({}, { signal }),
  refetchInterval: calendarPollMs,
});

export type PreviewAsk = Parameters<typeof dropsApi.preview>[0]['body'];

export const previewQuery = (ask: PreviewAsk) =>
  queryOptions({
    queryKey: [...keys.preview, ask],
    queryFn: ({ signal }) => dropsApi.preview({ body: ask }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

const batchPollMs = 1_500;

export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: [...keys.batch, batchId],
    queryFn: ({ signal }) => api.listings.priceBatch({ batchId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'running' || state.data?.state === 'undoing' ? batchPollMs : calendarPollMs,
  });

export const useSavePlans = () =>
  useChange(
    (body: z.input<typeof DropPlans>) => dropsApi.savePlans({ body }),
    (client) => client.invalidateQueries({ queryKey: keys.all }),
  );

/** Prices that change are on every screen. */
const usePrices = <Input, Reply>(call: (input: Input) => Promise<Reply>) =>
  useChange(call, (client) => void client.invalidateQueries());

export const useRunPlan = () => usePrices((id: string) => dropsApi.run({ id }));
export const useStopRun = () => usePrices((batchId: string) => api.listings.stopPrices({ batchId }));
export const useUndoRun = () => usePrices((batchId: string) => api.listings.undoPrices({ batchId, body: {} }));
