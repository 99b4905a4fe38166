// The scores that turn a scale into an interval with a promised coverage.

import type { PriceState } from '../facts/comparable.ts';

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
export function conformalScores(
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
