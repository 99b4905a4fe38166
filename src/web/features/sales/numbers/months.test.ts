import { describe, expect, it } from 'vitest';
import type { SaleTotals } from '#contract/sales/numbers.ts';
import { moneyScale, monthsUntil, sumOfMonths } from './months.ts';

const group = (key: string | null, some: Partial<SaleTotals>): SaleTotals & { key: string | null } => ({
  key,
  sales: 2,
  revenueCents: 10_000,
  feesCents: 2_000,
  shippingDiscountsCents: 300,
  otherFeesCents: 200,
  earningsCents: 7_700,
  costCents: 1_500,
  profitCents: 6_000,
  salesWithoutCost: 0,
  medianDaysToSell: null,
  medianShareOfListPrice: null,
  viaOffers: 0,
  returned: 0,
  cancelled: 0,
  ...some,
});

describe('months', () => {
  it('are those up to the last one, also without sales, and over the turn of a year', () => {
    const months = monthsUntil('2026-02', 4, [group('2026-01', {}), group('2020-01', {}), group(null, {})]);
    expect(months.map(({ month, sales }) => [month, sales])).toEqual([
      ['2025-11', 0],
      ['2025-12', 0],
      ['2026-01', 2],
      ['2026-02', 0],
    ]);
  });

  it.each([
    ['with all costs', {}, { feesCents: 2_500, costCents: 1_500, profitCents: 6_000, undecidedCents: 0 }],
    [
      'with some costs',
      { salesWithoutCost: 1, costCents: 500, profitCents: 2_000 },
      { costCents: 500, profitCents: 2_000, undecidedCents: 5_000 },
    ],
    [
      'without any cost',
      { salesWithoutCost: 2, costCents: null, profitCents: null },
      { costCents: 0, profitCents: null, undecidedCents: 7_500 },
    ],
    ['with a loss', { costCents: 9_000, profitCents: -1_500 }, { profitCents: -1_500, undecidedCents: 0 }],
  ])('%s say where all the revenue went', (_, some, expected) => {
    const [month] = monthsUntil('2026-01', 1, [group('2026-01', some)]);
    expect(month).toMatchObject(expected);
    const { feesCents = 0, costCents = 0, profitCents = 0, undecidedCents = 0 } = month ?? {};
    expect(feesCents + costCents + (profitCents ?? 0) + undecidedCents).toBe(10_000);
  });

  it('add up', () => {
    const months = monthsUntil('2026-02', 3, [
      group('2026-01', {}),
      group('2026-02', { salesWithoutCost: 2, costCents: null, profitCents: null }),
    ]);
    expect(sumOfMonths(months)).toMatchObject({
      sales: 4,
      revenueCents: 20_000,
      profitCents: 6_000,
      undecidedCents: 7_500,
    });
    expect(sumOfMonths(months.slice(2)).profitCents).toBeNull();
  });
});

describe('the axis of money', () => {
  it.each([
    [0, 0, [0, 100]],
    [0, 41_200, [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
    [-3_000, 41_200, [-10_000, 0, 10_000, 20_000, 30_000, 40_000, 50_000]],
    [-450, 0, [-500, -400, -300, -200, -100, 0, 100]],
    [0, 123_456_789, [0, 50_000_000, 100_000_000, 150_000_000]],
  ])('from %i to %i has round marks', (least, most, marks) => {
    expect(moneyScale(least, most).marks).toEqual(marks);
  });
});
