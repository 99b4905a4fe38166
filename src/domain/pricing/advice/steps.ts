// Says how far a price moves in one step: in whole dollars, within bounds that hold after rounding.

import { type Cents, floorToDollar, leastPrice, roundToDollar } from '../../money.ts';
import { earningsFrom } from '../../sales/earnings.ts';
import type { Estimate } from '../fit/fit.ts';
import type { Offered } from './decide.ts';
import type { Reason } from './reasons.ts';

export type Step =
  | { kind: 'to'; to: Cents; notes: Reason[] }
  /** No whole dollar is left between the current price and what bounds the step. */
  | { kind: 'stopped'; by: Reason };

/** No cut leaves the seller less than this. Packing an item costs about as much. Judgment. */
export const leastEarnings: Cents = 300;

const deepestCut = 25;
const steepestRise = 15;
/** The marketplace notifies likers of a price drop of at least this percentage. */
const likersCut = 10;
export const likersFrom = 3;
/** A lowered price still lies a little above the middle of what others ask. */
const aimedShare = 0.6;

/** A step is called a first step if at least this share of the price is still to come. */
const leastLeft = 0.05;
const isWorthMentioning = (to: Cents, aim: Cents): boolean => Math.abs(aim / to - 1) >= leastLeft;

const dollar: Cents = 100;
const ceilToDollar = (cents: Cents): Cents => Math.ceil(cents / dollar) * dollar;
/** Integer arithmetic, so that 75 % of $20 is exactly $15. */
const lowestAfterCut = (price: Cents): Cents => ceilToDollar(Math.ceil((price * (100 - deepestCut)) / 100));
const highestAfterRise = (price: Cents): Cents => floorToDollar(Math.floor((price * (100 + steepestRise)) / 100));

/** The lowest whole-dollar price that leaves the seller enough. */
const leastWorthwhile = worthwhileFrom(leastPrice);
function worthwhileFrom(price: Cents): Cents {
  return earningsFrom(price) >= leastEarnings ? price : worthwhileFrom(price + dollar);
}

export function stepDown({ price, likes, floorPrice }: Offered, ask: Estimate): Step {
  const usual = roundToDollar(ask.amountAt(aimedShare));
  if (usual >= price) return { kind: 'stopped', by: { kind: 'small_difference' } };
  const aim = likes >= likersFrom ? Math.min(usual, floorToDollar((price * (100 - likersCut)) / 100)) : usual;
  const step = Math.max(aim, lowestAfterCut(price));
  const floor = floorPrice === null ? 0 : ceilToDollar(floorPrice);
  if (floor >= price) return { kind: 'stopped', by: { kind: 'floor', floor: floorPrice ?? 0 } };
  const to = Math.max(step, floor, leastWorthwhile);
  if (to >= price) {
    const next = Math.min(step, price - dollar);
    return { kind: 'stopped', by: { kind: 'little_left', price: next, left: earningsFrom(next) } };
  }
  return { kind: 'to', to, notes: notesDown({ price, likes, to, aim, floor }) };
}

function notesDown(given: { price: Cents; likes: number; to: Cents; aim: Cents; floor: Cents }): Reason[] {
  const { price, likes, to, aim, floor } = given;
  const notes: Reason[] = [];
  // The later steps stop where this one would have to stop, too.
  const end = Math.max(aim, floor, leastWorthwhile);
  if (to > aim && to === floor) notes.push({ kind: 'floor', floor });
  else if (to > aim && to === leastWorthwhile)
    notes.push({ kind: 'little_left', price: to - dollar, left: earningsFrom(to - dollar) });
  else if (isWorthMentioning(to, end))
    notes.push({ kind: 'first_step', way: 'down', percent: deepestCut, toward: end });
  if (likes >= likersFrom && to <= (price * (100 - likersCut)) / 100) notes.push({ kind: 'likers', likes });
  return notes;
}

export function stepUp({ price, floorPrice }: Offered, ask: Estimate): Step {
  const aim = floorToDollar(ask.price);
  const to = Math.min(aim, highestAfterRise(price));
  if (to <= price)
    return {
      kind: 'stopped',
      by: aim > price ? { kind: 'under_a_dollar', percent: steepestRise } : { kind: 'small_difference' },
    };
  if (floorPrice !== null && to < floorPrice)
    return { kind: 'stopped', by: { kind: 'below_floor', to, floor: floorPrice } };
  return {
    kind: 'to',
    to,
    // The usual price itself, so that this reason and the one about the position round to the same dollar.
    notes: isWorthMentioning(to, aim)
      ? [{ kind: 'first_step', way: 'up', percent: steepestRise, toward: ask.price }]
      : [],
  };
}
