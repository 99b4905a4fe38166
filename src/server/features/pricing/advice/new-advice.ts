// Describes the advice on a listing as it is stored, to be compared with what happens.

import { toDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { PlainValue } from '#domain/ports/pricing/engine.ts';
import type { Advice } from '#domain/pricing/advice/advice.ts';
import type { Demand } from '#domain/pricing/advice/demand.ts';
import { adviceMessages } from '#domain/pricing/advice/reason-messages.ts';
import { ageDays, type PricedListing } from '../cases/listing-case.ts';
import { intervalOf } from '../evidence/evidence-to-dto.ts';
import type { NewAdvice } from './advice-store.ts';

export function toNewAdvice(
  listing: PricedListing,
  given: {
    origin: NewAdvice['origin'];
    advice: Advice;
    value: PlainValue;
    demand: Demand;
    version: string;
    now: Instant;
  },
): NewAdvice {
  const { origin, advice, value, demand, version, now } = given;
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
    reasons: adviceMessages(advice, listing.costCents),
    facts: {
      because: advice.reasons,
      likes: listing.likeCount,
      shares: listing.shareCount,
      ageDays: ageDays(listing.listedAt, now),
      floorPrice: listing.floorPrice,
      costCents: listing.costCents,
      demand,
      value,
      learnedFrom: version,
    },
  };
}
