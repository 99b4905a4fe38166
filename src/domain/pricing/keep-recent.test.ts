import { expect, it } from 'vitest';
import { keepRecent } from './keep-recent.ts';

it('makes a value once, and keeps the most recently used ones', () => {
  const made: number[] = [];
  const double = keepRecent(2, String, (value: number) => {
    made.push(value);
    return 2 * value;
  });
  expect([1, 2, 1, 3, 1].map(double.get)).toEqual([2, 4, 2, 6, 2]);
  expect(made).toEqual([1, 2, 3]);
  expect(double.get(2)).toBe(4);
  expect(made).toEqual([1, 2, 3, 2]);
  expect(double.size()).toBe(2);
});
