// The query cache with the app's defaults, and how screens read it and change it.
import {
  hashKey,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import { api, bare, isOutage } from './api.ts';

/**
 * Data does not go stale on its own and nothing is retried: the server's events say what changed, with polling as the fallback.
 * A refusal counts as an answer. Only queries that failed in an outage run again, as soon as another query succeeds.
 */
export const createQueryClient = ({ onSessionLost }: { onSessionLost: () => void }): QueryClient => {
  const onError = (error: unknown) => {
    // A refused sign-in is also a 401, but no session was lost.
    if (error instanceof ApiFailure && error.status === 401 && error.code === 'unauthenticated') onSessionLost();
  };
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({ onError }),
    queryCache: new QueryCache({
      onError,
      onSuccess: () => {
        void client.refetchQueries({
          type: 'active',
          predicate: ({ state }) =>
            isOutage(state.error) && state.fetchStatus === 'idle' && isOld(state.errorUpdatedAt),
        });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        // A browser that is offline may still reach a server on its own machine.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
};

const isOld = (at: number): boolean => Date.now() - at > 2000;

/** The closet's listings, which many screens show. Whoever asks gets the same answer. */
export const listingsQuery = queryOptions({
  queryKey: ['listings'] as const,
  queryFn: ({ signal }) => api.listings.list({}, { signal }),
});

/**
 * As long as there is no data, TanStack Query forgets the error each time it tries again, even when it only polls. Panels would
 * change between the failure and the gray lines. Here the last error of the same query stays until the next answer.
 */
export const useSteadyQuery = <Data, Shown, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Shown, Key>,
): Pick<UseQueryResult<Shown>, 'data' | 'error' | 'isError' | 'isPending' | 'refetch' | 'dataUpdatedAt'> => {
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(options);
  const [last, keep] = useState<{ of: string; error: Error } | null>(null);
  const of = hashKey(options.queryKey);
  if (error !== null && error !== last?.error) keep({ of, error });
  const shown = error ?? (data === undefined && last?.of === of ? last.error : null);
  return {
    data,
    error: shown,
    isError: shown !== null,
    isPending: isPending && shown === null,
    refetch,
    dataUpdatedAt,
  };
};

/**
 * A call that changes something at the server, and what is read again once it has ended. Until what `after` returns is done, the
 * change counts as pending. Without it, everything is read again, and nobody waits for it.
 */
export const useChange = <Input, Reply>(
  call: (input: Input) => Promise<Reply>,
  after: (client: QueryClient) => Promise<void> | void = (client) => void client.invalidateQueries(),
) => {
  const client = useQueryClient();
  return useMutation({ mutationFn: bare(call), onSettled: () => after(client) });
};

/**
 * Puts what a change answered into the cache. A read that is under way may have been answered before the change, and would put the old data back. So it is canceled, and made
 * again afterward. `change` gets what is known; undefined stays undefined.
 */
export const putAnswer = async <Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (known: Data | undefined) => Data | undefined,
): Promise<void> => {
  const isReading = client.isFetching({ queryKey }) > 0;
  await client.cancelQueries({ queryKey });
  client.setQueryData<Data>(queryKey, change);
  if (isReading) void client.invalidateQueries({ queryKey });
};
