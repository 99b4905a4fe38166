// Searches for comparables and renews the engine's fits, in the background and while a photo is being priced.

import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Appraisal, PricingEngine } from '#domain/ports/pricing/engine.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Item } from '#domain/pricing/facts/comparable.ts';
import { findListing, itemOf, today } from './listing-case.ts';
import { freshForAnalysisMs, freshMs, type Search } from './search-comparables.ts';
import type { FindSearchWay } from './search-in-browser.ts';
import { termsOfItem } from './search-terms.ts';
import type { TrainingSources } from './training-source.ts';

/** How many searches one run of the job makes. The next run does the rest. */
const mostAtOnce = { real: 5, practice: 15, browser: 2 };
const nextRunMs = 60_000;
/** How long pricing a photo waits for comparables of a brand that was never searched for. */
const photoWaitMs = 600;

/** `isSearching`: more comparables may be there in a minute, because a search is under way or waits for others. */
export type SearchedAppraisal = Appraisal & { isSearching: boolean };

type Tools = {
  database: Database;
  clock: Clock;
  queue: Queue;
  engine: PricingEngine;
  search: Search;
  searchWay: FindSearchWay;
  trainingSources: TrainingSources;
  log: { warn(fields: object, message: string): void };
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
  const through = way.kind === 'browser' ? { send: way.send } : {};
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

/** Prices an item that is in no closet, with the comparables of its brand and kind. */
export async function appraise(
  { engine, search, searchWay, trainingSources, log }: Tools,
  userId: string,
  item: Item,
  count: number,
): Promise<SearchedAppraisal> {
  const source = await trainingSources.sourceOf(userId);
  const terms = termsOfItem(item);
  // The real marketplace is sent nothing for a seller who has linked no closet.
  const maySearch = source.practice || source.marketUserId !== null;
  const way = await searchWay(userId);
  const searching = search
    .searchFor(source.practice, maySearch && way.kind !== 'away' ? terms : [], {
      most: terms.length,
      freshMs: freshForAnalysisMs,
      ...(way.kind === 'browser' && { send: way.send }),
    })
    .catch((error: unknown) => {
      log.warn({ error }, 'Search for comparables of a photo failed');
      return 0;
    });
  const wait = new Promise<'waited'>((resolve) => setTimeout(() => resolve('waited'), photoWaitMs).unref());
  const left = await Promise.race([searching, wait]);
  const appraisal = await engine.ask(await trainingSources.fitSource(source, terms), 'appraise', { item, count });
  return { ...appraisal, isSearching: left !== 0 };
}
