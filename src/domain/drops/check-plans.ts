// Finds what a plan can't do, when it is saved: dates that are over, prices that are too low, and a least profit that no price can leave.

import { type Cents, floorToDollar, fromDollars, inDollars, leastPrice, lessPercent } from '../money.ts';
import { earningsFrom } from '../sales/earnings.ts';
import { type DateText, dateInWords } from '../time.ts';
import { likersHearPercent } from './drop.ts';
import type { Plan } from './plan.ts';

type PlanFacts = {
  today: DateText;
  /** Of the plan as it is stored: those that have passed since stay. */
  storedDates: readonly DateText[];
  /** The highest price of the listings that it matches now; null if there are none. */
  dearestCents: Cents | null;
};

/** By field, what is wrong and how to fix it. Empty if nothing is. */
export function planProblems(plan: Plan, { today, storedDates, dearestCents }: PlanFacts): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, date] of (plan.dates ?? []).entries())
    if (date < today && !storedDates.includes(date))
      problems[`dates.${index}`] = `${dateInWords(date)} has passed. Pick today or a later date`;
  const { maxPrice } = plan.match;
  if (maxPrice !== undefined && lessPercent(fromDollars(maxPrice), likersHearPercent) < leastPrice)
    problems['match.maxPrice'] =
      `${likersHearPercent}% off ${inDollars(fromDollars(maxPrice))} is less than ${inDollars(leastPrice)}, the lowest price there is`;
  const problem = plan.enabled ? profitProblem(plan, dearestCents) : null;
  if (problem !== null) problems['floor.minProfitCents'] = problem;
  return problems;
}

function profitProblem({ floor, match }: Plan, dearestCents: Cents | null): string | null {
  if (floor.kind !== 'profit') return null;
  const prices = [dearestCents, match.maxPrice === undefined ? null : fromDollars(match.maxPrice)];
  const dearest = Math.min(...prices.filter((price) => price !== null));
  if (!Number.isFinite(dearest)) return null;
  const dropped = floorToDollar(lessPercent(dearest, likersHearPercent));
  const left = earningsFrom(dropped);
  if (left >= floor.minProfitCents) return null;
  return `No listing of this plan can leave ${inDollars(floor.minProfitCents)}: even the dearest one, at ${inDollars(dearest)}, leaves ${inDollars(left)} before its cost if it drops to ${inDollars(dropped)}. Enter a lower profit`;
}
