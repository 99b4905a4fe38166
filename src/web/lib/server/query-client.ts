import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#contract/failure.ts';
import { isOutage } from './api.ts';

/**
 * Data is never stale, never fetched again on focus, and nothing is retried by itself: what changes is told by events, with
 * polling as the fallback. A server that answered with a failure has answered; only those questions that it did not answer in
 * an outage are asked again, once it answers another one.
 */
export const createQueryClient = ({ onSessionLost }: { onSessionLost: () => void }): QueryClient => {
  const onError = (error: unknown) => {
    // A refused sign-in is a 401 too, and no session is lost by it.
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
        // An offline browser may still reach a server on its own machine.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
};

const isOld = (at: number): boolean => Date.now() - at > 2000;
