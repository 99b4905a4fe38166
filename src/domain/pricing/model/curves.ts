import { buildDesign, readRow, type TokenSink } from './design.ts';
import { valueAt } from './solve.ts';
import { bend } from './tokens.ts';
import { learnSpreads } from './variance-components.ts';

/** A quantity, and how far apart the knots of its curve stand. */
export type Axis<Row> = { of(row: Row): number; step: number };

/**
 * What happened, as a sum of smooth curves of a few quantities (for example: whether a price will be cut, from its position,
 * likes and days). Straight part and bends are shrunk apart, so that curves appear only where the data draws them.
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
      bend(value, step, (knot, strength) => sink(2 * axis + 1, knot, 0, strength));
    });
  };
  const design = buildDesign(rows, write);
  const { line } = learnSpreads({
    design,
    target: Float64Array.from(happened),
    weights: new Float64Array(rows.length).fill(1),
    assumed: axes.flatMap(() => [0.3, 0.2]),
    assumedNoise: 0.4,
  });
  return (row) => valueAt(line, readRow(design, row, write));
}
