import type { Cents } from '../money.ts';
import { countAlike } from './evidence/alike.ts';
import { type Explanation, explainer } from './evidence/explain.ts';
import { learnPrices } from './evidence/learned-prices.ts';
import { type NearComparable, nearestFinder } from './evidence/nearest.ts';
import type { Comparable, Item, PriceState } from './facts/comparable.ts';
import { type Facts, readFacts } from './facts/facts.ts';
import { inCanonicalOrder } from './model/canonical-order.ts';
import {
  amountAt,
  chanceBelow,
  chanceWithin,
  normalOutlook,
  type Outlook,
  type PriceRange,
  priceOf,
  rangeOf,
} from './model/predictive.ts';
import { askToSale } from './model/prior.ts';
import { priorPrice } from './model/prior-price.ts';

export type Evidence = {
  /** All comparables of the fit, and those of them that are sales. */
  comparables: number;
  sold: number;
  /** Those that share the label or the kind of the item. */
  alike: number;
};

export type Estimate = {
  kind: 'estimate';
  price: Cents;
  /** Where the true price lies with a probability of one half, and of four fifths; both hold `price`. */
  half: PriceRange;
  range: PriceRange;
  /** The probability that the thing sells within 20 % of `price`, read off errors on comparables the fit had not seen. */
  confidence: number;
  /** `comparables`: learned. `prior`: the hand-written table alone, because there was next to nothing to learn from. */
  basis: 'comparables' | 'prior';
  /** No sale among the comparables: the discount from asks is the prior's. */
  fromAsksOnly: boolean;
  evidence: Evidence;
  /** The probability that the true price lies below an amount. */
  chanceBelow(amount: Cents): number;
  /** The amount below which the true price lies with a probability. */
  amountAt(share: number): Cents;
};

/** `unknown_thing`: neither label nor kind is known here. `too_wide`: the range would say nothing. */
export type Abstention = { kind: 'abstained'; reason: 'unknown_thing' | 'too_wide'; evidence: Evidence };

export type Valuation = Estimate | Abstention;

export type PricingFit = {
  readonly comparables: number;
  readonly sold: number;
  /** What the item would sell for; as `ask` what would be asked for it. */
  estimate(item: Item, as?: PriceState): Valuation;
  /** Where the dollars come from, by weight; null where the estimate is not learned from comparables. */
  explain(item: Item): Explanation | null;
  /** The most similar comparables, each with its price brought to this item. */
  nearest(item: Item, count?: number): NearComparable[];
};

/** With fewer the prior answers, and of fewer that are alike nothing is claimed. */
export const leastComparables = 5;
/** An 80 % range whose upper end is this many times its lower one is no answer. */
const tooWide = 20;
/** The coverage of the two ranges that are shown. */
const coverages = { half: 0.5, range: 0.8 } as const;
/** `confidence` speaks of this much either way. */
const confidenceBand = 0.2;

/**
 * Learns prices from comparables. Deterministic, independent of their order, without a clock. All prices times c give all
 * learned estimates times c. Comparables without a usable price are passed over.
 */
export function fitPricing(comparables: readonly Comparable[]): PricingFit {
  const rows = inCanonicalOrder(comparables).map((comparable) => ({
    comparable,
    facts: readFacts(comparable),
    state: comparable.state,
    price: comparable.price,
  }));
  const sold = rows.filter(({ state }) => state === 'sold').length;
  const alike = countAlike(rows.map(({ facts }) => facts));
  const learned = rows.length < leastComparables ? null : learnPrices(rows);
  const explain = learned === null ? null : once(() => explainer(learned, rows));
  const nearest = learned === null ? null : once(() => nearestFinder(learned, rows));

  const judge = (facts: Facts, as: PriceState): Valuation => {
    const evidence = { comparables: rows.length, sold, alike: alike(facts) };
    const least = facts.garment === undefined ? 1 : leastComparables;
    const isLearned = learned !== null && evidence.alike >= least;
    if (!isLearned && facts.garment === undefined) return { kind: 'abstained', reason: 'unknown_thing', evidence };
    const outlook = isLearned ? learned.outlook(facts, as) : priorOutlook(facts, as);
    const range = rangeOf(outlook, coverages.range);
    if (range.high > tooWide * range.low) return { kind: 'abstained', reason: 'too_wide', evidence };
    return {
      kind: 'estimate',
      price: priceOf(outlook),
      half: rangeOf(outlook, coverages.half),
      range,
      confidence: chanceWithin(outlook, confidenceBand),
      basis: isLearned ? 'comparables' : 'prior',
      fromAsksOnly: isLearned && sold === 0,
      evidence,
      chanceBelow: (amount) => chanceBelow(outlook, amount),
      amountAt: (share) => amountAt(outlook, share),
    };
  };

  return {
    comparables: rows.length,
    sold,
    estimate: (item, as = 'sold') => judge(readFacts(item), as),
    explain: (item) => {
      const facts = readFacts(item);
      const value = judge(facts, 'sold');
      return value.kind === 'estimate' && value.basis === 'comparables' ? (explain?.()(facts, 'sold') ?? null) : null;
    },
    nearest: (item, count = 6) => nearest?.()(readFacts(item), count) ?? [],
  };
}

/** The prior speaks of sales; an ask is dearer by the usual discount. */
function priorOutlook(facts: Facts, as: PriceState): Outlook {
  const { log, doubt } = priorPrice(facts);
  return as === 'sold'
    ? normalOutlook(log, doubt)
    : normalOutlook(log - askToSale.logMean, Math.hypot(doubt, askToSale.logSpread));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
