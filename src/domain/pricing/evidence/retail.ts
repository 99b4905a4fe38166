// Says whether an estimate rests on the retail price of the item.

import type { Cents } from '../../money.ts';
import type { Facts } from '../facts/facts.ts';
import { once } from '../keep-recent.ts';
import type { PriceModel } from '../model/price-model.ts';

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
