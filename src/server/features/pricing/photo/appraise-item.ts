// Prices an item that is in no closet, such as one in a photo.

import { usDollars } from '#domain/money.ts';
import type { Appraisal } from '#domain/ports/pricing/engine.ts';
import type { Item } from '#domain/pricing/facts/comparable.ts';
import { findSearchWay, freshForAnalysisMs, searchFor } from '../comparables/search-comparables.ts';
import { termsOfItem } from '../comparables/search-terms.ts';
import { fitSource, sourceOf } from '../comparables/training-source.ts';
import type { PricingContext } from '../context/pricing-context.ts';

/** How long pricing a photo waits for comparables of a brand that was never searched for. */
const photoWaitMs = 600;

/** `isSearching`: more comparables may be there in a minute, because a search is under way or waits for others. */
export type SearchedAppraisal = Appraisal & { isSearching: boolean };

/** Searches for the item's brand and kind, and prices it with the comparables that are there after a short wait. */
export async function appraiseItem(
  context: PricingContext,
  userId: string,
  item: Item,
  count: number,
): Promise<SearchedAppraisal> {
  const { engine, log } = context;
  const source = await sourceOf(context, userId);
  const isForeign = source.currency !== usDollars;
  const terms = isForeign ? [] : termsOfItem(item);
  // Nothing is sent to the real marketplace for a seller without a linked closet.
  const maySearch = source.practice || source.marketUserId !== null;
  const way = await findSearchWay(context, userId);
  const searching = searchFor(context, {
    practice: source.practice,
    terms: maySearch && way.kind !== 'away' ? terms : [],
    most: terms.length,
    freshMs: freshForAnalysisMs,
    carrier: way.carrier,
  }).catch((error: unknown) => {
    log.warn({ error }, 'Search for comparables of a photo failed');
    return 0;
  });
  const wait = new Promise<'waited'>((resolve) => setTimeout(() => resolve('waited'), photoWaitMs).unref());
  const left = await Promise.race([searching, wait]);
  const appraisal = await engine.ask(await fitSource(context, source, terms), 'appraise', {
    item: isForeign ? { ...item, currency: source.currency } : item,
    count,
  });
  return { ...appraisal, isSearching: left !== 0 };
}
