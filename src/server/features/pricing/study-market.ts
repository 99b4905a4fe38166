// The job that studies the market for a seller: searches for comparables, then renews the engine's fit.

import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { PricingEngine } from '#domain/ports/pricing/engine.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { findListing, itemOf, today } from './cases/listing-case.ts';
import { freshForAnalysisMs, freshMs, type Search } from './comparables/search-comparables.ts';
import type { FindSearchWay } from './comparables/search-in-browser.ts';
import { termsOfItem } from './comparables/search-terms.ts';
import type { TrainingSources } from './comparables/training-source.ts';

/** How many searches one run of the job makes. The next run does the rest. */
const mostAtOnce = { real: 5, practice: 15, browser: 2 };
const nextRunMs = 60_000;

type Tools = {
  database: Database;
  clock: Clock;
  queue: Queue;
  engine: PricingEngine;
  search: Search;
  searchWay: FindSearchWay;
  trainingSources: TrainingSources;
};

/** Queues `studyMarket`. At most one job per seller waits. */
export const studyLater = ({ queue }: Pick<Tools, 'queue'>, userId: string, listingId?: string): Promise<void> =>
  queue.put('pricing.study', { userId, ...(listingId && { listingId }) }, { key: userId });

/** The job after a sync or an analysis. A later run makes the searches that are left. */
export async function studyMarket(tools: Tools, userId: string, listingId?: string): Promise<void> {
  const { database, clock, queue, engine, search, searchWay, trainingSources } = tools;
  const source = await trainingSources.sourceOf(userId);
  if (source.marketUserId === null) return;
  const { practice } = source;
  const listing =
    listingId === undefined ? null : await findListing(database, { userId, id: listingId, now: today(clock) });
  const ownTerms = listing === null ? [] : termsOfItem(itemOf(userId, listing));
  const way = await searchWay(userId);
  const through = way.kind === 'browser' ? { carrier: way.carrier } : {};
  // While no browser carries them, nothing is searched for. The sync that follows its return studies again.
  const terms = way.kind === 'away' ? { own: [], all: [] } : { own: ownTerms, all: source.terms };
  const leftOfListing = await search.searchFor(practice, terms.own, {
    most: 2,
    freshMs: freshForAnalysisMs,
    ...through,
  });
  const most = mostAtOnce[way.kind === 'browser' ? 'browser' : practice ? 'practice' : 'real'];
  const left = await search.searchFor(practice, terms.all, { most, freshMs, ...through });
  await engine.renew(await trainingSources.fitSource(source));
  if (left + leftOfListing === 0) return;
  await queue.put(
    'pricing.study',
    { userId, ...(listingId !== undefined && leftOfListing > 0 && { listingId }) },
    { key: userId, delayMs: practice && way.kind === 'server' ? 0 : nextRunMs },
  );
}
