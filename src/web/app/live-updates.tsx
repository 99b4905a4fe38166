// Refreshes the queries of a signed-in screen when the server says that something changed.
import { partialMatchKey, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventName } from '#contract/activity.ts';
import { accountKeys, meQuery } from '#web/features/account/queries.ts';
import { activityKeys } from '#web/features/activity/queries.ts';
import { botKeys } from '#web/features/bot/queries.ts';
import { closetKeys } from '#web/features/closet/queries.ts';
import { listingsKeys } from '#web/features/listings/queries.ts';
import { followListings } from '#web/features/pricing/changed-listings.ts';
import { pricingKeys } from '#web/features/pricing/queries.ts';
import { listenLive } from '#web/lib/server/live.ts';

/**
 * The queries that each event makes out of date. A share changes the numbers of the status, which the timeline takes from there. The
 * plan ahead and the warnings change with the bot's own events, and are read once a minute anyway.
 */
const outOfDate: Record<EventName, readonly QueryKey[]> = {
  bot: [botKeys.all, closetKeys.all, activityKeys.all, activityKeys.care],
  share: [botKeys.status, activityKeys.all],
  // An offer that was sent is an entry of the log, and counts in the status.
  activity: [activityKeys.all, botKeys.status],
  listing: [listingsKeys.all, accountKeys.me, botKeys.all, pricingKeys.standing],
};

/** Each query once: a key stands for all keys that begin with it. */
const queriesOf = (names: ReadonlySet<EventName>): QueryKey[] => {
  const keys = [...new Set([...names].flatMap((name) => outOfDate[name]))];
  return keys.filter((key) => !keys.some((other) => other !== key && partialMatchKey(key, other)));
};

export const LiveUpdates = () => {
  const client = useQueryClient();
  // The event stream is outside React. It opens and closes with the screen.
  useEffect(
    () =>
      listenLive({
        onEvents: (names) => {
          for (const queryKey of queriesOf(names)) void client.invalidateQueries({ queryKey });
        },
        onReopen: () => void client.invalidateQueries(),
      }),
    [client],
  );
  const { data: user } = useQuery(meQuery);
  const sellerId = user?.id;
  useEffect(
    () => (sellerId === undefined ? undefined : followListings(client, { queryKey: listingsKeys.all, sellerId })),
    [client, sellerId],
  );
  return null;
};
