// The market analysis of one listing.

import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { PricingEngine } from '#domain/ports/pricing/engine.ts';
import { caseReader, findActivePriced, findListing, isPriced, today } from '../cases/listing-case.ts';
import type { TrainingSources } from '../comparables/training-source.ts';
import { saveAdvice } from './advice-store.ts';
import { analysisToDto } from './advice-to-dto.ts';
import { toNewAdvice } from './new-advice.ts';

const mostCached = 500;

/** An analysis that is kept, or still under way. */
type Kept = { stamp: string; analysis: Promise<MarketAnalysis> };

/**
 * Returns the call that analyzes a listing. It throws `not_found`, `listing_not_for_sale`, and `closet_not_connected`. As long as
 * nothing changes that the analysis depends on, it is computed once, even for callers at the same time; `isNew` is false for all
 * but the first.
 */
export function createListingAnalysis({
  database,
  clock,
  engine,
  trainingSources,
}: {
  database: Database;
  clock: Clock;
  engine: PricingEngine;
  trainingSources: TrainingSources;
}): (userId: string, listingId: string) => Promise<{ analysis: MarketAnalysis; isNew: boolean }> {
  const cache = new Map<string, Kept>();

  const remember = (listingId: string, entry: Kept): void => {
    cache.delete(listingId);
    cache.set(listingId, entry);
    for (const oldest of [...cache.keys()].slice(0, Math.max(0, cache.size - mostCached))) cache.delete(oldest);
    entry.analysis.catch(() => {
      if (cache.get(listingId) === entry) cache.delete(listingId);
    });
  };

  return async (userId, listingId) => {
    const now = today(clock);
    // Advice is as old as what it rests on: a price that is changed while it is computed was changed after it.
    const askedAt = clock.now();
    const listing = await findListing(database, { userId, id: listingId, now });
    if (listing === null) throw new Failure('not_found', 'This listing no longer exists.');
    if (listing.availability !== 'available' || !isPriced(listing))
      throw new Failure('listing_not_for_sale', 'This listing is no longer for sale, so its price can’t be analyzed.');
    const source = await trainingSources.linkedSourceOf(userId);
    const fit = await trainingSources.fitSource(source);
    const pricingCase = caseReader(userId, await findActivePriced(database, source, now), {
      today: now,
      now: askedAt,
    })(listing);
    const stamp = JSON.stringify([fit.version, now, pricingCase]);
    const cached = cache.get(listing.id);
    if (cached?.stamp === stamp) return { analysis: await cached.analysis, isNew: false };

    // Kept with its storing: advice that was not stored is given to nobody.
    const analysis = (async () => {
      const answer = await engine.ask(fit, 'analyze', { of: pricingCase, now });
      const { advice, value } = answer;
      const { demand } = pricingCase;
      const given = toNewAdvice(listing, { origin: 'analysis', advice, value, demand, version: fit.version, now });
      await saveAdvice(database, { userId, advised: [given], now: askedAt });
      return analysisToDto(listing, answer);
    })();
    remember(listing.id, { stamp, analysis });
    return { analysis: await analysis, isNew: true };
  };
}
