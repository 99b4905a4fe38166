// What each month brought, as the chart and the table show it: where its revenue went.
import type { SaleTotals } from '#contract/sales/numbers.ts';
import { addDays } from '#domain/time.ts';

export type MonthSales = {
  /** `2026-03` */
  month: string;
  sales: number;
  salesWithoutCost: number;
  revenueCents: number;
  /** Fees, shipping discounts, and other fees. */
  feesCents: number;
  costCents: number;
  /** null: no sale has a cost. */
  profitCents: number | null;
  /** What sales without a cost brought after fees: cost and profit together. */
  undecidedCents: number;
};

const emptyMonth: Omit<MonthSales, 'month'> = {
  ...{ sales: 0, salesWithoutCost: 0, revenueCents: 0 },
  ...{ feesCents: 0, costCents: 0, profitCents: 0, undecidedCents: 0 },
};

/** The last `count` months up to `last`, also those without a sale. */
export const monthsUntil = (
  last: string,
  count: number,
  groups: readonly (SaleTotals & { key: string | null })[],
): MonthSales[] => {
  const byMonth = new Map(groups.map((group) => [group.key, group]));
  const months: MonthSales[] = [];
  for (let month = last; months.length < count; month = addDays(`${month}-01`, -1).slice(0, 7)) {
    const group = byMonth.get(month);
    months.unshift(group === undefined ? { month, ...emptyMonth } : monthOf(month, group));
  }
  return months;
};

const monthOf = (month: string, group: SaleTotals): MonthSales => {
  const { sales, salesWithoutCost, revenueCents, earningsCents, otherFeesCents } = group;
  const isUnknown = sales > 0 && salesWithoutCost === sales;
  const [cost, profit] = isUnknown ? [0, 0] : [group.costCents ?? 0, group.profitCents ?? 0];
  const feesCents = revenueCents - earningsCents + otherFeesCents;
  return {
    month,
    sales,
    salesWithoutCost,
    revenueCents,
    feesCents,
    costCents: cost,
    profitCents: isUnknown ? null : profit,
    undecidedCents: revenueCents - feesCents - cost - profit,
  };
};

/** Of all months together. The profit leaves out the same sales as those of the months. */
export const sumOfMonths = (months: readonly MonthSales[]): Omit<MonthSales, 'month'> => {
  const sum = (pick: (month: MonthSales) => number) => months.reduce((total, month) => total + pick(month), 0);
  const [sales, salesWithoutCost] = [sum((month) => month.sales), sum((month) => month.salesWithoutCost)];
  return {
    sales,
    salesWithoutCost,
    revenueCents: sum((month) => month.revenueCents),
    feesCents: sum((month) => month.feesCents),
    costCents: sum((month) => month.costCents),
    profitCents: sales > 0 && sales === salesWithoutCost ? null : sum((month) => month.profitCents ?? 0),
    undecidedCents: sum((month) => month.undecidedCents),
  };
};

const mostSteps = 5;

/** The axis of a chart of money, in cents: round amounts from a loss, if there is one, to the highest bar, and 0 among them. */
export const moneyScale = (least: number, most: number) => {
  const [low, high] = [Math.min(least, 0), Math.max(most, 0)];
  // No mark is less than a dollar from the next: they are written in whole dollars.
  const span = Math.max(high - low, 100 * mostSteps);
  const power = 10 ** Math.floor(Math.log10(span / mostSteps));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= mostSteps) ?? 10 * power;
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)];
  const marks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  return { least: first * step, most: last * step, marks };
};
