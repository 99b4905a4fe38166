// Prices an item by the hand-written prior alone.

import { type BrandTier, brandTiers } from '../facts/brands/brand-tiers.ts';
import type { Facts } from '../facts/facts.ts';
import { peopleOf } from '../facts/people.ts';
import {
  conditionFactors,
  garmentPrices,
  kidsFactor,
  piecesExponent,
  priorDeviations,
  tierFactors,
} from './prior-tables.ts';

const factorOf = new Map(
  Object.entries(tierFactors).flatMap(([tier, factor]) =>
    brandTiers[tier as BrandTier].split('|').map((brand) => [brand, factor] as const),
  ),
);

/** Parts of a log price, each against the average; null if the prior does not know the brand or the kind. */
type PriorParts = { garment: number | null; brand: number | null; condition: number; pieces: number };

export function priorParts(facts: Facts): PriorParts {
  const price = facts.garment === undefined ? undefined : garmentPrices[facts.garment];
  const isForKids = facts.department !== undefined && peopleOf(facts) === 'kids';
  const factor = facts.brand === undefined ? undefined : factorOf.get(facts.brand);
  return {
    garment:
      price === undefined ? null : Math.log(price.dollars / typicalDollars) + (isForKids ? Math.log(kidsFactor) : 0),
    brand: factor === undefined ? null : (price?.pull ?? 0.9) * Math.log(factor),
    condition: facts.condition === undefined ? 0 : Math.log(conditionFactors[facts.condition]),
    pieces: piecesExponent * Math.log(facts.pieces),
  };
}

/** The price in dollars of an item about which nothing is known. */
const typicalDollars = 30;

/** The prior's estimate of a sale: the log of the price in cents, and its standard deviation. */
export function priorPrice(facts: Facts): { log: number; deviation: number } {
  const parts = priorParts(facts);
  const variance =
    priorDeviations.always ** 2 +
    (parts.brand === null ? priorDeviations.withoutBrand ** 2 : 0) +
    (parts.garment === null ? priorDeviations.withoutGarment ** 2 : 0) +
    (facts.condition === undefined ? priorDeviations.withoutCondition ** 2 : 0);
  return {
    log: Math.log(typicalDollars * 100) + (parts.garment ?? 0) + (parts.brand ?? 0) + parts.condition + parts.pieces,
    deviation: Math.sqrt(variance),
  };
}
