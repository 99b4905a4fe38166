// Cross-fitting: predicts every row of a fit by a model that was fitted without it.

import { predictAll, type RidgeProblem, solveRidge } from './ridge.ts';

/** Without a warm start, because a start from the full solution would carry over what the model must not have seen. */
const steps = 10;

const foldCount = (rows: number): number => (rows < 60 ? 10 : 5);

/**
 * The prediction of each row by the ridge regression of the other folds, with the same weights and penalties. Folds take every
 * n-th row, so the order of the rows must have nothing to do with the target.
 */
export function crossFit(problem: RidgeProblem, target: Float64Array): Float64Array {
  const folds = foldCount(target.length);
  const predictions = new Float64Array(target.length);
  for (let fold = 0; fold < folds; fold++) {
    const weights = problem.weights.map((weight, row) => (row % folds === fold ? 0 : weight));
    const values = predictAll(solveRidge({ ...problem, weights }, target, steps), problem.design);
    for (let row = fold; row < target.length; row += folds) predictions[row] = values[row] ?? 0;
  }
  return predictions;
}
