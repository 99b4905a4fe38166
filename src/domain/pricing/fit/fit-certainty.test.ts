import { describe, expect, it } from 'vitest';
import type { Comparable, Item } from '../facts/comparable.ts';
import { syntheticMarket } from '../synthetic-market.fixture.ts';
import { estimated, thing, withoutPrice } from './fit.fixture.ts';
import { type Estimate, fitPricing } from './fit.ts';

describe('the range and the confidence', () => {
  const known = syntheticMarket({ rows: 700, seed: 20 });
  const held = syntheticMarket({ rows: 1200, seed: 21 });
  const fit = fitPricing(known);
  const judged = held.map((row) => ({ price: row.price, value: estimated(fit, withoutPrice(row), row.state) }));
  const share = (holds: (row: (typeof judged)[number]) => boolean): number =>
    judged.filter(holds).length / judged.length;

  it('contain four fifths and one half of unseen prices', () => {
    expect(
      Math.abs(share(({ price, value }) => price >= value.range.low && price <= value.range.high) - 0.8),
    ).toBeLessThan(0.04);
    expect(
      Math.abs(share(({ price, value }) => price >= value.half.low && price <= value.half.high) - 0.5),
    ).toBeLessThan(0.05);
  });

  it('state the share that is really within a fifth', () => {
    const stated = judged.reduce((sum, { value }) => sum + value.confidence, 0) / judged.length;
    expect(
      Math.abs(stated - share(({ price, value }) => Math.abs(price - value.price) <= 0.2 * value.price)),
    ).toBeLessThan(0.05);
  });

  it('still have their coverage if prices have nothing to do with the items', () => {
    const prices = known.map(({ price }) => price).toReversed();
    const random = fitPricing(known.map((row, at) => ({ ...row, state: 'sold', price: prices[at] ?? row.price })));
    const hits = held.filter((row) => {
      const value = estimated(random, { ...withoutPrice(row), condition: undefined });
      return row.price >= value.range.low && row.price <= value.range.high;
    });
    expect(Math.abs(hits.length / held.length - 0.8)).toBeLessThan(0.08);
  });

  it.each<[string, Item]>([
    ['material', { material: 'cotton elastane' }],
    ['size', { size: '28' }],
    ['model', { model: 'Ribcage' }],
    ['detail', { details: { fit: 'slim' } }],
  ])('are not changed by a %s if no comparable names one, because their prices vary with it already', (_, fact) => {
    const item: Item = { brand: 'Mirella', category: 'Jeans', condition: 'good' };
    const [without, having] = [item, { ...item, ...fact }].map((one) => estimated(fit, one));
    expect(having).toMatchObject({ price: without?.price, range: without?.range });
  });

  it('are wider for a brand that was never seen', () => {
    const width = ({ range }: Estimate): number => range.high / range.low;
    expect(width(estimated(fit, { ...thing, title: '', brand: 'Qxzwvk' }))).toBeGreaterThan(
      1.3 * width(estimated(fit, { ...thing, title: '' })),
    );
  });
});

describe('what it does not know', () => {
  const market = syntheticMarket({ rows: 60, seed: 8 });
  it.each<[what: string, market: Comparable[], item: Item, expected: string]>([
    ['abstains without comparables on a thing it has no name for', [], { title: 'blue thing' }, 'unknown_thing'],
    ['answers from the prior if there are no comparables', [], { title: "Levi's jeans" }, 'prior'],
    ['answers from the prior for a kind nobody here sells', market, { category: 'Handbags' }, 'prior'],
    ['abstains without label and kind', market, { title: 'lovely blue thing', brand: 'Qxzwvk' }, 'unknown_thing'],
    ['answers from comparables if they are enough', market, thing, 'comparables'],
    ['abstains on an item in another currency', market, { ...thing, currency: 'CAD' }, 'other_currency'],
    ['does not learn from four', market.slice(0, 4), { category: 'Jeans' }, 'prior'],
  ])('%s', (_, known, item, expected) => {
    const value = fitPricing(known).estimate(item);
    expect(value.kind === 'abstained' ? value.reason : value.basis).toBe(expected);
  });

  it('prices better brands and kinds higher by the prior alone', () => {
    const fit = fitPricing([]);
    const price = (title: string): number => estimated(fit, { title }).price;
    expect(price('Chanel bag')).toBeGreaterThan(price('Coach bag'));
    expect(price('Coach bag')).toBeGreaterThan(price('Old Navy bag'));
    expect(price('Madewell coat')).toBeGreaterThan(price('Madewell tee'));
  });

  it.each(['Girls', 'Boys', 'Baby', 'Toddler', 'Infant'])(
    'prices clothes for %s like those for other kids',
    (department) => {
      const price = (whose: string): number =>
        estimated(fitPricing([]), { title: 'Zara coat', department: whose }).price;
      expect(price(department)).toBe(price('Kids'));
      expect(price(department)).toBeLessThan(price('Women'));
    },
  );
});
