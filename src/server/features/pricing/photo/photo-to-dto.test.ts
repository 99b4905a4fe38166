import { expect, it } from 'vitest';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit.ts';
import { syntheticMarket } from '#domain/pricing/synthetic-market.fixture.ts';
import { priceToDto } from './photo-to-dto.ts';

it('what similar items are listed for is said only where some are shown', () => {
  const market = syntheticMarket({ rows: 60, seed: 3 });
  const value = fitPricing(market).estimate({ title: 'Mirella Dresses', brand: 'Mirella', category: 'Dresses' });
  const askWith = (near: Comparable[]) =>
    priceToDto({ value, usualAsk: 900_000, near, agreement: near.length === 0 ? null : 'brand_and_kind' }).usualAsk;
  expect(askWith(market.slice(0, 3))).toBe(9000);
  expect(askWith([])).toBeNull();
});
