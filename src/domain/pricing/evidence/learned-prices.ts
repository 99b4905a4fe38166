import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { type Calibration, calibrate, doubtOf } from '../model/calibrate.ts';
import { buildDesign, type Design, readRow, rowOf, type SparseRow } from '../model/design.ts';
import { families, familyNumber } from '../model/families.ts';
import type { Outlook } from '../model/predictive.ts';
import { askToSale } from '../model/prior.ts';
import { priorParts } from '../model/prior-price.ts';
import { type Line, valueAt } from '../model/solve.ts';
import { type Usual, writeTokens } from '../model/tokens.ts';
import { doubts, learnSpreads } from '../model/variance-components.ts';

export type PricedFacts = { facts: Facts; state: PriceState; price: number };

/** Prices as learned from comparables: a linear model of the log price, and how far off it is. */
export type LearnedPrices = {
  readonly design: Design;
  readonly line: Line;
  /** Log of the price in cents. */
  logOf(facts: Facts, state: PriceState): number;
  outlook(facts: Facts, state: PriceState): Outlook;
  rowFor(facts: Facts, state: PriceState): SparseRow;
  rowAt(row: number): SparseRow;
  /** Outlooks of the comparables themselves, each by a fit that had not seen it. */
  calibration: Calibration;
};

/** An ask counts half a sale: it is a hope, and hopes about one thing differ more than its sales do. */
const askWeight = 0.5;
const assumedNoise = 0.4;
const assumed = families.map(({ spread }) => spread);

/**
 * Condition, how many are sold together and the discount from ask to sale start from the hand-written prior and are corrected
 * by what the data says; where it says nothing (a level of condition never seen, no sale at all) the prior stands.
 */
export function assumedPart(facts: Facts, state: PriceState): number {
  const { condition, pieces } = priorParts(facts);
  return condition + pieces + assumedDiscount(state);
}

/** The log of what a sale is of an ask, before the comparables speak. */
export const assumedDiscount = (state: PriceState): number => (state === 'sold' ? askToSale.logMean : 0);

export function learnPrices(rows: readonly PricedFacts[]): LearnedPrices {
  const usual = usualOf(rows.map(({ facts }) => facts));
  const design = buildDesign(
    rows.map(({ facts, state }) => ({ facts, state, usual })),
    writeTokens,
  );
  const target = Float64Array.from(rows, ({ facts, state, price }) => Math.log(price) - assumedPart(facts, state));
  const weights = Float64Array.from(rows, ({ state }) => (state === 'ask' ? askWeight : 1));
  const learned = learnSpreads({ design, target, weights, assumed, assumedNoise });
  const calibration = calibrate(learned, target, rows);
  const columnDoubts = doubts(learned);
  const tierSlope = learned.line.coefficients[design.familyOf.indexOf(familyNumber.brandTier)] ?? 0;
  const days = rows.flatMap(({ facts }) => facts.day ?? []);
  const [first, last] = days.reduce(
    ([low, high], day) => [Math.min(low, day), Math.max(high, day)],
    [Infinity, -Infinity],
  );
  const rowFor = (facts: Facts, state: PriceState): SparseRow => {
    // Prices are not carried on past the last comparable: a trend is known only where it was seen.
    const day = facts.day === undefined ? undefined : Math.min(Math.max(facts.day, first), last);
    return readRow(design, { facts: { ...facts, day }, state, usual }, writeTokens);
  };
  return {
    design,
    line: learned.line,
    calibration,
    rowFor,
    rowAt: (row) => rowOf(design, row),
    logOf: (facts, state) => valueAt(learned.line, rowFor(facts, state)) + assumedPart(facts, state),
    outlook: (facts, state) => {
      const row = rowFor(facts, state);
      const value = valueAt(learned.line, row);
      const doubt = doubtOf(learned, columnDoubts, row);
      // A label that neither the comparables nor the prior knows may be of any tier that occurs here.
      if (priorParts(facts).brand === null && row.strangers.some(({ family }) => family === familyNumber.brand))
        doubt.strange += (tierSlope * usual.brandSpread) ** 2;
      const scale = calibration.scaleOf({ facts, state, level: value - learned.line.intercept, doubt });
      return { log: value + assumedPart(facts, state), scale, scores: calibration.scores(state) };
    },
  };
}

function usualOf(facts: readonly Facts[]): Usual & { brandSpread: number } {
  const parts = facts.map(priorParts);
  const brands = parts.flatMap(({ brand }) => brand ?? []);
  const brand = averageOf(brands);
  return {
    brand,
    brandSpread: Math.sqrt(averageOf(brands.map((value) => (value - brand) ** 2))),
    severalBrands: new Set(facts.map(({ brand: label }) => label)).size > 1,
    garment: averageOf(parts.flatMap(({ garment }) => garment ?? [])),
  };
}

const averageOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
