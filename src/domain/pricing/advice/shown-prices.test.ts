import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shownPrice, shownRange } from './shown-prices.ts';

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
