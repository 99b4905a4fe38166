// Says what a price rests on: the comparables that are shown, few of its brand, or its retail price.

import { type Cents, inWholeDollars } from '../../money.ts';
import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { once } from '../keep-recent.ts';
import { amountAt, type PredictiveDistribution } from '../model/predictive-distribution.ts';
import type { PriceModel } from '../model/price-model.ts';
import { askToSale } from '../prior.ts';
import { isOfOtherKind } from './agreement-index.ts';
import type { NearComparable } from './nearest.ts';

/** With fewer comparables of the brand and kind, an estimate rests on other brands and kinds, too. */
export const leastOfBrand = 3;

/** "No comps are the same brand and type". */
export const fewOfBrandMessage = (count: number): string =>
  count === 0
    ? 'No comps are the same brand and type'
    : count === 1
      ? 'Only 1 comp is the same brand and type'
      : `Only ${count} comps are the same brand and type`;

/** The same with what follows from it. `prices`: "this price is" or "these prices are". */
export const borrowedMessage = (count: number, prices: string): string =>
  `${fewOfBrandMessage(count)}, so ${prices} ${count === 0 ? '' : 'also '}estimated from other brands and types.`;

type Near = Pick<NearComparable, 'comparable' | 'adjusted' | 'agreement'>;

/** The log of what a comparable may stand for: an ask is worth between a usual sale and itself, and a sale was asked up to as much more. */
function worthOf({ comparable: { price, state } }: Near, as: PriceState): { low: number; high: number } {
  const log = Math.log(price);
  if (state === as) return { low: log, high: log };
  return as === 'sold' ? { low: log + askToSale.logMean, high: log } : { low: log, high: log - askToSale.logMean };
}

/**
 * A range that holds none of the comparables of the item's own brand and type is too sure of what the model learned elsewhere, such
 * as from retail prices: sellers enter those as they like. The distribution is then made so wide that its `coverage` range reaches
 * the nearest of them.
 */
export function widenToComparables(
  distribution: PredictiveDistribution,
  { near, as, coverage }: { near: readonly Near[]; as: PriceState; coverage: number },
): PredictiveDistribution {
  const [first] = near;
  if (first === undefined || isOfOtherKind(first.agreement)) return distribution;
  const worths = near.map((one) => worthOf(one, as));
  const [least, most] = [Math.min(...worths.map(({ low }) => low)), Math.max(...worths.map(({ high }) => high))];
  const end = most < distribution.log ? most : least > distribution.log ? least : null;
  if (end === null) return distribution;
  const share = end < distribution.log ? (1 - coverage) / 2 : (1 + coverage) / 2;
  const reached = Math.log(amountAt(distribution, share)) - distribution.log;
  const factor = (end - distribution.log) / reached;
  return factor > 1 && Number.isFinite(factor) ? { ...distribution, scale: distribution.scale * factor } : distribution;
}

/** Why a price is above or below all comparables that are shown, in a sentence; none if it is among them. */
export function outsideMessage(
  price: Cents,
  near: readonly Near[],
  { retail, fewOfBrand, called }: { retail: Cents | null; fewOfBrand: number | null; called: string },
): string[] {
  const prices = near.map(({ comparable }) => comparable.price);
  const isAbove = price > Math.max(...prices);
  if (near.length === 0 || (!isAbove && price >= Math.min(...prices))) return [];
  const place = `${called} is ${isAbove ? 'above' : 'below'} ${near.length === 1 ? 'the comp' : `all ${near.length} comps`} shown`;
  if (retail !== null) return [`${place}, because it goes by the retail price of ${inWholeDollars(retail)}.`];
  if (!isAbove && near.every(({ comparable }) => comparable.state === 'ask'))
    return [`${place}, because those are asking prices, and buyers usually pay less.`];
  const adjusted = near.map((one) => one.adjusted);
  if (price <= Math.max(...adjusted) && price >= Math.min(...adjusted))
    return [`${place}, because those differ from your item in condition or details.`];
  return fewOfBrand === null
    ? [`${place}, because it also goes by comps that are less alike.`]
    : [`${place}. ${fewOfBrandMessage(fewOfBrand)}, so it also goes by other brands and types.`];
}

/** Of the comparables with a retail price, at least this many say what is usual. */
const leastForUsual = 3;
/** The log of the price by which the retail price must change an estimate to be named. */
const leastShift = Math.log(1.1);

/**
 * Reads the retail price (cents) of an item whose estimate would be at least a tenth higher or lower with the retail price of usual
 * comparables: of its brand and kind, or else of its kind. null for other items.
 */
export function retailReader(comparables: readonly Facts[]): (facts: Facts, model: PriceModel) => Cents | null {
  const known = once(() => {
    const priced = comparables.filter(({ originalPrice }) => originalPrice !== undefined);
    return {
      byBrandAndKind: Map.groupBy(priced, ({ brand, garment }) => `${brand} ${garment}`),
      byKind: Map.groupBy(priced, ({ garment }) => garment),
    };
  });
  return (facts, model) => {
    const { brand, garment, originalPrice } = facts;
    if (originalPrice === undefined) return null;
    const { byBrandAndKind, byKind } = known();
    const ofUse = [byBrandAndKind.get(`${brand} ${garment}`), byKind.get(garment)];
    const usual = ofUse.find((group) => group !== undefined && group.length >= leastForUsual);
    if (usual === undefined) return null;
    const sorted = usual.map((one) => one.originalPrice ?? 0).sort((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)];
    const shift = model.logPrice(facts, 'sold') - model.logPrice({ ...facts, originalPrice: median }, 'sold');
    return Math.abs(shift) >= leastShift ? Math.round(Math.exp(originalPrice)) : null;
  };
}
