// The market analysis of one listing.

import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { Failure } from '#domain/failure.ts';
import { onceStamped } from '../../stamped.ts';
import { caseReader, findActivePriced, findListing, isPriced, today } from '../cases/listing-case.ts';
import { fitSource, linkedSourceOf } from '../comparables/training-source.ts';
import { type PricingContext, studyLater } from '../context/pricing-context.ts';
import { saveAdvice } from './advice-store.ts';
import { analysisToDto } from './advice-to-dto.ts';
import { toNewAdvice } from './new-advice.ts';

/**
 * Throws `not_found`, `listing_not_for_sale`, `closet_not_connected`. As long as nothing changes that the analysis depends on, it is
 * computed once, even for callers at the same time.
 */
export async function analyzeListing(
  context: PricingContext,
  userId: string,
  listingId: string,
): Promise<MarketAnalysis> {
  const { database, clock, engine, analyses } = context;
  const now = today(clock);
  // Advice is as old as what it rests on: a price that is changed while it is computed was changed after it.
  const askedAt = clock.now();
  const listing = await findListing(database, { userId, id: listingId, now });
  if (listing === null) throw new Failure('not_found', 'This listing no longer exists.');
  if (listing.availability !== 'available' || !isPriced(listing))
    throw new Failure('listing_not_for_sale', 'This listing is no longer for sale, so its price can’t be analyzed.');
  const source = await linkedSourceOf(context, userId);
  const fit = await fitSource(context, source);
  const pricingCase = caseReader(userId, await findActivePriced(database, source, now), {
    today: now,
    now: askedAt,
  })(listing);
  const stamp = JSON.stringify([fit.version, now, pricingCase]);
  // With its storing: advice that was not stored is given to nobody.
  const { value: analysis, isNew } = onceStamped(analyses, { key: listing.id, stamp }, async () => {
    const answer = await engine.ask(fit, 'analyze', { of: pricingCase, now });
    const { advice, value } = answer;
    const { demand } = pricingCase;
    const given = toNewAdvice(listing, { origin: 'analysis', advice, value, demand, version: fit.version, now });
    await saveAdvice(database, { userId, advised: [given], now: askedAt });
    return analysisToDto(listing, answer);
  });
  const analyzed = await analysis;
  if (isNew) await studyLater(context, userId, listingId);
  return analyzed;
}
