import type { Listing, SyncResult } from '#contract/listings.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';

/** One listing that a round shares. */
export type RoundListing = { id: string; poshmarkId: string; title: string };

export type Listings = {
  /** Active first, newest first. */
  list(userId: string): Promise<Listing[]>;
  counts(userId: string): Promise<{ active: number; sold: number }>;
  changeFloorPrice(userId: string, listingId: string, floorPrice: number | null): Promise<Listing>;
  /** Reads the whole closet. A second call while one runs gets the result of the first. */
  sync(userId: string): Promise<SyncResult>;
  /** The job after a pass that showed too little: believes what each missing listing says by itself. */
  lookAgain(userId: string): Promise<void>;
  /**
   * What a round shares, first of the closet first: the closet's own order at the last sync, with what Hangtag shared
   * since then moved to the front, as the marketplace does. A round goes through it from its end.
   */
  activeInClosetOrder(userId: string): Promise<RoundListing[]>;
  /** What the marketplace said of one listing while it was shared. */
  markSold(userId: string, listingId: string, at: Instant, tx?: Queryable): Promise<void>;
  markGone(userId: string, listingId: string, at: Instant, tx?: Queryable): Promise<void>;
  markNotForSale(userId: string, listingId: string, at: Instant, tx?: Queryable): Promise<void>;
};
