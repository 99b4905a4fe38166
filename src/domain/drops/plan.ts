// A plan of price drops: for which listings, how deep, and on which days. Decides when it is due, and how a day's drops are spread.

import { type Cents, floorToDollar, fromDollars, inDollars, leastPrice, lessPercent } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import { earningsFrom } from '../sales/earnings.ts';
import type { Floor } from '../selling/floor.ts';
import type { Match } from '../selling/match.ts';
import { addDays, type DateText, dateInWords, dayBounds, daysBetween, instantOf, shareDay } from '../time.ts';

/** Poshmark tells the likers of a listing about a drop that is at least this far below its lowest price. */
export const likersHearPercent = 10;

export const dropBounds = {
  plans: 10,
  percent: { least: likersHearPercent, most: 50 },
  everyDays: { least: 1, most: 90 },
  mostADay: { least: 1, most: 500 },
  restDays: { least: 0, most: 60, usual: 7 },
  dates: 100,
} as const;

/** Why a price can't drop that far. `below_…`: what it would have to stop at is too close to the lowest price. */
export const noDrops = [
  'price_unknown',
  'large_change',
  'below_floor',
  'below_profit',
  'below_minimum',
  'cost_unknown',
  'fees_unknown',
] as const;
/** `day_full`: the plan's limit for the day is reached. `dropped_today`: by any plan. */
export const dropBlocks = [...noDrops, 'changing', 'dropped_today', 'resting', 'day_full'] as const;

/** On days that are `everyDays` apart, or on these dates. */
type Days = { everyDays: number; dates?: undefined } | { everyDays?: undefined; dates: readonly DateText[] };

export type Plan = Days & {
  name: string;
  enabled: boolean;
  match: Match;
  /** Below the lowest price that a listing ever had. */
  percent: number;
  /** `HH:MM` in the seller's zone. */
  at: string;
  mostADay: number;
  floor: Floor;
  /** A listing whose price changed less than this many days ago is left out. */
  restDays: number;
};

/** What has waited for a month gets a little cheaper each week, and no listing more often than every two weeks. */
export const sensiblePlan: Plan = {
  ...{ name: 'Weekly drop', enabled: true, match: { minAgeDays: 30 }, percent: 10, everyDays: 7, at: '09:00' },
  ...{ mostADay: 50, floor: { kind: 'listing' }, restDays: 14 },
};

/** `firstDay`: from which days that are `everyDays` apart are counted. No plan is due before it. */
export type StoredPlan = Plan & { id: string; firstDay: DateText };

export function isDueOn(plan: StoredPlan, day: DateText): boolean {
  if (!plan.enabled || day < plan.firstDay) return false;
  return plan.dates === undefined ? daysBetween(plan.firstDay, day) % plan.everyDays === 0 : plan.dates.includes(day);
}

/** The first day of a plan that is saved now: today, unless its time has passed. A date of today is made up. */
export function firstDayOf(plan: Plan, now: Instant, zone: string): DateText {
  const today = shareDay(now, zone);
  return plan.dates !== undefined || now < instantOf(today, plan.at, zone) ? today : addDays(today, 1);
}

/** A day's drops are spread until then, so that likers get no messages at night. */
const spreadUntil = '21:00';
const leastSpreadMs = 3_600_000;

/** When a plan's drops of a day begin, and when the last one is made. */
export function spanOn(plan: Plan, day: DateText, zone: string): { startsAt: Instant; endsAt: Instant } {
  const startsAt = instantOf(day, plan.at, zone);
  const wanted = Math.max(instantOf(day, spreadUntil, zone), startsAt + leastSpreadMs);
  return { startsAt, endsAt: Math.min(wanted, dayBounds(day, zone).endsAt) };
}

/** How far ahead a due day is looked for: longer than any number of days between two. */
const mostDaysAhead = 400;

/** When a plan is due next, from `day` on; null if it never is. */
export function nextDueAt(plan: StoredPlan, day: DateText, zone: string): Instant | null {
  if (!plan.enabled) return null;
  for (let ahead = 0; ahead <= mostDaysAhead; ahead += 1) {
    const on = addDays(day, ahead);
    if (isDueOn(plan, on)) return instantOf(on, plan.at, zone);
  }
  return null;
}

/** The least time between two portions of a day's drops. */
const portionMs = 300_000;

/**
 * How many of the drops that are left today are made now, and when the next ones are. Each portion is decided on what is left, so that a
 * day that began late still makes all of its drops.
 */
export function nextPortion(left: number, { now, endsAt }: { now: Instant; endsAt: Instant }) {
  const time = endsAt - now;
  if (left <= 1 || time <= portionMs) return { count: left, nextAt: null };
  const everyMs = Math.max(portionMs, Math.ceil(time / left));
  const count = Math.ceil((left * everyMs) / time - 1e-9);
  return { count: Math.min(count, left), nextAt: count < left ? now + everyMs : null };
}

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
