/** How many parts the comparables are dealt into; each is predicted by a fit that never saw it. */
export const foldsFor = (rows: number): number => (rows < 60 ? 10 : 5);

/** The weights with one fold left out. Rows stand in an order that has nothing to do with time or price. */
export function withoutFold(weights: Float64Array, fold: number, folds: number): Float64Array {
  return weights.map((weight, row) => (row % folds === fold ? 0 : weight));
}
