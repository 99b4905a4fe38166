// Learns prices from comparables: from facts to a predictive distribution, top to bottom.

import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { widestKind } from '../facts/garments.ts';
import { unheardDropper } from '../facts/known-fields.ts';
import { askToSale, priorParts } from '../prior.ts';
import { buildDesign, type Design, readRow, rowOf, type SparseRow } from '../regression/design.ts';
import { crossFit, type LinearModel, predictRow } from '../regression/ridge.ts';
import {
  clamp,
  coefficientVariances,
  type FittedRegression,
  fitVarianceComponents,
} from '../regression/variance-components.ts';
import type { PredictiveDistribution } from './predictive-distribution.ts';
import { type AveragePrior, families, familyNumber, writePriceTokens } from './price-tokens.ts';
import { fitScaleModel, heldOutUncertainties, type Uncertainty, uncertaintyOf } from './scale-model.ts';

/** A comparable as the model learns from it; the price is in cents. `weight` is how much it counts against the others. */
export type PricedFacts = { facts: Facts; state: PriceState; price: number; weight?: number };

/** A linear model of the log price (in cents), and how far off it is. */
export type PriceModel = {
  readonly design: Design;
  readonly linear: LinearModel;
  /** The log of the estimated price in cents. */
  logPrice(facts: Facts, state: PriceState): number;
  predict(facts: Facts, state: PriceState): PredictiveDistribution;
  rowFor(facts: Facts, state: PriceState): SparseRow;
  rowAt(row: number): SparseRow;
};

/** An ask counts half as much as a sale: asks for the same thing differ more than its sales do. */
const askWeight = 0.5;
/** The standard deviation of the log price that is assumed before any data. */
const assumedNoise = 0.4;

/** Fits the model. `rows` are in an order that has nothing to do with their prices, because cross-fitting deals its folds by it. */
export function fitPriceModel(rows: readonly PricedFacts[]): PriceModel {
  // Facts -> design.
  const average = averagePrior(rows.map(({ facts }) => facts));
  const design = buildDesign(
    rows.map(({ facts, state }) => ({ facts, state, average })),
    writePriceTokens,
  );
  const target = Float64Array.from(rows, ({ facts, state, price }) => Math.log(price) - assumedPart(facts, state));

  // Design -> linear model, with variance components.
  const fitted = fitVarianceComponents({
    design,
    target,
    weights: Float64Array.from(rows, ({ state, weight = 1 }) => weight * (state === 'ask' ? askWeight : 1)),
    assumed: families.map(({ assumed }) => assumed),
    assumedNoise,
  });
  const { model: linear } = fitted;

  // Linear model -> calibrated errors.
  const predictions = crossFit(fitted.problem, target);
  const errors = target.map((value, row) => value - (predictions[row] ?? 0));
  const uncertainties = heldOutUncertainties(fitted);
  const scaleRows = rows.map(({ facts, state }, row) => ({
    facts,
    state,
    level: (predictions[row] ?? 0) - linear.intercept,
    uncertainty: uncertainties[row] ?? { deviation: 1, unfamiliar: 0 },
  }));
  const scaleModel = fitScaleModel(scaleRows, errors);
  const scores = conformalScores(errors, scaleModel.scales, rows);

  // Linear model and calibrated errors -> predictive distribution.
  const clampDay = dayClamp(rows, average.newest);
  const uncertaintyFor = uncertaintyReader(fitted, average);
  const dropUnheard = unheardDropper(rows.map(({ facts }) => facts));
  const rowFor = (facts: Facts, state: PriceState): SparseRow =>
    readRow(design, { facts: clampDay(dropUnheard(facts)), state, average }, writePriceTokens);
  return {
    design,
    linear,
    rowFor,
    rowAt: (row) => rowOf(design, row),
    logPrice: (facts, state) => predictRow(linear, rowFor(facts, state)) + assumedPart(facts, state),
    predict(facts, state) {
      const row = rowFor(facts, state);
      const value = predictRow(linear, row);
      const uncertainty = uncertaintyFor(facts, row);
      const scale = scaleModel.scaleOf({ facts, state, level: value - linear.intercept, uncertainty });
      return { log: value + assumedPart(facts, state), scale, scores: scores[state] };
    },
  };
}

/**
 * What the prior says about the log price before the comparables correct it: condition, number of pieces, and the discount from
 * ask to sale. Where the comparables say nothing (a condition that none of them has, no sale at all), the prior applies.
 */
function assumedPart(facts: Facts, state: PriceState): number {
  const { condition, pieces } = priorParts(facts);
  return condition + pieces + assumedDiscount(state);
}

/** The log of a sale over an ask for the same thing, by the prior. */
export const assumedDiscount = (state: PriceState): number => (state === 'sold' ? askToSale.logMean : 0);

/** What the prior says about the comparables on average, and how much their brands differ by it (a standard deviation). */
function averagePrior(facts: readonly Facts[]): AveragePrior & { brandDeviation: number } {
  const parts = facts.map(priorParts);
  const brands = parts.flatMap(({ brand }) => brand ?? []);
  const brand = averageOf(brands);
  return {
    newest: facts.reduce((most, { day = 0 }) => Math.max(most, day), 0),
    brand,
    brandDeviation: Math.sqrt(averageOf(brands.map((value) => (value - brand) ** 2))),
    hasSeveralBrands: new Set(facts.map(({ brand: name }) => name)).size > 1,
    garment: averageOf(parts.flatMap(({ garment }) => garment ?? [])),
  };
}

/** For this long after the newest comparable was listed, prices are assumed to keep their trend. */
const mostDaysAhead = 45;

/**
 * Clamps the listing day: an item listed before all comparables counts as listed with the oldest, and one listed after them as
 * listed at most `mostDaysAhead` days later.
 */
function dayClamp(rows: readonly PricedFacts[], newest: number): (facts: Facts) => Facts {
  const oldest = rows.reduce((least, { facts: { day = Infinity } }) => Math.min(least, day), Infinity);
  return (facts) =>
    facts.day === undefined
      ? facts
      : { ...facts, day: Number.isFinite(oldest) ? clamp(facts.day, oldest, newest + mostDaysAhead) : undefined };
}

/**
 * The uncertainty about an item. A brand that neither the comparables nor the prior know may be in any price tier that occurs
 * here. A kind that no comparable has may be as far from the others as wide kinds are from each other, unless it has relatives
 * among them.
 */
function uncertaintyReader(
  fitted: FittedRegression,
  { brandDeviation }: { brandDeviation: number },
): (facts: Facts, row: SparseRow) => Uncertainty {
  const variances = coefficientVariances(fitted);
  const { design } = fitted.problem;
  const tierSlope = fitted.model.coefficients[design.familyOf.indexOf(familyNumber.brandTier)] ?? 0;
  const kindVariance = fitted.components.families[familyNumber.wideKind] ?? 0;
  return (facts, row) => {
    const { deviation, unfamiliar } = uncertaintyOf(fitted, variances, row);
    const isUnseen = (number: number): boolean => row.unseenTokens.some(({ family }) => family === number);
    const ofBrand =
      priorParts(facts).brand === null && isUnseen(familyNumber.brand) ? (tierSlope * brandDeviation) ** 2 : 0;
    const standsAlone = facts.garment !== undefined && widestKind(facts.garment) === undefined;
    const ofKind = standsAlone && isUnseen(familyNumber.garment) ? kindVariance : 0;
    return { deviation, unfamiliar: unfamiliar + ofBrand + ofKind };
  };
}

const averageOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** With fewer comparables of one state, its scores are read off all rows. */
const leastOfState = 60;

/**
 * Twelve quantiles of a Student-t distribution with four degrees of freedom, in scales (about half a standard deviation each).
 * They stand in while there are few errors, and a hundred errors outvote them.
 */
const assumedScores = [-3.3, -2.2, -1.5, -1, -0.57, -0.19, 0.19, 0.57, 1, 1.5, 2.2, 3.3];

/**
 * Cross-conformal calibration (Vovk 2015), with scores normalized by a scale of their own (Papadopoulos, Gammerman, and Vovk
 * 2008). Each row's error and scale come from fits that did not see the row. If old and new rows are exchangeable, and only then,
 * the interval between two quantiles of these scores has the coverage it promises. Returns the scores of each state, ascending.
 */
function conformalScores(
  errors: Float64Array,
  scales: Float64Array,
  rows: readonly { state: PriceState }[],
): Record<PriceState, Float64Array> {
  const scores = errors.map((error, row) => error / (scales[row] ?? 1));
  const scoresOf = (state: PriceState): Float64Array => {
    const own = scores.filter((_, row) => rows[row]?.state === state);
    return Float64Array.from([...(own.length < leastOfState ? scores : own), ...assumedScores]).sort();
  };
  return { sold: scoresOf('sold'), ask: scoresOf('ask') };
}
