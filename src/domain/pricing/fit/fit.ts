// The pricing engine's face: fit it to comparables, then ask for estimates, explanations, and the nearest comparables.

import { type Cents, usDollars } from '../../money.ts';
import { type AgreementCounts, type AgreementIndex, indexAgreements } from '../evidence/agreement-index.ts';
import { type Explanation, explainer } from '../evidence/explain.ts';
import { type NearComparable, nearestFinder } from '../evidence/nearest.ts';
import { leastOfBrand, retailReader, widenToComparables } from '../evidence/support.ts';
import type { Comparable, Item, PriceState } from '../facts/comparable.ts';
import { type Facts, readAllFacts, readFacts } from '../facts/facts.ts';
import {
  isOfUse,
  type Pattern,
  patternKey,
  patternReader,
  reduceFacts,
  saysMoreThanUsual,
  wholePattern,
} from '../facts/known-fields.ts';
import { kidsBrandsAmong, ofKidsBrand } from '../facts/people.ts';
import { keepRecent, once } from '../keep-recent.ts';
import {
  amountAt,
  chanceBelow,
  chanceWithin,
  normalPrediction,
  type PredictiveDistribution,
  type PriceRange,
  priceOf,
  rangeOf,
} from '../model/predictive-distribution.ts';
import { fitPriceModel, type PricedFacts, type PriceModel } from '../model/price-model.ts';
import { askToSale, priorPrice } from '../prior.ts';
import { combineHashes, hashText } from '../regression/design.ts';

export type Evidence = AgreementCounts & {
  /** The number of comparables in the fit, and of sales among them. */
  comparables: number;
  sold: number;
  /** The number of comparables that share the brand or the kind of the item. */
  alike: number;
  /** How many comparables have the item's brand and kind, if these are too few to go by and others have its kind; otherwise null. */
  fewOfBrand: number | null;
  /** The item's retail price, if the estimate would differ by a tenth or more with that of usual comparables; otherwise null. */
  retail: Cents | null;
};

export type Estimate = {
  kind: 'estimate';
  price: Cents;
  /** The ranges that hold the true price with probability 50 % and 80 %; both contain `price`. */
  half: PriceRange;
  range: PriceRange;
  /** The probability that the item sells within 20 % of `price`, from errors on comparables that the fit had not seen. */
  confidence: number;
  /** `comparables`: learned from them. `prior`: by the hand-written tables alone, because there was too little to learn from. */
  basis: 'comparables' | 'prior';
  /** None of the comparables is a sale, so the discount from ask to sale is the prior's. */
  fromAsksOnly: boolean;
  evidence: Evidence;
  /** The probability that the true price lies below an amount (cents). */
  chanceBelow(amount: Cents): number;
  /** The amount (cents) below which the true price lies with probability `share`. */
  amountAt(share: number): Cents;
};

/**
 * `unknown_thing`: neither brand nor kind is known. `too_wide`: the range is too wide to say anything. `other_currency`: the item's
 * price isn't in US dollars, and the comparables' are.
 */
export type Abstention = {
  kind: 'abstained';
  reason: 'unknown_thing' | 'too_wide' | 'other_currency';
  evidence: Evidence;
};

export type Valuation = Estimate | Abstention;

export type PricingFit = {
  readonly comparables: number;
  readonly sold: number;
  rowsHeld(): number;
  /** Learns in advance what the first question about an item with all fields needs. */
  prepare(): void;
  /** What the item would sell for; with `ask`, what would be asked for it. */
  estimate(item: Item, as?: PriceState): Valuation;
  /** Where the dollars come from, largest part first; null if the estimate is not learned from comparables. */
  explain(item: Item): Explanation | null;
  /** The most similar comparables, each with its price adjusted to this item; none if the engine abstains. */
  nearest(item: Item, count?: number): NearComparable[];
  /** The fit of the other comparables. */
  without(isLeftOut: (comparable: Comparable) => boolean): PricingFit;
};

/** With fewer comparables the prior estimates alone, and with fewer that are alike nothing is claimed. */
export const leastComparables = 5;
/** The engine abstains if the upper end of the 80 % range is more than this many times the lower end. */
const tooWide = 20;
/** The coverage of the two ranges. */
const coverages = { half: 0.5, range: 0.8 } as const;
/** A range is narrow if its upper end is at most this many times the lower end. */
const narrow = 2;
/** As many as screens show beside a listing. */
const shownComparables = 6;
/** `confidence` is the probability of a price within this share of the estimate. */
const confidenceBand = 0.2;

/** The most patterns for which a fit is kept. A closet's listings have one or two, and each photo adds one. */
const mostPatterns = 4;

/**
 * Fits the engine to comparables. An item is priced by what comparables say about the fields it has: a fit is made for each
 * pattern of known fields, when it is first needed, and its errors are those of estimates from the same fields. Deterministic,
 * without a clock, and independent of the comparables' order. If all prices are multiplied by c, learned estimates are too.
 * Comparables without a usable price are left out.
 */
export function fitPricing(comparables: readonly Comparable[]): PricingFit {
  const ordered = inCanonicalOrder(comparables);
  const facts = readAllFacts(ordered);
  const rows = ordered.map((comparable, at) => ({
    comparable,
    facts: facts[at] ?? readFacts(comparable),
    state: comparable.state,
    price: comparable.price,
  }));
  const sold = rows.filter(({ state }) => state === 'sold').length;
  const patternOf = patternReader(facts);
  const kidsBrands = kidsBrandsAmong(facts);
  const factsOf = (item: Item): Facts => ofKidsBrand(readFacts(item), kidsBrands);
  const agreements = indexAgreements(rows);
  const decidingRetail = retailReader(facts);
  const canLearn = rows.length >= leastComparables;
  const learned = keepRecent(mostPatterns, patternKey, (pattern) => learnPattern(rows, pattern, agreements));

  /** A narrow range reaches at least one of the comparables that are shown with it. */
  const supported = (distribution: PredictiveDistribution, facts: Facts, as: PriceState): PredictiveDistribution => {
    const { low, high } = rangeOf(distribution, coverages.range);
    if (high > narrow * low) return distribution;
    const near = learned.get(patternOf(facts)).nearest(facts, shownComparables);
    return widenToComparables(distribution, { near, as, coverage: coverages.range });
  };

  const estimateOf = (facts: Facts, as: PriceState): Valuation => {
    const { comparables: ofUse, model, countAlike } = learned.get(patternOf(facts));
    const counts = agreements.countFor(facts);
    const [ofBrand, ofKind] = [counts.sameBrandAndKind.all, counts.sameKind.all];
    const fewOfBrand = facts.brand !== undefined && ofBrand < leastOfBrand && ofKind > ofBrand ? ofBrand : null;
    const evidence = { comparables: rows.length, sold, alike: countAlike(facts), fewOfBrand, retail: null, ...counts };
    const least = facts.garment === undefined ? 1 : leastComparables;
    const isLearned = ofUse >= leastComparables && evidence.alike >= least;
    if (!isLearned && facts.garment === undefined) return { kind: 'abstained', reason: 'unknown_thing', evidence };
    const distribution = isLearned ? supported(model().predict(facts, as), facts, as) : priorPrediction(facts, as);
    const range = rangeOf(distribution, coverages.range);
    if (range.high > tooWide * range.low) return { kind: 'abstained', reason: 'too_wide', evidence };
    return {
      kind: 'estimate',
      price: priceOf(distribution),
      half: rangeOf(distribution, coverages.half),
      range,
      confidence: chanceWithin(distribution, confidenceBand),
      basis: isLearned ? 'comparables' : 'prior',
      fromAsksOnly: isLearned && sold === 0,
      evidence: { ...evidence, retail: isLearned ? decidingRetail(facts, model()) : null },
      chanceBelow: (amount) => chanceBelow(distribution, amount),
      amountAt: (share) => amountAt(distribution, share),
    };
  };

  const estimate = (item: Item, as: PriceState = 'sold'): Valuation =>
    (item.currency ?? usDollars) === usDollars
      ? estimateOf(factsOf(item), as)
      : { kind: 'abstained', reason: 'other_currency', evidence: noEvidence };

  return {
    comparables: rows.length,
    sold,
    rowsHeld: () => rows.length * Math.max(1, learned.size()),
    prepare: () => void (canLearn && learned.get(wholePattern).model()),
    estimate,
    explain: (item) => {
      const facts = factsOf(item);
      const value = estimate(item);
      return value.kind === 'estimate' && value.basis === 'comparables'
        ? learned.get(patternOf(facts)).explain(facts, 'sold')
        : null;
    },
    nearest: (item, count = shownComparables) => {
      const facts = factsOf(item);
      const { comparables: ofUse, nearest } = learned.get(patternOf(facts));
      return ofUse >= leastComparables && estimate(item).kind === 'estimate' ? nearest(facts, count) : [];
    },
    without: (isLeftOut) => fitPricing(ordered.filter((comparable) => !isLeftOut(comparable))),
  };
}

const noEvidence: Evidence = {
  ...{ comparables: 0, sold: 0, alike: 0, fewOfBrand: null, retail: null },
  ...{ sameKind: { all: 0, sold: 0 }, sameBrandAndKind: { all: 0, sold: 0 } },
};

/** The prior estimates sales; an ask is higher by the usual discount. */
function priorPrediction(facts: Facts, as: PriceState): PredictiveDistribution {
  const { log, deviation } = priorPrice(facts);
  return as === 'sold'
    ? normalPrediction(log, deviation)
    : normalPrediction(log - askToSale.logMean, Math.hypot(deviation, askToSale.logDeviation));
}

/**
 * Sorts by a hash of the content. This also shuffles: cross-fitting deals its folds in this order. Comparables without a usable
 * price are left out, and so are a closet's own asks: a closet can't confirm itself.
 */
function inCanonicalOrder(comparables: readonly Comparable[]): Comparable[] {
  return comparables
    .filter(
      ({ price, state, source }) => Number.isFinite(price) && price > 0 && !(source === 'closet' && state === 'ask'),
    )
    .map((comparable) => ({ comparable, key: keyOf(comparable) }))
    .sort((one, other) => one.key - other.key || (one.comparable.id < other.comparable.id ? -1 : 1))
    .map(({ comparable }) => comparable);
}

function keyOf({ id, title = '', brand = '', category = '', condition = '', state }: Comparable): number {
  return [title, brand, category, condition, state].reduce(
    (key, text) => combineHashes(key, hashText(text)),
    hashText(id),
  );
}

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

function learnPattern(
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

const comparedFacts = ['brand', 'garment', 'category', 'subcategory', 'model'] as const;

/** How many comparables share the item's brand, its kind, its category, or its model, whichever most of them share. */
function alikeCounter(rows: readonly Facts[]): (facts: Facts) => number {
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
