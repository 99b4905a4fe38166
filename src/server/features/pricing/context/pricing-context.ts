// What the calls of pricing work with, made once by `createPricing`.

import type { Listing } from '#contract/listings/listings.ts';
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import type { Backtest } from '#contract/pricing/backtest.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Marketplace } from '#domain/ports/marketplace.ts';
import type { Advisor } from '#domain/ports/pricing/advisor.ts';
import type { PricingEngine } from '#domain/ports/pricing/engine.ts';
import type { Vision } from '#domain/ports/pricing/vision.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Closet } from '../../closet/closet.ts';
import type { Stamped } from '../../stamped.ts';

export type PricingContext = {
  database: Database;
  clock: Clock;
  queue: Pick<Queue, 'put'>;
  log: { warn(fields: object, message: string): void };
  random: () => number;
  closet: Pick<Closet, 'summary' | 'wayOf' | 'search'>;
  listings: { list(userId: string): Promise<Listing[]> };
  engine: PricingEngine;
  marketplaces: { real: Marketplace | null; practice: Marketplace | null };
  /** Between two searches, in ms. */
  searchSpacing: { real: number; practice: number };
  vision: Vision;
  /** The AI model to which the seller may send a photo. */
  advisor: Advisor | null;
  /** Whether the disk has room: decoding a photo needs some. */
  hasRoom: () => boolean;
  /** When each seller's browser may search again, by this process's own clock. */
  carriedAt: Map<string, number>;
  /** Until when a seller's browser makes no search, because the marketplace refused one. */
  restsUntil: Map<string, Instant>;
  /** By listing. */
  analyses: Stamped<MarketAnalysis>;
  /** By seller. */
  backtests: Stamped<Backtest>;
};

/** Queues the job that studies the market for a seller. At most one job per seller waits. */
export const studyLater = (
  { queue }: Pick<PricingContext, 'queue'>,
  userId: string,
  listingId?: string,
): Promise<void> => queue.put('pricing.study', { userId, ...(listingId && { listingId }) }, { key: userId });
