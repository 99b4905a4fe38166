// The stored advice: what still applies, for the dashboard and for an optimizer that is opened again, and what a listing had before.

import type { Optimization, Recommendation, StandingAdvice } from '#contract/pricing/advice.ts';
import { Failure } from '#domain/failure.ts';
import { percentChange, toDollars, usDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { standingReasons } from '#domain/pricing/advice/advice.ts';
import { decidedBy } from '#domain/pricing/advice/confidence.ts';
import type { Offered } from '#domain/pricing/advice/decide.ts';
import { adviceMessages } from '#domain/pricing/advice/reason-messages.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';
import type { PricingContext } from '../comparables/pricing-context.ts';
import {
  type EarlierAdvice,
  findEarlierAdvice,
  findLastAdvisedAt,
  findStandingAdvice,
  type StandingRow,
} from './advice-store.ts';
import { intervalCoverage, profitIn } from './advice-to-dto.ts';
import { summaryOf } from './give-advice.ts';
import { findListing, restStart, stepOf, today, wholeDays } from './listing-case.ts';

/** Searches for comparables are repeated after a week. Advice that is older was learned from other comparables. */
const freshMs = 7 * 86_400_000;
/** As many prices as one call can apply. */
const most = 100;
/** Some of it doesn't apply anymore. */
const mostRead = 5 * most;

/** Reads what was stored. No listing is compared for it. */
export async function readStandingAdvice(
  { database, clock, closet }: PricingContext,
  userId: string,
): Promise<StandingAdvice> {
  const marketUserId = (await closet.summary(userId))?.marketUserId ?? null;
  const now = clock.now();
  const [rows, last] = await Promise.all([
    marketUserId === null
      ? []
      : findStandingAdvice(database, {
          userId,
          marketUserId,
          since: now - freshMs,
          changedSince: restStart(today(clock)),
          most: mostRead,
        }),
    findLastAdvisedAt(database, userId),
  ]);
  const optimizations = rows.flatMap((row) => asOfNow(row, now)).slice(0, most);
  return {
    optimizedCount: optimizations.length,
    summary: summaryOf(optimizations),
    optimizations,
    comparedAt: last === null ? null : new Date(last).toISOString(),
  };
}

/** The advice as it was given, with its reasons as they are now; nothing if they no longer hold. */
function asOfNow(row: StandingRow, now: Instant): Optimization[] {
  const reasons = standingReasons({ direction: row.direction, reasons: row.because }, offeredNow(row, now));
  return reasons === null
    ? []
    : [toOptimization(row, adviceMessages({ reasons, suggested: row.suggestedPrice * 100 }, row.costCents))];
}

const offeredNow = (
  { currentPrice, likes, floorPrice, costCents, listedAt, lastChange }: StandingRow,
  now: Instant,
): Offered => ({
  price: currentPrice * 100,
  likes,
  ageDays: wholeDays(listedAt, now),
  floorPrice: floorPrice === null ? null : floorPrice * 100,
  cost: costCents,
  changed: stepOf({ lastChange, price: currentPrice }, now),
});

/** In dollars. What the seller receives follows from the prices. */
function toOptimization({ low, high, direction, ...row }: StandingRow, reasoning: string[]): Optimization {
  const received = (price: number): number => toDollars(earningsFrom(price * 100));
  return {
    listingId: row.listingId,
    title: row.title,
    imageUrl: row.imageUrl,
    category: direction,
    engagement: row.demand ?? 'unknown',
    likes: row.likes,
    confidence: row.confidence,
    decidedBy: decidedBy({ direction, reasons: row.because }),
    // No other advice stands.
    currency: usDollars,
    currentPrice: row.currentPrice,
    suggestedPrice: row.suggestedPrice,
    percentChange: percentChange(row.currentPrice, row.suggestedPrice),
    priceDifference: row.suggestedPrice - row.currentPrice,
    reasoning,
    priceInterval: low === null || high === null ? null : { low, high, coverage: intervalCoverage },
    earnings: { before: received(row.currentPrice), after: received(row.suggestedPrice) },
    ...profitIn({ ...row, currency: usDollars }, row.suggestedPrice * 100),
  };
}

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
