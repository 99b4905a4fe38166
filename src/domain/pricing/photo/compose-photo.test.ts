import { describe, expect, it } from 'vitest';
import type { DescribedFields } from '../../ports/pricing/advisor.ts';
import type { Sighting } from '../../ports/pricing/vision.ts';
import type { Attention } from '../advice/demand/demand.ts';
import { judgeKindDemand } from '../advice/demand/demand.ts';
import { readFacts } from '../facts/facts.ts';
import { fold } from '../facts/fold-text.ts';
import { garmentName } from '../facts/garments/garment-names.ts';
import { type Garment, readGarment } from '../facts/garments/garments.ts';
import { garmentPrices } from '../prior/prior-tables.ts';
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

  it.each<[string, ReturnType<typeof compose>, Record<string, [string | number | null, string]>]>([
    [
      'hints first',
      compose(hints, { tag, letters, garments, colors }, model),
      {
        brand: ['J.Crew', 'hint'],
        condition: ['excellent', 'hint'],
        size: ['M', 'tag'],
        category: ['Denim jacket', 'model'],
        colorAndStyle: ['Washed blue', 'model'],
        originalPrice: [9800, 'tag'],
      },
    ],
    [
      'then the tag',
      compose({}, { tag, letters, garments, colors }, model),
      { brand: ['Madewell', 'tag'], size: ['M', 'tag'], condition: ['good', 'model'] },
    ],
    [
      'then the model',
      compose({}, { letters, garments, colors }, model),
      { brand: ['Levi’s', 'model'], size: ['L', 'model'], originalPrice: [7000, 'model'] },
    ],
    [
      'then the photo',
      compose({}, { letters, garments, colors }),
      {
        brand: ['GAP', 'photo'],
        size: ['S', 'photo'],
        category: ['Jeans', 'photo'],
        colorAndStyle: ['Blue', 'photo'],
        originalPrice: [5000, 'photo'],
        condition: [null, 'unknown'],
      },
    ],
    [
      'and unknown is unknown',
      compose({}, {}),
      {
        brand: [null, 'unknown'],
        category: [null, 'unknown'],
        condition: [null, 'unknown'],
        colorAndStyle: [null, 'unknown'],
        size: [null, 'unknown'],
        material: [null, 'unknown'],
        originalPrice: [null, 'unknown'],
      },
    ],
    ['an empty hint is none', compose({ brand: '  ' }, { tag }), { brand: ['Madewell', 'tag'] }],
    [
      'an unknown label stays as it was written',
      compose({ brand: 'Nana’s Attic' }, {}),
      { brand: ['Nana’s Attic', 'hint'] },
    ],
    [
      'a kind that is only guessed is unknown',
      compose({}, { garments: [{ garment: 'dress', probability: 0.49 }] }),
      { category: [null, 'unknown'] },
    ],
  ])('%s', (_, facts, wanted) => {
    for (const [field, [value, source]] of Object.entries(wanted))
      expect([field, facts[field as 'brand']]).toEqual([field, { value, source }]);
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

  it('is empty if everything is known', () => {
    expect(adviceFor({})).toBe('');
  });
  it('begins with the brand if nothing is known', () => {
    const abstained = {
      kind: 'abstained',
      reason: 'unknown_thing',
      evidence: { ...evidence, comparables: 0, sold: 0, alike: 0 },
    } as const;
    const words = adviceFor({ facts: compose({}, {}), hasTag: false, priced: abstained });
    expect(words).toMatch(
      /^Add the brand\. .* Photograph the whole item .* Photograph the tag .* Choose the condition\./,
    );
  });
  it('is nothing but the reason in a closet of another currency, because nothing else would help', () => {
    const abstained = { kind: 'abstained', reason: 'other_currency', evidence } as const;
    expect(adviceFor({ facts: compose({}, {}), hasTag: false, priced: abstained })).toBe(
      'Your closet isn’t priced in US dollars, but all of Hangtag’s comps are. So Hangtag suggests no price.',
    );
  });
  it('is to choose the type if the photo shows several, and not if one is chosen', () => {
    const garments = [
      { garment: 'jacket', probability: 0.4 },
      { garment: 'tee', probability: 0.3 },
    ] as const;
    expect(adviceFor({ facts: compose({ brand: 'Gap', size: 'M', condition: 'good' }, { garments }) })).toMatch(
      /^Choose the type\. It can change the price several times over\./,
    );
    const chosen = compose({ brand: 'Gap', size: 'M', condition: 'good', kind: 'tee' }, { garments });
    expect(adviceFor({ facts: chosen })).toBe('');
  });
  it('is a better photo of a tag if that could not be read', () => {
    const words = adviceFor({ facts: compose({ brand: 'Gap' }, { garments: [{ garment: 'tee', probability: 0.9 }] }) });
    expect(words).toContain('Couldn’t read the size from the tag.');
    expect(words).not.toContain('Photograph the tag.');
  });
  it('is a photo of the whole item if only its tag was photographed', () => {
    expect(
      adviceFor({ facts: compose({}, { letters: { brand: 'gap', size: 'M' } }), hasTag: false, shows: 'letters' }),
    ).toContain('Photograph the whole item');
  });
  it('says how reliable asks alone and the general table are', () => {
    expect(adviceFor({ priced: { ...learned, fromAsksOnly: true } })).toContain('All comps are asking prices,');
    expect(adviceFor({ priced: { ...learned, basis: 'prior' } })).toMatch(
      /^Not enough comps, so this is a generic category price\. Sync your closet or import/,
    );
  });
  it.each([
    ['shoes', ['sneakers', 'boots', 'heels'], 'All comps are sneakers, boots, or heels. Choose the right type'],
    ['pants', ['leggings'], 'All comps are leggings. If yours is another type, choose it.'],
    ['jacket', ['jacket', 'coat'], 'Some comps are coats. Choose the right type to see only its comps.'],
    ['pants', ['pants'], ''],
    ['tee', ['tee'], ''],
  ] as const)('is to choose a narrower type than %s if comps are %j', (garment, kinds, words) => {
    const facts = compose(
      { brand: 'Gap', size: 'M', condition: 'good' },
      { garments: [{ garment, probability: 0.9 }] },
    );
    const text = adviceFor({ facts, priced: { ...learned, kinds } });
    expect(text.slice(0, words.length)).toBe(words);
    expect(text === '').toBe(words === '');
    // Who said "jacket" has no coat.
    const confirmed = { ...facts, category: { value: facts.category.value ?? '', source: 'hint' as const } };
    expect(adviceFor({ facts: confirmed, priced: { ...learned, kinds } }) === '').toBe(garment !== 'shoes');
  });
  it('is to say for whom it is made if comps are for women and for men', () => {
    const priced = { ...learned, people: ['men', 'women'] } as const;
    expect(adviceFor({ priced })).toBe('Some comps are for women and some for men. Choose who yours is made for.');
    expect(adviceFor({ facts: { ...whole, madeFor: { value: 'men', source: 'hint' } }, priced })).toBe('');
  });
  it('says where the price comes from if no comps are shown', () => {
    expect(adviceFor({ priced: { ...learned, shown: 0 } })).toMatch(/^Without close comps, this price is/);
    const ofOthers = { ...evidence, fewOfBrand: 0 };
    const ofOne = { ...evidence, fewOfBrand: 1 };
    expect(adviceFor({ priced: { ...learned, shown: 1, evidence: ofOne } })).toBe(
      'Only 1 comp is the same brand and type, so this price is also estimated from other brands and types.',
    );
    expect(adviceFor({ priced: { ...learned, shown: 0, evidence: ofOthers } })).toMatch(
      /^No comps are the same brand and/,
    );
    expect(adviceFor({ priced: { ...learned, basis: 'prior', shown: 0 } })).not.toContain('close comps');
  });
  it('is to analyze again while comps are searched for, and not to sync what is synced', () => {
    expect(adviceFor({ isSearching: true })).toBe('Hangtag is still looking for comps. Analyze again in a minute.');
    const words = adviceFor({ priced: { ...learned, basis: 'prior' }, isSearching: true });
    expect(words).toMatch(/^Not enough comps yet, .* Analyze again in a minute\.$/);
    expect(words).not.toMatch(/sync/i);
  });
  it('names both brands if hint and tag contradict each other', () => {
    expect(adviceFor({ facts: compose({ brand: 'Gap' }, { tag: { brand: 'levis', size: 'M' } }) })).toContain(
      'The tag says Levi’s, but you entered GAP.',
    );
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
    [
      'is unknown if nobody knows when they were listed',
      liked(40, 6).map((one) => ({ ...one, ageDays: null })),
      liked(5, 20),
      'unknown',
    ],
  ])('%s', (_, kind, rest, level) => {
    expect(judgeKindDemand(kind, [...kind, ...rest])).toBe(level);
  });
});
