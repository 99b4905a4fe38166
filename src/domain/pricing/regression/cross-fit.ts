// Cross-fitting: predicts every row of a fit by a model that was fitted without it.

import { predictLeftOut, type RidgeProblem } from './ridge.ts';

const steps = 10;

const foldCount = (rows: number): number => (rows < 60 ? 10 : 5);

/**
 * The prediction of each row by the ridge regression of the other folds, with the same weights and penalties. Folds take every
 * n-th row, so the order of the rows must have nothing to do with the target.
 */
export function crossFit(problem: RidgeProblem, target: Float64Array): Float64Array {
  const folds = foldCount(target.length);
  return predictLeftOut(problem, target, { folds, foldOf: (row) => row % folds, steps });
}
