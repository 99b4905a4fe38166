// The listings' queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/use-change.ts';

export const listingsKeys = { all: ['listings'] as const };

export const listingsQuery = queryOptions({
  queryKey: listingsKeys.all,
  queryFn: ({ signal }) => api.listings.list({}, { signal }),
});

/** A sync changes the listings, the account's counts, the plan, and the log. */
export const useSync = () =>
  useChange(
    () => api.listings.sync(),
    (client) => client.invalidateQueries(),
  );
