// Estimated prices as screens and sentences show them, and which price changes they show.

import { type Cents, floorToDollar, leastPrice, roundToDollar } from '../../money.ts';
import type { PriceRange } from '../model/predictive-distribution.ts';

const dollar: Cents = 100;

/** Nothing sells below the lowest price that the marketplace accepts, so no estimate and no range is below it. */
export const shownPrice = (price: Cents): Cents => Math.max(leastPrice, roundToDollar(price));

/** In whole dollars, rounded outward, so that the shown range is not narrower than the computed one. */
export const shownRange = ({ low, high }: PriceRange): PriceRange => ({
  low: floorToDollar(Math.max(leastPrice, low)),
  high: Math.ceil(Math.max(leastPrice, high) / dollar) * dollar,
});

/** In dollars. A price difference up to this is not worth showing (specification 9). */
const leastDifference = 0.5;

export const isWorthShowing = ({ priceDifference }: { priceDifference: number }): boolean =>
  Math.abs(priceDifference) > leastDifference;
