// The baseline that the pricing engine must beat.
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { type Facts, readFacts } from '#domain/pricing/facts/facts.ts';
import { familyNumber } from '#domain/pricing/model/families.ts';
import { writePriceTokens } from '#domain/pricing/model/price-tokens.ts';
import { buildDesign, readRow, type TokenSink } from '#domain/pricing/regression/design.ts';
import { predictAll, predictRow, solveRidge } from '#domain/pricing/regression/ridge.ts';
import { mean } from './figures.ts';

type BaselineRow = { facts: Facts; state: Comparable['state'] };

const average = { brand: 0, garment: 0, newest: 0, hasSeveralBrands: true };

const plain = new Set<number>(
  (
    [
      'brand',
      'department',
      'category',
      'subcategory',
      'model',
      'condition',
      'material',
      'size',
      'detail',
      'retailLevel',
      'brandCategory',
      'categoryCondition',
      'word',
      'wordPair',
      'sold',
      'soldBrand',
    ] as const
  ).map((name) => familyNumber[name]),
);

const writePlain = (row: BaselineRow, sink: TokenSink): void =>
  writePriceTokens({ ...row, average }, (family, first, second, strength) => {
    if (plain.has(family)) sink(family, first, second, strength);
  });

/**
 * The baseline that the engine must beat: ridge regression on fields, three crosses, and title words, with one penalty for all of
 * them, chosen by five-fold cross-validation. Returns the log of the price for each row's own state.
 */
export function fitBaseline(comparables: readonly Comparable[]): (row: Comparable) => number {
  const rows = comparables.map((comparable) => ({ facts: readFacts(comparable), state: comparable.state }));
  const design = buildDesign(rows, writePlain);
  const target = Float64Array.from(comparables, ({ price }) => Math.log(price));
  const all = new Float64Array(rows.length).fill(1);
  const fitWith = (penalty: number, weights: Float64Array) =>
    solveRidge({ design, weights, penalties: new Float64Array(design.columnCount).fill(penalty) }, target, 40);
  const errorOf = (penalty: number): number =>
    mean(
      [0, 1, 2, 3, 4].flatMap((fold) => {
        const values = predictAll(
          fitWith(
            penalty,
            all.map((_, row) => (row % 5 === fold ? 0 : 1)),
          ),
          design,
        );
        return comparables.flatMap((_, row) =>
          row % 5 === fold ? ((values[row] ?? 0) - (target[row] ?? 0)) ** 2 : [],
        );
      }),
    );
  const [best = 1] = [0.5, 1, 2, 4, 8]
    .map((penalty) => ({ penalty, error: errorOf(penalty) }))
    .sort((one, other) => one.error - other.error)
    .map(({ penalty }) => penalty);
  const model = fitWith(best, all);
  return (comparable) =>
    predictRow(model, readRow(design, { facts: readFacts(comparable), state: comparable.state }, writePlain));
}
