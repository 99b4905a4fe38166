import type { Cents } from '../../money.ts';
import type { Comparable } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { familyNumber } from '../model/families.ts';
import type { LearnedPrices } from './learned-prices.ts';

export type NearComparable = {
  comparable: Comparable;
  /** 0 to 1: the cosine of both things' tokens, rare ones counting more. */
  likeness: number;
  /** Its price brought to the item, as a sale: times what the model says lies between the two. */
  adjusted: Cents;
};

type Row = { comparable: Comparable; facts: Facts };

export type NearestFinder = (facts: Facts, count: number) => NearComparable[];

/** Tokens that make things alike; a price flag or a day does not. */
const telling = new Set<number>(
  (
    [
      'brand',
      'category',
      'subcategory',
      'garment',
      'model',
      'condition',
      'material',
      'size',
      'brandSubcategory',
      'word',
      'wordPair',
      'wholeTitle',
    ] as const
  ).map((name) => familyNumber[name]),
);

/**
 * Nearest comparables by TF-IDF over the fit's own tokens. Of another kind of thing none is shown; where enough share the
 * label, only those.
 */
export function nearestFinder(prices: LearnedPrices, rows: readonly Row[]): NearestFinder {
  const { design } = prices;
  const rarity = rarities(design);
  const squares = rarity.map((weight) => weight ** 2);
  const norms = rows.map((_, at) => Math.sqrt(sumOver(design, at, squares)));
  const wanted = new Float64Array(design.columnCount);
  return (facts, count) => {
    const own = prices.rowFor(facts, 'sold').columns;
    let norm = 0;
    for (const column of own) {
      wanted[column] = squares[column] ?? 0;
      norm += squares[column] ?? 0;
    }
    const found = rows.flatMap((row, at) =>
      isSameKind(row.facts, facts)
        ? [{ row, likeness: sumOver(design, at, wanted) / (Math.sqrt(norm) * (norms[at] ?? 0) || 1) }]
        : [],
    );
    found.sort(
      (one, other) => other.likeness - one.likeness || (one.row.comparable.id < other.row.comparable.id ? -1 : 1),
    );
    for (const column of own) wanted[column] = 0;
    const sameBrand = found.filter(({ row }) => row.facts.brand !== undefined && row.facts.brand === facts.brand);
    const chosen = (sameBrand.length >= count ? sameBrand : found).slice(0, count);
    const log = prices.logOf(facts, 'sold');
    return chosen.map(({ row, likeness }) => ({
      comparable: row.comparable,
      likeness: Math.min(1, likeness),
      adjusted: Math.max(
        1,
        Math.round(row.comparable.price * Math.exp(log - prices.logOf(row.facts, row.comparable.state))),
      ),
    }));
  };
}

const isSameKind = (one: Facts, other: Facts): boolean =>
  other.garment !== undefined && one.garment !== undefined
    ? one.garment === other.garment
    : other.category === undefined || one.category === other.category;

function rarities({ columns, columnCount, familyOf, rowCount }: LearnedPrices['design']): Float64Array {
  const seen = new Float64Array(columnCount);
  for (const column of columns) seen[column] = (seen[column] ?? 0) + 1;
  return seen.map((count, column) => (telling.has(familyOf[column] ?? -1) ? Math.log1p(rowCount / count) : 0));
}

/** The sum of what a row's columns weigh. */
function sumOver({ starts, columns }: LearnedPrices['design'], row: number, weights: Float64Array): number {
  const end = starts[row + 1] ?? 0;
  let sum = 0;
  for (let at = starts[row] ?? 0; at < end; at++) sum += weights[columns[at] ?? 0] ?? 0;
  return sum;
}
