// Listings, estimates, and demand for the tests of the advice.
import type { Abstention, Estimate } from '../fit/fit.ts';
import {
  amountAt,
  chanceBelow,
  chanceWithin,
  normalPrediction,
  priceOf,
  rangeOf,
} from '../model/predictive-distribution.ts';
import type { ItemValue } from './advice.ts';
import type { Offered } from './decide.ts';
import type { Demand } from './demand.ts';

export const evidence = {
  comparables: 100,
  sold: 50,
  alike: 30,
  sameKind: { all: 30, sold: 15 },
  sameBrandAndKind: { all: 12, sold: 6 },
  fewOfBrand: null,
  retail: null,
};
export const estimated = (dollars: number, deviation: number, over: Partial<Estimate>): Estimate => {
  const distribution = normalPrediction(Math.log(dollars * 100), deviation);
  return {
    kind: 'estimate',
    price: priceOf(distribution),
    half: rangeOf(distribution, 0.5),
    range: rangeOf(distribution, 0.8),
    confidence: chanceWithin(distribution, 0.2),
    basis: 'comparables',
    fromAsksOnly: false,
    evidence,
    chanceBelow: (amount) => chanceBelow(distribution, amount),
    amountAt: (share) => amountAt(distribution, share),
    ...over,
  };
};
/** The asking price of such items, in dollars. They sell for a fifth less. */
export const listedFor = (dollars: number, deviation = 0.3, over: Partial<Estimate> = {}): ItemValue => ({
  sale: estimated(dollars * 0.8, deviation, over),
  ask: estimated(dollars, deviation, over),
});
export const demand = (level: 'high' | 'medium' | 'low'): Demand => ({
  level,
  ...{
    high: { percentile: 0.9, fewer: 11, more: 1 },
    medium: { percentile: 0.5, fewer: 6, more: 6 },
    low: { percentile: 0.1, fewer: 1, more: 11 },
  }[level],
  peers: 12,
});
export const offered = (dollars: number, over: Partial<Offered> = {}): Offered => ({
  price: dollars * 100,
  likes: 0,
  ageDays: 30,
  floorPrice: null,
  cost: null,
  changed: null,
  ...over,
});
export const abstained: Abstention = { kind: 'abstained', reason: 'unknown_thing', evidence };
export const unknown: Demand = { level: 'unknown' };
