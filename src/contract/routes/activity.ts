// The calls of the activity log.
import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { ActivityEntry, ActivityQuery, ShareCounts, ShareCountsQuery } from '../schemas/activity.ts';

export const activityRoutes = {
  list: {
    method: 'GET',
    path: '/api/activity',
    summary: 'The activity log, newest first',
    access: 'user',
    query: ActivityQuery,
    reply: z.array(ActivityEntry),
  },
  shareCounts: {
    method: 'GET',
    path: '/api/activity/share-counts',
    summary: 'How many shares were confirmed, refused, or not confirmed since a given time',
    access: 'user',
    query: ShareCountsQuery,
    reply: ShareCounts,
  },
} as const satisfies RouteTable[string];
