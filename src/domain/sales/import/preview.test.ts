import { expect, it } from 'vitest';
import { previewSales } from './preview.ts';
import type { Sale } from './read-sale.ts';

const preview = (...sales: Sale[]) =>
  previewSales(
    sales.map((sale, at) => ({ row: at + 2, sale })),
    10,
  );

it('a sale is shown with what it will be stored with: the fee of its day, or what the report says', () => {
  const [computed, reported] = preview(
    { title: 'Top', price: 2000, soldOn: '2026-03-01', cost: 500 },
    { title: 'Skirt', price: 2000, soldOn: '2026-03-01', shippingDiscount: 200, earnings: 1400, labelFee: 500 },
  );
  expect(computed).toMatchObject({ fee: 400, discount: null, earnings: 1600, isReported: false, missing: [] });
  expect(reported).toMatchObject({ fee: 400, discount: 200, earnings: 1400, otherFees: 500, missing: ['cost'] });
});

it('the rows of a bundle share the fee of their order, also with rows that are not shown', () => {
  const piece = (title: string, price: number): Sale => ({ title, price, orderId: 'o1', soldOn: '2026-03-01' });
  const sales = [piece('One', 700), piece('Two', 800)].map((sale, at) => ({ row: at + 2, sale }));
  expect(previewSales(sales, 1)).toMatchObject([{ fee: 140, earnings: 560, isBundle: true }]);
});

it('a sale elsewhere pays no fee of Poshmark, and one that nobody knows is missing', () => {
  const [unknown, known] = preview(
    { title: 'Top', price: 2000, channel: 'eBay' },
    { title: 'Top', price: 2000, channel: 'eBay', earnings: 1700, soldOn: '2026-03-01', cost: 100 },
  );
  expect(unknown).toMatchObject({ fee: null, earnings: 2000, channel: 'eBay', missing: ['soldOn', 'fee', 'cost'] });
  expect(known).toMatchObject({ fee: 300, earnings: 1700, missing: [] });
});
