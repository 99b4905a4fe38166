import { expect, it } from 'vitest';
import { partsOf } from './parts.ts';

const rows = (...titles: string[]) => titles.map((title, at) => ({ row: at + 2, cells: { title } }));
const numbers = (parts: ReturnType<typeof rows>[]) => parts.map((part) => part.map(({ row }) => row));

it('a file that fits is one part', () => {
  expect(numbers(partsOf(rows('a', 'b', 'a'), 3))).toEqual([[2, 3, 4]]);
  expect(partsOf([], 3)).toEqual([]);
});

it('rows with the same title are in one part, and every row is in one', () => {
  expect(numbers(partsOf(rows('a', 'b', 'c', 'B!', 'd', 'a'), 3))).toEqual([[2, 7], [3, 5, 4], [6]]);
});

it('more rows with one title than a part holds are divided all the same', () => {
  expect(numbers(partsOf(rows('a', 'a', 'a', 'a', 'a'), 2))).toEqual([[2, 3], [4, 5], [6]]);
});
