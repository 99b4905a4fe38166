import { expect, it } from 'vitest';
import type { Agreement } from '#domain/pricing/evidence/agreements.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit.ts';
import { syntheticMarket } from '#domain/pricing/synthetic-market.fixture.ts';
import { priceToDto } from './photo-to-dto.ts';

it('what similar items are listed for is said only where some of the same type are shown', () => {
  const market = syntheticMarket({ rows: 60, seed: 3 });
  const value = fitPricing(market).estimate({ title: 'Mirella Dresses', brand: 'Mirella', category: 'Dresses' });
  const askWith = (near: Comparable[], agreement: Agreement | null) =>
    priceToDto({ value, usualAsk: 900_000, near, agreement }).usualAsk;
  expect(askWith(market.slice(0, 3), 'brand_and_kind')).toBe(9000);
  expect(askWith(market.slice(0, 3), 'brand_and_related_kind')).toBeNull();
  expect(askWith([], null)).toBeNull();
});
