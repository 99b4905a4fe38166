import { describe, expect, it } from 'vitest';
import type { Item } from './comparable.ts';
import { readFacts } from './facts.ts';
import { patternKey, patternReader, reduceFacts, wholePattern } from './known-fields.ts';

const listing: Item = {
  title: 'NWT Madewell skinny jeans',
  brand: 'Madewell',
  department: 'Women',
  category: 'Jeans',
  size: '28',
  originalPrice: 12_800,
};
/** As many listings as `whole` with all fields, then as many as `bare` without those named. */
const market = (whole: number, bare = 0, without: readonly (keyof Item)[] = []) => [
  ...Array.from({ length: whole }, () => readFacts(listing)),
  ...Array.from({ length: bare }, () =>
    readFacts(Object.fromEntries(Object.entries(listing).filter(([name]) => !without.includes(name as keyof Item)))),
  ),
];
const photo: Item = { kind: 'Jeans', isKindSeen: true, brand: 'Madewell' };

describe('what an item lacks', () => {
  it.each<[string, ReturnType<typeof market>, Item, (keyof ReturnType<typeof readFacts>)[]]>([
    ['nothing, if it has all that comparables have', market(20), listing, []],
    ['what its comparables have and it has not', market(20), photo, ['department', 'category', 'condition', 'size']],
    ['nothing that hardly any comparable has', market(1, 19, ['size']), { ...listing, size: 'N/A' }, []],
    ['what a tenth of the comparables have, on a photo', market(2, 18, ['size']), photo, ['category', 'size']],
    ['nothing that few comparables have, in a listing', market(9, 11, ['size']), { ...listing, size: 'N/A' }, []],
    ['what half of the comparables have, in a listing', market(39, 1, ['size']), { ...listing, size: 'N/A' }, ['size']],
    ['nothing that one in twenty comparables lacks too', market(38, 2, ['size']), { ...listing, size: 'N/A' }, []],
    ['its kind, if nothing names one', market(20), { brand: 'Madewell' }, ['garment', 'category']],
    ['no kind, if its category is none of ours', market(20), { ...listing, category: 'Zebras' }, []],
  ])('is %s', (_, comparables, item, dropped) => {
    const pattern = patternReader(comparables)(readFacts(item));
    const [before] = comparables;
    if (before === undefined) throw new Error('There is no comparable.');
    const after = reduceFacts(before, pattern);
    for (const name of dropped) expect([name, after[name]]).toEqual([name, undefined]);
    if (dropped.length === 0) expect(pattern).toEqual(wholePattern);
  });

  it('is removed from comparables, whose brand, kind, and number of pieces stay', () => {
    const lot = readFacts({ ...listing, title: '3 pairs of Madewell jeans' });
    const pattern = patternReader(market(20))(readFacts(photo));
    expect(reduceFacts(lot, pattern)).toEqual({
      ...readFacts({}),
      brand: 'madewell',
      garment: 'jeans',
      pieces: 3,
    });
  });
});

describe('a kind seen on a photo', () => {
  const pants = patternReader(market(20))(readFacts({ kind: 'Pants', isKindSeen: true }));
  it.each<[string, Item, string]>([
    ['covers the kinds that look like it on a photo', { category: 'Jeans' }, 'pants'],
    ['is itself', { category: 'Trousers' }, 'pants'],
    ['covers no other kind', { category: 'Shorts' }, 'shorts'],
  ])('%s', (_, item, garment) => {
    expect(reduceFacts(readFacts(item), pants).garment).toBe(garment);
  });

  it.each<[string, Item, boolean]>([
    ['of the narrowest kind stays one kind', { kind: 'Jeans', isKindSeen: true }, false],
    ['of a wider kind has a fit of its own', { kind: 'Pants', isKindSeen: true }, true],
    ['that someone chose is what sellers call so, too', { kind: 'Pants' }, true],
    ['that a title names is what it says', { title: 'Pants' }, false],
    ['with a category is what that says', { kind: 'Pants', isKindSeen: true, category: 'Pants' }, false],
  ])('%s', (_, item, isWide) => {
    const pattern = patternReader(market(20))(readFacts(item));
    expect(pattern.wideKind !== undefined).toBe(isWide);
    expect(patternKey(pattern) === patternKey({ ...pattern, wideKind: undefined })).toBe(!isWide);
  });
});
