import type { Facts } from './facts.ts';
import { brandTiers, conditionFactors, garmentPrices, kidsFactor, priorDoubt } from './prior.ts';

const factorOf = new Map(
  brandTiers.flatMap(({ factor, brands }) => brands.split('|').map((brand) => [brand, factor] as const)),
);

export const isKnownBrand = (brand: string): boolean => factorOf.has(brand);

/** The parts of the hand-written prior for an item, as logs; 0 where it has no opinion. */
export function priorParts(facts: Facts): { garment: number; brand: number; condition: number } {
  const price = facts.garment === undefined ? undefined : garmentPrices[facts.garment];
  const kids =
    facts.department !== undefined && /^(kid|girl|boy|bab|child)/.test(facts.department) ? Math.log(kidsFactor) : 0;
  return {
    garment: (price === undefined ? 0 : Math.log(price.dollars / middlingDollars)) + kids,
    brand: facts.brand === undefined ? 0 : (price?.pull ?? 0.9) * Math.log(factorOf.get(facts.brand) ?? 1),
    condition: facts.condition === undefined ? 0 : Math.log(conditionFactors[facts.condition]),
  };
}

/** What a thing is worth of which nothing at all is known. */
const middlingDollars = 30;

/** The prior's own answer: the log of a sold price in cents and its standard deviation. */
export function priorPrice(facts: Facts): { log: number; doubt: number } {
  const parts = priorParts(facts);
  const variance =
    priorDoubt.always ** 2 +
    (facts.brand !== undefined && isKnownBrand(facts.brand) ? 0 : priorDoubt.withoutBrand ** 2) +
    (facts.garment === undefined ? priorDoubt.withoutGarment ** 2 : 0) +
    (facts.condition === undefined ? priorDoubt.withoutCondition ** 2 : 0);
  return {
    log: Math.log(middlingDollars * 100) + parts.garment + parts.brand + parts.condition,
    doubt: Math.sqrt(variance),
  };
}
