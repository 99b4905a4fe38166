// Schemas of the calls that change prices, and of their batches.

import { z } from 'zod';
import { Time } from '../fields.ts';

const priceMessage = 'Enter whole dollars, from 3 to 50,000';
/** Whole dollars of the currency that the listing is priced in, because the marketplace takes no cents. */
const Price = z.number({ error: priceMessage }).int(priceMessage).min(3, priceMessage).max(50_000, priceMessage);

/**
 * The price that the seller was shown, in whole dollars. If the listing has another one, nothing is sent. Left out: any price is
 * overwritten.
 */
const ExpectedPrice = z.number().int().nonnegative().max(2_147_483_647);

export const NewPrice = z.strictObject({
  price: Price,
  expectedPrice: ExpectedPrice.optional(),
  confirmLargeChanges: z.boolean().optional(),
  /** Where the seller got the price from. Shown in the price history. */
  source: z.enum(['manual', 'analysis']).optional(),
});

/** Whole dollars. */
export const PriceChange = z.object({ oldPrice: z.number().int(), newPrice: z.number().int() });
export type PriceChange = z.output<typeof PriceChange>;

const updatesMessage = 'Choose 1 to 100 listings';
const ListingId = z.string().min(1).max(40);
export const BulkPriceUpdate = z.strictObject({
  updates: z
    .array(z.strictObject({ listingId: ListingId, newPrice: Price }), { error: updatesMessage })
    .min(1, updatesMessage)
    .max(100, updatesMessage),
  /** By listing. */
  expectedPrices: z.record(ListingId, ExpectedPrice).optional(),
  confirmLargeChanges: z.boolean().optional(),
});

const UpdatedPrice = PriceChange.extend({ listingId: z.string() });
const FailedPrice = z.object({ listingId: z.string(), error: z.string(), message: z.string() });

export const BulkPriceResult = z.object({
  message: z.string(),
  updated: z.array(UpdatedPrice),
  failed: z.array(FailedPrice),
  batchId: z.string(),
});
export type BulkPriceResult = z.output<typeof BulkPriceResult>;

/** How far a batch is. `undoing` and `undone` follow an undo of the whole batch or of some of its listings. */
export const PriceBatch = BulkPriceResult.extend({
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  createdAt: Time,
  total: z.number().int(),
  /** Not sent yet. */
  waiting: z.array(z.string()),
  /** The least time until the last change is sent, at the pace that Hangtag keeps. */
  secondsLeft: z.number().int().nonnegative(),
  reverted: z.array(UpdatedPrice),
  skipped: z.array(FailedPrice),
});
export type PriceBatch = z.output<typeof PriceBatch>;

/** If `listingIds` is left out, the whole batch is undone. */
export const UndoPrices = z.strictObject({ listingIds: z.array(z.string().min(1).max(40)).min(1).max(100).optional() });

export const UndoResult = z.object({
  message: z.string(),
  reverted: z.array(UpdatedPrice),
  skipped: z.array(FailedPrice),
});
export type UndoResult = z.output<typeof UndoResult>;

export const PriceHistoryEntry = z.object({
  at: Time,
  /** Whole dollars; null if no price was known before. */
  oldPrice: z.number().int().nullable(),
  newPrice: z.number().int(),
  source: z.enum(['manual', 'optimizer', 'analysis', 'undo', 'marketplace']),
  /** The batch that this change belongs to, which can be undone. */
  batchId: z.string().optional(),
});
export type PriceHistoryEntry = z.output<typeof PriceHistoryEntry>;
