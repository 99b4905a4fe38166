// Gives advice on the prices of listings: the optimizer on several at once, and the market analysis on one.

import type { MarketAnalysis, Optimization, OptimizationResult } from '#contract/pricing/advice.ts';
import { Failure } from '#domain/failure.ts';
import { toDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { PlainValue } from '#domain/ports/pricing/engine.ts';
import type { Advice } from '#domain/pricing/advice/advice.ts';
import { chooseListings, type Strategy } from '#domain/pricing/advice/choose-listings.ts';
import type { Demand } from '#domain/pricing/advice/demand.ts';
import { adviceMessages } from '#domain/pricing/advice/reason-messages.ts';
import { onceStamped } from '../../stamped.ts';
import { fitSource, linkedSourceOf, type PricingContext, studyLater } from '../comparables/pricing-context.ts';
import { type NewAdvice, saveAdvice } from './advice-store.ts';
import { analysisToDto, intervalOf, optimizationToDto } from './advice-to-dto.ts';
import {
  ageDays,
  caseReader,
  findActivePriced,
  findListing,
  isPriced,
  type PricedListing,
  today,
} from './listing-case.ts';

function toNewAdvice(
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

/** Throws `closet_not_connected`, `no_listings`. */
export async function optimizePrices(
  context: PricingContext,
  userId: string,
  { strategy, limit }: { strategy: Strategy; limit: number },
): Promise<OptimizationResult> {
  const { database, clock, engine, random } = context;
  const source = await linkedSourceOf(context, userId);
  const now = today(clock);
  // Advice is as old as what it rests on: a price that is changed while it is computed was changed after it.
  const askedAt = clock.now();
  const active = await findActivePriced(database, source, now);
  if (active.length === 0) throw new Failure('no_listings', 'You have no active listings. Sync your closet first.');
  const chosen = chooseListings(active, { strategy, limit, now: askedAt, random });

  const cases = chosen.map(caseReader(userId, active, { today: now, now: askedAt }));
  const fit = await fitSource(context, source);
  const answers = await engine.ask(fit, 'advise', { cases });
  const advised: { stored: NewAdvice; dto: Optimization }[] = chosen.flatMap((listing, at) => {
    const [answer, demand] = [answers[at], cases[at]?.demand];
    if (answer === undefined || demand === undefined) return [];
    const details = { ...answer, demand };
    return {
      stored: toNewAdvice(listing, { ...details, origin: 'optimizer', version: fit.version, now }),
      dto: optimizationToDto(listing, details),
    };
  });
  await saveAdvice(database, { userId, advised: advised.map(({ stored }) => stored), now: askedAt });
  await studyLater(context, userId);
  const optimizations = advised.map(({ dto }) => dto);
  return { optimizedCount: optimizations.length, summary: summaryOf(optimizations), optimizations };
}

export function summaryOf(optimizations: readonly Optimization[]): OptimizationResult['summary'] {
  const count = (direction: Optimization['category']): number =>
    optimizations.filter(({ category }) => category === direction).length;
  const confidence = optimizations.reduce((sum, one) => sum + one.confidence, 0) / Math.max(optimizations.length, 1);
  return {
    increaseRecommendations: count('increase'),
    decreaseRecommendations: count('decrease'),
    maintainRecommendations: count('maintain'),
    averageConfidence: Math.round(confidence * 100),
  };
}

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
