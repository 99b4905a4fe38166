import { describe, expect, it } from 'vitest';
import type { DescribedFields } from '../../ports/pricing/advisor.ts';
import type { Sighting } from '../../ports/pricing/vision.ts';
import { type Attention, judgeKindDemand } from '../advice/demand.ts';
import { readFacts } from '../facts/facts.ts';
import { fold } from '../facts/fold-text.ts';
import { type Garment, garmentName, readGarment } from '../facts/garments.ts';
import { garmentPrices } from '../prior.ts';
import { applyHints, itemOf, type PhotoHints, readPhoto } from './compose-photo.ts';
import { advisePhoto } from './photo-advice.ts';

const blank: Sighting = {
  shows: 'thing',
  garments: [],
  forKids: 0,
  colors: [],
  tag: {},
  letters: {},
  pictures: null,
};
const seen = (more: Partial<Sighting>): Sighting => ({ ...blank, ...more });
const compose = (hints: PhotoHints, sighting: Partial<Sighting>, model: DescribedFields | null = null) =>
  applyHints(readPhoto({ sighting: seen(sighting), model, hasTag: false }), hints);

it.each(['?', '--', 'not sure', 'N/A'])('the brand “%s” is no hint, so the tag’s brand counts', (brand) => {
  const facts = compose({ brand }, { tag: { brand: 'madewell' } });
  expect(facts).toMatchObject({ brand: { value: 'Madewell', source: 'tag' }, otherLabel: null });
});

it.each<[string, PhotoHints, string, string]>([
  ['IT 42', {}, 'IT 42 (US 6)', '6'],
  ['IT 48', {}, 'IT 48 (US 12 for women, 38 for men)', '48 it'],
  ['IT 48', { madeFor: 'men' }, 'IT 48 (US 38)', '38'],
  ['IT 48', { madeFor: 'kids' }, 'IT 48', '48 it'],
  ['IT 38', { kind: 'heels' }, 'IT 38 (US 8)', '8'],
  ['US 6', {}, 'US 6', '6'],
  ['IT 42', { size: 'IT 40' }, 'IT 40', '40 it'],
])('a tag that says %s, with %o, means %s', (size, hints, shown, priced) => {
  const facts = compose(hints, { tag: { size } });
  expect(facts.size.value).toBe(shown);
  expect(readFacts(itemOf(facts)).size).toBe(priced);
});

describe('each field comes from the most reliable source', () => {
  const tag = { brand: 'madewell', size: 'M', retailPrice: 9800, material: '98% cotton, 2% elastane' };
  const letters = { brand: 'gap', size: 'S', retailPrice: 5000 };
  const garments = [{ garment: 'jeans' as const, probability: 0.9 }];
  const colors = [{ name: 'blue' as const, share: 0.9 }];
  const model: DescribedFields = {
    brand: 'levis',
    category: 'Denim jacket',
    condition: 'good',
    colorAndStyle: 'Washed blue',
    size: 'L',
    originalPrice: 7000,
  };
  const hints: PhotoHints = { brand: 'J Crew', condition: 'excellent' };

  /** The value and the source of these fields. */
  const told = (facts: ReturnType<typeof compose>, fields: string): string =>
    fields
      .split(' ')
      .map((field) => `${facts[field as 'brand'].value} (${facts[field as 'brand'].source})`)
      .join(', ');
  it.each<[string, ReturnType<typeof compose>, fields: string, wanted: string]>([
    [
      'hints first',
      compose(hints, { tag, letters, garments, colors }, model),
      'brand condition size category colorAndStyle originalPrice',
      'J.Crew (hint), excellent (hint), M (tag), Denim jacket (model), Washed blue (model), 9800 (tag)',
    ],
    [
      'then the tag',
      compose({}, { tag, letters, garments, colors }, model),
      'brand size condition',
      'Madewell (tag), M (tag), good (model)',
    ],
    [
      'then the model',
      compose({}, { letters, garments, colors }, model),
      'brand size originalPrice',
      'Levi’s (model), L (model), 7000 (model)',
    ],
    [
      'then the photo',
      compose({}, { letters, garments, colors }),
      'brand size category colorAndStyle originalPrice condition',
      'GAP (photo), S (photo), Jeans (photo), Blue (photo), 5000 (photo), null (unknown)',
    ],
    [
      'and unknown is unknown',
      compose({}, {}),
      'brand category condition colorAndStyle size material originalPrice',
      Array(7).fill('null (unknown)').join(', '),
    ],
    ['an empty hint is none', compose({ brand: '  ' }, { tag }), 'brand', 'Madewell (tag)'],
    ['an unknown label stays as written', compose({ brand: 'Nana’s Attic' }, {}), 'brand', 'Nana’s Attic (hint)'],
    ['not a guess', compose({}, { garments: [{ garment: 'dress', probability: 0.49 }] }), 'category', 'null (unknown)'],
  ])('%s', (_, facts, fields, wanted) => {
    expect(told(facts, fields)).toBe(wanted);
  });

  it('reports a hint that contradicts the tag', () => {
    expect(compose({ brand: 'Gap' }, { tag }).otherLabel).toBe('Madewell');
    expect(compose({ brand: 'MADEWELL' }, { tag }).otherLabel).toBeNull();
    expect(compose({}, { tag }).otherLabel).toBeNull();
  });
});

describe('the description', () => {
  it.each<[ReturnType<typeof compose>, string]>([
    [
      compose(
        { condition: 'very-good' },
        {
          garments: [{ garment: 'jeans', probability: 0.9 }],
          colors: [
            { name: 'blue', share: 0.6 },
            { name: 'white', share: 0.4 },
          ],
          tag: { brand: 'levis', size: '32 x 34', material: '100% cotton', retailPrice: 6950 },
        },
      ),
      'Blue and white Levi’s jeans, size 32 x 34, in very good condition. 100% cotton. Retail price $69.50.',
    ],
    [compose({ condition: 'new-with-tags' }, { colors: [{ name: 'red', share: 1 }] }), 'Red item, new with tags.'],
    [
      compose({ brand: 'Zara' }, { forKids: 0.95, garments: [{ garment: 'tee', probability: 0.8 }] }),
      'Zara T-shirt, made for a child.',
    ],
    [
      compose({ madeFor: 'women' }, { forKids: 0.95, garments: [{ garment: 'tee', probability: 0.8 }] }),
      'T-shirt, made for women.',
    ],
    [compose({}, {}), ''],
    [compose({}, {}, { description: 'What the model says.' }), 'What the model says.'],
  ])('%#: says what is known and no more', (facts, text) => {
    expect(facts.description).toBe(text);
  });
});

it('the engine gets what is known, without the color', () => {
  const facts = compose(
    { brand: 'Levis', condition: 'good' },
    {
      garments: [{ garment: 'tee', probability: 0.8 }],
      colors: [{ name: 'blue', share: 1 }],
      forKids: 0.99,
      tag: { size: 'M', retailPrice: 3000, material: '95% cotton, 5% elastane' },
    },
  );
  expect(itemOf(facts)).toEqual({
    kind: 'T-shirt',
    isKindSeen: true,
    brand: 'Levi’s',
    condition: 'good',
    size: 'M',
    originalPrice: 3000,
    material: 'cotton, elastane',
    department: 'Kids',
  });
  expect(readFacts(itemOf(facts))).toMatchObject({ garment: 'tee', brand: 'levis', condition: 'good', size: 'm' });
  expect(itemOf(compose({}, {}))).toEqual({ mayBe: [] });
  expect(itemOf(compose({}, { tag: { retailPrice: 3000 } }))).toEqual({ originalPrice: 3000 });
  // The seller knows best for whom it is.
  expect(itemOf(compose({ madeFor: 'men' }, { forKids: 0.99, tag: { retailPrice: 3000 } }))).toEqual({
    originalPrice: 3000,
    department: 'Men',
  });
  // Once the seller has confirmed it, comparables of the narrower kinds no longer count as this one.
  const pants = { garments: [{ garment: 'pants', probability: 0.9 }] } as const;
  expect(itemOf(compose({}, pants))).toEqual({ kind: 'Pants', isKindSeen: true });
  expect(itemOf(compose({ kind: 'pants' }, pants))).toEqual({ kind: 'Pants' });
  const unsure = (second: number) => {
    const garments = [
      { garment: 'jacket', probability: 0.4 },
      { garment: 'shirt', probability: second },
    ] as const;
    return itemOf(compose({}, { garments }));
  };
  expect(unsure(0.35)).toEqual({ mayBe: ['jacket', 'shirt', 'coat'] });
  // Most probably it is something else.
  expect(unsure(0.05)).toEqual({ mayBe: [] });
  const named = compose({}, {}, { category: 'Denim jacket' });
  expect(itemOf(named)).toEqual({ kind: 'Denim jacket' });
  expect(readFacts(itemOf(named))).toMatchObject({ garment: 'jacket', words: [], isKindSeen: false });
});

it('every kind is shown with a name that is read back as that kind', () => {
  for (const garment of Object.keys(garmentPrices) as Garment[])
    expect([garment, readGarment(fold(garmentName(garment)))]).toEqual([garment, garment]);
});

describe('what would help', () => {
  const agreeing = { sameKind: { all: 14, sold: 5 }, sameBrandAndKind: { all: 3, sold: 1 } };
  const evidence = { comparables: 80, sold: 20, alike: 14, fewOfBrand: null, retail: null, ...agreeing };
  const learned = {
    kind: 'estimate',
    basis: 'comparables',
    fromAsksOnly: false,
    isWide: false,
    shown: 12,
    kinds: ['tee'],
    people: ['women'],
    evidence,
  } as const;
  const whole = compose(
    { brand: 'Gap', condition: 'good' },
    { tag: { size: 'M' }, garments: [{ garment: 'tee', probability: 0.9 }] },
  );
  const adviceFor = (more: Partial<Parameters<typeof advisePhoto>[0]>) =>
    advisePhoto({ facts: whole, hasTag: true, shows: 'thing', priced: learned, isSearching: false, ...more }).join(' ');

  const garments = [
    { garment: 'jacket', probability: 0.4 },
    { garment: 'tee', probability: 0.3 },
  ] as const;
  const tee = [{ garment: 'tee', probability: 0.9 }] as const;
  const known = { brand: 'Gap', size: 'M', condition: 'good' } as const;
  const abstained = (reason: 'unknown_thing' | 'other_currency') => ({ kind: 'abstained', reason, evidence }) as const;
  const priced = (more: Partial<typeof learned> | object) => ({ ...learned, ...more }) as typeof learned;
  const nothing = { facts: compose({}, {}), hasTag: false };

  it.each<[string, Partial<Parameters<typeof advisePhoto>[0]>, RegExp]>([
    ['nothing if everything is known', {}, /^$/],
    ['the brand first', { ...nothing, priced: abstained('unknown_thing') }, /brand.* whole item .* tag .* condition/],
    ['nothing in another currency', { ...nothing, priced: abstained('other_currency') }, /^[^.]*\.[^.]*\.$/],
    ['the type, if the photo shows several', { facts: compose(known, { garments }) }, /^Choose the type\./],
    ['no type that was chosen', { facts: compose({ ...known, kind: 'tee' }, { garments }) }, /^$/],
    ['a better photo of the tag', { facts: compose({ brand: 'Gap' }, { garments: tee }) }, /read the size/],
    [
      'a whole photo',
      { facts: compose({}, { letters: { brand: 'gap', size: 'M' } }), hasTag: false, shows: 'letters' },
      /whole item/,
    ],
    ['how reliable asks alone are', { priced: priced({ fromAsksOnly: true }) }, /asking prices/],
    ['what the general table is', { priced: priced({ basis: 'prior' }) }, /[Ss]ync your closet/],
    ['no sync meanwhile', { priced: priced({ basis: 'prior' }), isSearching: true }, /^(?!.*[Ss]ync).*Analyze again/],
    ['for whom it is made', { priced: priced({ people: ['men', 'women'] }) }, /made for/],
    [
      'no such thing that is known',
      {
        facts: { ...whole, madeFor: { value: 'men', source: 'hint' } },
        priced: priced({ people: ['men', 'women'] }),
      },
      /^$/,
    ],
    ['where a price without comps comes from', { priced: priced({ shown: 0 }) }, /close comps/],
    ['how few are of the brand', { priced: priced({ shown: 1, evidence: { ...evidence, fewOfBrand: 1 } }) }, /1 comp/],
    ['that more comps may come', { isSearching: true }, /Analyze again/],
    ['both brands', { facts: compose({ brand: 'Gap' }, { tag: { brand: 'levis', size: 'M' } }) }, /Levi’s.*GAP/],
  ])('is %s', (_, more, words) => {
    expect(adviceFor(more)).toMatch(words);
  });

  it.each([
    ['shoes', ['sneakers', 'boots', 'heels'], true],
    ['pants', ['leggings'], true],
    ['jacket', ['jacket', 'coat'], true],
    ['pants', ['pants'], false],
    ['tee', ['tee'], false],
  ] as const)('is to choose a narrower type than %s if comps are %j: %s', (garment, kinds, isAsked) => {
    const facts = compose(known, { garments: [{ garment, probability: 0.9 }] });
    expect(adviceFor({ facts, priced: priced({ kinds }) }) !== '').toBe(isAsked);
    // Who said "jacket" has no coat.
    const confirmed = { ...facts, category: { value: facts.category.value ?? '', source: 'hint' as const } };
    expect(adviceFor({ facts: confirmed, priced: priced({ kinds }) }) === '').toBe(garment !== 'shoes');
  });
});

describe('demand for a kind', () => {
  const liked = (likes: number, count: number): Attention[] =>
    Array.from({ length: count }, () => ({ likes, shares: 10, ageDays: 60 }));
  it.each<[string, Attention[], Attention[], string]>([
    ['is high if it is liked more than the rest', liked(40, 6), liked(5, 20), 'high'],
    ['is low if it is liked less', liked(1, 6), liked(20, 20), 'low'],
    ['is medium if it is liked as much as the rest', liked(8, 6), liked(8, 20), 'medium'],
    ['is unknown with four of the kind', liked(40, 4), liked(5, 20), 'unknown'],
    ['is unknown with nothing else', liked(40, 9), liked(5, 3), 'unknown'],
    ['is unknown without dates', liked(40, 6).map((one) => ({ ...one, ageDays: null })), liked(5, 20), 'unknown'],
  ])('%s', (_, kind, rest, level) => {
    expect(judgeKindDemand(kind, [...kind, ...rest])).toBe(level);
  });
});
