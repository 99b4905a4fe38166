// The best and the worst of the brands or categories, by profit.
import type { SaleTotals } from '#contract/sales/numbers.ts';

/** `sales`: those with a cost. */
export type Ranked = { name: string; sales: number; withoutCost: number; profitCents: number };

/** Fewer sales say more about luck than about a brand. */
export const leastSales = 3;
const most = 3;

/** Of few, all are the best, and a loss is among the worst only. */
export const rank = (groups: readonly (SaleTotals & { key: string | null })[]): { best: Ranked[]; worst: Ranked[] } => {
  const ranked = groups
    .flatMap(({ key, sales, salesWithoutCost, profitCents }): Ranked[] => {
      const known = sales - salesWithoutCost;
      if (key === null || profitCents === null || known < leastSales) return [];
      return [{ name: key, sales: known, withoutCost: salesWithoutCost, profitCents }];
    })
    .toSorted((one, other) => other.profitCents - one.profitCents);
  const best = ranked.filter(({ profitCents }) => profitCents > 0).slice(0, most);
  const worst = ranked
    .filter((one) => !best.includes(one))
    .slice(-most)
    .reverse();
  return { best, worst };
};
