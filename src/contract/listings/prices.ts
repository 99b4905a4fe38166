// Changes of prices, one by one and in batches, and their history.
import { z } from 'zod';
import { type Cost, perMinute, reads, scarce, writes } from '../cost.ts';
import { Time, whole } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const priceMessage = 'Enter whole dollars, from 3 to 50,000';
/** Whole dollars of the currency that the listing is priced in, because the marketplace takes no cents. */
const Price = whole({ least: 3, most: 50_000 }, priceMessage);

/** The price that the seller was shown. If the listing has another one, nothing is sent. Left out: any price is overwritten. */
const ExpectedPrice = z.number().int().nonnegative().max(2_147_483_647);

const NewPrice = z.strictObject({
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
const BulkPriceUpdate = z.strictObject({
  updates: z
    .array(z.strictObject({ listingId: ListingId, newPrice: Price }), { error: updatesMessage })
    .min(1, updatesMessage)
    .max(100, updatesMessage),
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
const UndoPrices = z.strictObject({ listingIds: z.array(z.string().min(1).max(40)).min(1).max(100).optional() });

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
  source: z.enum(['manual', 'optimizer', 'analysis', 'drop', 'undo', 'marketplace']),
  /** The batch that this change belongs to, which can be undone. */
  batchId: z.string().optional(),
});
export type PriceHistoryEntry = z.output<typeof PriceHistoryEntry>;

const priceWrites: Cost = { ...writes, stores: 'little' };

/** Up to 100 prices each. The feature also limits the changes of a day. */
const bulkPrices: Cost = {
  ...scarce,
  stores: 'little',
  budget: 'bulk price updates',
  account: perMinute(10),
  client: perMinute(30),
  refusal: 'You changed many prices just now.',
};

export const priceRoutes = {
  setPrice: {
    method: 'PATCH',
    path: '/api/listings/{id}/price',
    summary: 'Change the price at the marketplace and in Hangtag, if it is still the expected one',
    access: 'user',
    cost: priceWrites,
    body: NewPrice,
    reply: PriceChange,
  },
  priceHistory: {
    method: 'GET',
    path: '/api/listings/{id}/price-history',
    summary: 'Every price the listing had, newest first',
    access: 'user',
    cost: reads,
    reply: z.array(PriceHistoryEntry),
  },
  updatePrices: {
    method: 'POST',
    path: '/api/listings/bulk-price-update',
    summary:
      'Change up to 100 prices that are still the expected ones, one after another. Hangtag continues after a crash',
    access: 'user',
    cost: bulkPrices,
    idempotent: true,
    body: BulkPriceUpdate,
    reply: BulkPriceResult,
  },
  priceBatch: {
    method: 'GET',
    path: '/api/listings/bulk-price-update/{batchId}',
    summary: 'The progress of a bulk change. While it runs, its idempotency key finds it, too',
    access: 'user',
    cost: reads,
    reply: PriceBatch,
  },
  stopPrices: {
    method: 'POST',
    path: '/api/listings/bulk-price-update/{batchId}/stop',
    summary: 'Leave the prices of a bulk change, or of its undo, that were not sent yet',
    access: 'user',
    cost: writes,
    reply: PriceBatch,
  },
  undoPrices: {
    method: 'POST',
    path: '/api/listings/bulk-price-update/{batchId}/undo',
    summary: 'Restore the old prices of listings that still have the price from this bulk change',
    access: 'user',
    cost: bulkPrices,
    body: UndoPrices,
    reply: UndoResult,
  },
} as const satisfies RouteTable[string];
