// Weighted ridge regression on a sparse design, by conjugate gradients.

import { conjugateGradients, dot, type MergedProblem, rowTimes, sumOf, weighed } from './conjugate-gradients.ts';
import type { Design, Distinct, SparseRow } from './design.ts';

/** A linear function of tokens: an intercept without penalty, and one coefficient per column of the design. */
export type LinearModel = { readonly intercept: number; readonly coefficients: Float64Array };

/** What a ridge regression is solved for, without its target. */
export type RidgeProblem = {
  design: Design;
  /** The weight of each row; 0 leaves the row out. */
  weights: Float64Array;
  /** The penalty on each column's squared coefficient; the intercept has none. */
  penalties: Float64Array;
};

/**
 * Minimizes `sum w (y - a - x b)^2 + sum penalty b^2` by conjugate gradients on the normal equations, with their diagonal as the
 * preconditioner (Hestenes and Stiefel 1952). No matrix is inverted or factored. Columns are centered implicitly: this removes
 * the intercept from the equations, and without it they converge faster. Duplicate columns are solved as one column, and share
 * its coefficient in inverse proportion to their penalties, which is the same solution.
 *
 * `target` has one value per row. `steps` is the most iterations; `start` is a solution to begin with.
 */
export function solveRidge(
  problem: RidgeProblem,
  target: Float64Array,
  steps: number,
  start?: LinearModel,
): LinearModel {
  const { design, penalties } = problem;
  const { distinct } = design;
  const merged = mergedProblem(problem);
  const first = start && sumDuplicates(start.coefficients, distinct);
  const { intercept, solution } = solveMerged(merged, target, steps, first);
  const coefficients = new Float64Array(design.columnCount);
  for (let column = 0; column < coefficients.length; column++) {
    const one = distinct.distinctOf[column] ?? 0;
    coefficients[column] = (solution[one] ?? 0) * shareOfDuplicate(merged.penalties[one] ?? 0, penalties[column] ?? 0);
  }
  return { coefficients, intercept };
}

/** A linear function of distinct columns. */
type MergedModel = { intercept: number; solution: Float64Array };

function solveMerged(merged: MergedProblem, target: Float64Array, steps: number, start?: Float64Array): MergedModel {
  const { matrix, weights, means } = merged;
  const { rowCount, starts, ends, columns, values } = matrix;
  const average = weightedMean(target, weights);
  const side = new Float64Array(matrix.columnCount);
  for (let row = 0; row < rowCount; row++) {
    const amount = (weights[row] ?? 0) * ((target[row] ?? 0) - average);
    if (amount === 0) continue;
    const ones = ends[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    let at = starts[row] ?? 0;
    for (; at < ones; at++) {
      const column = columns[at] ?? 0;
      side[column] = (side[column] ?? 0) + amount;
    }
    for (; at < end; at++) {
      const column = columns[at] ?? 0;
      side[column] = (side[column] ?? 0) + amount * (values[at] ?? 0);
    }
  }
  const solution = conjugateGradients(merged, side, steps, start);
  return { solution, intercept: average - dot(means, solution) };
}

/**
 * The prediction of each row by the regression of all rows that are in other folds. `foldOf` numbers the folds from 0. Without a
 * warm start, because a start from the full solution would carry over what the model must not have seen.
 */
function predictLeftOut(
  problem: RidgeProblem,
  target: Float64Array,
  { folds, foldOf, steps }: { folds: number; foldOf(row: number): number; steps: number },
): Float64Array {
  const merged = mergedProblem(problem);
  const predictions = new Float64Array(target.length);
  for (let fold = 0; fold < folds; fold++) {
    const weights = problem.weights.map((weight, row) => (foldOf(row) === fold ? 0 : weight));
    const { intercept, solution } = solveMerged(weighed(merged, weights), target, steps);
    for (let row = 0; row < target.length; row++)
      if (foldOf(row) === fold) predictions[row] = intercept + rowTimes(merged.matrix, row, solution);
  }
  return predictions;
}

/**
 * Solves the same system, `(X'WX + penalties) b = side`, for any right-hand side over the columns. Estimating the trace of its
 * inverse needs this. `start` is a solution to begin with.
 */
export function solveFor(problem: RidgeProblem, side: Float64Array, steps: number, start?: Float64Array): Float64Array {
  const { design, penalties } = problem;
  const { distinct } = design;
  const merged = mergedProblem(problem);
  const sides = new Float64Array(distinct.columnCount);
  for (let column = 0; column < side.length; column++) {
    const one = distinct.distinctOf[column] ?? 0;
    const share = shareOfDuplicate(merged.penalties[one] ?? 0, penalties[column] ?? 0);
    sides[one] = (sides[one] ?? 0) + (side[column] ?? 0) * share;
  }
  const solution = conjugateGradients(merged, sides, steps, start && sumDuplicates(start, distinct));
  // Duplicate columns differ only in the right-hand side: each takes the rest of its own side by its own penalty.
  return side.map((value, column) => {
    const one = distinct.distinctOf[column] ?? 0;
    const [penalty, all] = [penalties[column] ?? 0, merged.penalties[one] ?? 0];
    return (
      (solution[one] ?? 0) * shareOfDuplicate(all, penalty) +
      (penalty === all ? 0 : (value - (sides[one] ?? 0)) / penalty)
    );
  });
}

export function predictRow(model: LinearModel, row: SparseRow): number {
  let sum = model.intercept;
  for (let at = 0; at < row.columns.length; at++)
    sum += (row.values[at] ?? 0) * (model.coefficients[row.columns[at] ?? 0] ?? 0);
  return sum;
}

/** The model's predictions for every row of a design. */
export function predictAll({ intercept, coefficients }: LinearModel, { distinct }: Design): Float64Array<ArrayBuffer> {
  const merged = sumDuplicates(coefficients, distinct);
  const out = new Float64Array(distinct.rowCount);
  for (let row = 0; row < out.length; row++) out[row] = intercept + rowTimes(distinct, row, merged);
  return out;
}

/** The weighted sum of squares of each column: the diagonal of `X'WX` before centering. */
export function columnSquares(problem: RidgeProblem): Float64Array {
  const { squares } = mergedProblem(problem);
  return Float64Array.from(problem.design.distinct.distinctOf, (one) => squares[one] ?? 0);
}

/** A problem is usually solved for two right-hand sides. */
const mergedOf = new WeakMap<RidgeProblem, MergedProblem>();

function mergedProblem(problem: RidgeProblem): MergedProblem {
  const known = mergedOf.get(problem) ?? mergeDuplicates(problem);
  mergedOf.set(problem, known);
  return known;
}

/** Duplicate columns together are penalized like one column whose variance is the sum of theirs. */
function mergeDuplicates({ design: { distinct }, weights, penalties: each }: RidgeProblem): MergedProblem {
  const variances = new Float64Array(distinct.columnCount);
  for (let column = 0; column < each.length; column++) {
    const one = distinct.distinctOf[column] ?? 0;
    variances[one] = (variances[one] ?? 0) + 1 / (each[column] ?? 0);
  }
  const penalties = variances.map((sum) => 1 / sum);
  return weighed({ matrix: distinct, penalties }, weights);
}

/** A column's share of the coefficient of its duplicates. A column without duplicates takes all, even with penalty 0. */
const shareOfDuplicate = (merged: number, own: number): number => (merged === own ? 1 : merged / own);

/** The sum over the duplicates of each distinct column. */
function sumDuplicates(coefficients: Float64Array, { distinctOf, columnCount }: Distinct): Float64Array {
  const sums = new Float64Array(columnCount);
  for (let column = 0; column < coefficients.length; column++) {
    const one = distinctOf[column] ?? 0;
    sums[one] = (sums[one] ?? 0) + (coefficients[column] ?? 0);
  }
  return sums;
}

function weightedMean(values: Float64Array, weights: Float64Array): number {
  const total = sumOf(weights);
  return total > 0 ? dot(values, weights) / total : 0;
}

const crossFitSteps = 10;

const foldCount = (rows: number): number => (rows < 60 ? 10 : 5);

/**
 * The prediction of each row by the ridge regression of the other folds, with the same weights and penalties. Folds take every
 * n-th row, so the order of the rows must have nothing to do with the target.
 */
export function crossFit(problem: RidgeProblem, target: Float64Array): Float64Array {
  const folds = foldCount(target.length);
  return predictLeftOut(problem, target, { folds, foldOf: (row) => row % folds, steps: crossFitSteps });
}
