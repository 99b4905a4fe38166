import type { Cents } from '../../money.ts';
import type { Estimate } from '../fit.ts';

/** Where a price stands in what the thing may be worth: outside the 80 % range, outside the 50 % range, or within. */
export type Band = 'far_below' | 'below' | 'inside' | 'above' | 'far_above';

type PricePosition = {
  /** Log of price over estimate: 0.1 is about 10 % above. */
  ratio: number;
  band: Band;
  /** The probability that the market would pay this much or more. */
  reach: number;
};

export function placePrice(estimate: Estimate, price: Cents): PricePosition {
  return {
    ratio: Math.log(price / estimate.price),
    band: bandOf(estimate, price),
    reach: 1 - estimate.chanceBelow(price),
  };
}

function bandOf({ range, half }: Estimate, price: Cents): Band {
  if (price > range.high) return 'far_above';
  if (price > half.high) return 'above';
  if (price < range.low) return 'far_below';
  return price < half.low ? 'below' : 'inside';
}
