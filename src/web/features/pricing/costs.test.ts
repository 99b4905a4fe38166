import { expect, it } from 'vitest';
import { floorMessage, keptMessage, nowMessage, profitAt } from './costs.ts';

it.each<[price: number, cost: number | null, profit: number | null]>([
  [3600, 1200, 1680],
  [1500, 1500, -300],
  [1500, 1200, 0],
  [3600, 0, 2880],
  [3600, null, null],
])('a price of %i cents and a cost of %s leave %s', (price, cost, profit) => {
  expect(profitAt(price, cost)).toBe(profit);
});

it.each([
  ['at a profit', keptMessage(3600, 1200), ['$36', '$28.80', '$16.80']],
  ['at a loss', keptMessage(1500, 1500), ['$15', '$12', '$3', 'less than you paid']],
  ['without a cost', keptMessage(3600, null), ['$36', '$28.80']],
  ['at today’s price', nowMessage(3000, 1200), ['$12']],
  ['at today’s price, at a loss', nowMessage(1500, 1500), ['lose $3']],
  ['of a floor at a loss', floorMessage(1500, 1500), ['$15', 'lose $3']],
  ['of a floor at a profit', floorMessage(3600, 1200), ['$36', '$28.80', '$16.80']],
])('what is kept %s is said to the cent', (_, words, parts) => {
  for (const part of parts) expect(words).toContain(part);
  expect(words.match(/\$/g)).toHaveLength(parts.filter((part) => part.includes('$')).length);
});
