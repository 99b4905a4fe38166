import { expect, it } from 'vitest';
import { termsOfItem } from './pricing-context.ts';

it.each([
  ['a listing', { brand: "Levi's", category: 'Jeans', title: 'Blue 501' }, ['brand levis', 'kind jeans']],
  ['a photo', { brand: 'GAP', kind: 'T-shirt', isKindSeen: true }, ['brand gap', 'kind tee']],
  ['a photo that an AI model described', { kind: 'Denim jacket' }, ['kind jacket']],
  ['an item of unknown kind', { brand: 'GAP' }, ['brand gap']],
  ['an item that is only an accessory', { kind: 'Accessory' }, []],
])('comparables of %s are searched by its brand and its kind', (_, item, terms) => {
  expect(termsOfItem(item).map(({ term }) => term)).toEqual(terms);
});
