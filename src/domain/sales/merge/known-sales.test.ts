import { describe, expect, it } from 'vitest';
import { findKnownSales, type StoredSale } from './known-sales.ts';

type Cells = Partial<Omit<StoredSale, 'id'>>;
const tee = (cells: Cells = {}) => ({ title: 'Plain tee', price: 1200, ...cells });
const stored = (...sales: Cells[]): StoredSale[] => sales.map((cells, at) => ({ id: `${at}`, ...tee(cells) }));
const day = { soldOn: '2026-02-03' };

describe('a sale in a second file', () => {
  it.each<[string, Cells, Cells, boolean]>([
    ['with the same columns', { ...day, brand: 'Oakhand', size: 'M' }, { ...day, brand: 'OAKHAND', size: 'm' }, true],
    ['without the brand and the size', { ...day, brand: 'Oakhand', size: 'M' }, day, true],
    ['with the brand and the size', day, { ...day, brand: 'Oakhand', size: 'M' }, true],
    ['without the date', day, { brand: 'Oakhand' }, true],
    ['with the order id', day, { ...day, orderId: 'a1' }, true],
    ['with the same order id and another column as the price', { orderId: 'a1' }, { orderId: 'a1', price: 960 }, true],
    ['of another size on one day', { ...day, size: 'M' }, { ...day, size: 'L' }, false],
    ['of another brand on one day', { ...day, brand: 'Oakhand' }, { ...day, brand: 'Mirella' }, false],
    ['on another day', day, { soldOn: '2026-02-04' }, false],
    ['at another price', day, { ...day, price: 1300 }, false],
    ['with another title', day, { ...day, title: 'Plain tees' }, false],
    ['of another order on one day', { ...day, orderId: 'a1' }, { ...day, orderId: 'a2' }, false],
    ['of the same order and with another title', { orderId: 'a1' }, { orderId: 'a1', title: 'Scarf' }, false],
  ])('%s', (_, before, now, isKnown) => {
    expect(findKnownSales([tee(now)], stored(before))).toEqual([isKnown ? '0' : null]);
  });
});

describe('equal sales', () => {
  it('are as many as a file has, with more or with fewer columns', () => {
    const known = stored(day, day);
    expect(findKnownSales([tee(day), tee(day), tee(day)], known)).toEqual(['0', '1', null]);
    expect(findKnownSales([tee(), tee(), tee()], known)).toEqual(['0', '1', null]);
    expect(findKnownSales([tee({ ...day, size: 'M' }), tee({ ...day, size: 'L' })], known)).toEqual(['0', '1']);
  });

  it('are matched by what they agree in before by what they don’t say', () => {
    const known = stored({ ...day, size: 'M' }, day, { ...day, size: 'L' });
    expect(findKnownSales([tee({ ...day, size: 'L' }), tee(day), tee({ ...day, size: 'M' })], known)).toEqual([
      '2',
      '1',
      '0',
    ]);
    expect(findKnownSales([tee(day), tee({ ...day, size: 'L' })], stored({ ...day, size: 'L' }))).toEqual([null, '0']);
  });

  it('of a full account and a full file are compared at once', () => {
    const known = stored(...Array<Cells>(15_000).fill(day), ...Array<Cells>(5_000).fill({ ...day, size: 'M' }));
    const found = findKnownSales(Array(5_000).fill(tee({ ...day, brand: 'Oakhand' })), known);
    expect(new Set(found).size).toBe(5_000);
  });
});
