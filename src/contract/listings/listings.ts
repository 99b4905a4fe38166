// The closet’s listings, what the seller decides about each, and their sync.

import { z } from 'zod';
import { longestLabel, mostCostCents } from '#domain/listings/inventory-fields.ts';
import { pictureTypes } from '#domain/picture-file.ts';
import { type Cost, perMinute, reads, scarce, writes } from '../cost.ts';
import { CurrencyCode, Time, text, whole } from '../fields.ts';
import type { RouteTable } from '../route.ts';

export const Listing = z.object({
  id: z.string(),
  poshmarkId: z.string(),
  title: z.string(),
  /** Whole dollars of its currency; null if the price could not be read. */
  price: z.number().int().nullable(),
  /** Of all its prices. Hangtag advises on US dollars only. */
  currency: CurrencyCode,
  originalPrice: z.number().int().nullable(),
  /** In the same currency. No offer and no suggestion goes below it. */
  floorPrice: z.number().int().nullable(),
  /** The lowest that it was ever asked for, in the same currency, by its history and by reports; null if only the present price is known. */
  lowestPrice: z.number().int().nullable(),
  /** What the seller paid for it, in cents. */
  costCents: z.number().int().nullable(),
  sku: z.string().nullable(),
  /** Where the seller keeps it. */
  shelf: z.string().nullable(),
  /** Rounds leave it out. */
  skipSharing: z.boolean(),
  isActive: z.boolean(),
  availability: z.enum(['available', 'sold', 'not_for_sale', 'reserved', 'removed']),
  lastShared: Time.nullable(),
  likeCount: z.number().int(),
  /** Shares by Hangtag that the marketplace confirmed. */
  shareCount: z.number().int(),
  brand: z.string().nullable(),
  department: z.string().nullable(),
  category: z.string().nullable(),
  subcategory: z.string().nullable(),
  size: z.string().nullable(),
  condition: z.string().nullable(),
  imageUrl: z.string().nullable(),
  url: z.string(),
  listedAt: Time.nullable(),
  soldAt: Time.nullable(),
  /** Since when nobody has liked it and its price hasn’t changed, as far as readings of the closet tell. */
  quietSince: Time,
  syncedAt: Time,
});
export type Listing = z.output<typeof Listing>;

const ListingPicture = z.object({ bytes: z.instanceof(Uint8Array), type: z.enum(pictureTypes) });

const floorMessage = 'Enter whole dollars, from 3 to 50,000, or leave this empty';
const FloorPrice = whole({ least: 3, most: 50_000 }, floorMessage).nullable();
const SkipSharing = z.boolean({ error: 'Turn Skip sharing on or off' });

const costMessage = 'Enter what you paid, from $0 to $100,000, or leave this empty';
const CostCents = whole({ least: 0, most: mostCostCents }, costMessage);
/** A short text of the seller’s own. An empty one is none. */
const Label = text(longestLabel, `Enter up to ${longestLabel} characters, or leave this empty`)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Use one line of plain text')
  .transform((given) => (given === '' ? null : given))
  .nullable();

const changes = {
  floorPrice: FloorPrice.optional(),
  skipSharing: SkipSharing.optional(),
  costCents: CostCents.nullable().optional(),
  sku: Label.optional(),
  shelf: Label.optional(),
};
/** Fields that are left out stay as they are. */
export const ListingChange = z.strictObject(changes);
export type ListingChange = z.output<typeof ListingChange>;

const percentMessage = 'Enter a whole percentage, from 1 to 100';
const chooseMessage = 'Choose 1 to 500 listings';
/** Changes what Hangtag keeps about many listings. Nothing is sent to the marketplace. */
export const BulkListingChange = z
  .strictObject({
    listingIds: z
      .array(z.string().min(1).max(40), { error: chooseMessage })
      .min(1, chooseMessage)
      .max(500, chooseMessage),
    ...changes,
    /** Of each listing's present price, rounded up to whole dollars, so that no floor is below it. */
    floorPercent: whole({ least: 1, most: 100 }, percentMessage).optional(),
  })
  .refine((body) => body.floorPrice === undefined || body.floorPercent === undefined, {
    path: ['floorPercent'],
    message: 'Enter the floor in dollars or as a percentage, not both',
  })
  .refine(({ listingIds: _, ...edit }) => Object.values(edit).some((value) => value !== undefined), {
    path: ['listingIds'],
    message: 'Choose what to change: the floor price, sharing, the cost, the SKU, or the shelf',
  });
export type BulkListingChange = z.output<typeof BulkListingChange>;

export const BulkListingResult = z.object({
  updated: z.number().int(),
  failed: z.array(z.object({ listingId: z.string(), error: z.string(), message: z.string() })),
});
export type BulkListingResult = z.output<typeof BulkListingResult>;

export const SyncResult = z.object({
  message: z.string(),
  added: z.number().int(),
  updated: z.number().int(),
  sold: z.number().int(),
  removed: z.number().int(),
  total: z.number().int(),
});
export type SyncResult = z.output<typeof SyncResult>;

/** One screen of listings has hundreds, which must not use up the reads of the dashboard beside it. */
const pictures: Cost = { ...reads, isApart: true, budget: 'pictures' };

/** Each reads a whole closet, page by page. */
const syncs: Cost = {
  ...scarce,
  stores: 'log',
  needsCloset: true,
  budget: 'syncs',
  account: perMinute(1),
  client: perMinute(10),
  installation: perMinute(60),
  concurrency: { atOnce: 8, ofAccount: 2, waiting: 100, waitingOfAccount: 2, longestMs: 20_000 },
  refusal: 'A closet can be synced once a minute.',
};

export const listingRoutes = {
  list: {
    method: 'GET',
    path: '/api/listings',
    summary: 'All listings, active first, newest first',
    access: 'user',
    cost: reads,
    etag: true,
    reply: z.array(Listing),
  },
  change: {
    method: 'PATCH',
    path: '/api/listings/{id}',
    summary: 'Set the floor price, cost, SKU, or shelf, or leave the listing out of rounds',
    access: 'user',
    cost: writes,
    body: ListingChange,
    reply: Listing,
  },
  picture: {
    method: 'GET',
    path: '/api/listings/{id}/picture',
    summary: 'The listing’s picture, loaded by this server if the seller chose that',
    access: 'user',
    cost: pictures,
    picture: true,
    reply: ListingPicture,
  },
  changeMany: {
    method: 'POST',
    path: '/api/listings/bulk-update',
    summary: 'Set floor prices, costs, SKUs, or shelves, or skip sharing, for up to 500 listings',
    access: 'user',
    cost: writes,
    body: BulkListingChange,
    reply: BulkListingResult,
  },
  sync: {
    method: 'POST',
    path: '/api/listings/sync',
    summary: 'Read the whole closet from the marketplace',
    access: 'user',
    cost: syncs,
    reply: SyncResult,
  },
} as const satisfies RouteTable[string];
