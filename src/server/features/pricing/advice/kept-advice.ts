import type { Recommendation } from '#contract/schemas/pricing.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { PlainValue } from '#domain/ports/pricing-engine.ts';
import type { Demand } from '#domain/pricing/advice/demand.ts';
import { ageDays, type Priced } from './listing-case.ts';
import { intervalOf } from './price-to-dto.ts';
import type { AdviceRow, Advised } from './recommendation-store.ts';

/** What is kept of an advice: what was said, and the facts it was said from. */
export function advisedOf(
  listing: Priced,
  {
    origin,
    told,
    value,
    demand,
    version,
    now,
  }: {
    origin: Advised['origin'];
    told: { category: Advised['direction']; suggestedPrice: number; confidence: number; reasoning: string[] };
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
    direction: told.category,
    currentPrice: listing.price,
    suggestedPrice: told.suggestedPrice,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    confidence: told.confidence,
    reasons: told.reasoning,
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

/** A kept advice beside what became of the listing. */
export const tellAdvice = (row: AdviceRow): Recommendation => ({
  id: row.id,
  listingId: row.listingId,
  title: row.title,
  at: new Date(row.at).toISOString(),
  from: row.origin,
  direction: row.direction,
  currentPrice: row.currentPrice,
  suggestedPrice: row.suggestedPrice,
  priceInterval: row.low === null || row.high === null ? null : { low: row.low, high: row.high, coverage: 0.8 },
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
