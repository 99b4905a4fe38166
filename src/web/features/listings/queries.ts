// The listings' queries and mutations.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/server/api.ts';

export const listingsKeys = { all: ['listings'] as const };

export const listingsQuery = queryOptions({
  queryKey: listingsKeys.all,
  queryFn: ({ signal }) => api.listings.list({}, { signal }),
});

/** A sync changes the listings, the account's counts, the plan, and the log. */
export const useSync = () => {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => api.listings.sync(), onSettled: () => client.invalidateQueries() });
};
