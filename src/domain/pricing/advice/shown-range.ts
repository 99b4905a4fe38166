// A range of prices as screens and sentences show it.

import { type Cents, floorToDollar, leastPrice } from '../../money.ts';
import type { PriceRange } from '../model/predictive-distribution.ts';

const dollar: Cents = 100;

/**
 * In whole dollars, rounded outward, so that the shown range is not narrower than the computed one. Nothing sells below the lowest
 * price that the marketplace accepts, so no range starts there.
 */
export const shownRange = ({ low, high }: PriceRange): PriceRange => ({
  low: floorToDollar(Math.max(leastPrice, low)),
  high: Math.ceil(Math.max(leastPrice, high) / dollar) * dollar,
});
