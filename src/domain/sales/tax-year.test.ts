import { expect, it } from 'vitest';
import { taxLines, taxNotes, type YearSums } from './tax-year.ts';

/** Five sales for 40.00 each: one cancelled, one returned, and one without a cost. One heavy label for 5.00, one discount of 3.28. */
const sums: YearSums = {
  sales: 3,
  returned: 1,
  cancelled: 1,
  salesWithoutCost: 1,
  salesWithoutDate: 2,
  grossCents: 16_000,
  returnedCents: 4_000,
  costCents: 1_500,
  feesCents: 2_400,
  shippingDiscountsCents: 328,
  otherFeesCents: 500,
  poshmarkGrossCents: 16_000,
  poshmarkEarningsCents: 9_272,
};

it('fills in the lines of Schedule C, and shows the gross of Form 1099-K beside what was earned', () => {
  expect(taxLines(sums).map(({ line, cents }) => [line, cents])).toEqual([
    ['Schedule C, line 1', 16_000],
    ['Schedule C, line 2', 4_000],
    ['Schedule C, line 3', 12_000],
    ['Schedule C, line 4 (Part III)', 1_500],
    ['Schedule C, line 5', 10_500],
    ['Schedule C, line 10', 2_400],
    ['Schedule C, line 27 (Part V)', 328],
    ['Schedule C, line 27 (Part V)', 500],
    [null, 7_272],
    ['Form 1099-K, box 1a', 16_000],
    [null, 9_272],
  ]);
});

it('says what is missing only where something is', () => {
  const missing = (over: Partial<YearSums>) =>
    [...taxLines({ ...sums, ...over }).map(({ name }) => name), ...taxNotes(2026, { ...sums, ...over })].filter(
      (text) => /without (the|a) (cost|date)/.test(text),
    );
  expect(missing({})).toHaveLength(5);
  expect(missing({ salesWithoutCost: 0 })).toHaveLength(1);
  expect(missing({ salesWithoutCost: 0, salesWithoutDate: 0 })).toEqual([]);
});

it('says that Hangtag is no tax adviser', () => {
  expect(taxNotes(2026, sums).join(' ')).toMatch(/not a tax adviser/);
});

it('compares Form 1099-K with what was earned only where something was', () => {
  const about1099 = (over: Partial<YearSums>) =>
    taxNotes(2026, { ...sums, ...over }).filter((note) => note.includes('$'));
  expect(about1099({}).join()).toMatch(/\$160\.00 .*\$92\.72/);
  expect(about1099({ poshmarkGrossCents: 0, poshmarkEarningsCents: 0 })).toEqual([]);
});
