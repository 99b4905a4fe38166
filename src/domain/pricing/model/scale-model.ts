// Learns how uncertain the price model is about an item, and how large its errors are.

import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { buildDesign, hashText, readRow, type SparseRow, splineBasis, type TokenSink } from '../regression/design.ts';
import { crossFit, predictRow } from '../regression/ridge.ts';
import {
  coefficientVariances,
  type FittedRegression,
  fitVarianceComponents,
} from '../regression/variance-components.ts';
import { familyNumber } from './price-tokens.ts';

export type Uncertainty = {
  /**
   * A standard deviation of the log price: the noise, and what title, size, and crosses leave open. The scale model learns how
   * much it matters.
   */
  deviation: number;
  /**
   * A variance of the log price: brands and kinds that are hardly known. Too few comparables have such a brand or kind to
   * learn a weight, so it counts in full.
   */
  unfamiliar: number;
};

/** Families that say what an item is. */
const identityFamilies = new Set<number>([
  familyNumber.brand,
  familyNumber.brandUnlisted,
  familyNumber.brandDepartment,
  familyNumber.brandCategory,
  familyNumber.brandSubcategory,
  familyNumber.category,
  familyNumber.subcategory,
  familyNumber.garment,
  familyNumber.wideKind,
  familyNumber.model,
]);

export function uncertaintyOf(
  { problem, components }: FittedRegression,
  variances: Float64Array,
  row: SparseRow,
): Uncertainty {
  const sum = { common: components.noise, unfamiliar: 0 };
  for (let at = 0; at < row.columns.length; at++) {
    const column = row.columns[at] ?? 0;
    sum[kindOf(problem.design.familyOf[column])] += (row.values[at] ?? 0) ** 2 * (variances[column] ?? 0);
  }
  for (const { family, strength } of row.unseenTokens)
    sum[kindOf(family)] += strength ** 2 * (components.families[family] ?? 0);
  return { deviation: Math.sqrt(sum.common), unfamiliar: sum.unfamiliar };
}

/** The uncertainty about each row of the fit, as if it had not been part of it. */
export function heldOutUncertainties(fitted: FittedRegression): Uncertainty[] {
  const { problem, components } = fitted;
  const { design, weights, penalties } = problem;
  const { starts, columns, values } = design;
  const { noise } = components;
  const variances = coefficientVariances(fitted);
  const isIdentity = Uint8Array.from(design.familyOf, (family) => (identityFamilies.has(family) ? 1 : 0));
  return Array.from({ length: design.rowCount }, (_, row) => {
    const weight = weights[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    let [common, unfamiliar] = [noise, 0];
    for (let at = starts[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      const square = (values[at] ?? 0) ** 2;
      const information = noise / (variances[column] ?? 1) - weight * square;
      const own = (square * noise) / Math.max(information, penalties[column] ?? 0);
      if (isIdentity[column] === 1) unfamiliar += own;
      else common += own;
    }
    return { deviation: Math.sqrt(common), unfamiliar };
  });
}

const kindOf = (family: number | undefined): 'unfamiliar' | 'common' =>
  identityFamilies.has(family ?? -1) ? 'unfamiliar' : 'common';

/** What the size of an error may depend on. `level` is the log of the estimated price against the typical one. */
type ScaleRow = { facts: Facts; state: PriceState; level: number; uncertainty: Uncertainty };

type ScaleModel = {
  /** The typical size of an error of the log price for a new item. */
  scaleOf(row: ScaleRow): number;
  /** The same for each row of the fit, cross-fitted. */
  scales: Float64Array;
};

/** Scales are fitted to typical errors. A typical normal error is this fraction of the standard deviation. */
const typicalError = 0.53;
/** Errors below 2 % count as 2 %: the log of an accidental hit must not count as certainty. */
const leastError = 0.02;
/** With many rows, more than two rounds change the coverage by less than 0.2 points. */
const manyRows = 4000;
const roundsForMany = 2;

const scaleFamilies = {
  brand: 0,
  category: 1,
  subcategory: 2,
  model: 3,
  condition: 4,
  state: 5,
  level: 6,
  deviation: 7,
} as const;
/** Standard deviations assumed for the effects of these families on the log of the scale, in their order. */
const assumed: readonly number[] = [0.15, 0.2, 0.15, 0.15, 0.1, 0.15, 0.2, 0.3];

/**
 * A second regression, of the log size of each row's cross-fitted error (`errors`) on what is known about the row, on top of the
 * linear model's own standard deviation.
 */
export function fitScaleModel(rows: readonly ScaleRow[], errors: Float64Array): ScaleModel {
  const design = buildDesign(rows, writeScaleTokens);
  const offsets = rows.map(({ uncertainty }) => Math.log(uncertainty.deviation));
  const target = errors.map((error, row) => Math.log(Math.abs(error) + leastError) - (offsets[row] ?? 0));
  const fitted = fitVarianceComponents({
    design,
    target,
    weights: new Float64Array(rows.length).fill(1),
    assumed,
    assumedNoise: 1,
    ...(rows.length > manyRows && { rounds: roundsForMany }),
  });
  const predictions = crossFit(fitted.problem, target);
  return {
    scales: predictions.map((value, row) => widen(Math.exp(value + (offsets[row] ?? 0)), rows[row]?.uncertainty)),
    scaleOf: (row) => {
      const { uncertainty } = row;
      const value = predictRow(fitted.model, readRow(design, row, writeScaleTokens));
      return widen(Math.exp(value) * uncertainty.deviation, uncertainty);
    },
  };
}

const widen = (scale: number, uncertainty: Uncertainty | undefined): number =>
  Math.sqrt(scale ** 2 + typicalError ** 2 * (uncertainty?.unfamiliar ?? 0));

function writeScaleTokens({ facts, state, level, uncertainty }: ScaleRow, sink: TokenSink): void {
  const one = (family: number, text: string | undefined): void => {
    if (text !== undefined) sink(family, hashText(text), 0, 1);
  };
  one(scaleFamilies.brand, facts.brand);
  one(scaleFamilies.category, facts.category ?? facts.garment);
  one(scaleFamilies.subcategory, facts.subcategory);
  one(scaleFamilies.model, facts.model);
  one(scaleFamilies.condition, facts.condition ?? facts.otherCondition);
  one(scaleFamilies.state, state);
  splineBasis(Math.max(-3, Math.min(3, level)), 0.75, (knot, strength) => sink(scaleFamilies.level, knot, 0, strength));
  sink(scaleFamilies.deviation, 0, 0, Math.log(uncertainty.deviation));
}
