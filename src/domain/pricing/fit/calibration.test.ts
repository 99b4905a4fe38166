import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placePrice } from '../advice/reasons.ts';
import type { Comparable, Item } from '../facts/comparable.ts';
import { conditions } from '../facts/condition.ts';
import { garmentName } from '../facts/garments.ts';
import { garmentPrices } from '../prior.ts';
import { seededRandom, syntheticMarket } from '../synthetic-market.fixture.ts';
import { estimated, withoutPrice } from './fit.fixture.ts';
import { type Estimate, fitPricing, type PricingFit } from './fit.ts';

const widthOf = ({ range }: Estimate): number => range.high / range.low;
const dayMs = 86_400_000;

describe('a price without comparables', () => {
  const fit = fitPricing([]);
  const kinds = Object.keys(garmentPrices) as (keyof typeof garmentPrices)[];

  it('is given for every kind, however little else is known', () => {
    for (const kind of kinds)
      for (const brand of [{}, { brand: 'Madewell' }, { brand: 'Qxzwvk' }])
        for (const condition of [{}, { condition: 'good' }])
          for (const as of ['sold', 'ask'] as const) {
            const value = fit.estimate({ kind: garmentName(kind), ...brand, ...condition }, as);
            expect([kind, brand, condition, as, value.kind]).toEqual([kind, brand, condition, as, 'estimate']);
          }
  });

  it('has a range that is wider for each thing that is not known, and never narrow', () => {
    const known = { kind: 'Bag', brand: 'Coach', condition: 'good' };
    const widths = [known, { ...known, condition: undefined }, { kind: 'Bag' }].map((item) =>
      widthOf(estimated(fit, JSON.parse(JSON.stringify(item)))),
    );
    expect(widths).toEqual(widths.toSorted((one, other) => one - other));
    expect(widths[0]).toBeGreaterThan(6);
    expect(widthOf(estimated(fit, { ...known, brand: 'Qxzwvk' }))).toBeGreaterThan(1.5 * (widths[0] ?? 0));
  });
});

describe('the range', () => {
  /** How often prices were within the range, among all of them and among the fifth with the narrowest ranges. */
  const coverageIn = (known: Comparable[], held: Comparable[]) => {
    const fit = fitPricing(known);
    const judged = held.map((row) => ({ row, value: estimated(fit, withoutPrice(row), row.state) }));
    const shareOf = (rows: typeof judged) =>
      rows.filter(({ row, value }) => row.price >= value.range.low && row.price <= value.range.high).length /
      rows.length;
    const narrow = judged.toSorted((one, other) => widthOf(one.value) - widthOf(other.value));
    return { all: shareOf(judged), narrowest: shareOf(narrow.slice(0, judged.length / 5)) };
  };
  const withoutTitles = (rows: Comparable[]) => rows.map(({ title: _title, ...row }) => row);
  /** One in ten prices is far from what its facts say. */
  const withSurprises = (rows: Comparable[]) =>
    rows.map((row, at) =>
      at % 10 === 0 ? { ...row, price: Math.round(row.price * (at % 20 === 0 ? 3 : 0.35)) } : row,
    );
  const same = (rows: Comparable[]) => rows;

  it.each([
    ['in a quiet market', { noise: 0.1 }, same],
    ['in a noisy market', { noise: 0.7 }, same],
    ['with few sales', { soldShare: 0.12 }, same],
    ['with asks alone', { soldShare: 0 }, same],
    ['without titles', {}, withoutTitles],
    ['with surprises', {}, withSurprises],
  ])('holds four fifths of prices never seen %s, even where it is narrow', (_, market, change) => {
    const known = change(syntheticMarket({ rows: 500, seed: 41, ...market }));
    const { all, narrowest } = coverageIn(known, change(syntheticMarket({ rows: 900, seed: 42, ...market })));
    expect(all).toBeGreaterThan(0.75);
    expect(all).toBeLessThan(0.86);
    expect(narrowest).toBeGreaterThan(0.69);
  });
});

describe('a higher price', () => {
  it('never has a better chance', () => {
    const fit = fitPricing(syntheticMarket({ rows: 200, seed: 43 }));
    const items = syntheticMarket({ rows: 40, seed: 44 }).map(withoutPrice);
    fc.assert(
      fc.property(fc.constantFrom(...items), fc.array(fc.integer({ min: 300, max: 80_000 })), (item, prices) => {
        const value = estimated(fit, item);
        const reaches = prices.toSorted((one, other) => one - other).map((price) => placePrice(value, price).reach);
        expect(reaches).toEqual(reaches.toSorted((one, other) => other - one));
      }),
    );
  });

  it('sells less often at each step, where buyers take what is worth its price to them', () => {
    const roll = seededRandom(45);
    const fit = fitPricing(syntheticMarket({ rows: 600, seed: 46, soldShare: 1 }));
    const steps = [-0.3, -0.15, 0, 0.15, 0.3, 0.5];
    const sold = steps.map(() => 0);
    // Each item's worth to its next buyer is a price that this market paid.
    for (const row of syntheticMarket({ rows: 2000, seed: 47, soldShare: 1 })) {
      const step = Math.floor(roll() * steps.length);
      const ask = estimated(fit, withoutPrice(row)).price * (1 + (steps[step] ?? 0));
      if (row.price >= ask) sold[step] = (sold[step] ?? 0) + 1;
    }
    expect(sold).toEqual(sold.toSorted((one, other) => other - one));
    expect(new Set(sold).size).toBe(steps.length);
  });
});

describe('an item that was listed after all comparables', () => {
  const newest = Date.UTC(2026, 8, 1);
  /** Listed over a year, with prices that change by `monthly` from month to month. */
  const market = (monthly: number) =>
    syntheticMarket({ rows: 500, seed: 48, soldShare: 1 }).map((row, at) => ({
      ...row,
      listedAt: newest - (at % 360) * dayMs,
      price: Math.round(row.price * (1 + monthly) ** (-(at % 360) / 30)),
    }));
  const item: Item = { title: 'Mirella Dresses', brand: 'Mirella', category: 'Dresses', condition: 'good' };
  const priceAfter = (fit: PricingFit, days: number) =>
    estimated(fit, { ...item, listedAt: newest + days * dayMs }).price;

  it('is priced as if prices kept their trend for a while, but not forever', () => {
    const falling = fitPricing(market(-0.04));
    expect(priceAfter(falling, 30) / priceAfter(falling, 0)).toBeGreaterThan(0.93);
    expect(priceAfter(falling, 30) / priceAfter(falling, 0)).toBeLessThan(0.985);
    expect(priceAfter(falling, 400)).toBe(priceAfter(falling, 45));
  });

  it('is priced as before if prices did not change', () => {
    const steady = fitPricing(market(0));
    expect(Math.abs(priceAfter(steady, 45) / priceAfter(steady, 0) - 1)).toBeLessThan(0.02);
  });
});

describe('what titles say', () => {
  it('is learned from comparables alone: one thing lasts, another does not', () => {
    const roll = seededRandom(49);
    const market = Array.from({ length: 400 }, (_, at): Comparable => {
      const lasts = roll() < 0.5;
      const worn = roll() < 0.5;
      const worth = 9000 * (worn ? (lasts ? 0.9 : 0.35) : 1);
      return {
        id: `t${at}`,
        title: lasts ? 'brown canvas wayfarer tote' : 'brown suede lantern tote',
        category: 'Bags',
        condition: worn ? 'fair' : 'very-good',
        price: Math.round(worth * Math.exp(0.3 * (roll() - 0.5))),
        state: 'sold',
        source: 'market',
      };
    });
    const fit = fitPricing(market);
    const kept = (title: string) =>
      estimated(fit, { title, category: 'Bags', condition: 'fair' }).price /
      estimated(fit, { title, category: 'Bags', condition: 'very-good' }).price;
    expect(Math.abs(kept('brown canvas wayfarer tote') - 0.9)).toBeLessThan(0.06);
    expect(Math.abs(kept('brown suede lantern tote') - 0.35)).toBeLessThan(0.06);
  });
});

describe('an item that does not say what few others say', () => {
  /** A quarter says "new with tags", and these cost twice as much. */
  const market = syntheticMarket({ rows: 800, seed: 50, soldShare: 1 }).map(
    ({ condition: _condition, ...row }, at): Comparable =>
      at % 4 === 0 ? { ...row, condition: conditions[0], price: row.price * 2 } : row,
  );
  const fit = fitPricing(market);
  const dress: Item = { kind: 'Dress', isKindSeen: true, brand: 'Mirella' };
  const mean = (rows: Comparable[]) =>
    Math.exp(rows.reduce((sum, { price }) => sum + Math.log(price), 0) / rows.length);

  it('is priced between those that do not say it and the average of all, nearer to the first', () => {
    const dresses = market.filter(({ brand, category }) => brand === 'Mirella' && category === 'Dresses');
    const silent = dresses.filter(({ condition }) => condition === undefined);
    const { price } = estimated(fit, dress);
    expect(price).toBeLessThan(Math.sqrt(mean(silent) * mean(dresses)) * 1.03);
    expect(price).toBeGreaterThan(0.93 * mean(silent));
  });

  it('is priced by them if it says the same', () => {
    const sameCondition = estimated(fit, { ...dress, condition: conditions[0] }).price;
    expect(sameCondition / estimated(fit, dress).price).toBeGreaterThan(1.6);
  });
});
