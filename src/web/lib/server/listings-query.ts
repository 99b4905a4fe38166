// The closet's listings, which many screens show. Whoever asks gets the same answer.
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export const listingsQuery = queryOptions({
  queryKey: ['listings'] as const,
  queryFn: ({ signal }) => api.listings.list({}, { signal }),
});
