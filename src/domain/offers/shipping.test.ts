import { describe, expect, it } from 'vitest';
import type { ShippingDiscount } from '../ports/marketplace.ts';
import { chooseShipping, type Shipping, usualCostOf } from './shipping.ts';

const choice = (label: string, sellerCostCents: number | null): ShippingDiscount => ({
  id: label,
  label,
  sellerCostCents,
});
const none = choice('No Discount', 0);
const all = [none, choice('Free Shipping', 649), choice('$5.95 Shipping', 54), choice('$4.99 Shipping', 150)];

describe('a shipping discount', () => {
  it.each<[what: string, Shipping, ShippingDiscount[], string | null]>([
    ['that is cheapest costs the least', 'cheapest', all, '$5.95 Shipping'],
    ['that is cheapest may be free for the buyer', 'cheapest', [none, choice('Free', 649)], 'Free'],
    ['that is cheapest is none if there is no other', 'cheapest', [none], 'No Discount'],
    ['that is cheapest is none if no cost can be read', 'cheapest', [choice('Free', null), none], 'No Discount'],
    [
      'that is cheapest is one that can be read',
      'cheapest',
      [none, choice('$4.99', null), choice('Free', 649)],
      'Free',
    ],
    [
      'that is cheapest is none by its name',
      'cheapest',
      [choice('Free', null), choice('no discount', null)],
      'no discount',
    ],
    ['that is cheapest can’t be had where even none has no name', 'cheapest', [choice('Free', null)], null],
    ['can’t be chosen from nothing', 'cheapest', [], null],
    ['of none is none', 'none', all, 'No Discount'],
    ['of none can’t be had if it isn’t there', 'none', all.slice(1), null],
    ['is never free by a rule that lowers shipping', 'discounted', all, '$5.95 Shipping'],
    ['is not replaced by a free one', 'discounted', [none, choice('Free Shipping', 649)], null],
    ['is not replaced by none', 'discounted', [none], null],
    ['that is free is', 'free', all, 'Free Shipping'],
    ['that is free is not replaced', 'free', [none, choice('$4.99 Shipping', 150)], null],
    ['that is free needs a cost', 'free', [none, choice('Free Shipping', null)], null],
  ])('%s', (_, shipping, choices, expected) => {
    expect(chooseShipping(shipping, choices)?.id ?? null).toBe(expected);
  });

  it.each<[Shipping, number]>([
    ['none', 0],
    ['discounted', 150],
    ['cheapest', 150],
    ['free', 649],
  ])('that is %s usually costs the seller %d cents', (shipping, cents) => {
    expect(usualCostOf(shipping)).toBe(cents);
  });
});
