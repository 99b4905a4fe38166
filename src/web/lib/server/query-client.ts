// The query cache with the app's defaults for freshness and retries.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#contract/failure.ts';
import { isOutage } from './api.ts';

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
