// What is left for the seller at low prices, and the warning about it.

import { type Cents, inDollars } from '../../../money.ts';
import { buyerShipping, earningsFrom, feeOn } from '../../../sales/earnings.ts';

/** No cut leaves the seller less than this. Packing an item costs about as much. Judgment. */
export const leastEarnings: Cents = 300;

/** Shipping, which the buyer pays, and the fee, which the seller pays. */
const costsOfSale = (price: Cents): Cents => buyerShipping() + feeOn({ price });

/** The warning that goes with a price that leaves less than the item cost. Empty for any other price, and without a cost. */
export function belowCostWarning(price: Cents, cost: Cents | null): string[] {
  const left = earningsFrom(price);
  if (cost === null || left >= cost) return [];
  return [
    `Below what you paid (${inDollars(cost)}): at ${inDollars(price)} you’d receive ${inDollars(left)} after the fee.`,
  ];
}

/**
 * The warning that goes with every price below the costs of its sale. Empty for any other price, and without a price. `lower`: what
 * would be left at a lower price, if that is why the price goes no lower.
 */
export function costsWarning(price: Cents | null, lower?: { price: Cents; left: Cents }): string[] {
  if (price === null || price >= costsOfSale(price)) return [];
  const fee = inDollars(feeOn({ price }));
  const atLower = lower === undefined ? '' : `, and only ${inDollars(lower.left)} at ${inDollars(lower.price)}`;
  return [
    `At ${inDollars(price)}, shipping (${inDollars(buyerShipping())}) and the fee (${fee}) come to more than the item, and you’d receive ${inDollars(earningsFrom(price))}${atLower}. Buyers pay for shipping once when they bundle.`,
  ];
}
