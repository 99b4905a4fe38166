// Explains an estimate in dollars, fact by fact.

import type { Cents } from '../../money.ts';
import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { assumedDiscount, type PricedFacts, type PriceModel } from '../model/price-model.ts';
import { type Factor, families } from '../model/price-tokens.ts';
import { priorParts } from '../prior.ts';
import type { SparseRow } from '../regression/design.ts';

type Part = {
  factor: Factor;
  /** What the fact adds to the price. `typical` and all parts add up to the price, to the cent. */
  dollars: number;
  /** The same as a relative change: 0.22 is 22 % more. */
  change: number;
};

export type Explanation = {
  /** What the typical comparable (the geometric mean) would sell for. */
  typical: Cents;
  price: Cents;
  parts: Part[];
};

/** An effect smaller than this is zero plus a rounding error. */
const leastEffect = 1e-12;

type Explainer = (facts: Facts, state: PriceState) => Explanation;

/**
 * The model is linear in its tokens, so the effect of each fact on the log price is exact. The logarithmic mean of both prices
 * turns a difference of logs into dollars, so that the dollars of all facts add up to the whole difference. A fact is compared
 * with the average comparable, not with its absence.
 */
export function explainer(model: PriceModel, rows: readonly PricedFacts[]): Explainer {
  const average = new Map<Factor, number>();
  rows.forEach(({ facts }, at) => {
    for (const [factor, effect] of effects(model, facts, model.rowAt(at)))
      average.set(factor, (average.get(factor) ?? 0) + effect / rows.length);
  });
  return (facts, state) => {
    const own = effects(model, facts, model.rowFor(facts, state));
    own.set('state', (own.get('state') ?? 0) + assumedDiscount(state));
    // Sold or asked is not a fact of the item: it belongs to the typical price that the facts are compared with.
    const stateEffect = own.get('state') ?? 0;
    const typicalLog =
      model.linear.intercept +
      stateEffect +
      [...average].reduce((sum, [factor, effect]) => sum + (factor === 'state' ? 0 : effect), 0);
    const log = model.logPrice(facts, state);
    const mean = logarithmicMean(Math.exp(typicalLog), Math.exp(log)) / 100;
    const parts = [...new Set([...own.keys(), ...average.keys()])]
      .filter((factor) => factor !== 'state')
      .map((factor) => ({ factor, effect: (own.get(factor) ?? 0) - (average.get(factor) ?? 0) }))
      .filter(({ effect }) => Math.abs(effect) > leastEffect)
      .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect) || (one.factor < other.factor ? -1 : 1))
      .map(({ factor, effect }) => ({ factor, dollars: effect * mean, change: Math.expm1(effect) }));
    return { typical: Math.exp(typicalLog), price: Math.exp(log), parts };
  };
}

function effects({ design, linear }: PriceModel, facts: Facts, row: SparseRow): Map<Factor, number> {
  const sums = new Map<Factor, number>();
  const add = (factor: Factor, effect: number): void => {
    sums.set(factor, (sums.get(factor) ?? 0) + effect);
  };
  for (let at = 0; at < row.columns.length; at++) {
    const column = row.columns[at] ?? 0;
    const family = families[design.familyOf[column] ?? 0];
    if (family !== undefined) add(family.factor, (row.values[at] ?? 0) * (linear.coefficients[column] ?? 0));
  }
  const { condition, pieces } = priorParts(facts);
  add('condition', condition);
  add('pieces', pieces);
  return sums;
}

/** The difference of two numbers over the difference of their logs. It lies between them. */
function logarithmicMean(one: number, other: number): number {
  const difference = Math.log(other) - Math.log(one);
  return Math.abs(difference) < 1e-9 ? one : (other - one) / difference;
}
