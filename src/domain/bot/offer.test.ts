import { describe, expect, it } from 'vitest';
import type { ShippingDiscount } from '../ports/marketplace.ts';
import { chooseDiscount, decideOffer, offerPrice } from './offer.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const minuteMs = 60_000;
const dayMs = 86_400_000;

describe('an offer to likers', () => {
  const ready = {
    priceCents: 3500,
    floorCents: null,
    percent: 20,
    likes: { count: 2, newestAt: now - 15 * minuteMs },
    lastOfferAt: null,
    now,
  };
  const table: { what: string; given: Partial<Parameters<typeof decideOffer>[0]>; expected: object }[] = [
    { what: 'is sent 15 minutes after the newest like', given: {}, expected: { kind: 'send', priceCents: 2800 } },
    {
      what: 'waits for those 15 minutes',
      given: { likes: { count: 1, newestAt: now - 15 * minuteMs + 1 } },
      expected: { kind: 'wait', until: now + 1 },
    },
    {
      what: 'is sent if the marketplace gives no time of a like',
      given: { likes: { count: 1, newestAt: null } },
      expected: { kind: 'send', priceCents: 2800 },
    },
    {
      what: 'is not made to nobody',
      given: { likes: { count: 0, newestAt: null } },
      expected: { kind: 'none', why: 'no_likers' },
    },
    {
      what: 'waits for 7 days after the last',
      given: { lastOfferAt: now - 7 * dayMs + 5 },
      expected: { kind: 'wait', until: now + 5 },
    },
    {
      what: 'is sent again after 7 days',
      given: { lastOfferAt: now - 7 * dayMs },
      expected: { kind: 'send', priceCents: 2800 },
    },
    {
      what: 'waits for the later of both',
      given: { lastOfferAt: now - 6 * dayMs, likes: { count: 1, newestAt: now } },
      expected: { kind: 'wait', until: now + dayMs },
    },
    { what: 'may be at the floor price', given: { floorCents: 2800 }, expected: { kind: 'send', priceCents: 2800 } },
    { what: 'is never below it', given: { floorCents: 2900 }, expected: { kind: 'none', why: 'below_floor' } },
    { what: 'needs a readable price', given: { priceCents: null }, expected: { kind: 'none', why: 'no_price' } },
    {
      what: 'is never below the least price',
      given: { priceCents: 300 },
      expected: { kind: 'none', why: 'below_minimum' },
    },
    { what: 'may be at the least price', given: { priceCents: 400 }, expected: { kind: 'send', priceCents: 300 } },
  ];
  it.each(table)('$what', ({ given, expected }) => {
    expect(decideOffer({ ...ready, ...given })).toEqual(expected);
  });

  it.each([
    [3500, 10, 3100],
    [3500, 50, 1700],
    [1000, 10, 900],
    [3300, 5, 2900],
  ])('of %d cents less %d percent is whole dollars: %d', (price, percent, expected) => {
    expect(offerPrice(price, percent)).toBe(expected);
  });

  it('is in whole dollars and at least 10 % off, at any price and setting', () => {
    for (let dollars = 3; dollars <= 500; dollars += 1)
      for (let percent = 10; percent <= 50; percent += 1) {
        const offer = offerPrice(dollars * 100, percent);
        if (offer % 100 !== 0 || offer > Math.floor(dollars * 0.9) * 100) expect.fail(`${offer} of ${dollars} dollars`);
      }
  });
});

describe('the shipping discount', () => {
  const choice = (label: string, sellerCostCents: number | null): ShippingDiscount => ({
    id: label,
    label,
    sellerCostCents,
  });
  const none = choice('No Discount', 0);
  it.each([
    ['is the cheapest that costs the seller something', [none, choice('Free', 649), choice('$4.99', 150)], '$4.99'],
    ['is none if there is no other', [none], 'No Discount'],
    ['is none if the others cannot be read', [choice('Free', null), none], 'No Discount'],
    ['is the cheapest readable one', [none, choice('$4.99', null), choice('Free', 649)], 'Free'],
    ['is none by its name if no cost can be read', [choice('Free', null), choice('no discount', null)], 'no discount'],
    ['cannot be chosen where even none is not named', [choice('Free', null)], null],
    ['cannot be chosen from nothing', [], null],
  ])('%s', (_, choices, expected) => {
    expect(chooseDiscount(choices)?.id ?? null).toBe(expected);
  });
});
