import { describe, expect, it } from 'vitest';
import { fitPricing } from '../fit/fit.ts';
import { syntheticMarket } from '../synthetic-market.fixture.ts';
import { analyzeListing } from './analysis.ts';

const now = Date.UTC(2026, 10, 20);
const item = { title: 'Mirella dress', brand: 'Mirella', category: 'Dresses', condition: 'very-good' };
const listing = { price: 30_000, likes: 4, ageDays: 40, floorPrice: null, cost: null, changed: null };

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

  it('says if no comp has the brand and the type, and which facts the ones of its closest type were adjusted for', () => {
    const market = syntheticMarket({ rows: 500, seed: 1 });
    const tops = market.map((one) => ({ ...one, id: `top-${one.id}`, title: 'Tidewick blouse', category: 'Tops' }));
    const cheap = tops.map((one) => ({ ...one, brand: 'Tidewick' }));
    const of = { listing, demand: { level: 'unknown' as const }, now };
    const ofTop = analyzeListing(fitPricing([...market, ...cheap]), {
      ...of,
      item: { ...item, title: 'Mirella blouse', category: 'Tops' },
    });
    expect(ofTop.agreement).toBe('brand_and_related_kind');
    expect(ofTop.recommendations.join(' ')).toContain('No comps are the same brand and type');
    expect(ofTop.insights.competitiveness).toContain('adjusted for type, condition, and room for offers');
    expect(analysis.recommendations.join(' ')).not.toContain('No comps are the same brand and type');
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
