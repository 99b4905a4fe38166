// What the bot did and plans: its rounds by day.
import { z } from 'zod';
import { shareKinds } from '#domain/bot/bot.ts';
import { type Cost, heavyReads } from '../cost.ts';
import { Time, wholeOfQuery } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const daysMessage = 'Days is a whole number from 1 to 14';
const TimelineQuery = z.strictObject({ days: wholeOfQuery({ least: 1, most: 14 }, daysMessage).default(1) });

export const Timeline = z.object({
  timezone: z.string(),
  days: z.array(
    z.object({
      /** The seller's calendar date, YYYY-MM-DD. */
      date: z.string(),
      startsAt: Time,
      endsAt: Time,
      shares: z.number().int(),
      /** Shares at the end of the day, if the plan holds; of a day that is over, `shares`. */
      expected: z.number().int(),
      limit: z.number().int(),
      rounds: z.array(
        z.object({
          kind: z.enum(shareKinds),
          /** The party's title, in a round of party shares. */
          party: z.string().optional(),
          startsAt: Time,
          endsAt: Time,
          shares: z.number().int(),
          notConfirmed: z.number().int(),
          refused: z.number().int(),
          planned: z.number().int(),
          state: z.enum(['done', 'running', 'planned', 'cut']),
          slot: z.number().int().optional(),
        }),
      ),
    }),
  ),
});
export type Timeline = z.output<typeof Timeline>;

const timelines: Cost = { ...heavyReads, budget: 'timelines' };

export const timelineRoutes = {
  timeline: {
    method: 'GET',
    path: '/api/bot/timeline',
    summary: 'Past rounds, and those that the current settings plan for the next seven days',
    access: 'user',
    // An open dashboard reads it once a minute, and once or twice after each change of the bot. A guest has a quarter: 15 a minute.
    cost: timelines,
    query: TimelineQuery,
    reply: Timeline,
  },
} as const satisfies RouteTable[string];
