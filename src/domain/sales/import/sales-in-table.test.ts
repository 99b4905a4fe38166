import { describe, expect, it } from 'vitest';
import { previewSales } from './preview.ts';
import type { Sale, SaleCells } from './read-sale.ts';
import { salesInRows } from './sales-in-table.ts';

const now = Date.UTC(2026, 10, 20);
const sold: SaleCells = { title: 'Jeans', price: '$40.00', soldOn: '03/15/2026', earnings: '$32.00' };
const read = (...rows: SaleCells[]) =>
  salesInRows(
    rows.map((cells, at) => ({ row: at + 2, cells })),
    { now },
  );

describe('a line of the report that is no sale', () => {
  it.each<[string, SaleCells[]]>([
    ['the sums, with their word at the start', [sold, { listedOn: 'Totals', price: '$40.00', earnings: '$32.00' }]],
    ['the sums, with their word as the title', [sold, { title: 'Totals', price: '$40.00' }]],
    ['the sums of another column', [sold, { listedOn: 'Totals', price: '$912.00', cost: '$12.00' }]],
    ['the sums without their word', [sold, { price: '$40.00', earnings: '$32.00' }]],
    ['an empty line', [sold, {}, { title: ' ', price: '' }]],
    ['a line of signs for no value', [sold, { title: '', price: '--', cost: '--' }]],
    ['a note below', [sold, { listedOn: 'Sales that are complete' }]],
    ['a title above', [{ title: 'Sales report' }, { listedOn: '(all times Pacific)' }, sold]],
  ])('is not named: %s', (_, rows) => {
    const { sales, refused, unread } = read(...rows);
    expect([sales.length, refused, unread]).toEqual([1, [], []]);
  });

  it.each<[string, SaleCells]>([
    ['a row with a date', { soldOn: '03/15/2026', price: '$12.00' }],
    ['a row with an order', { orderId: 'a1', price: '$12.00' }],
    ['a row with another amount', { price: '$12.00' }],
    ['a row with a brand', { brand: 'Oakhand', price: '$12.00' }],
  ])('is named if it may be a sale: %s', (_, cells) => {
    expect(read(sold, cells, sold).refused).toEqual([{ row: 3, field: 'title', problem: 'missing' }]);
  });
});

describe('the cells of a report', () => {
  it('are all read', () => {
    const cells: SaleCells = {
      ...sold,
      ...{ listedOn: '01/15/2026', sku: 'A-17', isBundle: 'Yes', isOffer: 'no', cost: '$4.50', lowestPrice: '38' },
      ...{ shippingDiscount: '$3.28', labelFee: '5', packagingFee: '0.50', otherFee: '$0.00', salesTax: '$2.90' },
    };
    expect(read(cells)).toEqual({
      sales: [
        {
          ...{ title: 'Jeans', price: 4000, soldOn: '2026-03-15', listedOn: '2026-01-15', sku: 'A-17' },
          ...{ isBundle: true, isOffer: false, cost: 450, lowestPrice: 3800, shippingDiscount: 328, labelFee: 500 },
          ...{ packagingFee: 50, otherFee: 0, earnings: 3200, salesTax: 290 },
        },
      ],
      refused: [],
      unread: [],
    });
  });

  it('have no value where the file says so', () => {
    expect(read({ ...sold, cost: '--', sku: '--', isOffer: '', labelFee: 'n/a', listedOn: '--' }).sales).toEqual([
      { title: 'Jeans', price: 4000, soldOn: '2026-03-15', earnings: 3200 },
    ]);
  });

  it.each<[SaleCells, string, string]>([
    [{ cost: 'free' }, 'cost', 'not_an_amount'],
    [{ cost: '-4' }, 'cost', 'negative'],
    [{ cost: '€4' }, 'cost', 'not_dollars'],
    [{ salesTax: '12000000' }, 'salesTax', 'too_high'],
    [{ isOffer: 'maybe' }, 'isOffer', 'not_yes_or_no'],
    [{ listedOn: 'in spring' }, 'listedOn', 'not_a_date'],
    [{ sku: 'x'.repeat(121) }, 'sku', 'too_long'],
  ])('with %j are left out and named', (cells, field, problem) => {
    expect(read({ ...sold, ...cells })).toMatchObject({
      sales: [{ title: 'Jeans', price: 4000 }],
      unread: [{ row: 2, field, problem }],
    });
  });

  it('of earnings may be a loss', () => {
    expect(read({ ...sold, earnings: '-$1.20' }).sales).toMatchObject([{ earnings: -120 }]);
  });
});

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
