import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currencyName,
  floorToDollar,
  fromDollars,
  inDollars,
  inWholeDollars,
  lessPercent,
  percentChange,
  roundToDollar,
  sharedCurrency,
  splitCents,
  toDollars,
} from './money.ts';

describe('an amount', () => {
  it.each([
    ['USD', '$1,250.50', '$1,251', 'US dollars'],
    ['CAD', 'CA$1,250.50', 'CA$1,251', 'Canadian dollars'],
    ['AUD', 'A$1,250.50', 'A$1,251', 'Australian dollars'],
    ['INR', '₹1,250.50', '₹1,251', 'Indian rupees'],
    ['XXX', '¤1,250.50', '¤1,251', '(unknown currency)'],
  ])('in %s has its symbol', (currency, exact, whole, name) => {
    expect([inDollars(125_050, currency), inWholeDollars(125_050, currency)]).toEqual([exact, whole]);
    expect(currencyName(currency)).toBe(name);
  });

  it('has a currency in common with others, or none', () => {
    const [us, canadian] = [{ currency: 'USD' }, { currency: 'CAD' }];
    expect([[], [us, us], [canadian], [us, canadian]].map(sharedCurrency)).toEqual(['USD', 'USD', 'CAD', null]);
  });
});

describe('money', () => {
  it.each([
    [35, 3500],
    [19.99, 1999],
    [1.005, 100],
    [0.1 + 0.2, 30],
  ])('%d dollars are %d cents', (dollars, cents) => {
    expect(fromDollars(dollars)).toBe(cents);
  });

  it('is the same after conversion to cents and back', () => {
    for (let cents = 0; cents <= 10_000; cents += 1) expect(fromDollars(toDollars(cents))).toBe(cents);
  });

  it.each([
    [3149, 3100, 3100],
    [3150, 3100, 3200],
    [3199, 3100, 3200],
    [3200, 3200, 3200],
  ])('%d cents are %d down to the dollar and %d to the nearest', (cents, down, nearest) => {
    expect(floorToDollar(cents)).toBe(down);
    expect(roundToDollar(cents)).toBe(nearest);
  });

  it.each([
    [300, '$3', '$3'],
    [649, '$6.49', '$6'],
    [1050, '$10.50', '$11'],
    [1_250_000, '$12,500', '$12,500'],
    [100_002, '$1,000.02', '$1,000'],
  ])('%d cents are written %s, and %s without cents', (cents, written, whole) => {
    expect(inDollars(cents)).toBe(written);
    expect(inWholeDollars(cents)).toBe(whole);
  });

  it.each([
    [3500, 10, 3150],
    [3333, 10, 2999],
    [999, 50, 499],
    [2900, 30, 2030],
    [100, 0, 100],
  ])('%d cents less %d percent are %d', (cents, percent, expected) => {
    expect(lessPercent(cents, percent)).toBe(expected);
  });

  it.each([
    [1000, 1100, 10],
    [1000, 400, -60],
    [400, 400, 0],
    [0, 400, 0],
  ])('from %d to %d cents is a change of %s percent', (from, to, expected) => {
    expect(percentChange(from, to)).toBe(expected);
  });
});

describe('an amount that is split', () => {
  it.each([
    [6000, [1, 1, 1], [2000, 2000, 2000]],
    [100, [1, 1, 1], [34, 33, 33]],
    [295, [900, 500], [190, 105]],
    [7, [0, 0], [4, 3]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [0, [3, 5], [0, 0]],
    [5, [], []],
  ])('of %i by %j is %j', (amount, weights, parts) => {
    expect(splitCents(amount, weights)).toEqual(parts);
  });

  it('adds up, each part at most a cent from its exact share', () => {
    const amounts = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });
    const weights = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(amounts, weights, (amount, by) => {
        const parts = splitCents(amount, by);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        const total = by.reduce((sum, weight) => sum + weight, 0);
        for (const [index, part] of parts.entries()) {
          const exact = amount * (total === 0 ? 1 / by.length : (by[index] ?? 0) / total);
          expect(Math.abs(part - exact)).toBeLessThan(1.001);
        }
      }),
    );
  });
});
