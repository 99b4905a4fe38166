import { describe, expect, it } from 'vitest';
import type { Comparable } from '../facts/comparable.ts';
import { fitPricing } from '../fit/fit.ts';
import { seededRandom } from '../synthetic-market.fixture.ts';
import type { NearComparable } from './nearest.ts';
import { outsideMessage } from './support.ts';

const near = (dollars: number, over: Partial<Comparable> = {}, adjusted = dollars): NearComparable => ({
  comparable: { id: `${dollars}`, price: dollars * 100, state: 'sold', source: 'market', ...over },
  similarity: 1,
  adjusted: adjusted * 100,
  agreement: 'brand_and_kind',
});
const asks = [near(189, { state: 'ask' }), near(475, { state: 'ask' })];
const facts = { retail: null, fewOfBrand: null, called: 'This price' };

describe('a price outside all comps that are shown says why', () => {
  it.each<[string, number, NearComparable[], Partial<typeof facts> | { retail: number }, string[]]>([
    ['is among them', 100, [near(90), near(120)], {}, []],
    ['has none', 100, [], {}, []],
    [
      'goes by its retail price',
      131,
      [near(57), near(121)],
      { retail: 24_800 },
      ['This price is above all 2 comps shown, because it goes by the retail price of $248.'],
    ],
    [
      'is below asks',
      180,
      asks,
      {},
      ['This price is below all 2 comps shown, because those are asking prices, and buyers usually pay less.'],
    ],
    [
      'is in another condition',
      60,
      [near(90, {}, 55), near(120, {}, 75)],
      {},
      ['This price is below all 2 comps shown, because those differ from your item in condition or details.'],
    ],
    [
      'has few of its brand',
      60,
      [near(90)],
      { fewOfBrand: 1 } as never,
      [
        'This price is below the comp shown. Only 1 comp is the same brand and type, so it also goes by other brands and types.',
      ],
    ],
    [
      'goes by the rest',
      60,
      [near(90), near(99)],
      {},
      ['This price is below all 2 comps shown, because it also goes by comps that are less alike.'],
    ],
  ])('if it %s', (_, dollars, shown, over, expected) => {
    expect(outsideMessage(dollars * 100, shown, { ...facts, ...over })).toEqual(expected);
  });
});

describe('where every price follows the retail price', () => {
  const roll = seededRandom(5);
  const market: Comparable[] = Array.from({ length: 240 }, (_, at) => {
    const [brand, most] = at % 2 === 0 ? ['Oakhand', 24_000] : ['Mirella', 60_000];
    const originalPrice = Math.round((8_000 + roll() * (most - 8_000)) / 100) * 100;
    return {
      id: `${at}`,
      title: `${brand} dress no ${at % 9}`,
      brand,
      category: 'Dresses',
      originalPrice,
      price: Math.round(originalPrice * 0.5 * Math.exp((roll() - 0.5) * 0.04)),
      state: 'sold',
      source: 'market',
    };
  });
  const fit = fitPricing(market);
  const estimated = (originalPrice: number) => {
    const item = { title: 'Oakhand dress no 3', brand: 'Oakhand', category: 'Dresses', originalPrice };
    const value = fit.estimate(item);
    if (value.kind !== 'estimate') throw new Error('There is no estimate.');
    return { value, prices: fit.nearest(item).map(({ comparable }) => comparable.price) };
  };

  it('comps of about the same retail price are shown, and the range stays narrow', () => {
    const { value, prices } = estimated(16_000);
    expect(value.range.high / value.range.low).toBeLessThan(1.3);
    expect(Math.max(...prices)).toBeGreaterThan(value.range.low);
    expect(Math.min(...prices)).toBeLessThan(value.range.high);
  });

  it('a narrow range that no comp of the brand supports is widened to the nearest one, and says what it rests on', () => {
    const { value, prices } = estimated(48_000);
    expect(value.price).toBeGreaterThan(Math.max(...prices));
    expect(value.range.low).toBeLessThanOrEqual(Math.max(...prices) + 1);
    expect(value.evidence.retail).toBe(48_000);
  });
});

it('the right type of a photo is no less sure than the seen one, where sellers call all of them so', () => {
  const roll = seededRandom(9);
  const market: Comparable[] = Array.from({ length: 200 }, (_, at) => {
    const isZara = at % 4 === 0;
    return {
      id: `${at}`,
      ...(isZara
        ? { title: 'Zara puffer jacket', brand: 'Zara' }
        : { title: `Oakhand ${['tee', 'jeans', 'skirt'][at % 3]}`, brand: 'Oakhand' }),
      price: Math.round((isZara ? 6_000 : 2_500) * Math.exp((roll() - 0.5) * 0.8)),
      state: 'sold',
      source: 'market',
    };
  });
  const fit = fitPricing(market);
  const sure = (isKindSeen: boolean) => {
    const item = { kind: 'Jacket', brand: 'Zara', isKindSeen };
    const value = fit.estimate(item);
    return { confidence: value.kind === 'estimate' ? value.confidence : 0, agreement: fit.nearest(item)[0]?.agreement };
  };
  expect(sure(false).agreement).toBe('brand_and_kind');
  expect(sure(false).confidence).toBeGreaterThanOrEqual(sure(true).confidence - 0.01);
});
