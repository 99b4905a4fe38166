// The activity log, and the server-sent events that say what is out of date.
import { z } from 'zod';
import { activityActions } from '#domain/activity.ts';
import { reads } from '../cost.ts';
import { Time, wholeOfQuery } from '../fields.ts';
import type { RouteTable } from '../route.ts';

/** Server-sent events for the signed-in user. Each one names what is out of date. The data itself comes from the API. */
export const eventsPath = '/api/events';
export const eventNames = ['bot', 'share', 'activity', 'listing'] as const;
export type EventName = (typeof eventNames)[number];

export const ActivityEntry = z.object({
  id: z.string(),
  action: z.enum(activityActions),
  details: z.string().nullable(),
  timestamp: Time,
  listingId: z.string().optional(),
  /** For a confirmed share: the trace id of the marketplace's reply, if it sent one. */
  evidence: z.string().optional(),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

const limitMessage = 'The limit is a whole number from 1 to 500';
const ActivityQuery = z.strictObject({
  limit: wholeOfQuery({ least: 1, most: 500 }, limitMessage).default(50),
  /** An entry's id. Only older entries are returned. */
  before: z.string().max(100).optional(),
  action: z.enum(activityActions, { error: 'There is no such action' }).optional(),
});

const ShareCountsQuery = z.strictObject({ since: Time });

/** The outcomes of the shares that were sent since a moment. */
export const ShareCounts = z.object({
  since: Time,
  confirmed: z.number().int(),
  refused: z.number().int(),
  unknown: z.number().int(),
});
export type ShareCounts = z.output<typeof ShareCounts>;

export const activityRoutes = {
  list: {
    method: 'GET',
    path: '/api/activity',
    summary: 'The activity log, newest first',
    access: 'user',
    cost: reads,
    query: ActivityQuery,
    reply: z.array(ActivityEntry),
  },
  shareCounts: {
    method: 'GET',
    path: '/api/activity/share-counts',
    summary: 'How many shares were confirmed, refused, or not confirmed since a given time',
    access: 'user',
    cost: reads,
    query: ShareCountsQuery,
    reply: ShareCounts,
  },
} as const satisfies RouteTable[string];
