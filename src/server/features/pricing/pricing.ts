// The face of the pricing feature: suggests prices with their evidence and uncertainty, for listings and for items in no closet.

import type { PricingState } from '#contract/pricing/evidence.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { countTrackRecord } from './advice/advice-store.ts';
import { findListing, itemOf, today } from './advice/listing-case.ts';
import { fitSource, type PricingContext, queryOf, sourceOf, termsOfItem } from './comparables/pricing-context.ts';
import {
  findSearchWay,
  freshForAnalysisMs,
  freshMs,
  searchFor,
  usualSpacing,
} from './comparables/search-comparables.ts';
import { findSearchPause } from './comparables/search-store.ts';
import { countComparables } from './comparables/store.ts';

/** For what to do today. */
export { readStandingAdvice } from './advice/standing-advice.ts';
export type { PricingContext } from './comparables/pricing-context.ts';
/** For the closet's API test, which searches as well, and for maintenance. */
export { endsSearches, pruneSearches, waitForTurn } from './comparables/search-comparables.ts';

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

export const pricingJobs = (pricing: PricingContext, queue: Queue): Promise<void> =>
  queue.work('pricing.study', ({ userId, listingId }) => studyMarket(pricing, userId, listingId));

/** How many searches one run of the job makes. The next run does the rest. */
const mostAtOnce = { real: 5, practice: 15, browser: 2 };
const nextRunMs = 60_000;

/**
 * After a sync or an analysis: searches for comparables, then renews the engine's fit. A later run makes the searches that are left.
 */
export async function studyMarket(context: PricingContext, userId: string, listingId?: string): Promise<void> {
  const { database, clock, queue, engine } = context;
  const source = await sourceOf(context, userId);
  if (source.marketUserId === null) return;
  const { practice } = source;
  const listing =
    listingId === undefined ? null : await findListing(database, { userId, id: listingId, now: today(clock) });
  const ownTerms = listing === null ? [] : termsOfItem(itemOf(userId, listing));
  const { kind, carrier } = await findSearchWay(context, userId);
  // While no browser carries them, nothing is searched for. The sync that follows its return studies again.
  const terms = kind === 'away' ? { own: [], all: [] } : { own: ownTerms, all: source.terms };
  const leftOfListing = await searchFor(context, {
    practice,
    terms: terms.own,
    most: 2,
    freshMs: freshForAnalysisMs,
    carrier,
  });
  const most = mostAtOnce[kind === 'browser' ? 'browser' : practice ? 'practice' : 'real'];
  const left = await searchFor(context, { practice, terms: terms.all, most, freshMs, carrier });
  await engine.renew(await fitSource(context, source));
  if (left + leftOfListing === 0) return;
  await queue.put(
    'pricing.study',
    { userId, ...(listingId !== undefined && leftOfListing > 0 && { listingId }) },
    { key: userId, delayMs: practice && kind === 'server' ? 0 : nextRunMs },
  );
}
