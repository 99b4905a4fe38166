// Stores advice, and maps it to the wire together with what happened to the listing since.

import type { Recommendation } from '#contract/schemas/pricing/advice.ts';
import { toDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { PlainValue } from '#domain/ports/pricing/engine.ts';
import type { Advice } from '#domain/pricing/advice/advice.ts';
import { adviceMessages } from '#domain/pricing/advice/advice-messages.ts';
import type { Demand } from '#domain/pricing/advice/demand/demand.ts';
import { ageDays, type Priced } from '../comparables/listing-case.ts';
import { intervalCoverage, intervalOf } from './price-to-dto.ts';
import type { AdviceRow, Advised } from './recommendation-store.ts';

/** The advice as the seller saw it, with the facts that it came from. */
export function adviceRecord(
  listing: Priced,
  {
    origin,
    advice,
    value,
    demand,
    version,
    now,
  }: {
    origin: Advised['origin'];
    advice: Advice;
    value: PlainValue;
    demand: Demand;
    version: string;
    now: Instant;
  },
): Advised {
  const interval = intervalOf(value);
  return {
    listingId: listing.id,
    origin,
    direction: advice.direction,
    currentPrice: listing.price,
    suggestedPrice: toDollars(advice.suggested),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    confidence: advice.confidence,
    reasons: adviceMessages(advice),
    facts: {
      likes: listing.likeCount,
      shares: listing.shareCount,
      ageDays: ageDays(listing.listedAt, now),
      floorPrice: listing.floorPrice,
      demand,
      value,
      learnedFrom: version,
    },
  };
}

/** Earlier advice together with what happened to the listing since. */
export const recommendationToDto = (row: AdviceRow): Recommendation => ({
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
