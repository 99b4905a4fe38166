import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buyerShipping,
  earningsFrom,
  earningsOfOrder,
  explainShippingDiscount,
  feeOn,
  feeSchedules,
  heavyLabels,
  poundsOfLabel,
  profitOf,
  shippingLabels,
} from './earnings.ts';

describe('nine sales, recomputed by hand', () => {
  // price - fee - discount = earnings. The last column says what makes up the discount: the label, and what the buyer paid of it.
  it.each([
    ['39.00 - 20 % of it', '2026-04-20', 3900, null, 780, 0, 3120, null],
    ['14.00 - 2.95 - 3.28: not free, the buyer paid 4.99', '2025-06-20', 1400, null, 295, 328, 777, [827, 499]],
    ['14.00 - 2.95 - 8.27: free at that time', '2025-06-20', 1400, null, 295, 827, 278, [827, 0]],
    ['14.00 - 2.95 - 6.49: free since September 2025', '2026-05-02', 1400, null, 295, 649, 456, [649, 0]],
    ['25.00 - 5.00 - 2.02: the buyer paid 5.95', '2023-04-11', 2500, null, 500, 202, 1798, [797, 595]],
    ['62.00 - 12.40 - 1.50: the buyer paid 4.99', '2026-02-20', 6200, null, 1240, 150, 4810, [649, 499]],
    ['14.99 - 2.95: a cent below the edge', '2026-01-10', 1499, null, 295, 0, 1204, null],
    ['15.00 - 3.00: four cents less than that', '2026-01-10', 1500, null, 300, 0, 1200, null],
    ['10.00 - (1.00 + 5.99 % of 10.00 + 7.67 + 0.80)', '2024-10-10', 1000, 80, 211, 0, 789, null],
  ])('%s', (_, soldOn, price, salesTax, fee, shippingDiscount, earnings, parts) => {
    const sale = { price, soldOn, salesTax, shippingDiscount };
    expect(earningsOfOrder([sale])).toEqual([{ fee, earnings }]);
    expect(earningsOfOrder([{ ...sale, reportedEarnings: earnings }])).toEqual([{ fee, earnings }]);
    const explained = explainShippingDiscount(shippingDiscount, soldOn);
    expect(explained && [explained.label, explained.buyerPaid]).toEqual(parts);
  });
});

describe('the fee of the day', () => {
  it.each([
    ['2024-10-02', 4000, 800],
    // 5.99 % of 40.00 + 7.67, and 2.00.
    ['2024-10-03', 4000, 486],
    ['2024-10-23', 4000, 486],
    ['2024-10-24', 4000, 800],
    ['2024-10-10', 1499, 236],
    ['2024-10-10', 1500, 336],
    ['2024-10-10', 5000, 645],
    ['1999-01-01', 4000, 800],
    [null, 4000, 800],
    [null, 200, 200],
    [null, 0, 0],
  ])('on %s of %i cents is %i', (soldOn, price, fee) => {
    expect(feeOn({ price, soldOn })).toBe(fee);
  });

  it.each([feeSchedules, shippingLabels, heavyLabels])(
    'comes from tables that begin with their oldest entry',
    (...table) => {
      const days = table.map(({ since }) => since);
      expect(days).toEqual([...days].sort());
    },
  );

  it('leaves the buyer today’s label to pay', () => {
    expect([buyerShipping(), buyerShipping('2025-09-11'), buyerShipping('2025-09-12')]).toEqual([649, 827, 649]);
  });
});

describe('what the seller receives today', () => {
  it.each([
    [300, 5],
    [1000, 705],
    [1499, 1204],
    [1500, 1200],
    [4000, 3200],
    [200, 0],
  ])('of %i cents are %i', (price, earned) => {
    expect(earningsFrom(price)).toBe(earned);
  });
});

describe('an order of several pieces', () => {
  const soldOn = '2026-03-01';

  it.each([
    // One flat fee for 14.00, not two.
    { prices: [900, 500], fees: [190, 105] },
    // Alone, 10.00 would cost 2.95. In an order of 20.00, it costs 20 %.
    { prices: [1000, 1000], fees: [200, 200] },
    { prices: [1001, 1001, 1001], fees: [201, 200, 200] },
    { prices: [0, 0], fees: [0, 0] },
  ])('for $prices cents pays the fee of its total, in parts of $fees', ({ prices, fees }) => {
    const parts = earningsOfOrder(prices.map((price) => ({ price, soldOn })));
    expect(parts.map(({ fee }) => fee)).toEqual(fees);
  });

  it.each([
    ['what Poshmark says was earned', { reportedEarnings: 2800, shippingDiscount: 328 }, { fee: 872, earnings: 2800 }],
    ['earnings, with an unknown discount', { reportedEarnings: 2500 }, { fee: 1500, earnings: 2500 }],
    ['earnings above the price', { reportedEarnings: 4100 }, { fee: -100, earnings: 4100 }],
    ['the fee that the seller says', { knownFee: 0, shippingDiscount: 100 }, { fee: 0, earnings: 3900 }],
  ])('counts %s', (_, known, counted) => {
    expect(earningsOfOrder([{ price: 4000, soldOn, ...known }])).toEqual([counted]);
  });

  it('adds up to the cent, whatever is known of its rows', () => {
    const cents = fc.integer({ min: 0, max: 500_000 });
    const row = fc.record({
      price: cents,
      soldOn: fc.constantFrom('2023-05-01', '2024-10-10', '2026-02-01', null),
      shippingDiscount: fc.option(fc.integer({ min: 0, max: 900 })),
      salesTax: fc.option(fc.integer({ min: 0, max: 900 })),
      reportedEarnings: fc.option(cents),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const parts = earningsOfOrder(rows);
        for (const [index, { price, shippingDiscount }] of rows.entries()) {
          const { fee, earnings } = parts[index] ?? { fee: NaN, earnings: NaN };
          expect(price - fee - (shippingDiscount ?? 0)).toBe(earnings);
        }
        if (rows.some(({ reportedEarnings }) => reportedEarnings !== null)) return;
        const sum = (amounts: (number | null)[]): number => amounts.reduce<number>((all, one) => all + (one ?? 0), 0);
        const order = {
          price: sum(rows.map(({ price }) => price)),
          soldOn: rows[0]?.soldOn ?? null,
          shippingDiscount: sum(rows.map(({ shippingDiscount }) => shippingDiscount)),
          salesTax: sum(rows.map(({ salesTax }) => salesTax)),
        };
        expect(sum(parts.map(({ fee }) => fee))).toBe(rows.length === 0 ? 0 : feeOn(order));
      }),
    );
  });
});

it.each([
  [{ earnings: 3120, otherFees: 500, cost: 1200 }, 1420],
  [{ earnings: 500, otherFees: 0, cost: 800 }, -300],
  [{ earnings: 500, otherFees: 0, cost: 0 }, 500],
  [{ earnings: 500, otherFees: 0, cost: null }, null],
])('the profit of %j is %s', (sale, profit) => {
  expect(profitOf(sale)).toBe(profit);
});

it.each([
  [500, '2026-03-01', 10],
  [1000, '2026-03-01', 15],
  [450, '2025-12-31', 10],
  [450, '2026-03-01', null],
])('a label for %i cents more on %s is for a parcel of up to %s pounds', (fee, soldOn, pounds) => {
  expect(poundsOfLabel(fee, soldOn)).toBe(pounds);
});
