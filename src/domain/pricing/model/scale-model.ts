// Learns how large the errors of the price model are, and for which items.

import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { buildDesign, readRow, type TokenSink } from '../regression/design.ts';
import { splineBasis } from '../regression/linear-spline.ts';
import { crossFit, predictRow } from '../regression/ridge.ts';
import { hashText } from '../regression/token-index.ts';
import { fitVarianceComponents } from '../regression/variance-components.ts';
import type { Uncertainty } from './uncertainty.ts';

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
