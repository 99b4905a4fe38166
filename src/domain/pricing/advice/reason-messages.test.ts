import fc from 'fast-check';
import { expect, it } from 'vitest';
import { earningsFrom } from '../../sales/earnings.ts';
import { abstained, listedFor, offered, unknown } from './advice.fixture.ts';
import { advise } from './advice.ts';
import { adviceMessages, belowCostWarning, costsWarning, reasonMessage } from './reason-messages.ts';
import { shownPrice, shownRange } from './shown-prices.ts';

it.each([
  [1670, 3620, '$16 to $37'],
  [1600, 3700, '$16 to $37'],
  [158, 1283, '$3 to $13'],
])('a range of %i to %i cents that is too wide for advice is the one that the screen shows', (low, high, range) => {
  expect(reasonMessage({ kind: 'wide_range', low, high, fewOfBrand: null })).toContain(range);
});

it.each([
  [0.96, 'less than a day'],
  [1.4, '1 day'],
  [13.999, '13 days'],
])('a listing of %f days is not said to be older than it is', (days, age) => {
  expect(reasonMessage({ kind: 'listed', days })).toContain(age);
  expect(reasonMessage({ kind: 'too_new', days, until: 45 })).toContain(age);
});

it.each([5, 120])('a price of %d in another currency keeps, with the reason alone and nothing about fees', (amount) => {
  const nothing = { ...abstained, reason: 'other_currency' } as const;
  const advice = advise({ listing: offered(amount), value: { sale: nothing, ask: nothing }, demand: unknown });
  expect(advice).toMatchObject({ direction: 'maintain', isAdvised: false, confidence: 0, earnings: null });
  expect(adviceMessages(advice, null)).toHaveLength(1);
});

it.each([
  [5, '$2.05'],
  [8, '$3.05'],
])('a price of a few dollars ($%d) says once what is left of it', (dollars, left) => {
  const advice = advise({ listing: offered(dollars), value: listedFor(3.4), demand: unknown });
  expect(adviceMessages(advice, null).filter((text) => text.includes(left))).toHaveLength(1);
  expect(adviceMessages(advice, null)).toHaveLength(advice.reasons.length);
});

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

const cents = fc.integer({ min: 1, max: 2_000_000 });

it('a shown range contains every estimate within it, in whole dollars from $3', () => {
  fc.assert(
    fc.property(fc.tuple(cents, cents, cents), (amounts) => {
      const [low = 0, price = 0, high = 0] = amounts.sort((one, other) => one - other);
      const range = shownRange({ low, high });
      const shown = shownPrice(price);
      expect(range.low).toBeGreaterThanOrEqual(300);
      expect(range.low).toBeLessThanOrEqual(shown);
      expect(range.high).toBeGreaterThanOrEqual(shown);
      expect([range.low % 100, range.high % 100, shown % 100]).toEqual([0, 0, 0]);
    }),
  );
});
