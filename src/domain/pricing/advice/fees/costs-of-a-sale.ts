// Says when shipping and the fee cost more than the item itself.

import { type Cents, inDollars } from '../../../money.ts';
import { earningsFrom } from './fees.ts';

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
