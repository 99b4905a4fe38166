// Offer rules, read from the top as in mail filters: the first one that is on and matches a listing decides about its offer.

import { type Cents, fromDollars, inDollars, leastPrice, usDollars } from '../money.ts';
import { type Floor, leftOf } from '../selling/floor.ts';
import { type Match, type MatchFacts, matcher } from '../selling/match.ts';
import { offerPrice, type Shipping } from './offer.ts';

/** `standard`: what a rule has that doesn't say. */
export const ruleBounds = {
  percent: { least: 10, most: 80 },
  waitMinutes: { least: 15, most: 10_080, standard: 15 },
  everyDays: { least: 1, most: 90, standard: 7 },
  deeperBy: { least: 0, most: 20, standard: 0 },
  mostPercent: { least: 10, most: 80, standard: 80 },
  mostADay: { least: 1, most: 1_000, standard: 50 },
} as const;
export const mostRules = 20;

export type OfferRule = {
  /** null: not stored yet. */
  id: string | null;
  name: string;
  enabled: boolean;
  match: Match;
  /** Below the listing's price, for the first offer on a listing. */
  percent: number;
  shipping: Shipping;
  /** No offer goes out for this long after the newest like. */
  waitMinutes: number;
  /** Between two offers on a listing. */
  everyDays: number;
  /** Points that each further offer on a listing is deeper, up to `mostPercent`. */
  deeperBy: number;
  mostPercent: number;
  floor: Floor;
};

/** The highest price that the marketplace takes. */
const mostPrice: Cents = 5_000_000;

/** What decides about offers where the seller has no rules: the percentage of the settings, and the cheapest shipping discount. */
export const ruleOfSettings = (percent: number): OfferRule => ({
  id: null,
  name: '',
  enabled: true,
  match: {},
  percent,
  shipping: 'cheapest',
  waitMinutes: ruleBounds.waitMinutes.standard,
  everyDays: ruleBounds.everyDays.standard,
  deeperBy: 0,
  mostPercent: ruleBounds.mostPercent.standard,
  floor: { kind: 'listing' },
});

/** `unknown`: one or more rules would match if the listing's price, age, or condition was known. */
type Decided = { kind: 'rule'; rule: OfferRule; index: number } | { kind: 'none' | 'unknown' };

/** Prepares rules for many listings. */
export function ruleFinder(rules: readonly OfferRule[]): (facts: MatchFacts) => Decided {
  const matchers = rules.flatMap((rule, index) => (rule.enabled ? [{ rule, index, answer: matcher(rule.match) }] : []));
  return (facts) => {
    let kind: 'none' | 'unknown' = 'none';
    for (const { rule, index, answer } of matchers) {
      const answered = answer(facts);
      if (answered === 'met') return { kind: 'rule', rule, index };
      if (answered === 'unknown') kind = 'unknown';
    }
    return { kind };
  };
}

/** How far below the price the next offer is. `earlier`: offers that rules have made on this listing, or may have made. */
export const depthOf = ({ percent, deeperBy, mostPercent }: OfferRule, earlier: number): number =>
  Math.min(mostPercent, percent + deeperBy * earlier);

type RuleProblem = { path: string[]; message: string };

/** Why a rule can't do what it says, with the part that is at fault. Only what is certain for every listing. */
export function ruleProblems(rule: Pick<OfferRule, 'percent' | 'mostPercent' | 'match' | 'floor'>): RuleProblem[] {
  const { percent, mostPercent, match, floor } = rule;
  if (mostPercent < percent)
    return [{ path: ['mostPercent'], message: `Enter at least the ${percent}% that the rule begins with` }];
  const highest = match.maxPrice === undefined ? mostPrice : fromDollars(match.maxPrice);
  const offer = offerPrice(highest, percent);
  if (offer < leastPrice)
    return [
      {
        path: ['match', 'maxPrice'],
        message: `${percent}% off ${inDollars(highest)} is less than ${inDollars(leastPrice)}, the lowest price there is`,
      },
    ];
  const free = { currency: usDollars, floorCents: null, costCents: 0 };
  const { profitCents } = leftOf(free, { priceCents: offer });
  if (floor.kind === 'profit' && profitCents !== null && profitCents < floor.minProfitCents)
    return [
      {
        path: ['floor', 'minProfitCents'],
        message: `${percent}% off ${inDollars(highest)} leaves ${inDollars(profitCents)} after fees, so no listing ever leaves that much`,
      },
    ];
  return [];
}

/** A rule that is never asked, because one above it is for all listings. */
export function isNeverAsked(rules: readonly OfferRule[], index: number): boolean {
  const isForAll = ({ brands = [], categories = [], departments = [], shelf = '', ...bounds }: Match): boolean =>
    [brands, categories, departments, shelf].every(({ length }) => length === 0) &&
    Object.values(bounds).every((bound) => bound === undefined);
  return rules.slice(0, index).some(({ enabled, match }) => enabled && isForAll(match));
}

/** Three rules to begin with: the longer something is listed, the deeper the offer, and never at a loss. */
export const sensibleStart: readonly OfferRule[] = [
  { name: 'After two months', percent: 20, match: { minAgeDays: 60 } },
  { name: 'After two weeks', percent: 15, match: { minAgeDays: 14 } },
  { name: 'New likes', percent: 10, match: {} },
].map((rule) => ({
  ...ruleOfSettings(rule.percent),
  ...rule,
  shipping: 'discounted',
  floor: { kind: 'profit', minProfitCents: 0 },
}));
