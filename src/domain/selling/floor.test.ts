import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Floor, leftOf, lowestAllowed } from './floor.ts';

const listing = { currency: 'USD', floorCents: null, costCents: 1650 };
const profit = (minProfitCents: number): Floor => ({ kind: 'profit', minProfitCents });

describe('the lowest price that a floor allows', () => {
  it.each<[what: string, floor: Floor, change: object, shippingCents: number, expected: object]>([
    ['is the minimum without a floor price', { kind: 'listing' }, {}, 0, { cents: 300, by: 'minimum' }],
    ['is the floor price', { kind: 'listing' }, { floorCents: 2000 }, 0, { cents: 2000, by: 'listing' }],
    ['needs no cost then', { kind: 'listing' }, { costCents: null }, 0, { cents: 300, by: 'minimum' }],
    // $21 leaves $16.80 after fees, and $20 leaves $16.
    ['leaves the profit', profit(0), {}, 0, { cents: 2100, by: 'profit' }],
    ['leaves it after shipping, too', profit(0), { costCents: 1600 }, 150, { cents: 2200, by: 'profit' }],
    ['leaves exactly the profit', profit(400), { costCents: 1200 }, 0, { cents: 2000, by: 'profit' }],
    ['is in whole dollars below $15, too', profit(0), { costCents: 1100 }, 0, { cents: 1400, by: 'profit' }],
    ['is a higher floor price', profit(0), { floorCents: 3000 }, 0, { cents: 3000, by: 'listing' }],
    ['is the minimum of a gift', profit(0), { costCents: 0 }, 0, { cents: 300, by: 'minimum' }],
  ])('%s', (_, floor, change, shippingCents, expected) => {
    expect(lowestAllowed(floor, { listing: { ...listing, ...change }, shippingCents })).toEqual({
      kind: 'price',
      ...expected,
    });
  });

  it.each([
    ['the cost', { costCents: null }, 'cost_unknown'],
    ['the fees in its currency', { currency: 'CAD' }, 'fees_unknown'],
  ])('of a profit isn’t known without %s', (_, change, why) => {
    expect(lowestAllowed(profit(0), { listing: { ...listing, ...change } })).toEqual({ kind: 'unknown', why });
  });

  it('leaves the profit, and a dollar less doesn’t, at any cost', () => {
    const cents = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 900 }), (costCents, minProfitCents, shippingCents) => {
        const given = { ...listing, costCents };
        const lowest = lowestAllowed(profit(minProfitCents), { listing: given, shippingCents });
        if (lowest.kind !== 'price' || lowest.cents % 100 !== 0) return false;
        const left = (priceCents: number) => leftOf(given, { priceCents, shippingCents }).profitCents ?? 0;
        return (
          left(lowest.cents) >= minProfitCents && (lowest.cents === 300 || left(lowest.cents - 100) < minProfitCents)
        );
      }),
    );
  });
});

describe('what a price leaves', () => {
  it.each([
    ['after fees and cost', {}, 3600, 0, { earningsCents: 2880, profitCents: 1230 }],
    ['after shipping, too', {}, 3600, 150, { earningsCents: 2730, profitCents: 1080 }],
    ['at a loss', {}, 1000, 0, { earningsCents: 705, profitCents: -945 }],
    ['without a cost', { costCents: null }, 3600, 0, { earningsCents: 2880, profitCents: null }],
    ['in another currency', { currency: 'CAD' }, 3600, 0, { earningsCents: null, profitCents: null }],
  ])('%s', (_, change, priceCents, shippingCents, expected) => {
    expect(leftOf({ ...listing, ...change }, { priceCents, shippingCents })).toEqual(expected);
  });
});
