import { describe, expect, it } from 'vitest';
import type { Comparable, Item } from '../facts/comparable.ts';
import { readFacts } from '../facts/facts.ts';
import { fitPricing, type PricingFit, type Valuation } from '../fit/fit.ts';
import { syntheticMarket } from '../synthetic-market.fixture.ts';
import { agreementOf, indexAgreements } from './agreement-index.ts';

describe('what a comparable has in common with an item', () => {
  it.each<[Item, Item, ReturnType<typeof agreementOf>]>([
    [{ title: 'Gucci tee', brand: 'Gucci' }, { title: 'Gucci logo tee', brand: 'Gucci' }, 'brand_and_kind'],
    [{ title: 'Gucci tee', brand: 'Gucci' }, { title: 'Gap tee', brand: 'Gap' }, 'other_brand'],
    [{ title: 'Gucci tee', brand: 'Gucci' }, { title: 'Gucci belt', brand: 'Gucci' }, null],
    [{ kind: 'Top' }, { title: 'Zara top', brand: 'Zara' }, 'any_brand'],
    [{ kind: 'Top' }, { title: 'Carters top', department: 'Kids' }, null],
    [{ kind: 'Top', department: 'Kids' }, { title: 'Carters top', department: 'Baby' }, 'any_brand'],
    [{ kind: 'Top', department: 'Kids' }, { title: 'Zara top', department: 'Women' }, null],
    [{ title: 'Levis jeans', department: 'Men' }, { title: 'Levis jeans', department: 'Women' }, null],
    [{ title: 'Levis jeans', department: 'Men' }, { title: 'Levis jeans' }, 'brand_and_kind'],
    [{ title: 'Nike sneakers' }, { title: 'Lot of 3 pairs of Nike sneakers' }, null],
    [{ title: 'Gucci tee', brand: 'Gucci' }, { title: 'Gucci tank', brand: 'Gucci' }, 'brand_and_related_kind'],
    [{ title: 'Gap tank' }, { title: 'Zara tank', subcategory: 'Tank Tops' }, 'any_brand'],
    [{ kind: 'Top', isKindSeen: true }, { title: 'Carters bodysuit' }, 'related_kind'],
    // Kinds are a tree: the next one up or down is related, a sister is not.
    [{ kind: 'Jeans' }, { title: 'pants' }, 'related_kind'],
    [{ kind: 'Pants' }, { title: 'jeans' }, 'related_kind'],
    [{ kind: 'Boots' }, { title: 'shoes' }, 'related_kind'],
    // Sellers call these a jacket and a top, as the one who chose the type of a photo does.
    [{ kind: 'Jacket', brand: 'Zara' }, { title: 'Zara puffer jacket', brand: 'Zara' }, 'brand_and_kind'],
    [{ kind: 'Jacket', brand: 'Zara' }, { title: 'Zara trench coat', brand: 'Zara' }, 'brand_and_related_kind'],
    [{ kind: 'Top' }, { title: 'knit tops' }, 'any_brand'],
    [{ title: 'Zara bomber jacket' }, { title: 'Zara puffer jacket' }, 'brand_and_related_kind'],
    [{ kind: 'Boots' }, { title: 'sneakers' }, null],
    // Where the brand is known, a related type of another brand misleads: a J. Crew sweater says nothing about a Lululemon top.
    [{ kind: 'Top', brand: 'Lululemon' }, { title: 'Lululemon sweater', brand: 'Lululemon' }, 'brand_and_related_kind'],
    [{ kind: 'Top', brand: 'Lululemon' }, { title: 'J. Crew sweater', brand: 'J. Crew' }, null],
    [{ kind: 'Top', brand: 'Lululemon' }, { title: 'sweater' }, null],
    [{ kind: 'Jeans' }, { title: 'leggings' }, null],
    // A photo shows pants, and they may be jeans. "Shoes" names no type at all.
    [{ kind: 'Pants', isKindSeen: true }, { title: 'jeans' }, 'any_brand'],
    [{ kind: 'Shoes' }, { title: 'boots' }, 'any_brand'],
    [{ brand: 'Gucci' }, { title: 'Gucci belt', brand: 'Gucci' }, 'brand'],
    [{ brand: 'Gucci' }, { title: 'Gap belt', brand: 'Gap' }, null],
    // A photo shows a jacket or a shirt of this brand, so its belts mislead.
    [{ brand: 'Gucci', mayBe: ['jacket', 'shirt'] }, { title: 'Gucci coat', brand: 'Gucci' }, 'brand'],
    [{ brand: 'Gucci', mayBe: ['jacket', 'shirt'] }, { title: 'Gucci belt', brand: 'Gucci' }, null],
    [{ category: 'Bedding' }, { category: 'Bedding' }, 'any_brand'],
    [{ category: 'Bedding' }, { category: 'Kitchen' }, null],
  ])('of %j and %j is %s', (item, comparable, agreement) => {
    expect(agreementOf(readFacts(comparable), readFacts(item))).toBe(agreement);
  });

  it('is counted by type, and by type and brand, never by either', () => {
    const rows = (
      [
        ['Gucci tee', 'sold'],
        ['Gucci tee', 'ask'],
        ['Gap tee', 'sold'],
        ['Gucci belt', 'sold'],
      ] as const
    ).map(([title, state]) => ({ facts: readFacts({ title, brand: title.split(' ')[0] ?? '' }), state }));
    expect(indexAgreements(rows).countFor(readFacts({ title: 'tee', brand: 'Gucci' }))).toEqual({
      sameKind: { all: 3, sold: 2 },
      sameBrandAndKind: { all: 2, sold: 1 },
    });
  });

  it('is counted in a category that names no type of ours, whatever titles say there', () => {
    const rows = ['Wool throw', 'Cape for the sofa'].map((title) => ({
      facts: readFacts({ title, category: 'Bedding' }),
      state: 'sold' as const,
    }));
    const throws: Item = { title: 'Throw', category: 'Bedding' };
    expect(rows.map(({ facts }) => agreementOf(facts, readFacts(throws)))).toEqual(['any_brand', 'any_brand']);
    expect(indexAgreements(rows).countFor(readFacts(throws)).sameKind).toEqual({ all: 2, sold: 2 });
  });
});

const spread = (value: Valuation): number =>
  value.kind === 'estimate' ? value.range.high / value.range.low : Infinity;

describe('the comparables that are shown', () => {
  const market = syntheticMarket({ rows: 300, seed: 41 });
  const withoutDresses = market.filter(({ brand, category }) => brand !== 'Mirella' || category !== 'Dresses');
  const dress: Item = { brand: 'Mirella', category: 'Dresses', condition: 'good' };

  it('are of the same brand and type, however few there are', () => {
    const one = market.find(({ brand, category }) => brand === 'Mirella' && category === 'Dresses');
    const near = fitPricing([...withoutDresses, ...(one ? [one] : [])]).nearest(dress, 6);
    expect(near.map(({ comparable, agreement }) => [comparable.id, agreement])).toEqual([[one?.id, 'brand_and_kind']]);
  });

  /** A brand that sells for as much as Mirella. */
  const aldervale = syntheticMarket({ rows: 200, seed: 42 })
    .filter(({ brand }) => brand === 'Mirella')
    .map(({ title = '', ...row }) => ({ ...row, title: title.replace('Mirella', 'Aldervale'), brand: 'Aldervale' }));

  it('are none of other brands, whatever these sell for, which widens the range', () => {
    const fit = fitPricing([...withoutDresses, ...aldervale]);
    expect(fit.nearest(dress, 6)).toEqual([]);
    expect(fit.estimate(dress)).toMatchObject({
      evidence: { sameBrandAndKind: { all: 0, sold: 0 }, fewOfBrand: 0 },
    });
    expect(spread(fit.estimate(dress))).toBeGreaterThan(spread(fitPricing(market).estimate(dress)));
    expect(fitPricing(market).estimate(dress)).toMatchObject({ evidence: { fewOfBrand: null } });
    // Without a brand, nothing speaks against them.
    expect(fit.nearest({ ...dress, brand: undefined }, 6).map(({ agreement }) => agreement)).toEqual(
      Array(6).fill('any_brand'),
    );
  });

  it('are children’s if the brand makes things for children only, although the photo doesn’t show it', () => {
    const forKids = market.slice(0, 120).map((one) => ({ ...one, id: `kids-${one.id}`, department: 'Kids' }));
    const ofKidsBrand = forKids.slice(0, 60).map((one) => ({ ...one, id: `bonbon-${one.id}`, brand: 'Bonbon' }));
    const fit = fitPricing([...market.map((one) => ({ ...one, department: 'Women' })), ...forKids, ...ofKidsBrand]);
    const people = (item: Item) => new Set(fit.nearest(item, 6).map(({ comparable }) => comparable.department));
    expect(people({ kind: 'Dress', isKindSeen: true, brand: 'Bonbon' })).toEqual(new Set(['Kids']));
    // This brand makes things for both.
    expect(people({ kind: 'Dress', isKindSeen: true, brand: 'Mirella' })).toEqual(new Set(['Women']));
  });

  it('are of the item’s condition before they are of its size, which is rarer but hardly changes a price', () => {
    const dresses: Comparable[] = Array.from({ length: 160 }, (_, at) => ({
      id: `d${at}`,
      title: 'Mirella dress',
      brand: 'Mirella',
      category: 'Dresses',
      size: String(24 + (at % 16)),
      condition: Math.floor(at / 16) % 4 === 0 ? 'new-with-tags' : 'good',
      price: Math.floor(at / 16) % 4 === 0 ? 12_000 + 10 * at : 6_000 + 10 * at,
      state: 'sold',
      source: 'market',
    }));
    const near = fitPricing(dresses).nearest({ ...dress, condition: 'new-with-tags', size: '32' }, 12);
    expect(near.map(({ comparable }) => comparable.condition)).toEqual(Array(12).fill('new-with-tags'));
    // Of those, the ones of its size come first.
    expect(near.slice(0, 3).map(({ comparable }) => comparable.size)).toEqual(['32', '32', '32']);
  });

  const top: Item = { kind: 'Top', brand: 'Mirella' };

  it('are of a related type only if they are of the same brand', () => {
    const ofOthers = market.filter(({ brand, category }) => brand !== 'Mirella' || category !== 'Sweaters');
    const sweaters = aldervale.map((one) => ({ ...one, title: 'Aldervale sweater', category: 'Sweaters' }));
    expect(fitPricing([...ofOthers, ...sweaters]).nearest(top, 6)).toEqual([]);
    const near = fitPricing([...market, ...sweaters]).nearest(top, 6);
    expect(near.map(({ comparable, agreement }) => [comparable.brand, comparable.category, agreement])).toEqual(
      Array(6).fill(['Mirella', 'Sweaters', 'brand_and_related_kind']),
    );
  });

  it('are of a related type of the brand even if other brands have the same type', () => {
    const tops = aldervale.map((one) => ({ ...one, title: 'Aldervale blouse', category: 'Tops' }));
    const near = fitPricing([...market, ...tops]).nearest(top, 6);
    expect(near.map(({ comparable, agreement }) => [comparable.brand, comparable.category, agreement])).toEqual(
      Array(6).fill(['Mirella', 'Sweaters', 'brand_and_related_kind']),
    );
  });

  it('are of the item’s condition before they are of its color, which changes no price, and of its model before both', () => {
    const colors = ['black', 'red', 'green', 'blue', 'white', 'gray', 'pink', 'tan'];
    const dresses: Comparable[] = Array.from({ length: 320 }, (_, at) => {
      const color = colors[at % 8];
      const [isNew, isAlder] = [color !== 'black' && Math.floor(at / 8) % 4 === 0, Math.floor(at / 32) % 5 === 0];
      return {
        id: `d${at}`,
        title: `${isAlder ? 'Alder ' : ''}${color} evening dress`,
        brand: 'Mirella',
        category: 'Dresses',
        condition: isNew ? 'new-with-tags' : 'good',
        price: (isNew ? 12_000 : 6_000) * (isAlder ? 2 : 1) + 10 * at,
        state: 'sold',
        source: 'market',
      };
    });
    const fit = fitPricing(dresses);
    const near = (title: string) =>
      fit.nearest({ ...dress, title, condition: 'new-with-tags' }, 6).map(({ comparable }) => comparable);
    expect(near('black evening dress').map(({ condition }) => condition)).toEqual(Array(6).fill('new-with-tags'));
    for (const { title } of near('Alder green evening dress')) expect(title).toContain('Alder');
  });

  it('are none if none of them would be accepted, although others share the brand', () => {
    const few: Comparable[] = withoutDresses.filter(({ brand }) => brand === 'Mirella');
    expect(fitPricing(few).nearest(dress, 6)).toEqual([]);
  });
});

describe('a correct hint', () => {
  const markets = [51, 52, 53, 54].map((seed) => ({
    seed,
    fit: fitPricing(syntheticMarket({ rows: 400, seed })),
    items: syntheticMarket({ rows: 40, seed: seed + 100 }),
  }));
  const sure = (fit: PricingFit, item: Item): number => {
    const value = fit.estimate(item);
    return value.kind === 'estimate' ? value.confidence : 0;
  };
  const seen = ({ category = '' }: Item): Item => ({ kind: category, isKindSeen: true });
  const named = ({ category = '' }: Item): Item => ({ kind: category });
  const pick = ({ brand = '', condition = '' }: Item) => ({ brand: { brand }, condition: { condition } });

  it.each<[string, (item: Item) => Item, (item: Item) => Item, number]>([
    ['of the type', seen, named, 0.001],
    ['of the brand', seen, (item) => ({ ...seen(item), ...pick(item).brand }), 0.02],
    [
      'of the condition beside the brand',
      (item) => ({ ...seen(item), ...pick(item).brand }),
      (item) => ({ ...seen(item), ...pick(item).brand, ...pick(item).condition }),
      0.03,
    ],
    [
      'of the brand beside the condition',
      (item) => ({ ...seen(item), ...pick(item).condition }),
      (item) => ({ ...seen(item), ...pick(item).brand, ...pick(item).condition }),
      0.001,
    ],
  ])('%s never makes prices less sure', (_, without, having, noise) => {
    const gains = markets.flatMap(({ fit, items }) =>
      items.map((item) => sure(fit, having(item)) - sure(fit, without(item))),
    );
    expect(Math.min(...gains)).toBeGreaterThanOrEqual(-noise);
    expect(gains.reduce((sum, gain) => sum + gain, 0)).toBeGreaterThanOrEqual(0);
  });

  // The four brands of this market are far apart, and the middle of them is a price that none of them asks. The better the rest is
  // known, the fewer prices lie within 20 % of that middle, although the range is narrower.
  it('of the condition without the brand narrows the range, and prices are as sure as they are right', () => {
    const answers = markets.flatMap(({ fit, seed }) =>
      syntheticMarket({ rows: 600, seed: seed + 200, soldShare: 1 }).map((sold) => {
        const [without, having] = [fit.estimate(seen(sold)), fit.estimate({ ...seen(sold), ...pick(sold).condition })];
        if (without.kind !== 'estimate' || having.kind !== 'estimate') throw new Error('There is no estimate.');
        const isRight = Math.abs(sold.price - having.price) <= 0.2 * having.price;
        return { narrower: spread(having) < spread(without), stated: having.confidence, happened: isRight ? 1 : 0 };
      }),
    );
    const total = (name: 'stated' | 'happened'): number => answers.reduce((sum, answer) => sum + answer[name], 0);
    expect(answers.filter(({ narrower }) => !narrower)).toEqual([]);
    expect(Math.abs(total('stated') - total('happened')) / answers.length).toBeLessThan(0.02);
  });
});
