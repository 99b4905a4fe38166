// Says how probable it is that following advice is right, and whether a rule decided instead of a chance.

import type { Cents } from '../../money.ts';
import type { Estimate } from '../fit/fit.ts';
import type { Direction } from './decide.ts';
import type { Reason } from './reasons.ts';

/**
 * What decided. `chance`: where the price lies among others. `rule`: a fact that holds a change back, whose chance for this
 * listing isn't known. `nothing`: too little is known for advice.
 */
export const deciders = ['chance', 'rule', 'nothing'] as const;
export type Decider = (typeof deciders)[number];

/** A price counts as different from what others ask if the relative difference is at least this. */
const indifference = 0.05;
/** Keeping a price is right if others ask at most this much less or more. */
const tolerance = 0.2;

/** The probability that others ask what the direction says: less, more, or about as much. */
export function chanceOf(direction: Direction, price: Cents, ask: Estimate): number {
  if (direction === 'decrease') return ask.chanceBelow(price * (1 - indifference));
  if (direction === 'increase') return 1 - ask.chanceBelow(price * (1 + indifference));
  return ask.chanceBelow(price / (1 - tolerance)) - ask.chanceBelow(price * (1 - tolerance));
}

/**
 * How often a price outside the usual range was rightly kept, on 3,003 handbags that the fit had not seen. A cut was rightly held back if the bag sold for at least what the cut would have asked, and a raise if it brought
 * less than 95 % of its price even so.
 */
const rightlyKept = {
  cut: { wanted: 0.79, other: 0.64 },
  raise: { unwanted: 0.6, unsold: 0.63, other: 0.4 },
} as const;

const nothing: ReadonlySet<Reason['kind']> = new Set(['no_estimate', 'prior_only', 'too_few_alike', 'wide_range']);

/** What decided advice, by its reasons. A price within the usual range is kept by its chance, whatever else speaks for that. */
export function decidedBy({ direction, reasons }: { direction: Direction; reasons: readonly Reason[] }): Decider {
  const [first] = reasons;
  if (first === undefined || nothing.has(first.kind)) return 'nothing';
  return direction !== 'maintain' || bandOf(reasons) === 'inside' || first.kind === 'position' ? 'chance' : 'rule';
}

/** The confidence of advice: its chance, that of the rule which decided, or none. */
export function confidenceOf(advice: { direction: Direction; reasons: readonly Reason[] }, chance: number): number {
  const decider = decidedBy(advice);
  if (decider !== 'rule') return decider === 'chance' ? chance : 0;
  const [first] = advice.reasons;
  if (bandOf(advice.reasons)?.endsWith('above')) return rightlyKept.cut[first?.kind === 'too_new' ? 'wanted' : 'other'];
  const { unwanted, unsold, other } = rightlyKept.raise;
  return first?.kind === 'demand' ? unwanted : first?.kind === 'unsold' ? unsold : other;
}

const bandOf = (reasons: readonly Reason[]) => reasons.find((reason) => reason.kind === 'position')?.band;
