import { describe, expect, it } from 'vitest';
import { byDay, comparison, type MonthSums, missingCosts, monthSentence } from './month-band.tsx';

const sums = (
  sales: number,
  salesWithoutCost: number,
  profitCents: number | null,
  earningsCents = 50_000,
): MonthSums => ({
  sales,
  salesWithoutCost,
  profitCents,
  earningsCents,
});
const numbersIn = (text: string | null): string[] => text?.match(/\$?\d[\d,.]*\d|\d/g) ?? [];

describe('the sentence of this month', () => {
  it.each([
    ['a profit', sums(31, 0, 41_200), ['$412.00', '31'], /made/],
    ['one sale', sums(1, 0, 41_200), ['$412.00', '1'], /1 sale /],
    ['a profit of some sales, of how many', sums(31, 9, 41_200), ['$412.00', '22', '31'], /made .* 22 of 31 sales/],
    ['a loss, without a sign', sums(3, 0, -1_240), ['$12.40', '3'], /lost/],
    ['neither', sums(3, 0, 0), ['3'], /even/],
    ['earnings, where no cost is known', sums(3, 3, null), ['$500.00', '3'], /earned .* before costs/],
    ['no sales', sums(0, 0, null), [], /^No sales/],
  ])('tells %s', (_, month, numbers, words) => {
    expect(numbersIn(monthSentence(month))).toEqual(numbers);
    expect(monthSentence(month)).toMatch(words);
  });

  it('says how many sales are missing from the profit', () => {
    expect(missingCosts(sums(31, 0, 41_200))).toBeNull();
    expect(numbersIn(missingCosts(sums(31, 9, 41_200)))).toEqual(['9']);
    expect(numbersIn(missingCosts(sums(31, 1, 41_200)))).toEqual(['1']);
    expect(missingCosts(sums(3, 3, null))).toMatch(/^None/);
  });
});

describe('an earlier month', () => {
  it.each([
    ['less', sums(31, 0, 41_200), sums(26, 0, 35_400), ['$58.00', '$354.00', '26'], / more than /],
    ['more', sums(31, 0, 41_200), sums(1, 0, 50_000), ['$88.00', '$500.00', '1'], / less than /],
    ['a loss', sums(31, 0, 1_000), sums(2, 0, -500), ['$15.00', '$5.00', '2'], /−\$5\.00/],
    ['as much', sums(3, 0, 100), sums(2, 0, 100), ['$1.00', '2'], /^As much/],
    ['nothing', sums(3, 0, 100), sums(0, 0, null), [], /^Nothing/],
    ['an unknown profit', sums(3, 1, 100, 900), sums(2, 0, 100, 400), ['$5.00', '$4.00', '2'], /^Before costs/],
    [
      'a profit, beside one that isn’t known',
      sums(3, 0, 100, 900),
      sums(2, 2, null, 400),
      ['$5.00', '$4.00', '2'],
      /^Before costs/,
    ],
  ])('brought %s', (_, now, then, numbers, words) => {
    expect(numbersIn(comparison(now, then, 'then'))).toEqual(numbers);
    expect(comparison(now, then, 'then')).toMatch(words);
  });

  it.each([
    ['2026-02-01', ' by the 1st'],
    ['2026-02-12', ' by the 12th'],
    ['2026-02-22', ' by the 22nd'],
    ['2026-02-23', ' by the 23rd'],
  ])('counts up to the same day: %s', (to, words) => {
    expect(byDay({ to, isWhole: false })).toBe(words);
    expect(byDay({ to, isWhole: true })).toBe('');
  });
});
