// The calls of the closet's listings and their prices.
import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import {
  BulkPriceResult,
  BulkPriceUpdate,
  NewPrice,
  PriceBatch,
  PriceChange,
  PriceHistoryEntry,
  UndoPrices,
  UndoResult,
} from '../schemas/listings/prices.ts';
import {
  BulkListingChange,
  BulkListingResult,
  Listing,
  ListingChange,
  ListingPicture,
  SyncResult,
} from '../schemas/listings.ts';

export const listingsRoutes = {
  list: {
    method: 'GET',
    path: '/api/listings',
    summary: 'All listings, active first, newest first',
    access: 'user',
    etag: true,
    reply: z.array(Listing),
  },
  change: {
    method: 'PATCH',
    path: '/api/listings/{id}',
    summary: 'Set the floor price, or leave the listing out of rounds',
    access: 'user',
    body: ListingChange,
    reply: Listing,
  },
  picture: {
    method: 'GET',
    path: '/api/listings/{id}/picture',
    summary: 'The listing’s picture, loaded by this server if the seller chose that',
    access: 'user',
    picture: true,
    reply: ListingPicture,
  },
  changeMany: {
    method: 'POST',
    path: '/api/listings/bulk-update',
    summary: 'Set floor prices or skip sharing for up to 500 listings',
    access: 'user',
    body: BulkListingChange,
    reply: BulkListingResult,
  },
  sync: {
    method: 'POST',
    path: '/api/listings/sync',
    summary: 'Read the whole closet from the marketplace',
    access: 'user',
    reply: SyncResult,
  },
  setPrice: {
    method: 'PATCH',
    path: '/api/listings/{id}/price',
    summary: 'Change the price at the marketplace and in Hangtag, if it is still the expected one',
    access: 'user',
    body: NewPrice,
    reply: PriceChange,
  },
  priceHistory: {
    method: 'GET',
    path: '/api/listings/{id}/price-history',
    summary: 'Every price the listing had, newest first',
    access: 'user',
    reply: z.array(PriceHistoryEntry),
  },
  updatePrices: {
    method: 'POST',
    path: '/api/listings/bulk-price-update',
    summary:
      'Change up to 100 prices that are still the expected ones, one after another. Hangtag continues after a crash',
    access: 'user',
    idempotent: true,
    body: BulkPriceUpdate,
    reply: BulkPriceResult,
  },
  priceBatch: {
    method: 'GET',
    path: '/api/listings/bulk-price-update/{batchId}',
    summary: 'The progress of a bulk change. While it runs, its idempotency key finds it, too',
    access: 'user',
    reply: PriceBatch,
  },
  stopPrices: {
    method: 'POST',
    path: '/api/listings/bulk-price-update/{batchId}/stop',
    summary: 'Leave the prices of a bulk change, or of its undo, that were not sent yet',
    access: 'user',
    reply: PriceBatch,
  },
  undoPrices: {
    method: 'POST',
    path: '/api/listings/bulk-price-update/{batchId}/undo',
    summary: 'Restore the old prices of listings that still have the price from this bulk change',
    access: 'user',
    body: UndoPrices,
    reply: UndoResult,
  },
} as const satisfies RouteTable[string];
