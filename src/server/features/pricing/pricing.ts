// The face of the pricing feature: what other features and the app may call.

import type { MarketAnalysis, OptimizationResult, Recommendation, StandingAdvice } from '#contract/pricing/advice.ts';
import type { PricingState } from '#contract/pricing/evidence.ts';
import type { ImportedSales, SalesImport, SalesToImport } from '#contract/pricing/sale-imports.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import type { PricingEngine } from '#domain/ports/pricing/engine.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Strategy } from '#domain/pricing/advice/choose-listings.ts';
import type { Item } from '#domain/pricing/facts/comparable.ts';
import type { Closet } from '../closet/closet.ts';
import { countTrackRecord } from './advice/advice-store.ts';
import { createListingAnalysis } from './advice/analyze-listing.ts';
import { readEarlierAdvice } from './advice/earlier-advice.ts';
import { optimizePrices } from './advice/optimize-prices.ts';
import { readStandingAdvice } from './advice/standing-advice.ts';
import { createSearch, type Marketplaces, type SearchSpacing } from './comparables/search-comparables.ts';
import { createSearchWays } from './comparables/search-in-browser.ts';
import { findSearchPause } from './comparables/search-store.ts';
import { countComparables } from './comparables/store.ts';
import { createTrainingSources, type TrainingSources } from './comparables/training-source.ts';
import { importSales, listImports, undoImport } from './import/import-sales.ts';
import { appraiseItem, type SearchedAppraisal } from './photo/appraise-item.ts';
import { studyLater, studyMarket } from './study-market.ts';

export type Pricing = {
  state(userId: string): Promise<Omit<PricingState, 'model'>>;
  /** Throws `closet_not_connected`, `no_listings`. */
  optimize(userId: string, wish: { strategy: Strategy; limit: number }): Promise<OptimizationResult>;
  /** Reads what was stored. No listing is compared for it. */
  standingAdvice(userId: string): Promise<StandingAdvice>;
  /** Throws `not_found`, `listing_not_for_sale`, `closet_not_connected`. */
  analyzeListing(userId: string, listingId: string): Promise<MarketAnalysis>;
  /** Newest first. Throws `not_found`. */
  recommendations(userId: string, listingId: string): Promise<Recommendation[]>;
  /** Prices an item that is in no closet, with the comparables of its brand and kind. */
  appraise(userId: string, item: Item, count: number): Promise<SearchedAppraisal>;
  /** Sales from the seller's own records. `importSales` throws `too_many_sales`, `undoImport` throws `not_found`. */
  imports(userId: string): Promise<SalesImport[]>;
  importSales(userId: string, sales: SalesToImport): Promise<ImportedSales>;
  undoImport(userId: string, id: string): Promise<number>;
  /** The job after a sync or an analysis: searches for comparables and renews the engine's fit. */
  study(userId: string, listingId?: string): Promise<void>;
  /** Waits until one more search may be sent. All searches of the installation share one pace. */
  searchTurn(practice: boolean): Promise<void>;
  /** Deletes search results that were not renewed for half a year. */
  maintenance(): Promise<void>;
};

/** Price suggestions with their evidence and uncertainty, for listings and for items in no closet. */
export function createPricing({
  database,
  clock,
  closet,
  queue,
  engine,
  marketplaces,
  onMarketFailure = async () => {},
  random,
  searchSpacing,
  log,
}: {
  database: Database;
  clock: Clock;
  closet: Pick<Closet, 'summary' | 'wayOf' | 'search'>;
  queue: Queue;
  engine: PricingEngine;
  marketplaces: Marketplaces;
  /** A search through the seller's browser was refused. */
  onMarketFailure?: (userId: string, failure: MarketFailure) => Promise<void>;
  random: () => number;
  searchSpacing?: SearchSpacing;
  log: { warn(fields: object, message: string): void };
}): Pricing {
  const trainingSources = createTrainingSources({ database, closet, hasReal: marketplaces.real !== null });
  const search = createSearch({ database, clock, marketplaces, spacing: searchSpacing, log });
  const searchWay = createSearchWays({ clock, closet, onMarketFailure });
  const analyzeListing = createListingAnalysis({ database, clock, engine, trainingSources });
  const tools = { database, clock, closet, queue, engine, search, searchWay, trainingSources, random, log };

  return {
    state: (userId) => readState(tools, userId),

    async optimize(userId, wish) {
      const result = await optimizePrices(tools, userId, wish);
      await studyLater(tools, userId);
      return result;
    },

    async standingAdvice(userId) {
      const linked = await closet.summary(userId);
      return readStandingAdvice(tools, { userId, marketUserId: linked?.marketUserId ?? null });
    },

    async analyzeListing(userId, listingId) {
      const { analysis, isNew } = await analyzeListing(userId, listingId);
      if (isNew) await studyLater(tools, userId, listingId);
      return analysis;
    },

    recommendations: (userId, listingId) => readEarlierAdvice(tools, userId, listingId),

    appraise: (userId, item, count) => appraiseItem(tools, userId, item, count),
    imports: (userId) => listImports(tools, userId),
    async importSales(userId, sales) {
      const result = await importSales(tools, userId, sales);
      await studyLater(tools, userId);
      return result;
    },
    async undoImport(userId, id) {
      const removed = await undoImport(tools, userId, id);
      await studyLater(tools, userId);
      return removed;
    },
    study: (userId, listingId) => studyMarket(tools, userId, listingId),
    searchTurn: search.takeTurn,
    maintenance: () => search.prune(),
  };
}

/** What the prices of this seller are based on now. */
async function readState(
  {
    database,
    clock,
    closet,
    trainingSources,
  }: { database: Database; clock: Clock; closet: Pick<Closet, 'wayOf'>; trainingSources: TrainingSources },
  userId: string,
): Promise<Omit<PricingState, 'model'>> {
  const source = await trainingSources.sourceOf(userId);
  const [counts, record, until, way] = await Promise.all([
    countComparables(database, trainingSources.queryOf(source)),
    countTrackRecord(database, userId),
    findSearchPause(database, source.practice, clock.now()),
    closet.wayOf(userId),
  ]);
  return {
    ...counts,
    record,
    searchPausedUntil: until === null ? null : new Date(until).toISOString(),
    ...(way === 'browser_away' && { searchAwaitsBrowser: true }),
  };
}
