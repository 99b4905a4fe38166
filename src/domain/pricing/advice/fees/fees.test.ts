import fc from 'fast-check';
import { expect, it } from 'vitest';
import { earningsFrom } from '../../../sales/earnings.ts';
import { belowCostWarning, costsWarning } from './fees.ts';

it.each([
  [300, 'At $3, shipping ($6.49) and the fee ($2.95) come to more than the item, and you’d receive $0.05.'],
  [900, 'At $9, shipping ($6.49) and the fee ($2.95) come to more than the item, and you’d receive $6.05.'],
  [943, 'At $9.43, shipping ($6.49) and the fee ($2.95) come to more than the item, and you’d receive $6.48.'],
])('a price of %d cents says that its sale costs more than the item', (price, sentence) => {
  expect(costsWarning(price).join()).toContain(sentence);
});

it.each([944, 1000, 1499, 1500, 20_000, null])('a price of %s cents needs no warning', (price) => {
  expect(costsWarning(price)).toEqual([]);
});

it('no price below the costs of its sale goes without a warning, and no other has one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 100_000 }), (price) => {
      const costs = 649 + (price - earningsFrom(price));
      expect(costsWarning(price)).toHaveLength(price < costs ? 1 : 0);
    }),
  );
});

it.each([
  [2400, 2200, ['$22', '$24', '$19.20']],
  [2400, 1921, ['$19.21', '$24', '$19.20']],
  [2400, 1920, []],
  [2400, 0, []],
  [2400, null, []],
])('at %i cents, a warning is due if less than a cost of %s is left', (price, cost, amounts) => {
  const said = belowCostWarning(price, cost);
  expect(said).toHaveLength(amounts.length > 0 ? 1 : 0);
  for (const amount of amounts) expect(said.join()).toContain(amount);
});
