// Solves the equations of a weighted ridge regression over distinct columns, by conjugate gradients.

import type { Distinct } from './design.ts';

/** A ridge problem over distinct columns, with the weighted mean of each column for centering. */
export type MergedProblem = {
  matrix: Distinct;
  weights: Float64Array;
  penalties: Float64Array;
  means: Float64Array;
  /** The weighted sum of squares of each column. */
  squares: Float64Array;
  /** One over the diagonal of the centered equations. */
  preconditioner: Float64Array;
};

/** The same columns and penalties with these weights of the rows. */
export function weighed(
  { matrix, penalties }: Pick<MergedProblem, 'matrix' | 'penalties'>,
  weights: Float64Array,
): MergedProblem {
  const { sums, squares } = momentsOf(matrix, weights);
  const total = sumOf(weights);
  const means = total > 0 ? sums.map((sum) => sum / total) : sums;
  const preconditioner = squares.map((square, column) => {
    const centered = Math.max(0, square - total * (means[column] ?? 0) ** 2);
    return 1 / (centered + (penalties[column] ?? 0));
  });
  return { matrix, weights, penalties, means, squares, preconditioner };
}

/** The weighted sums of each column's values and of their squares. */
function momentsOf({ rowCount, columnCount, starts, ends, columns, values }: Distinct, weights: Float64Array) {
  const sums = new Float64Array(columnCount);
  const squares = new Float64Array(columnCount);
  for (let row = 0; row < rowCount; row++) {
    const weight = weights[row] ?? 0;
    if (weight === 0) continue;
    const ones = ends[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    let at = starts[row] ?? 0;
    for (; at < ones; at++) {
      const column = columns[at] ?? 0;
      sums[column] = (sums[column] ?? 0) + weight;
      squares[column] = (squares[column] ?? 0) + weight;
    }
    for (; at < end; at++) {
      const column = columns[at] ?? 0;
      const value = values[at] ?? 0;
      sums[column] = (sums[column] ?? 0) + weight * value;
      squares[column] = (squares[column] ?? 0) + weight * value ** 2;
    }
  }
  return { sums, squares };
}

export function conjugateGradients(
  problem: MergedProblem,
  side: Float64Array,
  steps: number,
  start?: Float64Array,
): Float64Array {
  const size = side.length;
  const { preconditioner } = problem;
  const product = new Float64Array(size);
  const solution = start?.slice() ?? new Float64Array(size);
  if (start !== undefined) multiply(problem, start, product);
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

/** The product of one row with a vector over the columns. Most entries are 1, and those are added without reading their value. */
export function rowTimes({ starts, ends, columns, values }: Distinct, row: number, vector: Float64Array): number {
  const ones = ends[row] ?? 0;
  const end = starts[row + 1] ?? 0;
  let at = starts[row] ?? 0;
  let sum = 0;
  for (; at < ones; at++) sum += vector[columns[at] ?? 0] ?? 0;
  for (; at < end; at++) sum += (values[at] ?? 0) * (vector[columns[at] ?? 0] ?? 0);
  return sum;
}

export const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
