import { describe, expect, it } from 'vitest';
import type { Estimate, Valuation } from '../fit.ts';
import {
  amountAt,
  chanceBelow,
  chanceWithin,
  normalPrediction,
  priceOf,
  rangeOf,
} from '../model/predictive-distribution.ts';
import { advise, type Offered } from './advice.ts';
import type { Demand } from './demand.ts';
import { earningsFrom } from './fees.ts';
import { reasonMessage } from './reason-messages.ts';

const valued = (dollars: number, deviation = 0.3, over: Partial<Estimate> = {}): Estimate => {
  const distribution = normalPrediction(Math.log(dollars * 100), deviation);
  return {
    kind: 'estimate',
    price: priceOf(distribution),
    half: rangeOf(distribution, 0.5),
    range: rangeOf(distribution, 0.8),
    confidence: chanceWithin(distribution, 0.2),
    basis: 'comparables',
    fromAsksOnly: false,
    evidence: { comparables: 100, sold: 50, alike: 30 },
    chanceBelow: (amount) => chanceBelow(distribution, amount),
    amountAt: (share) => amountAt(distribution, share),
    ...over,
  };
};
const demand = (level: 'high' | 'medium' | 'low'): Demand => ({
  level,
  percentile: { high: 0.9, medium: 0.5, low: 0.1 }[level],
  peers: 12,
});
const offered = (dollars: number, over: Partial<Offered> = {}): Offered => ({
  price: dollars * 100,
  likes: 0,
  ageDays: 30,
  floorPrice: null,
  changed: null,
  ...over,
});
const unknown: Demand = { level: 'unknown' };

describe('the advice', () => {
  const rows: {
    name: string;
    listing: Offered;
    value: Valuation;
    wanted: Demand;
    direction: string;
    dollars: number;
  }[] = [
    {
      name: 'lowers what stands high and waited, to the 60th percentile',
      listing: offered(55),
      value: valued(42),
      wanted: unknown,
      direction: 'decrease',
      dollars: 45,
    },
    {
      name: 'never lowers by more than a quarter',
      listing: offered(100),
      value: valued(40),
      wanted: unknown,
      direction: 'decrease',
      dollars: 75,
    },
    {
      name: 'lowers by a tenth at least where people like it',
      listing: offered(50, { likes: 5 }),
      value: valued(40.5),
      wanted: unknown,
      direction: 'decrease',
      dollars: 43,
    },
    {
      name: 'keeps what was lowered less than a week ago',
      listing: offered(100, { changed: { way: 'down', daysAgo: 6 } }),
      value: valued(40),
      wanted: unknown,
      direction: 'maintain',
      dollars: 100,
    },
    {
      name: 'takes the next step down after a week',
      listing: offered(100, { changed: { way: 'down', daysAgo: 7 } }),
      value: valued(40),
      wanted: unknown,
      direction: 'decrease',
      dollars: 75,
    },
    {
      name: 'lowers what was raised too far, without waiting',
      listing: offered(100, { changed: { way: 'up', daysAgo: 0 } }),
      value: valued(40),
      wanted: unknown,
      direction: 'decrease',
      dollars: 75,
    },
    {
      name: 'does not raise twice within a week',
      listing: offered(30, { ageDays: 10, changed: { way: 'up', daysAgo: 2 } }),
      value: valued(60),
      wanted: demand('high'),
      direction: 'maintain',
      dollars: 30,
    },
    {
      name: 'keeps what stands high but is new and wanted',
      listing: offered(60, { ageDays: 5 }),
      value: valued(42),
      wanted: demand('medium'),
      direction: 'maintain',
      dollars: 60,
    },
    {
      name: 'lowers what stands high, is new and is not wanted',
      listing: offered(55, { ageDays: 5 }),
      value: valued(42),
      wanted: demand('low'),
      direction: 'decrease',
      dollars: 45,
    },
    {
      name: 'keeps what stands high and nobody knows since when',
      listing: offered(60, { ageDays: null }),
      value: valued(42),
      wanted: unknown,
      direction: 'maintain',
      dollars: 60,
    },
    {
      name: 'raises what stands low, is fresh and is wanted',
      listing: offered(30, { ageDays: 4 }),
      value: valued(42),
      wanted: demand('high'),
      direction: 'increase',
      dollars: 34,
    },
    {
      name: 'never raises above the estimate',
      listing: offered(30, { ageDays: 4 }),
      value: valued(33, 0.1),
      wanted: demand('high'),
      direction: 'increase',
      dollars: 33,
    },
    {
      name: 'keeps what stands low and is not wanted',
      listing: offered(30, { ageDays: 4 }),
      value: valued(42),
      wanted: demand('medium'),
      direction: 'maintain',
      dollars: 30,
    },
    {
      name: 'keeps what stands low and is old',
      listing: offered(30, { ageDays: 60 }),
      value: valued(42),
      wanted: demand('high'),
      direction: 'maintain',
      dollars: 30,
    },
    {
      name: 'keeps what stands within the usual range',
      listing: offered(43),
      value: valued(42),
      wanted: demand('low'),
      direction: 'maintain',
      dollars: 43,
    },
    {
      name: 'keeps where the range is wider than fourfold',
      listing: offered(200),
      value: valued(42, 0.7),
      wanted: demand('low'),
      direction: 'maintain',
      dollars: 200,
    },
    {
      name: 'keeps where fewer than five are alike',
      listing: offered(200),
      value: valued(42, 0.3, { evidence: { comparables: 9, sold: 3, alike: 4 } }),
      wanted: demand('low'),
      direction: 'maintain',
      dollars: 200,
    },
    {
      name: 'keeps where only the prior speaks',
      listing: offered(200),
      value: valued(42, 0.3, { basis: 'prior' }),
      wanted: demand('low'),
      direction: 'maintain',
      dollars: 200,
    },
    {
      name: 'keeps where there is no estimate',
      listing: offered(200),
      value: { kind: 'abstained', reason: 'unknown_thing', evidence: { comparables: 0, sold: 0, alike: 0 } },
      wanted: unknown,
      direction: 'maintain',
      dollars: 200,
    },
    {
      name: 'stops at the seller’s floor',
      listing: offered(55, { floorPrice: 5000 }),
      value: valued(42),
      wanted: unknown,
      direction: 'decrease',
      dollars: 50,
    },
    {
      name: 'keeps a price that already stands at the floor',
      listing: offered(55, { floorPrice: 5500 }),
      value: valued(42),
      wanted: unknown,
      direction: 'maintain',
      dollars: 55,
    },
    {
      name: 'never raises a price that stands below the floor by way of a cut',
      listing: offered(55, { floorPrice: 7000 }),
      value: valued(42),
      wanted: unknown,
      direction: 'maintain',
      dollars: 55,
    },
  ];
  for (const { name, listing, value, wanted, direction, dollars } of rows)
    it(name, () => {
      const advice = advise(listing, value, wanted);
      expect([advice.direction, advice.suggested / 100]).toEqual([direction, dollars]);
      expect(advice.earnings).toEqual({ before: earningsFrom(listing.price), after: earningsFrom(advice.suggested) });
      expect(advice.suggested % 100).toBe(0);
    });

  it('is as sure as the market price is on that side', () => {
    const advice = advise(offered(100), valued(40), unknown);
    expect(advice.confidence).toBeGreaterThan(0.95);
    expect(advise(offered(42), valued(42), unknown).confidence).toBeLessThan(0.2);
  });

  it('gives its reasons in the order of their weight, each in words', () => {
    const { reasons } = advise(
      offered(100, { likes: 4, ageDays: 40, floorPrice: 9000 }),
      valued(40, 0.3, { fromAsksOnly: true }),
      demand('low'),
    );
    expect(reasons.map(({ kind }) => kind)).toEqual(['position', 'floor', 'demand', 'age', 'asks_only', 'likers']);
    for (const reason of reasons) expect(reasonMessage(reason)).toMatch(/^[A-Z0-9].*\.$/);
  });
});

describe('what the seller receives', () => {
  it.each([
    [300, 5],
    [1000, 705],
    [1499, 1204],
    [1500, 1200],
    [4000, 3200],
    [200, 0],
  ])('of %i cents are %i', (price, earned) => {
    expect(earningsFrom(price)).toBe(earned);
  });
});
