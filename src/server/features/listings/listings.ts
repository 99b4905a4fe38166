/** The face of the listings feature: the seller's listings as the last sync saw them. */
import type { Listing, SyncResult } from '#contract/schemas/listings.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Closet } from '../closet/closet.ts';
import {
  type Availability,
  countListings,
  findActiveInOrder,
  findListings,
  type ListingRow,
  markUnavailable,
  saveFloorPrice,
} from './store.ts';
import { type ActivityLog, createSync } from './sync/sync.ts';

/** For the ledger's transactions: raises the counts of the listings that were shared. */
export { countShares } from './store.ts';

/** One listing that a round shares. */
type RoundListing = { id: string; poshmarkId: string; title: string };

/** Marks a listing that the marketplace reported as unavailable when it was shared. */
type Mark = (userId: string, listingId: string, at: Instant, tx?: Queryable) => Promise<void>;

export type Listings = {
  /** Active first, newest first. */
  list(userId: string): Promise<Listing[]>;
  counts(userId: string): Promise<{ active: number; sold: number }>;
  /** Whole dollars, or null for none. Throws `not_found`. */
  changeFloorPrice(userId: string, listingId: string, floorPrice: number | null): Promise<Listing>;
  /** Reads the whole closet. A second call while one runs gets the result of the first. */
  sync(userId: string): Promise<SyncResult>;
  /** The job after a sync that showed too little: looks up every missing listing by itself. */
  lookAgain(userId: string): Promise<void>;
  /**
   * What a round shares, in the closet's order: the order at the last sync, with what Hangtag shared since then moved to
   * the front, as the marketplace does. A round goes from the last to the first.
   */
  activeInClosetOrder(userId: string): Promise<RoundListing[]>;
  markSold: Mark;
  markGone: Mark;
  markNotForSale: Mark;
};

export function createListings({
  database,
  clock,
  closet,
  queue,
  activity,
  onSynced,
  spacingMs = 300,
}: {
  database: Database;
  clock: Clock;
  closet: Closet;
  queue: Queue;
  activity: ActivityLog;
  onSynced?: (tx: Queryable, userId: string) => Promise<void>;
  /** Between two listings that are looked up by themselves. */
  spacingMs?: number;
}): Listings {
  const mark =
    (availability: Exclude<Availability, 'available'>): Mark =>
    (userId, id, now, tx = database) =>
      markUnavailable(tx, { userId, id, availability, now });

  return {
    list: async (userId) => (await findListings(database, userId)).map(toListing),
    counts: (userId) => countListings(database, userId),

    async changeFloorPrice(userId, id, floorPrice) {
      const row = isId(id) ? await saveFloorPrice(database, { userId, id, floorPrice }) : null;
      if (row === null) throw new Failure('not_found', 'This listing no longer exists.');
      return toListing(row);
    },

    ...createSync({ database, clock, closet, queue, activity, onSynced, spacingMs }),

    async activeInClosetOrder(userId) {
      const linked = await closet.summary(userId);
      // Listings of a closet that was linked before belong to another seller there.
      return linked?.marketUserId ? findActiveInOrder(database, userId, linked.marketUserId) : [];
    },

    markSold: mark('sold'),
    markGone: mark('removed'),
    markNotForSale: mark('not_for_sale'),
  };
}

function toListing(row: ListingRow): Listing {
  const time = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    ...row,
    lastShared: time(row.lastShared),
    listedAt: time(row.listedAt),
    soldAt: time(row.soldAt),
    syncedAt: new Date(row.syncedAt).toISOString(),
  };
}
