// The facts that decide advice, in the order in which the seller reads them: first, where the price is among others.

import { type Cents, leastPrice } from '../../money.ts';
import type { Abstention, Estimate } from '../fit/fit.ts';
import type { Demand } from './demand.ts';

/** A price's position in the predictive distribution: outside the 80 % range, outside the 50 % range, or inside. */
export type Band = 'far_below' | 'below' | 'inside' | 'above' | 'far_above';

type PricePosition = {
  /** The log of price over estimate: 0.1 is about 10 % above it. */
  ratio: number;
  band: Band;
  /** The probability of this much or more. */
  reach: number;
};

/** Like with like: an asking price belongs to an estimate of asks, and a sale to an estimate of sales. */
export function placePrice(estimate: Estimate, price: Cents): PricePosition {
  return {
    ratio: Math.log(price / estimate.price),
    band: bandOf(estimate, price),
    reach: 1 - estimate.chanceBelow(price),
  };
}

/** The marketplace's lowest price is above no other one. */
function bandOf({ range, half }: Estimate, price: Cents): Band {
  if (price > Math.max(leastPrice, range.high)) return 'far_above';
  if (price > Math.max(leastPrice, half.high)) return 'above';
  if (price < range.low) return 'far_below';
  return price < half.low ? 'below' : 'inside';
}

/** A change of the price: which way, and how long ago. */
export type PriceStep = { way: 'up' | 'down'; daysAgo: number };

/** What such an item is listed for, and what it then sells for. */
export type UsualPrices = {
  ask: Cents;
  sale: Cents;
  /** Which of the two the comparables show. */
  seen: 'both' | 'sales' | 'asks' | 'none';
  /** How many comparables have the brand and the type, if both prices rest on others as well; otherwise null. */
  fewOfBrand: number | null;
  /** The item's retail price, if both prices rest on it. */
  retail?: Cents | null;
};

export type Reason =
  | { kind: 'position'; band: Band; asking: Cents; usual: UsualPrices }
  | { kind: 'listed'; days: number }
  /** Too new to be lowered, because many like it. */
  | { kind: 'too_new'; days: number; until: number }
  /** Too long on sale to be raised, although it costs less than others. */
  | { kind: 'unsold'; days: number; isWanted: boolean }
  | { kind: 'age_unknown' }
  | ({ kind: 'demand' } & Exclude<Demand, { level: 'unknown' }>)
  | { kind: 'likers'; likes: number }
  | { kind: 'rests'; step: PriceStep }
  | { kind: 'first_step'; way: 'up' | 'down'; percent: number; toward: Cents }
  | { kind: 'floor'; floor: Cents }
  /** The most that a raise allows is still below the seller's floor. */
  | { kind: 'below_floor'; to: Cents; floor: Cents }
  | { kind: 'little_left'; price: Cents; left: Cents }
  | { kind: 'small_difference' }
  | { kind: 'under_a_dollar'; percent: number }
  | { kind: 'too_few_alike'; alike: number }
  | { kind: 'prior_only' }
  | { kind: 'wide_range'; low: Cents; high: Cents; fewOfBrand: number | null }
  | { kind: 'no_estimate'; reason: Abstention['reason'] };
