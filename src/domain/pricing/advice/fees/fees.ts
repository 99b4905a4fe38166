// Poshmark's fees, and what is left for the seller.

import { type Cents, inDollars } from '../../../money.ts';

/** Poshmark's fee in the United States: a flat amount below $15, otherwise 20 % of the price. */
const feeRules = { edge: 1500, flat: 295, percent: 20 } as const;

const feeOn = (price: Cents): Cents =>
  price < feeRules.edge ? Math.min(price, feeRules.flat) : Math.round((price * feeRules.percent) / 100);

/** What the seller receives from a sale. It does not always rise with the price: 14.99 leaves 12.04, and 15.00 leaves 12.00. */
export const earningsFrom = (price: Cents): Cents => price - feeOn(price);

/** No cut leaves the seller less than this. Packing an item costs about as much. Judgment. */
export const leastEarnings: Cents = 300;

/** What a buyer pays Poshmark for shipping in the United States, whatever the item costs. Since September 2025. */
const buyerShipping: Cents = 649;

/** Shipping, which the buyer pays, and the fee, which the seller pays. */
const costsOfSale = (price: Cents): Cents => buyerShipping + price - earningsFrom(price);

/**
 * The warning that goes with every price below the costs of its sale. Empty for any other price, and without a price. `lower`: what
 * would be left at a lower price, if that is why the price goes no lower.
 */
export function costsWarning(price: Cents | null, lower?: { price: Cents; left: Cents }): string[] {
  if (price === null || price >= costsOfSale(price)) return [];
  const fee = inDollars(price - earningsFrom(price));
  const atLower = lower === undefined ? '' : `, and only ${inDollars(lower.left)} at ${inDollars(lower.price)}`;
  return [
    `At ${inDollars(price)}, shipping (${inDollars(buyerShipping)}) and the fee (${fee}) come to more than the item, and you’d receive ${inDollars(earningsFrom(price))}${atLower}. Buyers pay for shipping once when they bundle.`,
  ];
}
