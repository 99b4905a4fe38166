import type { Facts } from '../facts/facts.ts';
import { brandTiers, conditionFactors, garmentPrices, kidsFactor, piecesPull, priorDoubt } from './prior.ts';

const factorOf = new Map(
  brandTiers.flatMap(({ factor, brands }) => brands.split('|').map((brand) => [brand, factor] as const)),
);

type PriorParts = { garment: number | null; brand: number | null; condition: number; pieces: number };

/** The parts of the hand-written prior for an item, as logs; null where it does not know the label or the kind. */
export function priorParts(facts: Facts): PriorParts {
  const price = facts.garment === undefined ? undefined : garmentPrices[facts.garment];
  const isForKids = facts.department !== undefined && /^(kid|girl|boy|bab|child)/.test(facts.department);
  const factor = facts.brand === undefined ? undefined : factorOf.get(facts.brand);
  return {
    garment:
      price === undefined ? null : Math.log(price.dollars / middlingDollars) + (isForKids ? Math.log(kidsFactor) : 0),
    brand: factor === undefined ? null : (price?.pull ?? 0.9) * Math.log(factor),
    condition: facts.condition === undefined ? 0 : Math.log(conditionFactors[facts.condition]),
    pieces: piecesPull * Math.log(facts.pieces),
  };
}

/** What a thing is worth of which nothing at all is known. */
const middlingDollars = 30;

/** The prior's own answer: the log of a sold price in cents and its standard deviation. */
export function priorPrice(facts: Facts): { log: number; doubt: number } {
  const parts = priorParts(facts);
  const variance =
    priorDoubt.always ** 2 +
    (parts.brand === null ? priorDoubt.withoutBrand ** 2 : 0) +
    (parts.garment === null ? priorDoubt.withoutGarment ** 2 : 0) +
    (facts.condition === undefined ? priorDoubt.withoutCondition ** 2 : 0);
  return {
    log: Math.log(middlingDollars * 100) + (parts.garment ?? 0) + (parts.brand ?? 0) + parts.condition + parts.pieces,
    doubt: Math.sqrt(variance),
  };
}
