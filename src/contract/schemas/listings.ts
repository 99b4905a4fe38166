// What goes over the wire about listings and their sync.
import { z } from 'zod';
import { Time } from './fields.ts';

export const Listing = z.object({
  id: z.string(),
  poshmarkId: z.string(),
  title: z.string(),
  /** Whole US dollars; null where the price could not be read. */
  price: z.number().int().nullable(),
  originalPrice: z.number().int().nullable(),
  /** Whole US dollars. No offer and no suggestion goes below it. */
  floorPrice: z.number().int().nullable(),
  isActive: z.boolean(),
  availability: z.enum(['available', 'sold', 'not_for_sale', 'removed']),
  lastShared: Time.nullable(),
  likeCount: z.number().int(),
  /** Hangtag's shares that the marketplace confirmed. */
  shareCount: z.number().int(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  size: z.string().nullable(),
  condition: z.string().nullable(),
  imageUrl: z.string().nullable(),
  url: z.string(),
  listedAt: Time.nullable(),
  soldAt: Time.nullable(),
  syncedAt: Time,
});
export type Listing = z.output<typeof Listing>;

const floorMessage = 'Enter whole dollars, from 3 to 50,000, or leave this empty';
export const ListingChange = z.strictObject({
  floorPrice: z
    .number({ error: floorMessage })
    .int(floorMessage)
    .min(3, floorMessage)
    .max(50_000, floorMessage)
    .nullable(),
});

export const SyncResult = z.object({
  message: z.string(),
  added: z.number().int(),
  updated: z.number().int(),
  sold: z.number().int(),
  removed: z.number().int(),
  total: z.number().int(),
});
export type SyncResult = z.output<typeof SyncResult>;
