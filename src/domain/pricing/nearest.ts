import type { Cents } from '../money.ts';
import type { Comparable } from './comparable.ts';
import type { Facts } from './facts.ts';
import { familyNumber } from './families.ts';
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
  const norms = rows.map((_, at) => Math.sqrt(strength(prices.rowAt(at).columns, rarity)));
  const wanted = new Float64Array(design.columnCount);
  return (facts, count) => {
    const own = prices.rowFor(facts, 'sold').columns;
    const norm = Math.sqrt(strength(own, rarity));
    for (const column of own) wanted[column] = (rarity[column] ?? 0) ** 2;
    const found = rows
      .map((row, at) => ({ row, at }))
      .filter(({ row }) => isSameKind(row.facts, facts))
      .map(({ row, at }) => ({
        row,
        likeness: likenessOf(prices.rowAt(at).columns, wanted) / ((norms[at] ?? 0) * norm || 1),
      }))
      .sort(
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

function strength(columns: Int32Array, rarity: Float64Array): number {
  let sum = 0;
  for (const column of columns) sum += (rarity[column] ?? 0) ** 2;
  return sum;
}

function likenessOf(columns: Int32Array, wanted: Float64Array): number {
  let sum = 0;
  for (const column of columns) sum += wanted[column] ?? 0;
  return sum;
}
