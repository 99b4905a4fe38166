// Advises whether to raise, lower, or keep a price, with reasons.

import { type Cents, lessPercent, roundToDollar } from '../../money.ts';
import { type Estimate, leastComparables, type Valuation } from '../fit.ts';
import type { Demand } from './demand.ts';
import { earningsFrom } from './fees.ts';
import { type Band, placePrice } from './position.ts';

export type Direction = 'increase' | 'decrease' | 'maintain';

/** The facts about a listing that advice depends on. */
export type Offered = {
  price: Cents;
  likes: number;
  /** null if the listing date is unknown. */
  ageDays: number | null;
  /** The seller's floor price in cents. No suggestion is below it. */
  floorPrice: Cents | null;
  /** The last price change, if it is recent and still in place. */
  changed: PriceStep | null;
};

export type PriceStep = { way: 'up' | 'down'; daysAgo: number };

/** A fact behind the advice. `weight` only orders the reasons. */
export type Reason = { weight: number } & (
  | {
      kind: 'position';
      band: Band;
      ratio: number;
      estimate: Cents;
      /** 0 if the price comes from the prior alone. */
      comparables: number;
    }
  | { kind: 'age'; days: number }
  | { kind: 'demand'; level: Exclude<Demand['level'], 'unknown'>; percentile: number; peers: number }
  | { kind: 'demand_unknown' }
  | { kind: 'likers'; likes: number }
  | { kind: 'rests'; step: PriceStep }
  | { kind: 'floor'; floor: Cents }
  | { kind: 'small_difference' }
  | { kind: 'too_few_alike'; alike: number }
  | { kind: 'prior_only' }
  | { kind: 'wide_range'; low: Cents; high: Cents }
  | { kind: 'asks_only' }
  | { kind: 'no_estimate'; reason: 'unknown_thing' | 'too_wide' }
);

export type Advice = {
  direction: Direction;
  /** Whole dollars, in cents; the current price if it stays. */
  suggested: Cents;
  /** The probability that the direction is right; 0 if nothing is known. */
  confidence: number;
  /** What the seller would receive at the old and the new price. */
  earnings: { before: Cents; after: Cents };
  reasons: Reason[];
};

/** Buyers may simply not have seen a listing that is younger than this. */
const patienceDays = 14;
/** After a price change, a second one in the same direction waits this long, so that buyers can see the first. */
export const restDays = 7;
/** Up to this age, a price below the market is worth raising. */
const freshDays = 30;
const deepestCut = 25;
const steepestRise = 15;
/** The marketplace notifies likers of a price drop of at least this percentage. */
const likersCut = 10;
const likersFrom = 3;
/** Differences up to this are too small to suggest. */
export const leastDifference: Cents = 50;
/** From this relative difference on, a price counts as different from the market price. */
const indifference = 0.05;
/** If the upper end of the 80 % range is more than this many times the lower end, there is no advice. */
const widestRange = 4;

/**
 * Advises to raise, lower, or keep a price, from facts only: the price's position, its attention for its exposure, and its age.
 * It states what goes together with selling, and promises nothing.
 */
export function advise(listing: Offered, value: Valuation, demand: Demand): Advice {
  if (value.kind === 'abstained') return keep(listing, 0, [{ kind: 'no_estimate', reason: value.reason, weight: 1 }]);
  const facts = factsOf(listing, value, demand);
  const doubt = doubtOf(value);
  if (doubt !== null) return keep(listing, chanceOf('maintain', listing.price, value), [doubt, ...facts]);
  const way = directionOf(listing, value, demand);
  const rests = restOf(listing, way);
  const direction = rests === null ? way : 'maintain';
  const wanted = targetOf(direction, listing, value);
  // The floor price prevents a cut. If the price is already below the floor, that is the seller's decision.
  const isStopped = direction === 'decrease' && listing.floorPrice !== null && wanted < listing.floorPrice;
  const suggested = isStopped ? Math.min(listing.floorPrice ?? wanted, listing.price) : wanted;
  const stops: Reason[] = isStopped ? [{ kind: 'floor', floor: listing.floorPrice ?? wanted, weight: 0.9 }] : [];
  const reasons = [...facts, ...stops, ...(rests === null ? [] : [rests])];
  if (direction === 'maintain') return keep(listing, chanceOf('maintain', listing.price, value), reasons);
  if (
    Math.abs(suggested - listing.price) <= leastDifference ||
    Math.sign(suggested - listing.price) !== signs[direction]
  )
    return keep(
      listing,
      chanceOf('maintain', listing.price, value),
      isStopped ? reasons : [...reasons, { kind: 'small_difference', weight: 0.1 }],
    );
  return {
    direction,
    suggested,
    confidence: chanceOf(direction, listing.price, value),
    earnings: { before: earningsFrom(listing.price), after: earningsFrom(suggested) },
    reasons: byWeight(reasons),
  };
}

/** The probability that the market price is where the direction says: below, above, or close to the current price. */
function chanceOf(direction: Direction, price: Cents, estimate: Estimate): number {
  const below = estimate.chanceBelow(price * (1 - indifference));
  const notAbove = estimate.chanceBelow(price * (1 + indifference));
  return { decrease: below, increase: 1 - notAbove, maintain: notAbove - below }[direction];
}

const signs = { increase: 1, decrease: -1 } as const;

function directionOf(listing: Offered, estimate: Estimate, demand: Demand): Direction {
  const waited = listing.ageDays !== null && listing.ageDays >= patienceDays;
  if (listing.price > estimate.half.high) return waited || demand.level === 'low' ? 'decrease' : 'maintain';
  const fresh = listing.ageDays !== null && listing.ageDays <= freshDays;
  return listing.price < estimate.half.low && demand.level === 'high' && fresh ? 'increase' : 'maintain';
}

/** Why a justified price change should wait. */
function restOf({ changed }: Offered, way: Direction): Reason | null {
  if (changed === null || changed.daysAgo >= restDays) return null;
  return way === ({ up: 'increase', down: 'decrease' } as const)[changed.way]
    ? { kind: 'rests', step: changed, weight: 5 }
    : null;
}

/** In whole dollars, because the marketplace takes no cents. */
function targetOf(direction: Direction, { price, likes }: Offered, estimate: Estimate): Cents {
  if (direction === 'maintain') return price;
  if (direction === 'increase') {
    const most = Math.min(Math.round(price * (1 + steepestRise / 100)), estimate.price);
    return Math.floor(most / 100) * 100;
  }
  const step = Math.max(estimate.amountAt(0.6), lessPercent(price, deepestCut));
  const told = likes >= likersFrom ? Math.min(step, lessPercent(price, likersCut)) : step;
  // Rounded down if likers should be notified, because rounding up could make the drop smaller than 10 %.
  return likes >= likersFrom ? Math.floor(told / 100) * 100 : roundToDollar(told);
}

function doubtOf({ evidence, basis, range }: Estimate): Reason | null {
  if (basis === 'prior') return { kind: 'prior_only', weight: 1.2 };
  if (evidence.alike < leastComparables) return { kind: 'too_few_alike', alike: evidence.alike, weight: 1.2 };
  return range.high > widestRange * range.low ? { kind: 'wide_range', ...range, weight: 1.2 } : null;
}

function factsOf({ price, likes, ageDays }: Offered, estimate: Estimate, demand: Demand): Reason[] {
  const { ratio, band } = placePrice(estimate, price);
  const reasons: Reason[] = [
    {
      kind: 'position',
      band,
      ratio,
      estimate: estimate.price,
      comparables: estimate.basis === 'prior' ? 0 : estimate.evidence.alike,
      weight: 0.4 + Math.abs(ratio),
    },
    demand.level === 'unknown'
      ? { kind: 'demand_unknown', weight: 0.05 }
      : {
          kind: 'demand',
          level: demand.level,
          percentile: demand.percentile,
          peers: demand.peers,
          weight: Math.abs(demand.percentile - 0.5),
        },
  ];
  if (ageDays !== null) reasons.push({ kind: 'age', days: ageDays, weight: Math.min(0.6, ageDays / 100) });
  if (likes >= likersFrom && price > estimate.half.high) reasons.push({ kind: 'likers', likes, weight: 0.2 });
  if (estimate.fromAsksOnly) reasons.push({ kind: 'asks_only', weight: 0.35 });
  return byWeight(reasons);
}

const keep = ({ price }: Offered, confidence: number, reasons: Reason[]): Advice => ({
  direction: 'maintain',
  suggested: price,
  confidence,
  earnings: { before: earningsFrom(price), after: earningsFrom(price) },
  reasons: byWeight(reasons),
});

const byWeight = (reasons: readonly Reason[]): Reason[] => [...reasons].sort((one, other) => other.weight - one.weight);
