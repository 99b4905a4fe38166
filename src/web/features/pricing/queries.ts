// Queries and mutations of the pricing calls. A changed price makes lists, history, activity, and every analysis out of date.
import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { ListingChange } from '#contract/listings/listings.ts';
import type { Optimization, OptimizationRequest, OptimizationResult } from '#contract/pricing/advice.ts';
import type { PhotoAnalysisRequest, PhotoCorrection } from '#contract/pricing/photo.ts';
import { isWorthShowing } from '#domain/pricing/advice/shown-prices.ts';
import { counted } from '#web/format/format.ts';
import { api, whenDone } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';
import { changeMessages as messages } from '#web/messages/pricing/price-changes.ts';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';

export const pricingKeys = {
  all: ['pricing'] as const,
  state: ['pricing', 'state'] as const,
  optimization: ['pricing', 'optimization'] as const,
  standing: ['pricing', 'standing'] as const,
  analyses: ['pricing', 'analysis'] as const,
  analysis: (listingId: string) => ['pricing', 'analysis', listingId] as const,
  history: (listingId: string) => ['pricing', 'history', listingId] as const,
  earlierAdvice: (listingId: string) => ['pricing', 'earlier-advice', listingId] as const,
  bulkEdit: ['pricing', 'bulk-edit'] as const,
  bulkAnalysis: ['pricing', 'bulk-analysis'] as const,
  batch: (key: string) => ['pricing', 'batch', key] as const,
};

const keptMs = 30 * 60_000;

export const pricingStateQuery = queryOptions({
  queryKey: pricingKeys.state,
  queryFn: ({ signal }) => api.pricing.state({}, { signal }),
});

/**
 * The analysis of one listing. It stays fresh until something about prices changes. It is not canceled when nothing on screen
 * shows it anymore: the seller asked for it, and finds the result on coming back.
 */
export const analysisQuery = (listingId: string) =>
  queryOptions({
    queryKey: pricingKeys.analysis(listingId),
    queryFn: async ({ client }) => {
      const analysis = await api.pricing.analyzeListing({ id: listingId });
      // The server stored this advice, so the list of earlier advice is out of date.
      void client.invalidateQueries({ queryKey: pricingKeys.earlierAdvice(listingId) });
      return analysis;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
  });

/** Takes listings out of the optimizer's last result, because something that their advice depends on has changed. */
export const leaveOut = (client: QueryClient, listingIds: ReadonlySet<string>): void =>
  void client.setQueryData<Optimized | null>(pricingKeys.optimization, (last) => {
    const optimizations = last?.result.optimizations.filter(({ listingId }) => !listingIds.has(listingId)) ?? [];
    if (!last || optimizations.length === last.result.optimizations.length) return last;
    const count = (wanted: Optimization['category']) =>
      optimizations.filter(({ category }) => category === wanted).length;
    const summary = {
      ...last.result.summary,
      increaseRecommendations: count('increase'),
      decreaseRecommendations: count('decrease'),
      maintainRecommendations: count('maintain'),
    };
    return { ...last, result: { ...last.result, optimizedCount: optimizations.length, summary, optimizations } };
  });

/** Drops what was advised on these listings, because something that it depends on has changed. */
export const forgetAdvice = (client: QueryClient, listingIds: ReadonlySet<string>): void => {
  leaveOut(client, listingIds);
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: pricingKeys.analyses })) {
    const [id] = queryKey.slice(-1);
    if (typeof id === 'string' && listingIds.has(id)) void client.resetQueries({ queryKey, exact: true });
  }
};

/** Analyzes a listing in the background, once. Does nothing if its analysis is running, is done, or has failed. */
export const analyzeQuietly = (client: QueryClient, listingId: string): void => {
  const state = client.getQueryState(pricingKeys.analysis(listingId));
  if (state !== undefined && (state.status !== 'pending' || state.fetchStatus !== 'idle')) return;
  void client.prefetchQuery(analysisQuery(listingId));
};

export const earlierAdviceQuery = (listingId: string) =>
  queryOptions({
    queryKey: pricingKeys.earlierAdvice(listingId),
    queryFn: ({ signal }) => api.pricing.recommendations({ id: listingId }, { signal }),
  });

export const historyQuery = (listingId: string) =>
  queryOptions({
    queryKey: pricingKeys.history(listingId),
    queryFn: ({ signal }) => api.listings.priceHistory({ id: listingId }, { signal }),
  });

/** Says that a photo was chosen. The seller has yet to press Analyze, and nothing depends on the answer. */
export const expectPhoto = (): void => void api.pricing.expectPhoto().catch(() => {});

type Sent<Body> = { body: Body; signal: AbortSignal };

export const useAnalyzePhoto = () =>
  useMutation({
    mutationFn: ({ body, signal }: Sent<PhotoAnalysisRequest>) => api.pricing.analyzeImage({ body }, { signal }),
  });

export const useCorrectPhoto = () =>
  useMutation({
    mutationFn: ({ body, signal }: Sent<PhotoCorrection>) => api.pricing.correctPhoto({ body }, { signal }),
  });

const standingPollMs = 15 * 60_000;

/** The advice given so far that still applies. Asked again now and then, because advice grows old while the page is open. */
export const standingAdviceQuery = queryOptions({
  queryKey: pricingKeys.standing,
  queryFn: ({ signal }) => api.pricing.standingAdvice({}, { signal }),
  refetchInterval: standingPollMs,
});

/** Changes the price or the floor of one listing. Its analysis is on screen, and stays until there is a new one. */
const useListingChange = <Input extends { id: string }, Reply>(call: (input: Input) => Promise<Reply>) => {
  const client = useQueryClient();
  return useChange(async (input: Input) => {
    const reply = await call(input);
    leaveOut(client, new Set([input.id]));
    return reply;
  });
};

/** What only the seller knows about a listing. Pending until the lists have been read again. Advice depends on the cost. */
export const useChangeFacts = () => {
  const client = useQueryClient();
  return useChange(
    async (input: { id: string; body: Pick<ListingChange, 'costCents' | 'sku' | 'shelf'> }) => {
      const listing = await api.listings.change(input);
      if (input.body.costCents !== undefined) leaveOut(client, new Set([input.id]));
      return listing;
    },
    () => client.invalidateQueries(),
  );
};

export const useSetPrice = () => useListingChange(api.listings.setPrice);
export const useChangeListing = () => useListingChange(api.listings.change);

type Request = z.input<typeof OptimizationRequest>;
type Optimized = { request: Request; result: OptimizationResult };

/** What the form suggests, and what runs if nothing was chosen. */
export const usualRequest: Request = { strategy: 'engagement', limit: 10 };

/** The optimizer's last result, and what runs it again. The result stays while the seller looks at other screens. */
export const useOptimizer = () => {
  const client = useQueryClient();
  const queryKey = pricingKeys.optimization;
  const last = useQuery<Optimized | null>({ queryKey, queryFn: skipToken, gcTime: keptMs });
  const run = (request: Request) =>
    client.fetchQuery({
      queryKey,
      // Not canceled when the seller goes to another screen meanwhile.
      queryFn: async (): Promise<Optimized> => {
        const result = await api.pricing.optimize({ body: request });
        void client.invalidateQueries({ queryKey: pricingKeys.standing });
        return { request, result };
      },
      staleTime: 0,
      gcTime: keptMs,
    });
  return {
    last: last.data ?? undefined,
    isRunning: last.isFetching,
    error: last.error,
    optimize: (request: Request) =>
      whenDone(run(request), {
        onSuccess: ({ result: { optimizations, optimizedCount } }) => {
          const worth = optimizations.filter(isWorthShowing).length || 'none';
          toastDone(
            'Optimization Complete',
            `${counted(optimizedCount, 'listing')} compared, ${worth} worth changing.`,
          );
        },
        onError: (failure) => toastFailure(failure, 'Optimization Failed', messages.compareFallback),
      }),
    leaveOut: (listingIds: ReadonlySet<string>) => leaveOut(client, listingIds),
    /** The optimizer then shows the stored advice that still applies. */
    putAway: () => void client.setQueryData<Optimized | null>(queryKey, null),
  };
};
