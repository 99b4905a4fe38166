// Earlier advice on one listing, and what has happened to the listing since.

import type { Recommendation } from '#contract/pricing/advice.ts';
import { Failure } from '#domain/failure.ts';
import { findListing, today } from '../cases/listing-case.ts';
import type { PricingContext } from '../context/pricing-context.ts';
import { intervalCoverage } from '../evidence/evidence-to-dto.ts';
import { type EarlierAdvice, findEarlierAdvice } from './advice-store.ts';

/** Newest first. Throws `not_found`. */
export async function readEarlierAdvice(
  { database, clock }: PricingContext,
  userId: string,
  listingId: string,
): Promise<Recommendation[]> {
  const listing = await findListing(database, { userId, id: listingId, now: today(clock) });
  if (listing === null) throw new Failure('not_found', 'This listing no longer exists.');
  return (await findEarlierAdvice(database, userId, listingId)).map(earlierToDto);
}

const earlierToDto = (row: EarlierAdvice): Recommendation => ({
  id: row.id,
  listingId: row.listingId,
  title: row.title,
  at: new Date(row.at).toISOString(),
  from: row.origin,
  direction: row.direction,
  currentPrice: row.currentPrice,
  suggestedPrice: row.suggestedPrice,
  priceInterval:
    row.low === null || row.high === null ? null : { low: row.low, high: row.high, coverage: intervalCoverage },
  confidence: row.confidence,
  reasons: row.reasons,
  outcome: {
    state: row.state,
    at: row.stateAt === null ? null : new Date(row.stateAt).toISOString(),
    price: row.price,
    withinInterval:
      row.state === 'sold' && row.price !== null && row.low !== null && row.high !== null
        ? row.price >= row.low && row.price <= row.high
        : null,
  },
});
