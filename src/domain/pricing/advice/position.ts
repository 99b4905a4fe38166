// Says where a price is in a predictive distribution.

import { type Cents, leastPrice } from '../../money.ts';
import type { Estimate } from '../fit/fit.ts';

/** A price's position in the predictive distribution: outside the 80 % range, outside the 50 % range, or inside. */
export type Band = 'far_below' | 'below' | 'inside' | 'above' | 'far_above';

type PricePosition = {
  /** The log of price over estimate: 0.1 is about 10 % above it. */
  ratio: number;
  band: Band;
  /** The probability of this much or more. */
  reach: number;
};

/** Like with like: an asking price belongs to an estimate of asks, and a sale to an estimate of sales. */
export function placePrice(estimate: Estimate, price: Cents): PricePosition {
  return {
    ratio: Math.log(price / estimate.price),
    band: bandOf(estimate, price),
    reach: 1 - estimate.chanceBelow(price),
  };
}

/** The marketplace's lowest price is above no other one. */
function bandOf({ range, half }: Estimate, price: Cents): Band {
  if (price > Math.max(leastPrice, range.high)) return 'far_above';
  if (price > Math.max(leastPrice, half.high)) return 'above';
  if (price < range.low) return 'far_below';
  return price < half.low ? 'below' : 'inside';
}
