import { expect, it } from 'vitest';
import { searchTitles } from './search-titles.ts';

const titles = ['Madewell canvas chore coat, M', 'Levi’s 501 straight jean', 'COACH bag (new)'].map((title) => ({
  title,
}));
const found = (text: string) => searchTitles(titles, text).map(({ title }) => title);

it('finds a text anywhere in the title, in capitals or not', () => {
  expect(found('CANVAS')).toEqual(['Madewell canvas chore coat, M']);
  expect(found('coa')).toEqual(['Madewell canvas chore coat, M', 'COACH bag (new)']);
  expect(found('(new)')).toEqual(['COACH bag (new)']);
});
it('finds everything for an empty search, and nothing for a text that no title contains', () => {
  expect(found('  ')).toHaveLength(3);
  expect(found('trench')).toEqual([]);
});
