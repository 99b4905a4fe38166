// Measures how often things sell, step by step from prices far below the estimate to prices far above it.

import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit/fit.ts';

/** The upper ends of the steps, as price over estimate. */
const ends = [0.75, 0.9, 1.05, 1.2, 1.4, 1.75, Number.POSITIVE_INFINITY] as const;

type Step = { upTo: number; rows: number; sold: number };

export const emptyLadder = (): Step[] => ends.map((upTo) => ({ upTo, rows: 0, sold: 0 }));

/** Adds held-out rows to a ladder. The estimates are learned from sales alone, so that they say nothing about what sells. */
export function climb(ladder: readonly Step[], known: readonly Comparable[], held: readonly Comparable[]): Step[] {
  const fit = fitPricing(known.filter(({ state }) => state === 'sold'));
  const placed = held.flatMap((row) => {
    const estimate = fit.estimate(row);
    return estimate.kind === 'estimate' ? [{ ratio: row.price / estimate.price, isSold: row.state === 'sold' }] : [];
  });
  return ladder.map((step, at) => {
    const from = ladder[at - 1]?.upTo ?? 0;
    const here = placed.filter(({ ratio }) => ratio >= from && ratio < step.upTo);
    return {
      ...step,
      rows: step.rows + here.length,
      sold: step.sold + here.filter(({ isSold }) => isSold).length,
    };
  });
}

/** Every step that is reached by at least this many rows must sell less often than the one below it. */
const leastRows = 50;

export function isMonotone(ladder: readonly Step[]): boolean {
  const shares = ladder.filter(({ rows }) => rows >= leastRows).map(({ rows, sold }) => sold / rows);
  return shares.every((share, at) => at === 0 || share < (shares[at - 1] ?? 0));
}
