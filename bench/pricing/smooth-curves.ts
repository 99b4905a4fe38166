// Fits smooth curves of a few quantities, to see what goes with a sale.

import { buildDesign, readRow, type TokenSink } from '#domain/pricing/regression/design.ts';
import { splineBasis } from '#domain/pricing/regression/linear-spline.ts';
import { predictRow } from '#domain/pricing/regression/ridge.ts';
import { fitVarianceComponents } from '#domain/pricing/regression/variance-components.ts';

/** A quantity, and the distance between the knots of its curve. */
export type Axis<Row> = { of(row: Row): number; step: number };

/**
 * Predicts what happened by a sum of piecewise linear curves, for example whether a price was cut, by its position, likes, and
 * days. The straight part and the bends of a curve are shrunk separately, so a curve bends only if the data says so.
 */
export function fitCurves<Row>(
  rows: readonly Row[],
  happened: readonly number[],
  axes: readonly Axis<Row>[],
): (row: Row) => number {
  const write = (row: Row, sink: TokenSink): void => {
    axes.forEach(({ of, step }, axis) => {
      const value = of(row);
      sink(2 * axis, 0, 0, value);
      splineBasis(value, step, (knot, strength) => sink(2 * axis + 1, knot, 0, strength));
    });
  };
  const design = buildDesign(rows, write);
  const { model } = fitVarianceComponents({
    design,
    target: Float64Array.from(happened),
    weights: new Float64Array(rows.length).fill(1),
    assumed: axes.flatMap(() => [0.3, 0.2]),
    assumedNoise: 0.4,
  });
  return (row) => predictRow(model, readRow(design, row, write));
}
