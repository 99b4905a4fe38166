// What comparables say about items of which the same fields are known.

import { type AgreementIndex, indexAgreements } from '../evidence/agreement-index.ts';
import { type Explanation, explainer } from '../evidence/explain.ts';
import { type NearComparable, nearestFinder } from '../evidence/nearest.ts';
import type { Comparable, PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { isOfUse, type Pattern, reduceFacts, saysMoreThanUsual } from '../facts/known-fields.ts';
import { once } from '../keep-recent.ts';
import { fitPriceModel, type PricedFacts, type PriceModel } from '../model/price-model.ts';

type ComparableWithFacts = PricedFacts & { comparable: Comparable };

/** What comparables say about items with one pattern. Each part is computed from the same model when it is first needed. */
type Learned = {
  /** How many comparables say anything about these items. */
  readonly comparables: number;
  model(): PriceModel;
  countAlike(facts: Facts): number;
  explain(facts: Facts, state: PriceState): Explanation;
  nearest(facts: Facts, count: number): NearComparable[];
};

/**
 * If an item doesn't mention a fact that few sellers mention, such as "new with tags", the fact is probably not true of it. So a
 * comparable that mentions it counts less for that item. Measured with a half, a third, a quarter, and a tenth.
 */
const weightIfItSaysMore = 0.25;

/**
 * Prices change, so a comparable that is a year older than the newest one counts half. Measured on sales that came after all
 * comparables, with 90 days to two years: more than a year brings less, and less than a year loses on sales of the same time.
 */
const halfLifeMs = 365 * 86_400_000;

/** When its price was seen, as far as that is known. */
const seenAt = ({ seenAt: seen, listedAt }: Comparable): number | undefined => seen ?? listedAt;

export function learnPattern(
  comparables: readonly ComparableWithFacts[],
  pattern: Pattern,
  agreements: AgreementIndex,
): Learned {
  const ofUse = comparables.filter(({ facts }) => isOfUse(facts, pattern));
  const taken = ofUse.length === comparables.length ? comparables : ofUse;
  const newest = taken.reduce((most, { comparable }) => Math.max(most, seenAt(comparable) ?? 0), 0);
  const freshness = (comparable: Comparable): number => 0.5 ** ((newest - (seenAt(comparable) ?? newest)) / halfLifeMs);
  const rows = taken.map((row) => ({
    ...row,
    facts: reduceFacts(row.facts, pattern),
    weight: freshness(row.comparable) * (saysMoreThanUsual(row.facts, pattern) ? weightIfItSaysMore : 1),
  }));
  const model = once(() => fitPriceModel(rows));
  const explain = once(() => explainer(model(), rows));
  const nearest = once(() => nearestFinder(model(), rows, taken === comparables ? agreements : indexAgreements(taken)));
  return {
    comparables: rows.length,
    model,
    countAlike: alikeCounter(rows.map(({ facts }) => facts)),
    explain: (facts, state) => explain()(facts, state),
    nearest: (facts, count) => nearest()(facts, count),
  };
}

/** How many comparables share the item's brand, its kind, its category, or its model, whichever most of them share. */
type AlikeCounter = (facts: Facts) => number;

function alikeCounter(rows: readonly Facts[]): AlikeCounter {
  const counts = comparedFacts.map((name) => {
    const count = new Map<string, number>();
    for (const facts of rows) {
      const value = facts[name];
      if (value !== undefined) count.set(value, (count.get(value) ?? 0) + 1);
    }
    return { name, count };
  });
  return (facts) => Math.max(0, ...counts.map(({ name, count }) => count.get(facts[name] ?? '') ?? 0));
}

const comparedFacts = ['brand', 'garment', 'category', 'subcategory', 'model'] as const;
