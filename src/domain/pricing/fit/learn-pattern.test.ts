import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparable, Item } from '../facts/comparable.ts';
import { garmentName, readGarment } from '../facts/garments.ts';
import { seededRandom, syntheticMarket } from '../synthetic-market.fixture.ts';
import { estimated, thing } from './fit.fixture.ts';
import { type Estimate, fitPricing } from './fit.ts';

/** A market with a fact that no photo shows: the original price explains most of the price. */
function richMarket(options: Parameters<typeof syntheticMarket>[0]): Comparable[] {
  const roll = seededRandom(options.seed + 1000);
  return syntheticMarket(options).map((row) => ({
    ...row,
    size: ['S', 'M', 'L'][Math.floor(roll() * 3)] ?? 'M',
    originalPrice: Math.round(3 * row.price * Math.exp(0.2 * (roll() - 0.5))),
  }));
}

const photoOf = ({ category = '', brand, condition }: Comparable, known: readonly (keyof Item)[]): Item => {
  const garment = readGarment(category.toLowerCase());
  if (garment === undefined) throw new Error(`There is no kind "${category}".`);
  const item: Item = { kind: garmentName(garment), isKindSeen: true };
  return {
    ...item,
    ...(known.includes('brand') && brand && { brand }),
    ...(known.includes('condition') && condition && { condition }),
  };
};
const essence = ({ price, range, half, confidence, evidence }: Estimate) => [price, range, half, confidence, evidence];
const dress: Item = { kind: 'Dress', isKindSeen: true, brand: 'Mirella', condition: 'good' };

describe('the range of a price from a photo', () => {
  const fit = fitPricing(richMarket({ rows: 700, seed: 30 }));
  const held = richMarket({ rows: 900, seed: 31, soldShare: 1 });

  it.each<[string, (keyof Item)[]]>([
    ['kind, brand, and condition', ['brand', 'condition']],
    ['kind and brand', ['brand']],
    ['kind and condition', ['condition']],
    ['the kind alone', []],
  ])('contains four fifths of the prices, and its confidence is right, with %s', (_, known) => {
    const judged = held.map((row) => ({ price: row.price, value: estimated(fit, photoOf(row, known)) }));
    const shareOf = (holds: (row: (typeof judged)[number]) => boolean) => judged.filter(holds).length / judged.length;
    const covered = shareOf(({ price, value }) => price >= value.range.low && price <= value.range.high);
    expect(covered).toBeGreaterThan(0.72);
    expect(covered).toBeLessThan(0.88);
    const stated = judged.reduce((sum, { value }) => sum + value.confidence, 0) / judged.length;
    const happened = shareOf(({ price, value }) => Math.abs(price - value.price) <= 0.2 * value.price);
    expect(Math.abs(stated - happened)).toBeLessThan(0.06);
  });

  it('widens with every field that is unknown', () => {
    const width = (known: (keyof Item)[]): number => {
      const [row] = held;
      if (row === undefined) throw new Error('There is no row.');
      const { range } = estimated(fit, photoOf(row, known));
      return range.high / range.low;
    };
    expect(width(['brand'])).toBeGreaterThan(1.1 * width(['brand', 'condition']));
    expect(width([])).toBeGreaterThan(1.3 * width(['brand']));
  });
});

describe('an estimate, also one from fewer fields,', () => {
  const market = richMarket({ rows: 120, seed: 32 });
  const both = (rows: readonly Comparable[]) => {
    const fit = fitPricing(rows);
    return [estimated(fit, dress), estimated(fit, thing)] as const;
  };
  const known = both(market);
  const [usual] = known;

  it('does not depend on the order of the comparables', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(market, { minLength: market.length }), (shuffled) => {
        expect(both(shuffled).map(essence)).toEqual(known.map(essence));
      }),
      { numRuns: 4 },
    );
  });

  it('scales with the prices: multiplying all by c multiplies it by c', () => {
    for (const factor of [2, 37, 300]) {
      const raised = market.map(({ originalPrice = 0, ...row }) => ({
        ...row,
        originalPrice: originalPrice * factor,
        price: row.price * factor,
      }));
      for (const [at, other] of both(raised).entries()) {
        const { price, range, confidence } = known[at] ?? usual;
        expect(other.price / factor).toBeCloseTo(price, -0.5);
        expect(other.range.high / factor / range.high).toBeCloseTo(1, 3);
        expect(other.confidence).toBeCloseTo(confidence, 3);
      }
    }
  });

  it('does not depend on earlier questions', () => {
    const fit = fitPricing(market);
    const whole = { ...thing, size: 'M', originalPrice: 30_000 };
    const before = essence(estimated(fit, whole));
    for (const kind of ['Jeans', 'Sweater', 'Shoes', 'Dress'])
      for (const brand of [{}, { brand: 'Mirella' }]) fit.estimate({ kind, isKindSeen: true, ...brand });
    expect(essence(estimated(fit, dress))).toEqual(essence(usual));
    expect(essence(estimated(fit, whole))).toEqual(before);
  });

  it('keeps few models, however many patterns were needed', () => {
    const fit = fitPricing(market);
    for (const kind of ['Jeans', 'Shoes', 'Top', 'Pants'])
      for (const more of [{}, { brand: 'Mirella' }, { size: 'M' }]) fit.estimate({ kind, isKindSeen: true, ...more });
    expect(fit.rowsHeld()).toBeLessThanOrEqual(4 * market.length);
  });

  it('is explained to the cent, without the fields that are unknown', () => {
    const explanation = fitPricing(market).explain(dress);
    const sum = (explanation?.parts ?? []).reduce(
      (total, { dollars }) => total + dollars * 100,
      explanation?.typical ?? 0,
    );
    expect(sum).toBeCloseTo(explanation?.price ?? Number.NaN, 3);
    expect(Math.round(explanation?.price ?? 0)).toBe(usual.price);
    expect(explanation?.parts.map(({ factor }) => factor).sort()).toEqual(['brand', 'category', 'condition']);
  });
});

describe('the comparables of a photo', () => {
  const market = richMarket({ rows: 300, seed: 33 });
  const fit = fitPricing(market);

  it('are of its kind and brand, and sales come before asks', () => {
    const near = fit.nearest(dress, 12).map(({ comparable }) => comparable);
    expect(near.map(({ category, brand }) => [category, brand])).toEqual(Array(12).fill(['Dresses', 'Mirella']));
    const good = near.filter(({ condition }) => condition === 'good').map(({ state }) => state);
    expect(good).toEqual(good.toSorted().toReversed());
    expect(new Set(good).size).toBe(2);
  });

  it('are of its brand alone if there are three of them', () => {
    const few = market.filter(({ brand, category }, at) => brand !== 'Mirella' || (category === 'Dresses' && at < 60));
    const near = fitPricing(few).nearest(dress, 12);
    expect(near.length).toBeGreaterThanOrEqual(3);
    expect(near.length).toBeLessThan(12);
    expect(new Set(near.map(({ comparable }) => comparable.brand))).toEqual(new Set(['Mirella']));
  });

  it('are a fair sample if nothing else tells them apart, not the newest, which happen to be expensive', () => {
    const seenAt = 1_700_000_000_000;
    const rows = market.map((row) => ({ ...row, seenAt: seenAt + row.price }));
    const jeans = rows.filter(({ category, state }) => category === 'Jeans' && state === 'sold');
    expect(jeans.length).toBeGreaterThan(24);
    const near = fitPricing(rows).nearest({ kind: 'Pants', isKindSeen: true }, 12);
    const shareBelow = (price: number) => jeans.filter((one) => one.price <= price).length / jeans.length;
    const ranks = near.map(({ comparable }) => shareBelow(comparable.price)).toSorted((one, other) => one - other);
    for (const [at, rank] of ranks.entries()) expect(Math.abs(rank - (at + 0.5) / 12)).toBeLessThan(0.06);
  });

  it('are for adults, and so is the price, unless the size is a child’s', () => {
    const kids = market.map((row) => ({
      ...row,
      id: `kid ${row.id}`,
      department: 'Kids',
      price: Math.round(row.price / 3),
    }));
    const adults = market.map((row) => ({ ...row, department: 'Women' }));
    const both = fitPricing([...adults, ...kids]);
    const alone = fitPricing(adults);
    const jeans = { kind: 'Pants', isKindSeen: true };
    expect(estimated(both, jeans).price).toBe(estimated(alone, jeans).price);
    expect(both.nearest(jeans, 12)).toEqual(alone.nearest(jeans, 12));
    const small = both.nearest({ ...jeans, size: '3T' }, 12);
    expect(small.map(({ comparable }) => comparable.department)).toEqual(Array(12).fill('Kids'));
  });

  it('are empty if the engine abstains', () => {
    expect(fit.estimate({ material: 'cotton' }).kind).toBe('abstained');
    expect(fit.nearest({ material: 'cotton' }, 12)).toEqual([]);
  });
});

describe('a photo that may show one of several kinds', () => {
  const market = richMarket({ rows: 400, seed: 35 }).map((row) => ({
    ...row,
    // A brand's shoes cost ten times as much as its other things.
    price: row.category === 'Sneakers' ? 10 * row.price : row.price,
  }));
  const fit = fitPricing(market);
  const mayBe = ['pants', 'dress'] as const;
  const photo: Item = { brand: 'Mirella', mayBe, condition: 'good' };
  const possible = (row: Comparable): boolean => row.category === 'Jeans' || row.category === 'Dresses';

  it('is priced by comparables of these kinds alone, which are those that it shows', () => {
    const value = estimated(fit, photo);
    expect(essence(value).slice(0, 4)).toEqual(
      essence(estimated(fitPricing(market.filter(possible)), photo)).slice(0, 4),
    );
    const near = fit.nearest(photo, 12).map(({ comparable }) => comparable);
    expect(near.map(({ brand }) => brand)).toEqual(Array(12).fill('Mirella'));
    expect(near.filter((row) => !possible(row))).toEqual([]);
    expect(value.range.high).toBeLessThan(
      Math.max(...market.filter((row) => !possible(row)).map(({ price }) => price)),
    );
  });

  it('has a range that contains four fifths of the prices of these kinds', () => {
    const held = richMarket({ rows: 900, seed: 36, soldShare: 1 }).filter(possible);
    const inside = held.filter(({ price, brand, condition }) => {
      const { range } = estimated(fit, {
        mayBe,
        ...(brand && { brand }),
        ...(condition && { condition }),
      });
      return price >= range.low && price <= range.high;
    });
    expect(inside.length / held.length).toBeGreaterThan(0.72);
    expect(inside.length / held.length).toBeLessThan(0.88);
  });

  it('gets no price if no guess is likely, not even by the brand alone if its types are ten times apart', () => {
    const nothing = { ...photo, mayBe: [] };
    expect(fit.estimate(nothing)).toMatchObject({ kind: 'abstained', reason: 'unknown_thing' });
    expect(fit.nearest(nothing, 12)).toEqual([]);
    expect(fit.estimate({ ...photo, mayBe: undefined })).toMatchObject({ kind: 'abstained', reason: 'too_wide' });
  });

  it('gets no price if the brand has none of these kinds', () => {
    const shoes = market.filter(({ brand, category }) => brand !== 'Mirella' || category === 'Sneakers');
    expect(fitPricing(shoes).estimate(photo)).toMatchObject({ kind: 'abstained', reason: 'unknown_thing' });
    expect(fitPricing(shoes).nearest(photo, 12)).toEqual([]);
  });
});

it('a photo of something for adults is not priced by children’s things, even if there is nothing else', () => {
  const kids = richMarket({ rows: 60, seed: 37 }).map((row) => ({ ...row, department: 'Kids' }));
  const ofAnyBrand: Item = { kind: 'Dress', isKindSeen: true, condition: 'good' };
  expect(estimated(fitPricing(kids), ofAnyBrand).basis).toBe('prior');
  expect(fitPricing(kids).nearest(ofAnyBrand, 12)).toEqual([]);
});

describe('a kind seen on a photo', () => {
  const market = richMarket({ rows: 200, seed: 34 });
  const fit = fitPricing(market);
  const count = (category: string): number => market.filter((row) => row.category === category).length;

  it.each([
    ['Pants', 'Jeans'],
    ['Shoes', 'Sneakers'],
    ['Top', 'Sweaters'],
  ])('learns %s from %s, which a photo can’t distinguish from them', (kind, category) => {
    const value = estimated(fit, { kind, isKindSeen: true });
    expect([value.basis, value.evidence.alike]).toEqual(['comparables', count(category)]);
    const near = fit.nearest({ kind, isKindSeen: true }, 6);
    expect(near.map(({ comparable }) => comparable.category)).toEqual(Array(6).fill(category));
    expect(estimated(fit, { kind }).basis).toBe('prior');
    expect(estimated(fit, { category: kind }).basis).toBe('prior');
  });
});
