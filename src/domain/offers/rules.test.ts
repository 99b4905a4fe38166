import { describe, expect, it } from 'vitest';
import { matchFacts } from '../selling/match.ts';
import { listingOf } from './offers.fixture.ts';
import {
  depthOf,
  isNeverAsked,
  type OfferRule,
  ruleFinder,
  ruleOfSettings,
  ruleProblems,
  sensibleStart,
} from './rules.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const dayMs = 86_400_000;
const rule = (change: Partial<OfferRule> = {}): OfferRule => ({ ...ruleOfSettings(10), ...change });

describe('rules', () => {
  const levis = rule({ match: { brands: ['Levi’s'] } });
  const old = rule({ match: { minAgeDays: 60 } });
  const all = rule();
  const off = rule({ enabled: false });
  const none = { kind: 'none' };
  it.each<[string, OfferRule[], object, object]>([
    ['are read from the top', [levis, old, all], {}, { index: 0 }],
    ['go on to the next that matches', [old, all], { listedAt: now }, { index: 1 }],
    ['that are off are passed over', [off, levis, all], {}, { index: 1 }],
    ['decide nothing where none matches', [old], { listedAt: now }, none],
    ['decide nothing where all are off', [off], {}, none],
    ['decide nothing where there is none', [], {}, none],
    ['that need an age don’t match without one', [old, all], { listedAt: null }, { index: 1 }],
    ['say that only an age was missing', [old], { listedAt: null }, { kind: 'unknown' }],
  ])('%s', (_, rules, change, expected) => {
    expect(ruleFinder(rules)(matchFacts(listingOf(now, change), now))).toMatchObject(expected);
  });

  it.each([
    [all, 3, 10],
    [rule({ percent: 10, deeperBy: 5 }), 0, 10],
    [rule({ percent: 10, deeperBy: 5 }), 2, 20],
    [rule({ percent: 10, deeperBy: 20, mostPercent: 25 }), 2, 25],
    [rule({ percent: 70, deeperBy: 20 }), 9, 80],
  ])('%#: deepen the offer up to their most', (given, earlier, percent) => {
    expect(depthOf(given, earlier)).toBe(percent);
  });

  const profit = (minProfitCents: number) => ({ kind: 'profit', minProfitCents }) as const;
  it.each<[what: string, change: Partial<OfferRule>, path: string | undefined]>([
    ['has no problem', {}, undefined],
    ['may begin with its most', { percent: 30, mostPercent: 30 }, undefined],
    ['begins with more than its most', { percent: 30, mostPercent: 29 }, 'mostPercent'],
    ['is for listings that are too cheap for any offer', { match: { maxPrice: 3 } }, 'match.maxPrice'],
    ['is for listings that just aren’t', { match: { maxPrice: 4 } }, undefined],
    // $18 leaves $14.40.
    [
      'wants more than any of its listings leaves',
      { match: { maxPrice: 20 }, floor: profit(1441) },
      'floor.minProfitCents',
    ],
    ['wants what one of them may leave', { match: { maxPrice: 20 }, floor: profit(1440) }, undefined],
    ['wants more than any listing leaves', { floor: profit(3_600_001) }, 'floor.minProfitCents'],
  ])('that %s', (_, change, path) => {
    expect(ruleProblems(rule(change))[0]?.path.join('.')).toBe(path);
  });

  it('below one for all listings are never asked', () => {
    expect([levis, all, old].map((_, index) => isNeverAsked([levis, all, old], index))).toEqual([false, false, true]);
    expect(isNeverAsked([off, old], 1)).toBe(false);
  });

  it('to begin with take 10 %, 15 % after two weeks, and 20 % after two months, and leave no loss', () => {
    const percentAfter = (days: number) => {
      const decided = ruleFinder(sensibleStart)(matchFacts(listingOf(now, { listedAt: now - days * dayMs }), now));
      return decided.kind === 'rule' ? decided.rule.percent : null;
    };
    expect([0, 13, 14, 59, 60].map(percentAfter)).toEqual([10, 10, 15, 15, 20]);
    for (const { floor } of sensibleStart) expect(floor).toEqual(profit(0));
  });
});
