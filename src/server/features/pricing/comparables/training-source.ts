// Defines what a seller's prices are learned from: their own sales and the search results.

import { createHash } from 'node:crypto';
import { Failure } from '#domain/failure.ts';
import { type Currency, usDollars } from '#domain/money.ts';
import type { FitSource } from '#domain/ports/pricing/engine.ts';
import type { PricingContext } from '../context/pricing-context.ts';
import { type SearchTerm, termsOf } from './search-terms.ts';
import { readClosetTerms, readComparables, readVersion, type Sources } from './store.ts';

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
