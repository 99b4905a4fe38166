// What the calls of pricing work with, and what a seller’s prices are learned from: their own sales and search results.

import { createHash } from 'node:crypto';
import type { Listing } from '#contract/listings/listings.ts';
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import type { Backtest } from '#contract/pricing/backtest.ts';
import { Failure } from '#domain/failure.ts';
import { type Currency, usDollars } from '#domain/money.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Marketplace } from '#domain/ports/marketplace.ts';
import type { Advisor } from '#domain/ports/pricing/advisor.ts';
import type { FitSource, PricingEngine } from '#domain/ports/pricing/engine.ts';
import type { Vision } from '#domain/ports/pricing/vision.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { readBrand } from '#domain/pricing/facts/brands.ts';
import type { Item } from '#domain/pricing/facts/comparable.ts';
import { garmentOf, type Placed } from '#domain/pricing/facts/garments.ts';
import type { Closet } from '../../closet/closet.ts';
import type { Stamped } from '../../stamped.ts';
import { readClosetTerms, readComparables, readVersion, type Sources } from './store.ts';

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

/** What to search for: a brand or a kind of item. `term` is its key in the store. */
export type SearchTerm = { term: string; words: string; brand?: string };

type Named = { brand: string | null; category: string | null; subcategory?: string | null; title: string };

/** A listing's brand, with all spellings of its name mapped to one. */
export const brandTerm = (brand: string): SearchTerm | null => {
  const folded = readBrand(brand);
  return folded === undefined ? null : { term: `brand ${folded}`, words: brand, brand };
};

/** The kind of item, as titles name it. */
const kindTerm = (placed: Placed): SearchTerm | null => {
  const garment = garmentOf(placed);
  return garment === undefined || garment === 'accessory' ? null : { term: `kind ${garment}`, words: garment };
};

export function termsOfItem({ brand, category, subcategory, kind, title }: Item): SearchTerm[] {
  const thing = kindTerm({ category, subcategory, kind, title });
  return [brand === undefined ? null : brandTerm(brand), thing].flatMap((term) => term ?? []);
}

/** Brands and kinds of a closet, most frequent first, so that the first searches help the most listings. */
function termsOf(listings: readonly Named[]): SearchTerm[] {
  const counted = new Map<string, { term: SearchTerm; listings: number }>();
  for (const listing of listings) {
    for (const term of [listing.brand === null ? null : brandTerm(listing.brand), kindTerm(listing)]) {
      if (term === null) continue;
      const known = counted.get(term.term);
      if (known) known.listings += 1;
      else counted.set(term.term, { term, listings: 1 });
    }
  }
  return [...counted.values()].sort((one, other) => other.listings - one.listings).map(({ term }) => term);
}

/** The comparables of one seller: at which marketplace they sell, and the search terms of their closet. */
type TrainingSource = {
  userId: string;
  practice: boolean;
  /** null if no closet is linked. */
  marketUserId: string | null;
  terms: SearchTerm[];
  /** Of most prices in the closet. */
  currency: Currency;
};

export type LinkedSource = TrainingSource & { marketUserId: string };

/** A seller without a closet learns from the real marketplace, if this server uses it. */
export async function sourceOf(
  { database, closet, marketplaces }: PricingContext,
  userId: string,
): Promise<TrainingSource> {
  const linked = await closet.summary(userId);
  const marketUserId = linked?.marketUserId ?? null;
  const listings = marketUserId === null ? [] : await readClosetTerms(database, userId, marketUserId);
  const inDollars = listings.filter(({ currency }) => currency === usDollars);
  return {
    userId,
    practice: linked?.marketUserId ? linked.practice : marketplaces.real === null,
    marketUserId,
    // Searches find prices in US dollars only.
    terms: termsOf(inDollars),
    currency: mostFrequent(listings.map(({ currency }) => currency)) ?? usDollars,
  };
}

/** The same, but a closet must be linked. Throws `closet_not_connected`. */
export async function linkedSourceOf(context: PricingContext, userId: string): Promise<LinkedSource> {
  const source = await sourceOf(context, userId);
  if (source.marketUserId === null)
    throw new Failure('closet_not_connected', 'Connect your closet in the marketplace panel, then try again.');
  return { ...source, marketUserId: source.marketUserId };
}

export const queryOf = (
  { userId, practice, marketUserId, terms }: TrainingSource,
  more: readonly SearchTerm[] = [],
): Sources => ({
  userId,
  practice,
  marketUserId: marketUserId ?? '',
  terms: [...new Set([...terms, ...more].map(({ term }) => term))].sort(),
});

/**
 * For the engine: a key, a version that changes with the comparables, and a way to load them. `more` are the terms of an item
 * that is in no closet.
 */
export async function fitSource(
  { database }: PricingContext,
  source: TrainingSource,
  more?: readonly SearchTerm[],
): Promise<FitSource> {
  const query = queryOf(source, more);
  const version = await readVersion(database, query);
  const termsHash = createHash('sha256').update(query.terms.join('\n')).digest('base64url').slice(0, 12);
  return {
    key: `${source.userId}/${more === undefined ? 'closet' : 'item'}`,
    version: `${version} ${source.marketUserId} ${termsHash}`,
    load: () => readComparables(database, query),
  };
}

const mostFrequent = (currencies: readonly Currency[]): Currency | undefined =>
  [...Map.groupBy(currencies, (currency) => currency)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )[0]?.[0];
