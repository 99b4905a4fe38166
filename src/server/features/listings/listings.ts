// The face of the listings feature: the seller's listings as of the last sync.

import type { InventoryReport, InventoryResult } from '#contract/listings/inventory-report.ts';
import type { BulkListingChange, BulkListingResult, Listing, ListingChange } from '#contract/listings/listings.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { ListingsNeeds } from './needs/needs.ts';
import { applyReport } from './report/apply-report.ts';
import {
  clearCosts,
  countListings,
  countRoundSize,
  findActiveFacts,
  findActiveInOrder,
  findListings,
  findQuiet,
  type ListingCost,
  type ListingRow,
  lockPriced,
  markUnavailable,
  saveCosts,
  saveEdits,
  type Unavailable,
} from './rows/store.ts';
import { createSync } from './sync/sync.ts';

/** For offers, which are written as prices are. */
export type { Money, MoneyAnswer, MoneyRun } from './money/write-money.ts';
/** For price drops, which are journaled as other changes are. */
export type { Prices } from './prices/prices.ts';
/** For the ledger's transactions: increases the counts of the listings that were shared. */
export { countShares } from './rows/store.ts';

export type Listings = ReturnType<typeof createListings>;

export function createListings(needs: ListingsNeeds) {
  const { database, closet, onCostsChanged: tellCosts = async () => {} } = needs;
  return {
    /** Active first, newest first. */
    list: async (userId: string): Promise<Listing[]> => (await findListings(database, userId)).map(toListing),
    counts: (userId: string) => countListings(database, userId),
    /** Those for sale that nobody has liked, at one price, for some time. */
    quiet: (userId: string, ask: Parameters<typeof findQuiet>[2]) => findQuiet(database, userId, ask),
    /** How many listings for sale a round shares, and how many the seller leaves out. */
    roundSize: (userId: string) => countRoundSize(database, userId),

    /** Fields that are left out stay as they are. Throws `not_found`. */
    async change(userId: string, id: string, edit: ListingChange): Promise<Listing> {
      const [row] = isId(id)
        ? await database.transaction(async (tx) => {
            await saveEdits(tx, { userId, ids: [id], edit });
            if (isAboutSales(edit)) await tellCosts(tx, userId, [id]);
            return findListings(tx, userId, id);
          })
        : [];
      if (row === undefined) throw new Failure('not_found', noSuchListing.message);
      return toListing(row);
    },

    /** The same for many listings. Reports those that can't be changed, and changes the others. */
    async changeMany(userId: string, { listingIds, ...edit }: BulkListingChange): Promise<BulkListingResult> {
      const asked = [...new Set(listingIds)];
      const outcomes = await database.transaction(async (tx) => {
        const saved = await saveEdits(tx, { userId, ids: asked.filter(isId), edit });
        if (isAboutSales(edit)) await tellCosts(tx, userId, [...saved.keys()]);
        return saved;
      });
      const failed = asked.flatMap((listingId) => {
        const outcome = outcomes.get(listingId);
        if (outcome === 'changed') return [];
        return [{ listingId, ...(outcome === undefined ? noSuchListing : noPrice) }];
      });
      return { updated: asked.length - failed.length, failed };
    },

    /** Fills in costs, SKUs, listing dates, and lowest prices. What the seller typed stays. */
    applyReport: (userId: string, report: InventoryReport): Promise<InventoryResult> =>
      applyReport(needs, userId, report),

    /** Those of `ids` that the seller has, locked in one order. Whole dollars. */
    lockPriced,
    /** Costs that the seller gave to several listings at once. The listings are locked. */
    async setCosts(tx: Queryable, userId: string, costs: readonly ListingCost[]): Promise<void> {
      await saveCosts(tx, userId, costs);
      await tellCosts(
        tx,
        userId,
        costs.map(({ listingId }) => listingId),
      );
    },
    /** Clears those costs that are still the given ones. Resolves to how many that are. */
    async takeBackCosts(tx: Queryable, userId: string, costs: readonly ListingCost[]): Promise<number> {
      const cleared = await clearCosts(tx, userId, costs);
      await tellCosts(tx, userId, cleared);
      return cleared.length;
    },

    ...createSync(needs),

    /**
     * What a round shares, in the closet's order: the order at the last sync, with what Hangtag shared since then moved to
     * the front, as the marketplace does. A round goes from the last to the first.
     */
    async activeInClosetOrder(userId: string) {
      const linked = await closet.summary(userId);
      // Listings of a closet that was linked before belong to another seller there.
      return linked?.marketUserId ? findActiveInOrder(database, userId, linked.marketUserId) : [];
    },

    /** The same listings in the same order, with what the rules of a party ask about. */
    async activeWithFacts(userId: string) {
      const linked = await closet.summary(userId);
      return linked?.marketUserId ? findActiveFacts(database, userId, linked.marketUserId) : [];
    },

    /** Marks a listing that the marketplace reported as unavailable when it was shared. */
    markUnavailable: (
      of: { userId: string; id: string; availability: Unavailable; now: Instant },
      tx: Queryable = database,
    ) => markUnavailable(tx, of),
  };
}

/** What a sale takes over from its listing. */
const isAboutSales = ({ costCents, sku, shelf }: ListingChange): boolean =>
  costCents !== undefined || sku !== undefined || shelf !== undefined;

const noSuchListing = { error: 'not_found', message: 'This listing no longer exists.' };
const noPrice = { error: 'no_price', message: 'This listing has no price, so Hangtag can’t set a percentage of it.' };

function toListing(row: ListingRow): Listing {
  const time = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    ...row,
    lastShared: time(row.lastShared),
    listedAt: time(row.listedAt),
    soldAt: time(row.soldAt),
    quietSince: new Date(row.quietSince).toISOString(),
    syncedAt: new Date(row.syncedAt).toISOString(),
  };
}
