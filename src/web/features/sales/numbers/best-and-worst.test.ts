import { expect, it } from 'vitest';
import type { SaleTotals } from '#contract/sales/numbers.ts';
import { rank } from './best-and-worst.tsx';

const group = (key: string | null, profitCents: number | null, sales = 3, salesWithoutCost = 0) =>
  ({ key, profitCents, sales, salesWithoutCost }) as SaleTotals & { key: string | null };
const namesOf = (...groups: Parameters<typeof rank>[0]) => {
  const { best, worst } = rank(groups);
  return [best, worst].map((list) => list.map(({ name }) => name).join(''));
};

it.each([
  [
    'three of each',
    [group('A', 7), group('B', 6), group('C', 5), group('D', 4), group('E', 3), group('F', -2), group('G', -9)],
    'ABC',
    'GFE',
  ],
  ['few are in one list only', [group('A', 7), group('B', 6), group('C', -1)], 'AB', 'C'],
  ['too few sales with a cost say nothing', [group('A', 7, 2), group('B', 6, 5, 3), group('C', 5, 5, 2)], 'C', ''],
  ['what has no name or no cost isn’t ranked', [group(null, 7), group('B', null, 9, 9)], '', ''],
  ['only losses have no best', [group('A', -1), group('B', 0)], '', 'AB'],
])('%s', (_, groups, best, worst) => {
  expect(namesOf(...groups)).toEqual([best, worst]);
});
