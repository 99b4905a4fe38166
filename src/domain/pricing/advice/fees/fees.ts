// Poshmark's fees, and what is left for the seller.

import type { Cents } from '../../../money.ts';

/** Poshmark's fee in the United States: a flat amount below $15, otherwise 20 % of the price. */
const feeRules = { edge: 1500, flat: 295, percent: 20 } as const;

const feeOn = (price: Cents): Cents =>
  price < feeRules.edge ? Math.min(price, feeRules.flat) : Math.round((price * feeRules.percent) / 100);

/** What the seller receives from a sale. It does not always rise with the price: 14.99 leaves 12.04, and 15.00 leaves 12.00. */
export const earningsFrom = (price: Cents): Cents => price - feeOn(price);

/** No cut leaves the seller less than this. Packing an item costs about as much. Judgment. */
export const leastEarnings: Cents = 300;
