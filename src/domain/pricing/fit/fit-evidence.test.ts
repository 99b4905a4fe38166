import { describe, expect, it } from 'vitest';
import { syntheticMarket } from '../synthetic-market.fixture.ts';
import { estimated, thing, withoutPrice } from './fit.fixture.ts';
import { fitPricing } from './fit.ts';

describe('the explanation', () => {
  it('adds up to the price, to the cent', () => {
    const market = syntheticMarket({ rows: 200, seed: 9 });
    const fit = fitPricing(market);
    for (const row of market.slice(0, 20)) {
      const explanation = fit.explain(withoutPrice(row));
      const sum = (explanation?.parts ?? []).reduce(
        (total, { dollars }) => total + dollars * 100,
        explanation?.typical ?? 0,
      );
      expect(sum).toBeCloseTo(explanation?.price ?? Number.NaN, 3);
      expect(Math.round(explanation?.price ?? 0)).toBe(estimated(fit, withoutPrice(row)).price);
    }
  });

  it('names an expensive brand as the reason for a high price', () => {
    const explanation = fitPricing(syntheticMarket({ rows: 400, seed: 10 })).explain({
      brand: 'Mirella',
      category: 'Jeans',
    });
    expect(explanation?.parts.find(({ factor }) => factor === 'brand')?.dollars).toBeGreaterThan(10);
  });

  it('names the number of items sold together as the reason for a higher price', () => {
    const several = { ...thing, title: '3 pairs of Mirella dresses' };
    const explanation = fitPricing(syntheticMarket({ rows: 200, seed: 10 })).explain(several);
    expect(explanation?.parts.find(({ factor }) => factor === 'pieces')?.change).toBeCloseTo(3 ** 0.7 - 1, 5);
  });

  it('says nothing if nothing was learned', () => {
    expect(fitPricing([]).explain(thing)).toBeNull();
    const market = fitPricing(syntheticMarket({ rows: 60, seed: 8 }));
    expect(estimated(market, { category: 'Handbags' }).basis).toBe('prior');
    expect(market.explain({ category: 'Handbags' })).toBeNull();
  });
});

describe('the nearest comparables', () => {
  const market = syntheticMarket({ rows: 300, seed: 11 });
  const fit = fitPricing(market);

  it('are of the same kind, and of the same brand if there are enough, most similar first', () => {
    const near = fit.nearest(thing, 5);
    expect(near.map(({ comparable }) => [comparable.category, comparable.brand])).toEqual(
      Array(5).fill(['Dresses', 'Mirella']),
    );
    const similarity = near.map((row) => row.similarity);
    expect(similarity).toEqual(similarity.toSorted((one, other) => other - one));
  });

  it('adjust an ask down to a sale, and a worn item up to a good one', () => {
    const worn = fit
      .nearest({ ...thing, condition: 'fair' }, 200)
      .find(({ comparable }) => comparable.state === 'ask' && comparable.condition === 'fair');
    expect(worn?.adjusted).toBeLessThan(worn?.comparable.price ?? 0);
    const up = fit
      .nearest(thing, 300)
      .find(({ comparable }) => comparable.state === 'sold' && comparable.condition === 'fair');
    expect(up?.adjusted).toBeGreaterThan(1.5 * (up?.comparable.price ?? Number.POSITIVE_INFINITY));
  });
});
