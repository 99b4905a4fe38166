import type { Design, SparseRow } from './design.ts';
import type { Distinct, Matrix } from './distinct-columns.ts';

/** A linear function of tokens: an intercept that is free and one coefficient a column. */
export type Line = { readonly intercept: number; readonly coefficients: Float64Array };

export type Equations = {
  design: Design;
  /** How much each row counts; 0 leaves it out. */
  weights: Float64Array;
  /** The penalty on each column's squared coefficient; the intercept has none. */
  penalties: Float64Array;
};

/**
 * Weighted ridge regression: minimises `sum w (y - a - x b)^2 + sum penalty b^2` by conjugate gradients on the normal
 * equations, preconditioned with their diagonal (Hestenes and Stiefel 1952). Columns are centred, without ever being stored so:
 * the intercept falls out of the equations, and with it the mode that made them converge slowly. Nothing is inverted. Equal
 * columns are solved as one, whose coefficient they share in proportion to how little each is penalised: the same solution.
 */
export function solveRidge(equations: Equations, target: Float64Array, steps: number, from?: Line): Line {
  const { design, weights } = equations;
  const { distinct } = design;
  const merged = mergedOf(equations);
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
  const start = from === undefined ? new Float64Array(side.length) : sumsOf(from.coefficients, distinct);
  const solution = conjugateGradients(merged, side, start, steps);
  const coefficients = new Float64Array(design.columnCount);
  for (let column = 0; column < coefficients.length; column++) {
    const one = distinct.of[column] ?? 0;
    coefficients[column] = (solution[one] ?? 0) * shareOf(merged.penalties[one] ?? 0, equations.penalties[column] ?? 0);
  }
  return { coefficients, intercept: average - dot(merged.means, solution) };
}

/** The solution for an arbitrary right side over the columns: what a stochastic trace needs. */
export function solveSide(equations: Equations, side: Float64Array, steps: number, from?: Float64Array): Float64Array {
  const { design, penalties } = equations;
  const { distinct } = design;
  const merged = mergedOf(equations);
  const sides = new Float64Array(distinct.columnCount);
  for (let column = 0; column < side.length; column++) {
    const one = distinct.of[column] ?? 0;
    const share = shareOf(merged.penalties[one] ?? 0, penalties[column] ?? 0);
    sides[one] = (sides[one] ?? 0) + (side[column] ?? 0) * share;
  }
  const start = from === undefined ? new Float64Array(sides.length) : sumsOf(from, distinct);
  const solution = conjugateGradients(merged, sides, start, steps);
  // Equal columns differ in the right side alone: what is left of it falls to each by its own penalty.
  return side.map((value, column) => {
    const one = distinct.of[column] ?? 0;
    const [penalty, all] = [penalties[column] ?? 0, merged.penalties[one] ?? 0];
    return (solution[one] ?? 0) * shareOf(all, penalty) + (penalty === all ? 0 : (value - (sides[one] ?? 0)) / penalty);
  });
}

export function valueAt(line: Line, row: SparseRow): number {
  let sum = line.intercept;
  for (let at = 0; at < row.columns.length; at++)
    sum += (row.values[at] ?? 0) * (line.coefficients[row.columns[at] ?? 0] ?? 0);
  return sum;
}

/** The line's value for every row of a design. */
export function valuesOf(line: Line, { distinct }: Design): Float64Array {
  const { rowCount, starts, columns, values } = distinct;
  const coefficients = sumsOf(line.coefficients, distinct);
  const out = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const end = starts[row + 1] ?? 0;
    let sum = line.intercept;
    for (let at = starts[row] ?? 0; at < end; at++) sum += (values[at] ?? 0) * (coefficients[columns[at] ?? 0] ?? 0);
    out[row] = sum;
  }
  return out;
}

/** The sum of weights on each column, squared strengths counted: how much was seen of it. */
export function massOf({ design: { distinct }, weights }: Pick<Equations, 'design' | 'weights'>): Float64Array {
  const mass = massesOf(distinct, weights);
  return Float64Array.from(distinct.of, (one) => mass[one] ?? 0);
}

function massesOf({ rowCount, columnCount, starts, columns, values }: Matrix, weights: Float64Array): Float64Array {
  const mass = new Float64Array(columnCount);
  for (let row = 0; row < rowCount; row++) {
    const weight = weights[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      mass[column] = (mass[column] ?? 0) + weight * (values[at] ?? 0) ** 2;
    }
  }
  return mass;
}

/** The equations over distinct columns, centred. */
type Merged = { matrix: Matrix; weights: Float64Array; penalties: Float64Array; means: Float64Array };

function mergedOf({ design: { distinct }, weights, penalties }: Equations): Merged {
  const freedom = new Float64Array(distinct.columnCount);
  for (let column = 0; column < penalties.length; column++) {
    const one = distinct.of[column] ?? 0;
    freedom[one] = (freedom[one] ?? 0) + 1 / (penalties[column] ?? 0);
  }
  return { matrix: distinct, weights, penalties: freedom.map((sum) => 1 / sum), means: meansOf(distinct, weights) };
}

/** The part of a column among those equal to it; a column of its own is the whole, without a penalty too. */
const shareOf = (all: number, own: number): number => (all === own ? 1 : all / own);

/** What equal columns come to together. */
function sumsOf(coefficients: Float64Array, { of, columnCount }: Distinct): Float64Array {
  const sums = new Float64Array(columnCount);
  for (let column = 0; column < coefficients.length; column++) {
    const one = of[column] ?? 0;
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

function conjugateGradients(equations: Merged, side: Float64Array, start: Float64Array, steps: number): Float64Array {
  const size = side.length;
  const inverse = inverseDiagonal(equations);
  const image = new Float64Array(size);
  const solution = start.slice();
  multiply(equations, solution, image);
  const rest = side.map((value, at) => value - (image[at] ?? 0));
  const direction = rest.map((value, at) => value * (inverse[at] ?? 0));
  let error = dot(rest, direction);
  const enough = 1e-8 * error;
  for (let step = 0; step < steps && error > enough; step++) {
    multiply(equations, direction, image);
    const stride = error / dot(direction, image);
    if (!Number.isFinite(stride)) break;
    let next = 0;
    for (let at = 0; at < size; at++) {
      solution[at] = (solution[at] ?? 0) + stride * (direction[at] ?? 0);
      const left = (rest[at] ?? 0) - stride * (image[at] ?? 0);
      rest[at] = left;
      next += left * left * (inverse[at] ?? 0);
    }
    const turn = next / error;
    for (let at = 0; at < size; at++)
      direction[at] = (rest[at] ?? 0) * (inverse[at] ?? 0) + turn * (direction[at] ?? 0);
    error = next;
  }
  return solution;
}

function inverseDiagonal({ matrix, weights, penalties, means }: Merged): Float64Array {
  const total = sumOf(weights);
  return massesOf(matrix, weights).map((mass, column) => {
    const spread = Math.max(0, mass - total * (means[column] ?? 0) ** 2);
    return 1 / (spread + (penalties[column] ?? 0));
  });
}

/** `out = (X'WX + penalties) vector` for centred columns, in one pass over the rows. */
function multiply({ matrix, weights, penalties, means }: Merged, vector: Float64Array, out: Float64Array): void {
  const { rowCount, columnCount, starts, columns, values } = matrix;
  const shift = dot(means, vector);
  out.fill(0);
  let total = 0;
  for (let row = 0; row < rowCount; row++) {
    const weight = weights[row] ?? 0;
    if (weight === 0) continue;
    const begin = starts[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    let sum = -shift;
    for (let at = begin; at < end; at++) sum += (values[at] ?? 0) * (vector[columns[at] ?? 0] ?? 0);
    sum *= weight;
    total += sum;
    for (let at = begin; at < end; at++) {
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
