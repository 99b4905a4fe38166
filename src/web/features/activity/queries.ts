// The activity log's queries.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ActivityAction } from '#domain/activity.ts';
import { api, isOutage } from '#web/lib/server/api.ts';

export const activityKeys = {
  all: ['activity'] as const,
  /** Older entries are loaded on demand. No event makes them out of date. */
  older: ['activity-older'] as const,
  care: ['activity-care'] as const,
};

/** How many entries the dashboard shows (specification 9). */
export const latestEntries = 5;
const olderEntries = 20;

type Kind = ActivityAction | null;
const ofKind = (action: Kind) => (action === null ? {} : { action });

const pollMs = 10_000;

/** Events say when it is out of date. Without them it is polled like the bot, but not after the server refused it. */
export const latestActivityQuery = (action: Kind, { isLive }: { isLive: boolean }) =>
  queryOptions({
    queryKey: [...activityKeys.all, 'latest', action],
    queryFn: ({ signal }) => api.activity.list({ query: { limit: latestEntries, ...ofKind(action) } }, { signal }),
    refetchInterval: ({ state: { error } }) => (isLive || (error !== null && !isOutage(error)) ? false : pollMs),
  });

export const olderActivityQuery = (action: Kind, before: string) =>
  infiniteQueryOptions({
    queryKey: [...activityKeys.older, action, before],
    initialPageParam: before,
    queryFn: ({ pageParam, signal }) =>
      api.activity.list({ query: { limit: olderEntries, before: pageParam, ...ofKind(action) } }, { signal }),
    getNextPageParam: (page) => (page.length < olderEntries ? undefined : page.at(-1)?.id),
  });

const dayMs = 86_400_000;

export const warningsQuery = queryOptions({
  queryKey: activityKeys.care,
  queryFn: async ({ signal }) => {
    const pauses = await api.activity.list({ query: { limit: 20, action: 'BOT_PAUSED' } }, { signal });
    return pauses.filter(({ timestamp }) => Date.parse(timestamp) > Date.now() - 7 * dayMs);
  },
  refetchInterval: 60_000,
});
