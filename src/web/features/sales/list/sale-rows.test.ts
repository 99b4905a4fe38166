import { describe, expect, it } from 'vitest';
import type { Sale } from '#contract/sales/sales.ts';
import { addUp, findSales, sortSales } from './sale-rows.ts';
import { noFilters } from './sales-view.ts';

/** What rows and sums are made of. */
const sale = (id: string, more: Partial<Sale> = {}) =>
  ({
    id,
    soldOn: '2026-04-20',
    title: `Item ${id}`,
    isBundle: null,
    viaOffer: null,
    priceCents: 4000,
    feeCents: 800,
    shippingDiscountCents: null,
    otherFeesCents: null,
    earningsCents: 3200,
    costCents: null,
    profitCents: null,
    daysToSell: null,
    state: 'complete',
    source: 'report',
    channel: 'poshmark',
    ...more,
  }) as Sale;
const all = [
  sale('1', { title: 'Silk tie', brand: 'Oakhand', sku: 'B 7', costCents: 500, profitCents: 2700 }),
  sale('2', { title: 'Wool coat', state: 'returned', viaOffer: true }),
  sale('3', { title: 'Jeans', soldOn: null, source: 'manual', viaOffer: false, isBundle: true }),
  sale('4', { title: 'Tie rack', soldOn: '2026-04-30', costCents: 9000, profitCents: -5800 }),
];
const ids = (sales: readonly Sale[]) => sales.map(({ id }) => id).join(' ');

describe('sales', () => {
  it.each([
    [{ q: ' TIE ' }, '1 4'],
    [{ q: 'oakhand b' }, '1'],
    [{ from: '2026-04-21' }, '4'],
    [{ to: '2026-04-20' }, '1 2'],
    [{ withoutCost: true }, '3'],
    [{ state: 'counts' as const }, '1 3 4'],
    [{ state: 'returned' as const }, '2'],
    [{ source: 'manual' as const }, '3'],
    [{ offer: 'yes' as const }, '2'],
    [{ offer: 'no' as const }, '3'],
    [{ isBundle: true }, '3'],
  ])('are found by %j', (filters, found) => {
    expect(ids(findSales(all, { ...noFilters, ...filters }))).toBe(found);
  });

  it('are sorted both ways, with what is not known last', () => {
    expect(ids(sortSales(all, { by: 'profit', isDescending: true }))).toBe('1 4 2 3');
    expect(ids(sortSales(all, { by: 'profit', isDescending: false }))).toBe('4 1 2 3');
    expect(ids(sortSales(all, { by: 'title', isDescending: false }))).toBe('3 1 4 2');
  });

  it('add up without those that were returned, and say how many have no cost', () => {
    expect(addUp(all)).toEqual({ sales: 3, left: 1, revenue: 12_000, earned: 9600, profit: -3100, withoutCost: 1 });
    expect(addUp([sale('1')]).profit).toBeNull();
  });
});
