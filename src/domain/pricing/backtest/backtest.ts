// How right estimates are: the seller's own sales, each judged by a fit that has not seen it.

import type { Cents } from '../../money.ts';
import type { Item } from '../facts/comparable.ts';
import type { PricingFit } from '../fit/fit.ts';
import type { PriceRange } from '../model/predictive-distribution.ts';

/** With fewer sales, a result would be chance. */
export const leastSales = 20;
/** The newest sales are judged. More would take minutes, and say little more: at 400, the share within the range is exact to 4 points. */
export const mostJudged = 400;
/** One of the five parts is left out at a time. */
const folds = 5;
const mostWorst = 10;
/** Upper ends of the price ranges. */
const rangeEnds: readonly Cents[] = [1500, 3000, 6000, 12_000];

/** What was known of an item, and what it sold for. */
export type SoldItem = { id: string; price: Cents; item: Item & { title: string } };
/** `range`: held the price with a probability of 80 %, as the fit says. */
export type JudgedSale = { id: string; soldFor: Cents; estimate: Cents; range: PriceRange };

/** The same title at another time may be the same item, listed again: it is left out, too. */
const titleKey = (title: string): string => title.trim().toLowerCase();

/** The parts of which one is left out at a time, the same for the same sales. Sales with one title are in one part. */
export function foldsOf(sales: readonly SoldItem[]): SoldItem[][] {
  const titles = [...new Set(sales.map(({ item }) => titleKey(item.title)))].sort();
  const foldOf = new Map(titles.map((title, at) => [title, at % folds]));
  const parts = Array.from({ length: folds }, (_, fold) =>
    sales.filter(({ item }) => foldOf.get(titleKey(item.title)) === fold),
  );
  return parts.filter((part) => part.length > 0);
}

/** Judges a part by a fit of everything else. Sales for which the engine abstains are left out, as their price would have been. */
export function judgeFold(fit: PricingFit, sales: readonly SoldItem[]): JudgedSale[] {
  const titles = new Set(sales.map(({ item }) => titleKey(item.title)));
  const unseeing = fit.without(({ source, title = '' }) => source !== 'market' && titles.has(titleKey(title)));
  return sales.flatMap(({ id, price, item }) => {
    const value = unseeing.estimate(item);
    return value.kind === 'abstained' ? [] : [{ id, soldFor: price, estimate: value.price, range: value.range }];
  });
}

/** `bias`: the middle of estimate / price. 1.1: estimates are 10 % too high. */
type Score = { judged: number; inRange: number; medianErrorPercent: number | null; bias: number | null };
type RangeScore = Score & { fromCents: Cents; toCents: Cents | null };

/** How right the estimates were: in all, by the price of the sale, and the largest misses. */
export function scoreSales(sales: readonly JudgedSale[]): Score & { byPriceRange: RangeScore[]; worst: JudgedSale[] } {
  const byPriceRange = [...rangeEnds, null].map((toCents, at) => {
    const fromCents = rangeEnds[at - 1] ?? 0;
    const within = sales.filter(({ soldFor }) => soldFor >= fromCents && (toCents === null || soldFor < toCents));
    return { fromCents, toCents, ...score(within) };
  });
  const miss = ({ estimate, soldFor }: JudgedSale): number => Math.abs(Math.log(estimate / soldFor));
  const worst = [...sales].sort((one, other) => miss(other) - miss(one) || Number(other.id) - Number(one.id));
  return { ...score(sales), byPriceRange, worst: worst.slice(0, mostWorst) };
}

const score = (sales: readonly JudgedSale[]): Score => ({
  judged: sales.length,
  inRange: sales.filter(({ soldFor, range }) => soldFor >= range.low && soldFor <= range.high).length,
  medianErrorPercent: median(
    sales.map(({ estimate, soldFor }) => (100 * Math.abs(estimate - soldFor)) / soldFor),
    1,
  ),
  bias: median(
    sales.map(({ estimate, soldFor }) => estimate / soldFor),
    3,
  ),
});

function median(values: readonly number[], digits: number): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Number(((low + high) / 2).toFixed(digits));
}
