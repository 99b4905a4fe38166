import { describe, expect, it } from 'vitest';
import { fitPricing } from '../fit.ts';
import { syntheticMarket } from '../synthetic-market.fixture.ts';
import { analyzeListing } from './analysis.ts';

const now = Date.UTC(2026, 10, 20);
const item = { title: 'Mirella dress', brand: 'Mirella', category: 'Dresses', condition: 'very-good' };
const listing = { price: 30_000, likes: 4, ageDays: 40, floorPrice: null, changed: null };

describe('the analysis of a listing', () => {
  const analysis = analyzeListing(fitPricing(syntheticMarket({ rows: 500, seed: 1 })), {
    item,
    listing,
    demand: { level: 'low', percentile: 0.1, peers: 9, fewer: 1, more: 8 },
    now,
  });

  it('advises by the same estimate that it shows', () => {
    expect(analysis.value.kind).toBe('estimate');
    expect(analysis.advice.direction).toBe('decrease');
    expect(analysis.percentage).toBeCloseTo((analysis.advice.suggested / listing.price - 1) * 100, 6);
  });

  it('derives brand, season, and competition from facts', () => {
    expect(analysis.insights.brandValue).toMatch(/^Mirella adds about \$\d+ to the price\.$/);
    expect(analysis.insights.seasonality).toMatch(/^Out of season|^Between seasons/);
    expect(analysis.insights.competitiveness).toMatch(
      /^Priced above all 6 closest comps \(adjusted for condition and room for offers\)\.$/,
    );
    expect(analysis.insights.demandLevel).toBe('low');
  });

  it('shows comparables with the range that each would mean', () => {
    expect(analysis.comparables).toHaveLength(6);
    for (const { adjusted, range } of analysis.comparables) {
      expect(range.low).toBeLessThanOrEqual(adjusted);
      expect(range.high).toBeGreaterThanOrEqual(adjusted);
    }
  });

  it('keeps the price and says why if nothing is known', () => {
    const silent = analyzeListing(fitPricing([]), {
      item: { title: 'blue thing' },
      listing,
      demand: { level: 'unknown' },
      now,
    });
    expect([silent.advice.direction, silent.advice.confidence, silent.percentage, silent.comparables]).toEqual([
      'maintain',
      0,
      0,
      [],
    ]);
    expect(silent.recommendations[0]).toMatch(/Add them to the title/);
  });

  it('says so if shipping and the fee cost more than the item', () => {
    const cheap = (dollars: number) =>
      analyzeListing(fitPricing([]), {
        item: { title: 'Old Navy tee' },
        listing: { ...listing, price: dollars * 100 },
        demand: { level: 'unknown' },
        now,
      }).recommendations.filter((text) => /come to more than the item/.test(text));
    expect([cheap(8).length, cheap(25)]).toEqual([1, []]);
  });
});
