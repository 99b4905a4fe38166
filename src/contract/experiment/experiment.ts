// The experiment that finds out whether sharing sells.
import { z } from 'zod';
import { fewestWeeks, mostWeeks } from '#domain/experiment/weeks.ts';
import { heavyReads, writes } from '../cost.ts';
import { Time, whole } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const weeksMessage = `Choose ${fewestWeeks} to ${mostWeeks} weeks`;
const NewExperiment = z.strictObject({ weeks: whole({ least: fewestWeeks, most: mostWeeks }, weeksMessage) });

/** The smallest difference that is seen in four of five experiments, in percent. null: hardly any. */
const Detectable = z.object({ likesPercent: z.number().int().nullable(), salesPercent: z.number().int().nullable() });
export type Detectable = z.output<typeof Detectable>;

const Outcome = z.object({
  outcome: z.enum(['likes', 'sales']),
  /** Per listing and week, in listings that have a pair. null: no week counts. */
  usual: z.number().nullable(),
  onceADay: z.number().nullable(),
  /** As usual minus once a day, with an interval of 90 %. null: not enough for a result. */
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  verdict: z.enum(['not_enough', 'no_difference_seen', 'difference']),
  /** Why it isn't enough: too few weeks, too few pairs that differ, or both groups were shared alike. */
  why: z.enum(['few_weeks', 'few_events', 'shared_alike']).nullable(),
});
export type Outcome = z.output<typeof Outcome>;

/** What the groups of a week are like. Nothing of their outcome: that would be peeking. */
const Group = z.object({
  listings: z.number().int(),
  averagePriceCents: z.number().int().nullable(),
  averageAgeDays: z.number().int().nullable(),
  /** Per listing and day, so far this week. */
  sharesADay: z.number(),
});
export type Group = z.output<typeof Group>;

/** The last experiment. Its own fields are null if there is none yet. */
export const Experiment = z.object({
  id: z.string().nullable(),
  state: z.enum(['planned', 'running', 'ended', 'stopped']).nullable(),
  weeks: z.number().int().nullable(),
  startsAt: Time.nullable(),
  endsAt: Time.nullable(),
  /** All that took part so far; before the first week, those for sale. */
  listings: z.number().int(),
  detectable: Detectable.nullable(),
  /** null until it is over. */
  outcomes: z.array(Outcome).nullable(),
  /** From 1; null while none is under way. */
  week: z.number().int().nullable(),
  /** Weeks that are over and count, and those that are over and don't. */
  weeksCounted: z.number().int(),
  weeksMissed: z.number().int(),
  groups: z.object({ usual: Group, onceADay: Group }).nullable(),
  /** How often a listing was shared a day in the weeks that count. */
  sharesADay: z.object({ usual: z.number(), onceADay: z.number() }).nullable(),
  /** How far a reading that likes come from was from the end of its week, at most. */
  readingMinutesOff: z.number().int().nullable(),
  /** What a new one could see with the closet of now, for each number of weeks. */
  next: z.object({
    listings: z.number().int(),
    leastListings: z.number().int(),
    detectable: z.array(Detectable.extend({ weeks: z.number().int() })),
  }),
});
export type Experiment = z.output<typeof Experiment>;

export const experimentRoutes = {
  read: {
    method: 'GET',
    path: '/api/experiments',
    summary: 'The last experiment, and what a new one could see',
    access: 'user',
    cost: heavyReads,
    reply: Experiment,
  },
  start: {
    method: 'POST',
    path: '/api/experiments',
    summary: 'Begin an experiment at the next midnight: does sharing more than once a day sell?',
    access: 'user',
    cost: { ...writes, stores: 'little' },
    body: NewExperiment,
    reply: Experiment,
  },
  stop: {
    method: 'POST',
    path: '/api/experiments/stop',
    summary: 'Stop the experiment. The week under way doesn’t count.',
    access: 'user',
    cost: writes,
    reply: Experiment,
  },
} as const satisfies RouteTable[string];
