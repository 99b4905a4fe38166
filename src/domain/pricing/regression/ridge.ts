// Weighted ridge regression on a sparse design, by conjugate gradients.

import type { Design, SparseRow } from './design.ts';
import type { Distinct, Matrix } from './distinct-columns.ts';

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
  const { design, weights } = problem;
  const { distinct } = design;
  const merged = mergedProblem(problem);
  const average = weightedMean(target, weights);
  const side = new Float64Array(distinct.columnCount);
  for (let row = 0; row < distinct.rowCount; row++) {
    const amount = (weights[row] ?? 0) * ((target[row] ?? 0) - average);
    const end = distinct.starts[row + 1] ?? 0;
    for (let at = distinct.starts[row] ?? 0; at < end; at++) {
      const column = distinct.columns[at] ?? 0;
      side[column] = (side[column] ?? 0) + amount * (distinct.values[at] ?? 0);
    }
  }
  const first = start === undefined ? new Float64Array(side.length) : sumDuplicates(start.coefficients, distinct);
  const solution = conjugateGradients(merged, side, first, steps);
  const coefficients = new Float64Array(design.columnCount);
  for (let column = 0; column < coefficients.length; column++) {
    const one = distinct.distinctOf[column] ?? 0;
    coefficients[column] =
      (solution[one] ?? 0) * shareOfDuplicate(merged.penalties[one] ?? 0, problem.penalties[column] ?? 0);
  }
  return { coefficients, intercept: average - dot(merged.means, solution) };
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
  const first = start === undefined ? new Float64Array(sides.length) : sumDuplicates(start, distinct);
  const solution = conjugateGradients(merged, sides, first, steps);
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

/** The model's prediction for one row. */
export function predictRow(model: LinearModel, row: SparseRow): number {
  let sum = model.intercept;
  for (let at = 0; at < row.columns.length; at++)
    sum += (row.values[at] ?? 0) * (model.coefficients[row.columns[at] ?? 0] ?? 0);
  return sum;
}

/** The model's predictions for every row of a design. */
export function predictAll(model: LinearModel, { distinct }: Design): Float64Array {
  const { rowCount, starts, columns, values } = distinct;
  const coefficients = sumDuplicates(model.coefficients, distinct);
  const out = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const end = starts[row + 1] ?? 0;
    let sum = model.intercept;
    for (let at = starts[row] ?? 0; at < end; at++) sum += (values[at] ?? 0) * (coefficients[columns[at] ?? 0] ?? 0);
    out[row] = sum;
  }
  return out;
}

/** The weighted sum of squares of each column: the diagonal of `X'WX` before centering. */
export function columnSquares({
  design: { distinct },
  weights,
}: Pick<RidgeProblem, 'design' | 'weights'>): Float64Array {
  const squares = squaresOf(distinct, weights);
  return Float64Array.from(distinct.distinctOf, (one) => squares[one] ?? 0);
}

function squaresOf({ rowCount, columnCount, starts, columns, values }: Matrix, weights: Float64Array): Float64Array {
  const squares = new Float64Array(columnCount);
  for (let row = 0; row < rowCount; row++) {
    const weight = weights[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      squares[column] = (squares[column] ?? 0) + weight * (values[at] ?? 0) ** 2;
    }
  }
  return squares;
}

/** A ridge problem over distinct columns, with the weighted mean of each column for centering. */
type MergedProblem = {
  matrix: Distinct;
  weights: Float64Array;
  penalties: Float64Array;
  means: Float64Array;
  /** One over the diagonal of the centered equations. */
  preconditioner: Float64Array;
};

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
  const means = meansOf(distinct, weights);
  const total = sumOf(weights);
  const preconditioner = squaresOf(distinct, weights).map((squares, column) => {
    const centered = Math.max(0, squares - total * (means[column] ?? 0) ** 2);
    return 1 / (centered + (penalties[column] ?? 0));
  });
  return { matrix: distinct, weights, penalties, means, preconditioner };
}

/** A column's share of the coefficient of its duplicates. A column without duplicates takes all, also with penalty 0. */
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

function meansOf({ rowCount, columnCount, starts, columns, values }: Matrix, weights: Float64Array): Float64Array {
  const means = new Float64Array(columnCount);
  let total = 0;
  for (let row = 0; row < rowCount; row++) {
    const weight = weights[row] ?? 0;
    total += weight;
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      means[column] = (means[column] ?? 0) + weight * (values[at] ?? 0);
    }
  }
  return total > 0 ? means.map((sum) => sum / total) : means;
}

function weightedMean(values: Float64Array, weights: Float64Array): number {
  const total = sumOf(weights);
  return total > 0 ? dot(values, weights) / total : 0;
}

function conjugateGradients(
  problem: MergedProblem,
  side: Float64Array,
  start: Float64Array,
  steps: number,
): Float64Array {
  const size = side.length;
  const { preconditioner } = problem;
  const product = new Float64Array(size);
  const solution = start.slice();
  multiply(problem, solution, product);
  const residual = side.map((value, at) => value - (product[at] ?? 0));
  const direction = residual.map((value, at) => value * (preconditioner[at] ?? 0));
  let error = dot(residual, direction);
  const tolerance = 1e-8 * error;
  for (let step = 0; step < steps && error > tolerance; step++) {
    multiply(problem, direction, product);
    const stride = error / dot(direction, product);
    if (!Number.isFinite(stride)) break;
    let next = 0;
    for (let at = 0; at < size; at++) {
      solution[at] = (solution[at] ?? 0) + stride * (direction[at] ?? 0);
      const left = (residual[at] ?? 0) - stride * (product[at] ?? 0);
      residual[at] = left;
      next += left * left * (preconditioner[at] ?? 0);
    }
    const ratio = next / error;
    for (let at = 0; at < size; at++)
      direction[at] = (residual[at] ?? 0) * (preconditioner[at] ?? 0) + ratio * (direction[at] ?? 0);
    error = next;
  }
  return solution;
}

/**
 * `out = (X'WX + penalties) vector` for centered columns, in one pass over the rows. Most entries are 1, and those are added without
 * reading their value: half of the time of a fit is spent here.
 */
function multiply({ matrix, weights, penalties, means }: MergedProblem, vector: Float64Array, out: Float64Array): void {
  const { rowCount, columnCount, starts, ends, columns, values } = matrix;
  const shift = dot(means, vector);
  out.fill(0);
  let total = 0;
  for (let row = 0; row < rowCount; row++) {
    const weight = weights[row] ?? 0;
    if (weight === 0) continue;
    const begin = starts[row] ?? 0;
    const ones = ends[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    let sum = -shift;
    for (let at = begin; at < ones; at++) sum += vector[columns[at] ?? 0] ?? 0;
    for (let at = ones; at < end; at++) sum += (values[at] ?? 0) * (vector[columns[at] ?? 0] ?? 0);
    sum *= weight;
    total += sum;
    for (let at = begin; at < ones; at++) {
      const column = columns[at] ?? 0;
      out[column] = (out[column] ?? 0) + sum;
    }
    for (let at = ones; at < end; at++) {
      const column = columns[at] ?? 0;
      out[column] = (out[column] ?? 0) + sum * (values[at] ?? 0);
    }
  }
  for (let column = 0; column < columnCount; column++)
    out[column] = (out[column] ?? 0) + (penalties[column] ?? 0) * (vector[column] ?? 0) - total * (means[column] ?? 0);
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
