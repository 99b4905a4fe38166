import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

export const activityKeys = { all: ['activity'] as const, latest: ['activity', 'latest'] as const };

/** How many entries the dashboard shows (specification 9). */
export const latestEntries = 5;

export const latestActivityQuery = queryOptions({
  queryKey: activityKeys.latest,
  queryFn: ({ signal }) => api.activity.list({ query: { limit: latestEntries } }, { signal }),
});
