import type { Cents } from '../../money.ts';
import { quantile, shareBelow } from './calibrate.ts';

/** Where a price may lie: the log of the said price, a scale, and errors in units of it (log of true over said), ascending. */
export type Outlook = { log: number; scale: number; scores: Float64Array };

export type PriceRange = { low: Cents; high: Cents };

export const priceOf = ({ log }: Outlook): Cents => Math.max(1, Math.round(Math.exp(log)));

/** The amount below which the true price lies with a probability. */
export const amountAt = ({ log, scale, scores }: Outlook, share: number): Cents =>
  Math.max(1, Math.round(Math.exp(log + scale * quantile(scores, share))));

/** The middle `coverage` of what the price may be, the said price always within it. */
export function rangeOf(outlook: Outlook, coverage: number): PriceRange {
  const price = priceOf(outlook);
  return {
    low: Math.min(price, amountAt(outlook, (1 - coverage) / 2)),
    high: Math.max(price, amountAt(outlook, (1 + coverage) / 2)),
  };
}

/** The probability that the true price lies below an amount. */
export const chanceBelow = ({ log, scale, scores }: Outlook, amount: Cents): number =>
  amount <= 0 ? 0 : shareBelow(scores, (Math.log(amount) - log) / scale);

/** The probability that the true price lies within `share` of the said one, either way. */
export const chanceWithin = (outlook: Outlook, share: number): number => {
  const price = Math.exp(outlook.log);
  return chanceBelow(outlook, price * (1 + share)) - chanceBelow(outlook, price * (1 - share));
};

/** An outlook of the given standard deviation without any errors to read: a normal one, in 199 quantiles. */
export const normalOutlook = (log: number, deviation: number): Outlook => ({
  log,
  scale: deviation,
  scores: normalScores,
});

/** Quantiles of the standard normal, by the logistic approximation (off by less than 0.02 within four fifths). */
const normalScores = Float64Array.from({ length: 199 }, (_, at) => {
  const share = (at + 1) / 200;
  return (share ** 0.135 - (1 - share) ** 0.135) / 0.1975;
});
