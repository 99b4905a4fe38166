import { expect, it } from 'vitest';
import type { Item } from './comparable.ts';
import { readFacts } from './facts.ts';
import { peopleOf } from './people.ts';

it.each<[Item, ReturnType<typeof peopleOf>]>([
  [{ department: 'Women' }, 'women'],
  [{ department: 'Men' }, 'men'],
  [{ department: 'Girls', size: 'M' }, 'kids'],
  [{ category: 'Tops', size: '2T' }, 'kids'],
  [{ category: 'Tops', size: '12M' }, 'kids'],
  [{ category: 'Tops', size: '4-5 years' }, 'kids'],
  [{ category: 'Tops', size: 'EU 116' }, 'kids'],
  [{ category: 'Tops', size: 'EU 44' }, undefined],
  [{ category: 'Sneakers', size: '6-12 M' }, 'kids'],
  [{ category: 'Sneakers', size: '9 Months' }, 'kids'],
  [{ category: 'Sneakers', size: '8 M' }, undefined],
  [{ category: 'Boots', size: '8.5 M' }, undefined],
  [{ category: 'Shoes', size: '8 1/2 M' }, undefined],
  [{ category: 'Tops', size: 'M' }, undefined],
  [{ category: 'Blazers', size: '12' }, undefined],
  [{ category: 'Tops' }, undefined],
])('%o was made for %s', (item, made) => {
  expect(peopleOf(readFacts(item))).toBe(made);
});
