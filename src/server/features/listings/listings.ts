// The face of the listings feature: the seller's listings as of the last sync.

import type { InventoryReport, InventoryResult } from '#contract/listings/inventory-report.ts';
import type {
  BulkListingChange,
  BulkListingResult,
  Listing,
  ListingChange,
  SyncResult,
} from '#contract/listings/listings.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { ListingsNeeds } from './needs/needs.ts';
import { applyReport } from './report/apply-report.ts';
import {
  type Availability,
  countListings,
  countRoundSize,
  findActiveInOrder,
  findListings,
  type ListingRow,
  markUnavailable,
  saveEdits,
} from './rows/store.ts';
import { createSync, type Sync } from './sync/sync.ts';

/** For offers, which are written as prices are. */
export type { Money, MoneyAnswer, MoneyRun } from './money/write-money.ts';
/** For the ledger's transactions: increases the counts of the listings that were shared. */
export { countShares } from './rows/store.ts';

/** One listing that a round shares. */
type RoundListing = { id: string; poshmarkId: string; title: string };

/** Marks a listing that the marketplace reported as unavailable when it was shared. */
type Mark = (userId: string, listingId: string, at: Instant, tx?: Queryable) => Promise<void>;

export type Listings = {
  /** Active first, newest first. */
  list(userId: string): Promise<Listing[]>;
  counts(userId: string): Promise<{ active: number; sold: number }>;
  /** How many listings for sale a round shares, and how many the seller leaves out. */
  roundSize(userId: string): Promise<{ shared: number; skipped: number }>;
  /** Fields that are left out stay as they are. Throws `not_found`. */
  change(userId: string, listingId: string, change: ListingChange): Promise<Listing>;
  /** The same for many listings. Reports those that can't be changed, and changes the others. */
  changeMany(userId: string, change: BulkListingChange): Promise<BulkListingResult>;
  /** Fills in costs, SKUs, listing dates, and lowest prices. What the seller typed stays. */
  applyReport(userId: string, report: InventoryReport): Promise<InventoryResult>;
  /**
   * Reads the whole closet. A second call while one runs gets the result of the first. Throws `on_hold`, among others;
   * `evenOnHold` is for a demo, whose closet nobody but its visitor has. `isTold` is false if the seller isn't shown the result: the
   * seller's next sync within a minute reports it, too.
   */
  sync(userId: string, options?: { evenOnHold?: boolean; isTold?: boolean }): Promise<SyncResult>;
  /**
   * Reads the closet without a request of the seller: before a round, and at night while the bot is stopped. Does nothing if the
   * closet was read after `since`. A sync within a minute reports what this reading found. Throws only if it could not begin.
   */
  read: Sync['read'];
  /** The job after a sync that showed too little: looks up every missing listing separately. */
  lookAgain(userId: string): Promise<void>;
  /**
   * What a round shares, in the closet's order: the order at the last sync, with what Hangtag shared since then moved to
   * the front, as the marketplace does. A round goes from the last to the first.
   */
  activeInClosetOrder(userId: string): Promise<RoundListing[]>;
  markSold: Mark;
  markGone: Mark;
  markNotForSale: Mark;
  /** A buyer is paying. */
  markReserved: Mark;
};

export function createListings(needs: ListingsNeeds): Listings {
  const { database, closet } = needs;
  const mark =
    (availability: Exclude<Availability, 'available'>): Mark =>
    (userId, id, now, tx = database) =>
      markUnavailable(tx, { userId, id, availability, now });

  return {
    list: async (userId) => (await findListings(database, userId)).map(toListing),
    counts: (userId) => countListings(database, userId),

    roundSize: (userId) => countRoundSize(database, userId),

    async change(userId, id, edit) {
      const [row] = isId(id)
        ? await database.transaction(async (tx) => {
            await saveEdits(tx, { userId, ids: [id], edit });
            return findListings(tx, userId, id);
          })
        : [];
      if (row === undefined) throw new Failure('not_found', noSuchListing.message);
      return toListing(row);
    },

    async changeMany(userId, { listingIds, ...edit }) {
      const asked = [...new Set(listingIds)];
      const outcomes = await saveEdits(database, { userId, ids: asked.filter(isId), edit });
      const failed = asked.flatMap((listingId) => {
        const outcome = outcomes.get(listingId);
        if (outcome === 'changed') return [];
        return [{ listingId, ...(outcome === undefined ? noSuchListing : noPrice) }];
      });
      return { updated: asked.length - failed.length, failed };
    },

    applyReport: (userId, report) => applyReport(needs, userId, report),

    ...createSync(needs),

    async activeInClosetOrder(userId) {
      const linked = await closet.summary(userId);
      // Listings of a closet that was linked before belong to another seller there.
      return linked?.marketUserId ? findActiveInOrder(database, userId, linked.marketUserId) : [];
    },

    markSold: mark('sold'),
    markGone: mark('removed'),
    markNotForSale: mark('not_for_sale'),
    markReserved: mark('reserved'),
  };
}

const noSuchListing = { error: 'not_found', message: 'This listing no longer exists.' };
const noPrice = { error: 'no_price', message: 'This listing has no price, so Hangtag can’t set a percentage of it.' };

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
