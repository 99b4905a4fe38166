import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparable, Item } from '../facts/comparable.ts';
import { conditions } from '../facts/condition.ts';
import { syntheticMarket } from '../synthetic-market.fixture.ts';
import { estimated, thing, withoutPrice } from './fit.fixture.ts';
import { fitPricing } from './fit.ts';

describe('the estimate', () => {
  it('finds the prices of a market that follows a known rule', () => {
    const fit = fitPricing(syntheticMarket({ rows: 600, seed: 1 }));
    expect(Math.abs(Math.log(estimated(fit, thing).price / (4200 * 3)))).toBeLessThan(0.15);
  });

  it('follows prices that rose: a sale of last month counts more than one of years ago', () => {
    const year = 365 * 86_400_000;
    const sales = syntheticMarket({ rows: 400, seed: 8, soldShare: 1 }).map((row, at) => ({
      ...row,
      ...(at % 2 === 0 ? { price: 2 * row.price, seenAt: 3 * year } : { seenAt: year }),
    }));
    const [newer, older] = [sales.filter((_, at) => at % 2 === 0), sales.filter((_, at) => at % 2 === 1)];
    const priceOf = (rows: Comparable[]): number => estimated(fitPricing(rows), thing).price;
    const undated = sales.map(({ seenAt: _, ...row }) => row);
    const middle = Math.sqrt(priceOf(newer) * priceOf(older));
    expect(priceOf(undated) / middle).toBeCloseTo(1, 0.5);
    expect(priceOf(sales)).toBeGreaterThan(1.15 * priceOf(undated));
    expect(priceOf(sales)).toBeLessThan(priceOf(newer));
  });

  it('borrows along the tree of kinds: from pants for jeans, less for other things, and with more uncertainty the farther away', () => {
    // Four kinds without jeans. Pants and leggings sell at their usual prices, or for twice as much.
    const categories = { Jeans: 'Pants', Sweaters: 'Leggings', Dresses: 'Dresses', Sneakers: 'Sneakers' };
    const marketWith = (level: number): Comparable[] =>
      syntheticMarket({ rows: 600, seed: 9 }).map((row) => {
        const category = categories[row.category as keyof typeof categories];
        const isPants = category === 'Pants' || category === 'Leggings';
        return { ...row, title: '', category, price: Math.round(row.price * (isPants ? level : 1)) };
      });
    const [usual, doubled] = [fitPricing(marketWith(1)), fitPricing(marketWith(2))];
    const of = (category: string): Item => ({ brand: 'Mirella', category, condition: 'good' });
    const risen = (category: string): number =>
      estimated(doubled, of(category)).price / estimated(usual, of(category)).price;
    expect(risen('Jeans')).toBeGreaterThan(1.1 * risen('Hats'));
    expect(risen('Pants')).toBeGreaterThan(risen('Jeans'));
    const width = (category: string): number => {
      const { range } = estimated(doubled, of(category));
      return range.high / range.low;
    };
    expect(width('Jeans')).toBeGreaterThan(width('Pants'));
    expect(width('Hats')).toBeGreaterThan(width('Jeans'));
  });

  it('is within its 50 % range, which is within its 80 % range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 80 }), fc.integer({ min: 1, max: 1000 }), (rows, seed) => {
        const market = syntheticMarket({ rows, seed });
        const fit = fitPricing(market);
        for (const row of market.slice(0, 10)) {
          const value = fit.estimate(withoutPrice(row));
          if (value.kind === 'abstained') continue;
          const { range, half, price } = value;
          expect([range.low, half.low, price, half.high, range.high]).toEqual(
            [range.low, half.low, price, half.high, range.high].toSorted((a, b) => a - b),
          );
          expect(value.confidence).toBeGreaterThanOrEqual(0);
          expect(value.confidence).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('is higher for the better condition if no comparable names a condition', () => {
    const fit = fitPricing(syntheticMarket({ rows: 80, seed: 4 }).map((row) => ({ ...row, condition: undefined })));
    const prices = conditions.map((condition) => estimated(fit, { ...thing, condition }).price);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    expect(new Set(prices).size).toBe(conditions.length);
  });

  it('is higher for several items sold together, whose price does not raise the price of one', () => {
    const market = syntheticMarket({ rows: 200, seed: 12 });
    const lots = market.slice(0, 12).map((row) => ({
      ...row,
      id: `lot-${row.id}`,
      title: `Lot of 4 ${row.title}`,
      price: Math.round(row.price * 4 ** 0.7),
    }));
    const fit = fitPricing([...market, ...lots]);
    const one = estimated(fit, thing).price;
    const four = estimated(fit, { ...thing, title: `Lot of 4 ${thing.title}` }).price;
    expect(four / one).toBeGreaterThan(2);
    expect(four / one).toBeLessThan(3.5);
    expect(Math.abs(Math.log(one / estimated(fitPricing(market), thing).price))).toBeLessThan(0.03);
  });

  it('uses asks as evidence and never as sales', () => {
    const mixed = fitPricing(syntheticMarket({ rows: 600, seed: 5 }));
    const askToSale = estimated(mixed, thing, 'ask').price / estimated(mixed, thing, 'sold').price;
    expect(Math.abs(Math.log(askToSale / 1.33))).toBeLessThan(0.1);
    const asks = fitPricing(syntheticMarket({ rows: 200, seed: 5, soldShare: 0 }));
    const value = estimated(asks, thing);
    expect(value.fromAsksOnly).toBe(true);
    expect(value.price / estimated(asks, thing, 'ask').price).toBeCloseTo(0.7, 2);
  });

  it('hardly notices a few prices that are a hundred times off', () => {
    const market = syntheticMarket({ rows: 400, seed: 6 });
    const wrong = market.map((row, at) => (at % 40 === 0 ? { ...row, price: row.price * 100 } : row));
    expect(
      Math.abs(Math.log(estimated(fitPricing(wrong), thing).price / estimated(fitPricing(market), thing).price)),
    ).toBeLessThan(0.1);
  });

  it('skips comparables without a usable price', () => {
    const market = syntheticMarket({ rows: 60, seed: 7 });
    const broken = [0, -5, Number.NaN, Number.POSITIVE_INFINITY].map((price, at) => ({
      ...thing,
      id: `b${at}`,
      price,
      state: 'sold' as const,
      source: 'import' as const,
    }));
    expect(estimated(fitPricing([...market, ...broken]), thing).price).toBe(estimated(fitPricing(market), thing).price);
  });
});

describe('a closet’s own asks', () => {
  it('move no estimate of the closet, whichever half of them is doubled', () => {
    const market = syntheticMarket({ rows: 150, seed: 60 });
    const closet = syntheticMarket({ rows: 60, seed: 61, soldShare: 0.3 }).map((row) => ({
      ...row,
      source: 'closet' as const,
      seller: 'me',
    }));
    const pricesWith = (own: Comparable[]) => {
      const fit = fitPricing([...market, ...own]);
      return closet.map((row) => estimated(fit, withoutPrice(row)).price);
    };
    const usual = pricesWith(closet);
    fc.assert(
      fc.property(fc.shuffledSubarray(closet, { minLength: 30, maxLength: 30 }), (half) => {
        const doubled = closet.map((row) =>
          row.state === 'ask' && half.includes(row) ? { ...row, price: 2 * row.price } : row,
        );
        expect(pricesWith(doubled)).toEqual(usual);
      }),
      { numRuns: 4 },
    );
    expect(pricesWith(closet.map((row) => ({ ...row, price: 2 * row.price })))).not.toEqual(usual);
  });
});

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
