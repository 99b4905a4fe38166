// The prior: general knowledge about resale prices in the United States, and what it says about an item before any comparable.

import { type BrandTier, brandTiers } from './facts/brands.ts';
import type { Condition } from './facts/condition.ts';
import type { Facts } from './facts/facts.ts';
import type { Garment } from './facts/garments.ts';
import { peopleOf } from './facts/people.ts';

/*
 * The prices and factors in this file are judgment, written by hand, without data. They set a price alone only if there are almost no
 * comparables, and such a price is always labeled `prior`. Otherwise the comparables overrule it.
 */

/**
 * The price in dollars of a sold item of a mid-tier brand in very good condition. `pull`: how strongly a brand moves it (1: in
 * full).
 */
// biome-ignore format: a table reads as a table
export const garmentPrices: Readonly<Record<Garment, { dollars: number; pull: number }>> = {
  jeans: { dollars: 30, pull: 0.8 }, tee: { dollars: 15, pull: 0.9 }, top: { dollars: 19, pull: 0.85 },
  shirt: { dollars: 21, pull: 0.85 }, sweater: { dollars: 28, pull: 0.9 }, hoodie: { dollars: 28, pull: 0.85 },
  dress: { dollars: 34, pull: 0.9 }, gown: { dollars: 85, pull: 0.8 }, skirt: { dollars: 24, pull: 0.9 },
  pants: { dollars: 27, pull: 0.85 }, leggings: { dollars: 25, pull: 0.75 }, shorts: { dollars: 20, pull: 0.8 },
  jacket: { dollars: 46, pull: 0.9 }, coat: { dollars: 65, pull: 0.9 }, blazer: { dollars: 38, pull: 0.9 },
  suit: { dollars: 80, pull: 0.85 }, jumpsuit: { dollars: 32, pull: 0.85 }, swimwear: { dollars: 20, pull: 0.75 },
  underwear: { dollars: 14, pull: 0.7 }, sneakers: { dollars: 46, pull: 0.75 }, boots: { dollars: 52, pull: 0.85 },
  heels: { dollars: 38, pull: 1 }, sandals: { dollars: 32, pull: 0.95 }, flats: { dollars: 34, pull: 0.95 },
  shoes: { dollars: 38, pull: 0.9 }, bag: { dollars: 58, pull: 1.1 }, clutch: { dollars: 34, pull: 1.1 },
  backpack: { dollars: 50, pull: 1 }, luggage: { dollars: 85, pull: 1 }, wallet: { dollars: 28, pull: 1 },
  jewelry: { dollars: 26, pull: 1 }, watch: { dollars: 75, pull: 1.1 }, sunglasses: { dollars: 42, pull: 0.7 },
  scarf: { dollars: 22, pull: 0.95 }, belt: { dollars: 22, pull: 0.95 }, hat: { dollars: 18, pull: 0.8 },
  gloves: { dollars: 18, pull: 0.85 }, tie: { dollars: 15, pull: 0.8 }, accessory: { dollars: 20, pull: 0.9 },
};

/** The price against very good condition. */
const conditionFactors: Readonly<Record<Condition, number>> = {
  'new-with-tags': 1.3,
  'new-without-tags': 1.15,
  excellent: 1.05,
  'very-good': 1,
  good: 0.75,
  fair: 0.5,
  poor: 0.3,
};

/** The price of children's items against adults'. */
const kidsFactor = 0.5;

/** n items sold together are worth one of them times n to this power. */
const piecesExponent = 0.7;

/** What a brand is worth against one of the middle tier. */
const tierFactors: Readonly<Record<BrandTier, number>> = {
  topLuxury: 30,
  grandLuxury: 14,
  highLuxury: 10,
  luxury: 7.5,
  accessibleLuxury: 5,
  designer: 3.2,
  premium: 2.1,
  upperMid: 1.35,
  mid: 1,
  budget: 0.62,
};

/**
 * Standard deviations of the log price around the prior: always, and what is added if brand, kind, or condition is unknown. Unlike
 * the rest of this file, they were measured: with them, a range that should hold 80 % of the prices held at least 78 % on all five
 * tables of the benchmark that name kinds and brands. Without a brand they are as wide as the engine still answers.
 */
const priorDeviations = {
  always: 0.77,
  withoutBrand: 0.76,
  withoutGarment: 0.6,
  withoutCondition: 0.3,
} as const;

/** A sale over an ask for the same item: 0.7 on average; the standard deviation of its log is 0.25. */
export const askToSale = { logMean: Math.log(0.7), logDeviation: 0.25 } as const;

/** How well seasonal items sell by month, January first; 1 is the average month. */
export const seasons: readonly { garments: readonly Garment[]; name: string; months: readonly number[] }[] = [
  {
    garments: ['coat', 'jacket', 'sweater', 'boots', 'hoodie', 'scarf', 'gloves', 'hat'],
    name: 'cold-weather items',
    months: [1.1, 0.95, 0.8, 0.7, 0.65, 0.65, 0.75, 0.95, 1.25, 1.4, 1.4, 1.4],
  },
  {
    garments: ['swimwear', 'sandals', 'shorts', 'sunglasses'],
    name: 'warm-weather items',
    months: [0.8, 0.95, 1.2, 1.35, 1.45, 1.4, 1.2, 0.95, 0.75, 0.65, 0.6, 0.7],
  },
  {
    garments: ['dress', 'skirt', 'jumpsuit', 'gown'],
    name: 'dresses',
    months: [0.85, 0.95, 1.15, 1.2, 1.2, 1.1, 1, 0.95, 0.95, 0.9, 0.9, 0.85],
  },
];

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
