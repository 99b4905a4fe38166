// Prices an item that is in no closet, such as one in a photo.

import { usDollars } from '#domain/money.ts';
import type { Appraisal, PricingEngine } from '#domain/ports/pricing/engine.ts';
import type { Item } from '#domain/pricing/facts/comparable.ts';
import { freshForAnalysisMs, type Search } from '../comparables/search-comparables.ts';
import type { FindSearchWay } from '../comparables/search-in-browser.ts';
import { termsOfItem } from '../comparables/search-terms.ts';
import type { TrainingSources } from '../comparables/training-source.ts';

/** How long pricing a photo waits for comparables of a brand that was never searched for. */
const photoWaitMs = 600;

/** `isSearching`: more comparables may be there in a minute, because a search is under way or waits for others. */
export type SearchedAppraisal = Appraisal & { isSearching: boolean };

type Tools = {
  engine: PricingEngine;
  search: Search;
  searchWay: FindSearchWay;
  trainingSources: TrainingSources;
  log: { warn(fields: object, message: string): void };
};

/** Searches for the item's brand and kind, and prices it with the comparables that are there after a short wait. */
export async function appraiseItem(
  { engine, search, searchWay, trainingSources, log }: Tools,
  userId: string,
  item: Item,
  count: number,
): Promise<SearchedAppraisal> {
  const source = await trainingSources.sourceOf(userId);
  const isForeign = source.currency !== usDollars;
  const terms = isForeign ? [] : termsOfItem(item);
  // Nothing is sent to the real marketplace for a seller without a linked closet.
  const maySearch = source.practice || source.marketUserId !== null;
  const way = await searchWay(userId);
  const searching = search
    .searchFor(source.practice, maySearch && way.kind !== 'away' ? terms : [], {
      most: terms.length,
      freshMs: freshForAnalysisMs,
      ...(way.kind === 'browser' && { carrier: way.carrier }),
    })
    .catch((error: unknown) => {
      log.warn({ error }, 'Search for comparables of a photo failed');
      return 0;
    });
  const wait = new Promise<'waited'>((resolve) => setTimeout(() => resolve('waited'), photoWaitMs).unref());
  const left = await Promise.race([searching, wait]);
  const appraisal = await engine.ask(await trainingSources.fitSource(source, terms), 'appraise', {
    item: isForeign ? { ...item, currency: source.currency } : item,
    count,
  });
  return { ...appraisal, isSearching: left !== 0 };
}
