// Says whether the comparables that are shown support a price.

import { type Cents, inWholeDollars } from '../../money.ts';
import type { PriceState } from '../facts/comparable.ts';
import { amountAt, type PredictiveDistribution } from '../model/predictive-distribution.ts';
import { askToSale } from '../prior/prior-tables.ts';
import { isOfOtherKind } from './agreement-index.ts';
import { fewOfBrandMessage } from './few-of-brand.ts';
import type { NearComparable } from './nearest.ts';

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
