import { describe, expect, it } from 'vitest';
import type { Comparable } from '../facts/comparable.ts';
import { fitPricing } from '../fit/fit.ts';
import { syntheticMarket } from '../synthetic-market.fixture.ts';
import { foldsOf, type JudgedSale, judgeFold, type SoldItem, scoreSales } from './backtest.ts';

const own = syntheticMarket({ rows: 240, seed: 4, soldShare: 1 }).map(
  (row, at): Comparable => ({ ...row, id: `${at}`, title: `${row.title} ${at}`, source: 'import' }),
);
const soldItems = (rows: readonly Comparable[]): SoldItem[] =>
  rows.map(({ id, price, state: _, source: __, ...item }) => ({
    id,
    price,
    item: { ...item, title: item.title ?? '' },
  }));
const judge = (rows: readonly Comparable[], sales = soldItems(rows)): JudgedSale[] =>
  foldsOf(sales).flatMap((fold) => judgeFold(fitPricing(rows), fold));

describe('a sale', () => {
  it('is judged once, and the range holds about 80 % of a market that follows a rule', () => {
    const judged = judge(own);
    expect(judged.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
    const { inRange, bias, medianErrorPercent } = scoreSales(judged);
    expect(inRange / own.length).toBeGreaterThan(0.7);
    expect(inRange / own.length).toBeLessThan(0.9);
    expect(bias).toBeCloseTo(1, 1);
    expect(medianErrorPercent).toBeLessThan(30);
  });

  it('has no say in its own estimate, also not as a sold listing or as another sale with its title', () => {
    const strange = own.slice(0, 3).map((row, at): Comparable => ({ ...row, id: `closet-${at}`, source: 'closet' }));
    const priced = (factor: number) => {
      const rows = [...own, ...strange].map((row, at) =>
        at < 3 || at >= own.length ? { ...row, price: Math.round(row.price * factor) } : row,
      );
      return judgeFold(fitPricing(rows), soldItems(rows.slice(0, 3))).map(({ estimate, range }) => [estimate, range]);
    };
    expect(priced(9)).toEqual(priced(1));
  });

  it('is judged alike, whatever the order of the sales', () => {
    const [usual, turned] = [judge(own), judge(own.toReversed())];
    const byId = (one: JudgedSale, other: JudgedSale) => Number(one.id) - Number(other.id);
    expect(turned.toSorted(byId)).toEqual(usual.toSorted(byId));
  });

  it('is not judged where the engine abstains', () => {
    const unknown = { id: '999', price: 2000, item: { title: 'Something', brand: 'Nobody' } };
    expect(judgeFold(fitPricing(own), [unknown])).toEqual([]);
  });
});

it('puts all sales with one title into one part', () => {
  const titles = ['Tee', 'tee ', 'Coat', 'Hat', 'TEE', 'Bag', 'Belt', 'Scarf', 'coat'];
  const parts = foldsOf(titles.map((title, at) => ({ id: `${at}`, price: 1000, item: { title } })));
  expect(parts).toHaveLength(5);
  expect(parts.flat()).toHaveLength(titles.length);
  for (const title of ['tee', 'coat'])
    expect(parts.filter((part) => part.some(({ item }) => item.title.trim().toLowerCase() === title))).toHaveLength(1);
});

describe('the score', () => {
  const sale = (id: string, soldFor: number, estimate: number): JudgedSale => ({
    ...{ id, soldFor, estimate },
    range: { low: Math.round(estimate * 0.8), high: Math.round(estimate * 1.25) },
  });
  const sales = [sale('1', 1000, 1200), sale('2', 2000, 2000), sale('3', 4000, 1000), sale('4', 12_000, 13_200)];

  it('counts, by the price of the sale, how many were within the range, and by how much the middle one was off', () => {
    const { byPriceRange, worst, ...all } = scoreSales(sales);
    expect(all).toEqual({ judged: 4, inRange: 3, medianErrorPercent: 15, bias: 1.05 });
    expect(byPriceRange).toEqual([
      { fromCents: 0, toCents: 1500, judged: 1, inRange: 1, medianErrorPercent: 20, bias: 1.2 },
      { fromCents: 1500, toCents: 3000, judged: 1, inRange: 1, medianErrorPercent: 0, bias: 1 },
      { fromCents: 3000, toCents: 6000, judged: 1, inRange: 0, medianErrorPercent: 75, bias: 0.25 },
      { fromCents: 6000, toCents: 12_000, judged: 0, inRange: 0, medianErrorPercent: null, bias: null },
      { fromCents: 12_000, toCents: null, judged: 1, inRange: 1, medianErrorPercent: 10, bias: 1.1 },
    ]);
    expect(worst.map(({ id }) => id)).toEqual(['3', '1', '4', '2']);
  });

  it('names ten misses at most, and knows nothing without sales', () => {
    const many = Array.from({ length: 30 }, (_, at) => sale(`${at}`, 1000, 1000 + 10 * at));
    expect(
      scoreSales(many)
        .worst.map(({ id }) => id)
        .join(' '),
    ).toBe('29 28 27 26 25 24 23 22 21 20');
    expect(scoreSales([])).toMatchObject({ judged: 0, medianErrorPercent: null, bias: null, worst: [] });
  });
});
