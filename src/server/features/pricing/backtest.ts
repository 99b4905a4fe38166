// Says how right Hangtag's prices would have been on the seller's own sales.

import type { Backtest } from '#contract/pricing/backtest.ts';
import {
  foldsOf,
  type JudgedSale,
  leastSales,
  mostJudged,
  type SoldItem,
  scoreSales,
} from '#domain/pricing/backtest/backtest.ts';
import { counted } from '#domain/text/counted.ts';
import { onceStamped } from '../stamped.ts';
import { fitSource, type PricingContext, sourceOf } from './comparables/pricing-context.ts';
import { readNewestSales, sellerKey } from './comparables/store.ts';

/** Computed again only if the comparables have changed. The engine gets the five parts one by one, so that other sellers needn't wait for all. */
export async function readBacktest(context: PricingContext, userId: string): Promise<Backtest> {
  const { database, engine, backtests } = context;
  const sales = await readNewestSales(database, { userId, most: mostJudged, seller: sellerKey(userId) });
  if (sales.count < leastSales) {
    const reason = `Hangtag checks itself on at least ${leastSales} of your sales, and knows ${sales.count === 0 ? 'none' : sales.count}.`;
    return toDto(sales, [], reason);
  }
  const fit = await fitSource(context, await sourceOf(context, userId));
  return onceStamped(backtests, { key: userId, stamp: fit.version }, async () => {
    const judged: JudgedSale[] = [];
    for (const fold of foldsOf(sales.newest)) judged.push(...(await engine.ask(fit, 'judge', { sales: fold })));
    const reason = `Hangtag knows too little about your ${counted(sales.count, 'sale')} to price any of them.`;
    return toDto(sales, judged, judged.length === 0 ? reason : null);
  }).value;
}

function toDto(
  { count, newest }: { count: number; newest: readonly SoldItem[] },
  judged: readonly JudgedSale[],
  reason: string | null,
): Backtest {
  const { worst, ...score } = scoreSales(judged);
  const titles = new Map(newest.map(({ id, item }) => [id, item.title]));
  return {
    sales: count,
    coverage: 0.8,
    reason,
    ...score,
    worst: worst.map(({ id, soldFor, estimate, range }) => ({
      saleId: id,
      title: titles.get(id) ?? '',
      soldForCents: soldFor,
      estimateCents: estimate,
      lowCents: range.low,
      highCents: range.high,
    })),
  };
}
