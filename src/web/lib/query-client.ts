import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#contract/failure.ts';

/**
 * Data is never stale, never fetched again on focus, and nothing is retried by itself: what changes is told by events, with
 * polling as the fallback. Where one question is answered again after an outage, those that failed are asked again too.
 */
export const createQueryClient = ({ onSessionLost }: { onSessionLost: () => void }): QueryClient => {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiFailure && error.status === 401) onSessionLost();
      },
      onSuccess: () => {
        void client.refetchQueries({
          type: 'active',
          predicate: ({ state }) =>
            state.status === 'error' && state.fetchStatus === 'idle' && isOld(state.errorUpdatedAt),
        });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        // An offline browser may still reach a server on its own machine.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
};

const isOld = (at: number): boolean => Date.now() - at > 2000;
