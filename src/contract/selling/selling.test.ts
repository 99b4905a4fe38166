import { expect, it } from 'vitest';
import { Floor, Match } from './selling.ts';

it.each<[what: string, schema: typeof Match | typeof Floor, given: unknown, field: string]>([
  ['a lowest price above the highest', Match, { minPrice: 41, maxPrice: 40 }, 'minPrice'],
  ['a least age above the highest', Match, { minAgeDays: 15, maxAgeDays: 14 }, 'minAgeDays'],
  ['cents', Match, { minPrice: 10.5 }, 'minPrice'],
  ['a negative age', Match, { minAgeDays: -1 }, 'minAgeDays'],
  ['an empty brand', Match, { brands: [' '] }, 'brands.0'],
  ['51 categories', Match, { categories: Array(51).fill('Jeans') }, 'categories'],
  ['text for tags', Match, { newWithTags: 'yes' }, 'newWithTags'],
  ['an unknown part', Match, { shade: 'blue' }, ''],
  ['an unknown floor', Floor, { kind: 'price' }, 'kind'],
  ['a profit floor without a profit', Floor, { kind: 'profit' }, 'minProfitCents'],
  ['a negative profit', Floor, { kind: 'profit', minProfitCents: -1 }, 'minProfitCents'],
])('%s is refused at its field', (_, schema, given, field) => {
  expect(schema.safeParse(given).error?.issues[0]?.path.join('.')).toBe(field);
});

it.each([
  [Match, {}],
  [Match, { brands: ['Levi’s'], minPrice: 40, maxPrice: 40, minAgeDays: 0, shelf: 'A3' }],
  [Floor, { kind: 'listing' }],
  [Floor, { kind: 'profit', minProfitCents: 0 }],
])('takes what makes sense', (schema, given) => {
  expect(schema.parse(given)).toEqual(given);
});
