// Where prices come from: what every one comes with, its interval and its comparables, and how many there are.
import { z } from 'zod';
import { agreements } from '#domain/pricing/evidence/agreement-index.ts';
import { reads } from '../cost.ts';
import { Time } from '../fields.ts';
import type { RouteTable } from '../route.ts';

/** A range that contains the sale price with probability `coverage` (0.8 for 80 %), in dollars. */
export const PriceInterval = z.object({ low: z.number(), high: z.number(), coverage: z.number() });
export type PriceInterval = z.output<typeof PriceInterval>;

export const DemandLevel = z.enum(['high', 'medium', 'low', 'unknown']);
export type DemandLevel = z.output<typeof DemandLevel>;

/** What the comparables that are shown have in common with the item. */
export const ComparableAgreement = z.enum(agreements);
export type ComparableAgreement = z.output<typeof ComparableAgreement>;

const Count = z.object({ all: z.number().int(), sold: z.number().int() });
/** How many comparables there are in all, of the same type, and of the same brand and type. */
export const EvidenceCounts = z.object({
  comparables: z.number().int(),
  sold: z.number().int(),
  sameKind: Count,
  sameBrandAndKind: Count,
  /** Dollars: the item's retail price, if its price rests on that. */
  retailPrice: z.number().optional(),
});
export type EvidenceCounts = z.output<typeof EvidenceCounts>;

/** An item whose price was seen somewhere. An ask is never called a sale. */
export const ComparableSeen = z.object({
  title: z.string(),
  state: z.enum(['sold', 'ask']),
  /** Where it comes from: the seller's own closet, an import, the marketplace's search, or an AI model. */
  source: z.enum(['closet', 'import', 'market', 'model']),
  isOwn: z.boolean(),
  /** Dollars that were asked or paid, and what this item would bring if it went as that one did. */
  price: z.number(),
  adjustedPrice: z.number(),
  condition: z.string().nullable(),
  seenAt: Time.nullable(),
});
export type ComparableSeen = z.output<typeof ComparableSeen>;

export const PricingState = z.object({
  comparables: z.number().int(),
  sold: z.number().int(),
  /** How many of the comparables came from the marketplace's search. */
  fromSearch: z.number().int(),
  imported: z.number().int(),
  /** Until when Hangtag does not search the marketplace, because it limited or blocked searches. */
  searchPausedUntil: Time.nullable(),
  /** Searches go through the seller's browser, which can't carry them now. */
  searchAwaitsBrowser: z.boolean().optional(),
  /** The AI model to which the seller may send a photo, if one is configured. */
  model: z.string().nullable(),
  /** Advice on listings that have sold since: how many there were, and how many sold within the interval that was shown. */
  record: z.object({ advised: z.number().int(), sold: z.number().int(), withinInterval: z.number().int() }),
});
export type PricingState = z.output<typeof PricingState>;

export const evidenceRoutes = {
  state: {
    method: 'GET',
    path: '/api/price/state',
    summary: 'Where prices come from',
    access: 'user',
    cost: reads,
    reply: PricingState,
  },
} as const satisfies RouteTable[string];
