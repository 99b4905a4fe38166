// Decides which advice is worth showing as a price change, and which is chosen only by hand.
import type { Optimization } from '#contract/pricing/advice.ts';

/** A price difference up to this many dollars is not worth showing. */
const leastDifference = 0.5;
export const isWorthShowing = ({ priceDifference }: Optimization): boolean =>
  Math.abs(priceDifference) > leastDifference;

/** At the suggested price, less is left than the seller paid. */
export const isBelowCost = ({ profitCents }: Pick<Optimization, 'profitCents'>): boolean =>
  profitCents !== null && profitCents < 0;
