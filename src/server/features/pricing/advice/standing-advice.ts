// The stored advice that still applies, for the dashboard and for an optimizer that is opened again.

import type { Optimization, StandingAdvice } from '#contract/schemas/pricing/advice.ts';
import { percentChange, toDollars } from '#domain/money.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { earningsFrom } from '#domain/pricing/advice/fees.ts';
import { intervalCoverage } from '../evidence/evidence-to-dto.ts';
import { findLastAdvisedAt, findStandingAdvice, type StandingRow } from './advice-store.ts';
import { summaryOf } from './optimize-prices.ts';

/** Searches for comparables are repeated after a week. Advice that is older was learned from other comparables. */
const freshMs = 7 * 86_400_000;
/** As many prices as one call can apply. */
const most = 100;

export async function readStandingAdvice(
  { database, clock }: { database: Database; clock: Clock },
  /** `marketUserId`: of the linked closet; null if none is linked. */
  { userId, marketUserId }: { userId: string; marketUserId: string | null },
): Promise<StandingAdvice> {
  const [rows, last] = await Promise.all([
    marketUserId === null
      ? []
      : findStandingAdvice(database, { userId, marketUserId, since: clock.now() - freshMs, most }),
    findLastAdvisedAt(database, userId),
  ]);
  const optimizations = rows.map(toOptimization);
  return {
    optimizedCount: optimizations.length,
    summary: summaryOf(optimizations),
    optimizations,
    comparedAt: last === null ? null : new Date(last).toISOString(),
  };
}

/** The advice as it was given, in dollars. What the seller receives follows from the prices. */
function toOptimization({ low, high, direction, ...row }: StandingRow): Optimization {
  const received = (price: number): number => toDollars(earningsFrom(price * 100));
  return {
    listingId: row.listingId,
    title: row.title,
    imageUrl: row.imageUrl,
    category: direction,
    engagement: row.demand ?? 'unknown',
    likes: row.likes,
    confidence: row.confidence,
    currentPrice: row.currentPrice,
    suggestedPrice: row.suggestedPrice,
    percentChange: percentChange(row.currentPrice, row.suggestedPrice),
    priceDifference: row.suggestedPrice - row.currentPrice,
    reasoning: row.reasons,
    priceInterval: low === null || high === null ? null : { low, high, coverage: intervalCoverage },
    earnings: { before: received(row.currentPrice), after: received(row.suggestedPrice) },
  };
}
