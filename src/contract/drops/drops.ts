// Price drops: plans, what they would do now and in the next four weeks, and a run by hand.
import { z } from 'zod';
import { dropBlocks, dropBounds } from '#domain/drops/plan.ts';
import { type Cost, heavyReads, perMinute, reads, scarce, writes } from '../cost.ts';
import { CurrencyCode, clockTime, name, Time, whole } from '../fields.ts';
import type { RouteTable } from '../route.ts';
import { Floor, Match } from '../selling/selling.ts';

const between = (bounds: { least: number; most: number }, what: string) =>
  whole(bounds, `Enter ${what}, from ${bounds.least} to ${bounds.most}`);

const datesMessage = `Pick 1 to ${dropBounds.dates} dates`;
const daysMessage = 'Choose either every so many days or dates';

/** The server makes ids. One that it knows keeps its history. */
const Plan = z
  .strictObject({
    id: z.string().min(1).max(40).optional(),
    name: name(60, 'Name the plan').min(1, 'Name the plan'),
    enabled: z.boolean({ error: 'Turn the plan on or off' }).default(true),
    match: Match.default({}),
    percent: between(dropBounds.percent, 'a whole percentage'),
    everyDays: between(dropBounds.everyDays, 'whole days').optional(),
    /** `YYYY-MM-DD` */
    dates: z
      .array(z.iso.date('Pick a date'), { error: datesMessage })
      .min(1, datesMessage)
      .max(dropBounds.dates, datesMessage)
      .optional(),
    /** In the seller's time zone. */
    at: clockTime(),
    mostADay: between(dropBounds.mostADay, 'how many a day'),
    floor: Floor.default({ kind: 'listing' }),
    restDays: between(dropBounds.restDays, 'whole days').default(dropBounds.restDays.usual),
  })
  .refine(({ everyDays, dates }) => (everyDays === undefined) !== (dates === undefined), {
    path: ['everyDays'],
    message: daysMessage,
  });
export type DropPlan = z.output<typeof Plan>;

const plansMessage = `Keep up to ${dropBounds.plans} plans`;
export const DropPlans = z.strictObject({
  plans: z.array(Plan, { error: plansMessage }).max(dropBounds.plans, plansMessage),
});

const SavedPlans = z.object({ plans: z.array(z.object({ ...Plan.shape, id: z.string() })) });
export type SavedPlan = z.output<typeof SavedPlans>['plans'][number];

/** A plan as it would be saved, or one that is. */
const PreviewAsk = z
  .strictObject({ plan: Plan.optional(), planId: z.string().min(1).max(40).optional() })
  .refine(({ plan, planId }) => (plan === undefined) !== (planId === undefined), {
    path: ['plan'],
    message: 'Send a plan, or the id of one',
  });

/** Prices in whole dollars of the listing's currency. */
const PreviewedDrop = z.object({
  listingId: z.string(),
  title: z.string(),
  currency: CurrencyCode,
  price: z.number().int().nullable(),
  /** If only the present price is known, it is that one. Then nobody knows whether likers hear of the drop. */
  lowestPrice: z.number().int().nullable(),
  lowestKnown: z.boolean(),
  newPrice: z.number().int().nullable(),
  isAtFloor: z.boolean(),
  earningsCents: z.number().int().nullable(),
  profitCents: z.number().int().nullable(),
  blocked: z.enum(dropBlocks).nullable(),
});
export type PreviewedDrop = z.output<typeof PreviewedDrop>;

const Preview = z.object({ drops: z.array(PreviewedDrop) });

const Run = z.object({ batchId: z.string() });

const DropRun = z.object({
  batchId: z.string(),
  planId: z.string(),
  name: z.string(),
  /** `YYYY-MM-DD` in the seller's time zone. */
  date: z.string(),
  startedAt: Time,
  byHand: z.boolean(),
  /** How many prices it has sent to be changed, and by how much together; null if they are in several currencies. */
  drops: z.number().int(),
  offCents: z.number().int().nullable(),
});

const Calendar = z.object({
  timezone: z.string(),
  currency: CurrencyCode.nullable(),
  /** Today and the 27 days after it. */
  days: z.array(
    z.object({
      date: z.string(),
      plans: z.array(
        z.object({
          planId: z.string(),
          startsAt: Time,
          /** Still to come. */
          drops: z.number().int(),
          offCents: z.number().int().nullable(),
        }),
      ),
    }),
  ),
  /** Of the last four weeks, newest first. */
  runs: z.array(DropRun),
});
export type DropCalendar = z.output<typeof Calendar>;

const planWrites: Cost = { ...writes, stores: 'little' };
const previews: Cost = { ...heavyReads, budget: 'drop previews' };
const runs: Cost = {
  ...scarce,
  stores: 'little',
  needsCloset: true,
  budget: 'price drop runs',
  account: perMinute(10),
  client: perMinute(30),
  refusal: 'You ran several price drops just now.',
};

export const dropRoutes = {
  plans: {
    method: 'GET',
    path: '/api/price-drops/plans',
    summary: 'Plans of price drops, in their order',
    access: 'user',
    cost: reads,
    reply: SavedPlans,
  },
  savePlans: {
    method: 'PUT',
    path: '/api/price-drops/plans',
    summary: 'Replace the plans of price drops. A plan with a known id keeps its history',
    access: 'user',
    cost: planWrites,
    body: DropPlans,
    reply: SavedPlans,
  },
  preview: {
    method: 'POST',
    path: '/api/price-drops/preview',
    summary: 'What a plan would drop now, listing by listing, and why it leaves the others',
    access: 'user',
    cost: previews,
    body: PreviewAsk,
    reply: Preview,
  },
  run: {
    method: 'POST',
    path: '/api/price-drops/plans/{id}/run',
    summary: 'Drop the prices of a plan now. They change one after another',
    access: 'user',
    cost: runs,
    reply: Run,
  },
  calendar: {
    method: 'GET',
    path: '/api/price-drops/calendar',
    summary: 'What the plans will drop in the next four weeks, and the last runs',
    access: 'user',
    cost: previews,
    reply: Calendar,
  },
} as const satisfies RouteTable[string];
