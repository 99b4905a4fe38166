// The facts that decide advice, in the order in which the seller reads them.

import type { Cents } from '../../money.ts';
import type { Abstention } from '../fit/fit.ts';
import type { Demand } from './demand/demand.ts';
import type { Band } from './position.ts';

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
