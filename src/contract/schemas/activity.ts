// What goes over the wire about the activity log.
import { z } from 'zod';
import { activityActions } from '#domain/activity.ts';
import { Time } from './fields.ts';

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
export const ActivityQuery = z.strictObject({
  limit: z.coerce
    .number({ error: limitMessage })
    .int(limitMessage)
    .min(1, limitMessage)
    .max(500, limitMessage)
    .default(50),
  /** An entry's id. Only older entries are returned. */
  before: z.string().max(100).optional(),
  action: z.enum(activityActions, { error: 'There is no such action' }).optional(),
});

export const ShareCountsQuery = z.strictObject({ since: Time });

/** The outcomes of the shares that were sent since a moment. */
export const ShareCounts = z.object({
  since: Time,
  confirmed: z.number().int(),
  refused: z.number().int(),
  unknown: z.number().int(),
});
export type ShareCounts = z.output<typeof ShareCounts>;
