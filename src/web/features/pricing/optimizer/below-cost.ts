// Marks advice that is chosen only by hand.
import type { Optimization } from '#contract/pricing/advice.ts';

/** At the suggested price, less is left than the seller paid. */
export const isBelowCost = ({ profitCents }: Pick<Optimization, 'profitCents'>): boolean =>
  profitCents !== null && profitCents < 0;
