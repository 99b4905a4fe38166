import { expect, it } from 'vitest';
import { leastPrice, toDollars } from '#domain/money.ts';
import type { Agreement } from '#domain/pricing/evidence/agreement-index.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit/fit.ts';
import { syntheticMarket } from '#domain/pricing/synthetic-market.fixture.ts';
import { priceToDto } from './analyze-photo.ts';

it('what similar items are listed for is said only where some of the same type are shown', () => {
  const market = syntheticMarket({ rows: 60, seed: 3 });
  const value = fitPricing(market).estimate({ title: 'Mirella Dresses', brand: 'Mirella', category: 'Dresses' });
  const askWith = (near: Comparable[], agreement: Agreement | null) =>
    priceToDto({ value, usualAsk: 900_000, near, agreement, outside: [] }).usualAsk;
  expect(askWith(market.slice(0, 3), 'brand_and_kind')).toBe(9000);
  expect(askWith(market.slice(0, 3), 'brand_and_related_kind')).toBeNull();
  expect(askWith([], null)).toBeNull();
});

it('a range starts no lower than the lowest price that the marketplace accepts', () => {
  const item = { title: 'Mirella Dresses', brand: 'Mirella', category: 'Dresses' };
  const cheap = syntheticMarket({ rows: 60, seed: 3 }).map((row) => ({ ...row, price: 300 + (row.price % 100) }));
  const value = fitPricing(cheap).estimate(item);
  expect(value.kind === 'estimate' && value.range.low).toBeLessThan(leastPrice - 1);
  const { suggestedPrice, priceInterval } = priceToDto({
    value,
    usualAsk: null,
    near: [],
    agreement: null,
    outside: [],
  });
  expect({ suggestedPrice, low: priceInterval?.low }).toEqual({
    suggestedPrice: toDollars(leastPrice),
    low: toDollars(leastPrice),
  });
});
