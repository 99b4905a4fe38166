// Finds the comparables that are most similar to an item, among those that a reseller would accept.

import type { Cents } from '../../money.ts';
import type { Comparable } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import type { PriceModel } from '../model/price-model.ts';
import { familyNumber } from '../model/price-tokens.ts';
import type { Design } from '../regression/design.ts';
import type { Agreement, AgreementIndex } from './agreement-index.ts';

export type NearComparable = {
  comparable: Comparable;
  /** 0 to 1: the cosine of both items' tokens, weighted by their rarity and importance. */
  similarity: number;
  /** Its price as a sale of the item itself: multiplied by the ratio of both estimates. */
  adjusted: Cents;
  /** The same for all that are shown together. */
  agreement: Agreement;
};

/** `facts` are those that the model knows of it. The index knows all of them. */
type Row = { comparable: Comparable; facts: Facts };

type NearestFinder = (facts: Facts, count: number) => NearComparable[];

/**
 * Families whose tokens make two items similar, and how much beside their rarity. A size is rarer than a condition, but it hardly
 * changes a price: a seller of new jeans would not look at worn ones in the same size.
 */
const importance = new Map<number, number>(
  (
    [
      ['brand', 1],
      ['category', 1],
      ['subcategory', 1],
      ['garment', 1],
      ['model', 1],
      ['condition', 2],
      ['material', 1],
      ['size', 0.5],
      ['retail', 1],
      ['brandSubcategory', 1],
      ['word', 1],
      ['wordPair', 1],
      ['wholeTitle', 1],
    ] as const
  ).map(([name, weight]) => [familyNumber[name], weight]),
);

/**
 * Nearest comparables by cosine similarity with TF-IDF weights (Salton and Buckley 1988) over the model's own tokens. Shows
 * only those that agree best.
 */
export function nearestFinder(model: PriceModel, rows: readonly Row[], agreements: AgreementIndex): NearestFinder {
  const { design } = model;
  const squares = weigh(model).map((weight) => weight ** 2);
  const norms = rows.map((_, at) => Math.sqrt(sumOver(design, at, squares)));
  const wanted = new Float64Array(design.columnCount);
  return (facts, count) => {
    const log = model.logPrice(facts, 'sold');
    const best = agreements.bestFor(facts);
    if (best === null) return [];
    const own = model.rowFor(facts, 'sold').columns;
    let norm = 0;
    for (const column of own) {
      wanted[column] = squares[column] ?? 0;
      norm += squares[column] ?? 0;
    }
    const found = best.rows.flatMap((at) => {
      const row = rows[at];
      const similarity = sumOver(design, at, wanted) / (Math.sqrt(norm) * (norms[at] ?? 0) || 1);
      return row === undefined ? [] : [{ row, similarity }];
    });
    for (const column of own) wanted[column] = 0;
    return mostSimilar(found, count).map(({ row, similarity }) => ({
      comparable: row.comparable,
      similarity: Math.min(1, similarity),
      adjusted: Math.max(
        1,
        Math.round(row.comparable.price * Math.exp(log - model.logPrice(row.facts, row.comparable.state))),
      ),
      agreement: best.agreement,
    }));
  };
}

type Candidate = { row: Row; similarity: number };

/**
 * The most similar, sales before asks. If not all that are equally similar fit, the ones shown are spread evenly over their
 * prices: a photo shows little more than the type, and the newest tees would not represent what tees sell for.
 */
function mostSimilar(found: readonly Candidate[], count: number): Candidate[] {
  const tiers = Map.groupBy(found.toSorted(bySimilarity), ({ row, similarity }) =>
    [similarity.toFixed(9), row.comparable.state].join(' '),
  );
  const taken: Candidate[] = [];
  for (const tier of tiers.values()) taken.push(...evenly(tier, count - taken.length));
  return taken;
}

/** Picks up to `count` of them, spread evenly over their prices, and keeps their order. */
function evenly(tier: readonly Candidate[], count: number): readonly Candidate[] {
  if (tier.length <= count) return tier;
  const priceOf = ({ row }: Candidate) => row.comparable.price;
  const byPrice = tier.toSorted((one, other) => priceOf(one) - priceOf(other));
  const chosen = new Set(
    Array.from({ length: count }, (_, at) => byPrice[Math.floor(((at + 0.5) * tier.length) / count)]),
  );
  return tier.filter((one) => chosen.has(one));
}

/** Among comparables that are equally similar, sales come first, then the newest. */
const bySimilarity = (one: Candidate, other: Candidate): number =>
  other.similarity - one.similarity || bySale(one.row.comparable, other.row.comparable);

const bySale = (one: Comparable, other: Comparable): number =>
  Number(other.state === 'sold') - Number(one.state === 'sold') ||
  (other.seenAt ?? 0) - (one.seenAt ?? 0) ||
  (one.id < other.id ? -1 : 1);

/** Words of titles count in full from this effect on the log price, and less in proportion below it. */
const fullEffect = 0.05;
const titleFamilies = new Set([familyNumber.word, familyNumber.wordPair, familyNumber.wholeTitle]);

/** The weight of each token. A color is as rare a word as a model name, but it changes no price. */
function weigh({ design, linear }: PriceModel): Float64Array {
  const { columns, columnCount, familyOf, rowCount } = design;
  const seen = new Float64Array(columnCount);
  for (const column of columns) seen[column] = (seen[column] ?? 0) + 1;
  return seen.map((count, column) => {
    const family = familyOf[column] ?? -1;
    const effect = Math.abs(linear.coefficients[column] ?? 0);
    const share = titleFamilies.has(family) ? Math.min(1, effect / fullEffect) : 1;
    return (importance.get(family) ?? 0) * share * Math.log1p(rowCount / count);
  });
}

function sumOver({ starts, columns }: Design, row: number, weights: Float64Array): number {
  const end = starts[row + 1] ?? 0;
  let sum = 0;
  for (let at = starts[row] ?? 0; at < end; at++) sum += weights[columns[at] ?? 0] ?? 0;
  return sum;
}
