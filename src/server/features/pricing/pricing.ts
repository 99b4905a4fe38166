// The face of the pricing feature: suggests prices with their evidence and uncertainty, for listings and for items in no closet.

import type { PricingState } from '#contract/pricing/evidence.ts';
import { countTrackRecord } from './advice/advice-store.ts';
import { usualSpacing } from './comparables/search-comparables.ts';
import { findSearchPause } from './comparables/search-store.ts';
import { countComparables } from './comparables/store.ts';
import { queryOf, sourceOf } from './comparables/training-source.ts';
import type { PricingContext } from './context/pricing-context.ts';

/** For what to do today. */
export { readStandingAdvice } from './advice/standing-advice.ts';
/** For the closet's API test, which searches as well, and for maintenance. */
export { endsSearches, pruneSearches, waitForTurn } from './comparables/search-comparables.ts';
export type { PricingContext } from './context/pricing-context.ts';

type InMemory = 'carriedAt' | 'restsUntil' | 'analyses' | 'backtests';

export const createPricing = ({
  searchSpacing = usualSpacing,
  ...needs
}: Omit<PricingContext, InMemory | 'searchSpacing'> &
  Partial<Pick<PricingContext, 'searchSpacing'>>): PricingContext => ({
  ...needs,
  searchSpacing,
  carriedAt: new Map(),
  restsUntil: new Map(),
  analyses: new Map(),
  backtests: new Map(),
});

export async function readState(context: PricingContext, userId: string): Promise<Omit<PricingState, 'model'>> {
  const { database, clock, closet } = context;
  const source = await sourceOf(context, userId);
  const [counts, record, until, way] = await Promise.all([
    countComparables(database, queryOf(source)),
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
