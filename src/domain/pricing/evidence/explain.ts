import type { Cents } from '../../money.ts';
import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { type Factor, families } from '../model/families.ts';
import { priorParts } from '../model/prior-price.ts';
import { assumedDiscount, type LearnedPrices, type PricedFacts } from './learned-prices.ts';

export type Part = {
  factor: Factor;
  /** What it adds to the price; with all other parts and `typical` this is the price, to the cent. */
  dollars: number;
  /** The same as a factor on the price: 0.22 is 22 % more. */
  change: number;
};

export type Explanation = {
  /** The middling (geometric mean) comparable, as it would sell, in cents. */
  typical: Cents;
  price: Cents;
  parts: Part[];
};

export type Explainer = (facts: Facts, state: PriceState) => Explanation;

/**
 * The model is linear in its tokens, so what each fact does to the log price is exact. A log difference becomes dollars by the
 * logarithmic mean of both prices, which makes the dollars of all facts add up to the whole difference. A fact is compared
 * with the average comparable, not with its absence.
 */
export function explainer(prices: LearnedPrices, rows: readonly PricedFacts[]): Explainer {
  const average = new Map<Factor, number>();
  rows.forEach(({ facts }, at) => {
    for (const [factor, effect] of effects(prices, facts, prices.rowAt(at)))
      average.set(factor, (average.get(factor) ?? 0) + effect / rows.length);
  });
  return (facts, state) => {
    const own = effects(prices, facts, prices.rowFor(facts, state));
    own.set('state', (own.get('state') ?? 0) + assumedDiscount(state));
    // The state is not a fact of the thing: it belongs to the typical price that the others are compared with.
    const state0 = own.get('state') ?? 0;
    const typicalLog =
      prices.line.intercept +
      state0 +
      [...average].reduce((sum, [factor, effect]) => sum + (factor === 'state' ? 0 : effect), 0);
    const log = prices.logOf(facts, state);
    const mean = logarithmicMean(Math.exp(typicalLog), Math.exp(log)) / 100;
    const parts = [...new Set([...own.keys(), ...average.keys()])]
      .filter((factor) => factor !== 'state')
      .map((factor) => ({ factor, effect: (own.get(factor) ?? 0) - (average.get(factor) ?? 0) }))
      .filter(({ effect }) => effect !== 0)
      .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect) || (one.factor < other.factor ? -1 : 1))
      .map(({ factor, effect }) => ({ factor, dollars: effect * mean, change: Math.expm1(effect) }));
    return { typical: Math.exp(typicalLog), price: Math.exp(log), parts };
  };
}

function effects(
  { design, line }: LearnedPrices,
  facts: Facts,
  row: ReturnType<LearnedPrices['rowAt']>,
): Map<Factor, number> {
  const sums = new Map<Factor, number>();
  const add = (factor: Factor, effect: number): void => {
    sums.set(factor, (sums.get(factor) ?? 0) + effect);
  };
  for (let at = 0; at < row.columns.length; at++) {
    const column = row.columns[at] ?? 0;
    const family = families[design.familyOf[column] ?? 0];
    if (family !== undefined) add(family.factor, (row.values[at] ?? 0) * (line.coefficients[column] ?? 0));
  }
  const { condition, pieces } = priorParts(facts);
  add('condition', condition);
  add('pieces', pieces);
  return sums;
}

/** Between both; their difference over the difference of their logs. */
function logarithmicMean(one: number, other: number): number {
  const difference = Math.log(other) - Math.log(one);
  return Math.abs(difference) < 1e-9 ? one : (other - one) / difference;
}
