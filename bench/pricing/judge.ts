// The engine's estimates for held-out rows, each for its own state. The engine never sees their prices.

import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import type { PricingFit } from '#domain/pricing/fit/fit.ts';
import type { Judged } from './figures.ts';

export function judge(fit: PricingFit, rows: readonly Comparable[]): (Judged & { comparable: Comparable })[] {
  return rows.flatMap((comparable) => {
    const { price, state, id: _id, source: _source, seenAt: _seenAt, ...item } = comparable;
    const estimate = fit.estimate(item, state);
    return estimate.kind === 'estimate' ? [{ price, estimate, comparable }] : [];
  });
}
