// The predictive distribution of a price: its estimate, its intervals, and probabilities of amounts.

import type { Cents } from '../../money.ts';

/**
 * Where a price may lie. `log` is the log of the estimate in cents. `scores` are errors (log of true over estimated price) in units
 * of `scale`, ascending: a new error is one of them with equal probability.
 */
export type PredictiveDistribution = { log: number; scale: number; scores: Float64Array };

export type PriceRange = { low: Cents; high: Cents };

export const priceOf = ({ log }: PredictiveDistribution): Cents => Math.max(1, Math.round(Math.exp(log)));

export const amountAt = ({ log, scale, scores }: PredictiveDistribution, share: number): Cents =>
  Math.max(1, Math.round(Math.exp(log + scale * quantile(scores, share))));

/** The central interval that holds the price with probability `coverage`; it always contains the estimate. */
export function rangeOf(distribution: PredictiveDistribution, coverage: number): PriceRange {
  const price = priceOf(distribution);
  return {
    low: Math.min(price, amountAt(distribution, (1 - coverage) / 2)),
    high: Math.max(price, amountAt(distribution, (1 + coverage) / 2)),
  };
}

export const chanceBelow = ({ log, scale, scores }: PredictiveDistribution, amount: Cents): number =>
  amount <= 0 ? 0 : shareBelow(scores, (Math.log(amount) - log) / scale);

/** The probability that the true price lies within `share` of the estimate, up or down. */
export const chanceWithin = (distribution: PredictiveDistribution, share: number): number => {
  const price = Math.exp(distribution.log);
  return chanceBelow(distribution, price * (1 + share)) - chanceBelow(distribution, price * (1 - share));
};

/** A normal distribution of the log price, for estimates without errors to learn from. */
export const normalPrediction = (log: number, deviation: number): PredictiveDistribution => ({
  log,
  scale: deviation,
  scores: normalScores,
});

/** 199 quantiles of the standard normal by Tukey's lambda approximation, off by less than 0.02 within the central 80 %. */
const normalScores = Float64Array.from({ length: 199 }, (_, at) => {
  const share = (at + 1) / 200;
  return (share ** 0.135 - (1 - share) ** 0.135) / 0.1975;
});

/**
 * The value below which a new, exchangeable value lies with probability `share`, interpolated. The rank is corrected for the
 * finite sample as in split conformal prediction (Vovk, Gammerman, and Shafer 2005), outward on both sides of the median.
 * `sorted` is ascending.
 */
export function quantile(sorted: Float64Array, share: number): number {
  const corrected = share < 0.5 ? share * (sorted.length + 1) - 1 : share * (sorted.length + 1);
  const rank = Math.min(Math.max(share < 0.5 ? corrected : corrected - 1, 0), sorted.length - 1);
  const below = Math.floor(rank);
  const low = sorted[below] ?? 0;
  return low + (rank - below) * ((sorted[below + 1] ?? low) - low);
}

/** The inverse: the share of `sorted` (ascending) below a value, from 0 to 1, interpolated between two of them. */
export function shareBelow(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const below = sorted[low - 1];
  const above = sorted[low];
  const within = below === undefined || above === undefined || above === below ? 0 : (value - below) / (above - below);
  return Math.min(1, Math.max(0, (low + within) / (sorted.length + 1)));
}
