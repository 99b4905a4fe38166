// The background job of pricing.

import type { Queue } from '#domain/ports/queue.ts';
import { findListing, itemOf, today } from './cases/listing-case.ts';
import { findSearchWay, freshForAnalysisMs, freshMs, searchFor } from './comparables/search-comparables.ts';
import { termsOfItem } from './comparables/search-terms.ts';
import { fitSource, sourceOf } from './comparables/training-source.ts';
import type { PricingContext } from './context/pricing-context.ts';

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
