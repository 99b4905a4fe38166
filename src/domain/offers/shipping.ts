// The shipping discount of an offer: which of the marketplace's choices it is, and about what it costs the seller.

import type { Cents } from '../money.ts';
import type { ShippingDiscount } from '../ports/marketplace.ts';
import { buyerShipping } from '../sales/earnings.ts';
import { discountedShipping } from '../sales/marketplace-fees.ts';

export const shippings = ['none', 'discounted', 'free'] as const;
/** `cheapest`: the cheapest discount that can be had, or none. */
export type Shipping = (typeof shippings)[number] | 'cheapest';

/**
 * Chooses among what the marketplace offers for this listing and price. It never guesses: a choice that costs the seller something
 * needs a readable cost. Returns null if there is no such choice. Then the offer can't be sent.
 */
export function chooseShipping(shipping: Shipping, choices: readonly ShippingDiscount[]): ShippingDiscount | null {
  const none = choices.find(isNoDiscount) ?? null;
  if (shipping === 'none') return none;
  const paid = choices.filter(
    (choice) =>
      (choice.sellerCostCents ?? 0) > 0 && (shipping === 'cheapest' || isFree(choice) === (shipping === 'free')),
  );
  const cheapest = paid.reduce<ShippingDiscount | null>(
    (least, choice) => (least === null || costOf(choice) < costOf(least) ? choice : least),
    null,
  );
  return cheapest ?? (shipping === 'cheapest' ? none : null);
}

const costOf = ({ sellerCostCents }: ShippingDiscount): Cents => sellerCostCents ?? 0;
const isFree = ({ label }: ShippingDiscount): boolean => /\bfree\b/i.test(label);
const isNoDiscount = ({ sellerCostCents, label }: ShippingDiscount): boolean =>
  sellerCostCents === 0 || (sellerCostCents === null && /^no discount$/i.test(label.trim()));

/** About what a discount costs the seller in the United States, before the marketplace says it for a listing. */
export const usualCostOf = (shipping: Shipping): Cents =>
  shipping === 'none' ? 0 : buyerShipping() - (shipping === 'free' ? 0 : reduced);

/** What the buyer still pays with a discount: the lowest that isn't free. */
const reduced = Math.min(...discountedShipping.filter((cents) => cents > 0));
