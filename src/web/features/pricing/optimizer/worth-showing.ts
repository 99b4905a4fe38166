// Decides which advice is worth showing as a price change.
import type { Optimization } from '#contract/pricing/advice.ts';

/** A price difference up to this many dollars is not worth showing. */
const leastDifference = 0.5;
export const isWorthShowing = ({ priceDifference }: Optimization): boolean =>
  Math.abs(priceDifference) > leastDifference;
