// What offer rules, price drops, and the list of listings share: which listings something is for, and how low a price may go.
import { z } from 'zod';
import { longestLabel, mostCostCents } from '#domain/listings/inventory-fields.ts';
import type { Floor as FloorRule } from '#domain/selling/floor.ts';
import type { Match as MatchRule } from '#domain/selling/match.ts';
import { text, whole } from '../fields.ts';

const mostNames = 50;
const names = (what: string) =>
  z
    .array(text(120, `Name a ${what}`).min(1, `Name a ${what}`), { error: `Choose up to ${mostNames}` })
    .max(mostNames, `Choose up to ${mostNames}`)
    .optional();
const priceMessage = 'Enter whole dollars, from 0 to 50,000, or leave this empty';
const daysMessage = 'Enter whole days, from 0 to 3,650, or leave this empty';
const likesMessage = 'Enter a whole number of likes, from 0 to 100,000, or leave this empty';

/** A listing has to meet all parts that are given. */
export const Match = z
  .strictObject({
    brands: names('brand'),
    /** Categories or subcategories. */
    categories: names('category'),
    departments: names('department'),
    /** Whole dollars. */
    minPrice: whole({ least: 0, most: 50_000 }, priceMessage).optional(),
    maxPrice: whole({ least: 0, most: 50_000 }, priceMessage).optional(),
    minAgeDays: whole({ least: 0, most: 3_650 }, daysMessage).optional(),
    maxAgeDays: whole({ least: 0, most: 3_650 }, daysMessage).optional(),
    minLikes: whole({ least: 0, most: 100_000 }, likesMessage).optional(),
    newWithTags: z.boolean({ error: 'Choose with or without tags, or leave this out' }).optional(),
    shelf: text(longestLabel).optional(),
  })
  .refine(({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice, {
    path: ['minPrice'],
    message: 'The lowest price is above the highest one, so no listing can match',
  })
  .refine(
    ({ minAgeDays, maxAgeDays }) => minAgeDays === undefined || maxAgeDays === undefined || minAgeDays <= maxAgeDays,
    { path: ['minAgeDays'], message: 'The least age is above the highest one, so no listing can match' },
  ) satisfies z.ZodType<MatchRule>;
export type Match = z.output<typeof Match>;

const profitMessage = 'Enter the least profit, from $0 to $100,000';

/** How low an offer or a drop may go. A listing’s own floor price always holds. */
export const Floor = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('listing') }),
    /** What is left after fees, shipping, and cost. */
    z.strictObject({
      kind: z.literal('profit'),
      minProfitCents: whole({ least: 0, most: mostCostCents }, profitMessage),
    }),
  ],
  { error: 'Choose the listing’s floor price or a least profit' },
) satisfies z.ZodType<FloorRule>;
export type Floor = z.output<typeof Floor>;
