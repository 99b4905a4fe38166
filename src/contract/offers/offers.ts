// Offers to likers: the seller's rules, and what they would send.
import { z } from 'zod';
import { shippings } from '#domain/offers/offer.ts';
import { blockedReasons } from '#domain/offers/preview.ts';
import { mostRules, ruleBounds, ruleProblems } from '#domain/offers/rules.ts';
import { type Cost, heavyReads, perMinute, reads, writes } from '../cost.ts';
import { name, whole } from '../fields.ts';
import type { RouteTable } from '../route.ts';
import { Floor, Match } from '../selling/selling.ts';

const bounded = (bounds: { least: number; most: number }, unit: string) =>
  whole(bounds, `Enter ${bounds.least.toLocaleString('en-US')} to ${bounds.most.toLocaleString('en-US')}${unit}`);

/** A rule as it is sent. One without an id is new, and the server gives it one. */
export const OfferRule = z
  .strictObject({
    id: z.string().min(1).max(20).optional(),
    name: name(60, 'Name the rule').default(''),
    enabled: z.boolean({ error: 'A rule is either on or off' }).default(true),
    match: Match.default({}),
    percent: bounded(ruleBounds.percent, ' percent'),
    shipping: z.enum(shippings, { error: 'Choose no discount, discounted, or free shipping' }).default('none'),
    waitMinutes: bounded(ruleBounds.waitMinutes, ' minutes').default(ruleBounds.waitMinutes.standard),
    everyDays: bounded(ruleBounds.everyDays, ' days').default(ruleBounds.everyDays.standard),
    deeperBy: bounded(ruleBounds.deeperBy, ' points').default(ruleBounds.deeperBy.standard),
    mostPercent: bounded(ruleBounds.mostPercent, ' percent').default(ruleBounds.mostPercent.standard),
    floor: Floor.default({ kind: 'listing' }),
  })
  .superRefine((rule, context) => {
    for (const { path, message } of ruleProblems(rule)) context.addIssue({ code: 'custom', path, message });
  });
export type OfferRule = z.output<typeof OfferRule>;

const rulesMessage = `Use at most ${mostRules} rules`;
const Rules = z.array(OfferRule, { error: rulesMessage }).max(mostRules, rulesMessage);
const MostADay = bounded(ruleBounds.mostADay, ' offers a day');

export const OfferRules = z.strictObject({
  mostADay: MostADay.default(ruleBounds.mostADay.standard),
  rules: Rules.superRefine((rules, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of rules.entries()) {
      if (id === undefined) continue;
      if (seen.has(id))
        context.addIssue({ code: 'custom', path: [index, 'id'], message: 'Another rule has the same id' });
      seen.add(id);
    }
  }),
});
export type OfferRules = z.output<typeof OfferRules>;

const StoredOfferRules = z.object({
  mostADay: z.number().int(),
  rules: z.array(OfferRule.safeExtend({ id: z.string() })),
});
export type StoredOfferRules = z.output<typeof StoredOfferRules>;

/** Rules that aren’t saved yet, or nothing for the saved ones. */
const OfferPreviewAsk = z.strictObject({ mostADay: MostADay.optional(), rules: Rules.optional() });
export type OfferPreviewAsk = z.output<typeof OfferPreviewAsk>;

const PreviewedOffer = z.object({
  listingId: z.string(),
  /** null where no rule decides, where the seller has none, or where it isn’t saved yet. */
  ruleId: z.string().nullable(),
  /** Its index among the rules that were asked. */
  ruleIndex: z.number().int().nullable(),
  priceCents: z.number().int().nullable(),
  percent: z.number().int().nullable(),
  /** Who may get it, as far as Hangtag knows. */
  likers: z.number().int(),
  /** About what the shipping discount costs the seller. The marketplace says it for each offer. */
  shippingCents: z.number().int().nullable(),
  earningsCents: z.number().int().nullable(),
  profitCents: z.number().int().nullable(),
  blocked: z.enum(blockedReasons).nullable(),
});

/** Why no offer goes out at all now, whatever the rules say. */
const offersWaits = ['turned_off', 'on_hold', 'not_running', 'gentle', 'busy'] as const;

const OfferPreview = z.object({
  /** Every listing for sale, as of the last reading of the closet, the most liked first. */
  offers: z.array(PreviewedOffer),
  /** How many offers the day has left. */
  leftToday: z.number().int(),
  /** null: offers go out after the next round. */
  wait: z.enum(offersWaits).nullable(),
});
export type OfferPreview = z.output<typeof OfferPreview>;

/** A seller who edits rules asks after each change. */
const previews: Cost = { ...heavyReads, budget: 'offer previews', account: perMinute(120) };

export const offerRoutes = {
  rules: {
    method: 'GET',
    path: '/api/offers/rules',
    summary: 'The rules for offers to likers, the first that matches a listing decides',
    access: 'user',
    cost: reads,
    reply: StoredOfferRules,
  },
  changeRules: {
    method: 'PUT',
    path: '/api/offers/rules',
    summary: 'Replace the rules. One with a known id keeps its history',
    access: 'user',
    cost: writes,
    body: OfferRules,
    reply: StoredOfferRules,
  },
  preview: {
    method: 'POST',
    path: '/api/offers/preview',
    summary: 'What these rules, or the saved ones, would send now, and why not. Sends nothing',
    access: 'user',
    cost: previews,
    body: OfferPreviewAsk,
    reply: OfferPreview,
  },
} as const satisfies RouteTable[string];
