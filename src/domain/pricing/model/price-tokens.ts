// Turns an item's facts into the tokens that the price model learns from.

import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { widestKind } from '../facts/garments/garments.ts';
import { priorParts } from '../prior/prior-price.ts';
import type { TokenSink } from '../regression/design.ts';
import { splineBasis } from '../regression/linear-spline.ts';
import { combineHashes, hashText } from '../regression/token-index.ts';
import { familyNumber as family } from './families.ts';

/** The second value of a token that is not a cross. */
const alone = 0;

/** The comparables as a whole, by the hand-written prior. An item is taken to be average in what is not known about it. */
export type AveragePrior = {
  /** Logs, as in `PriorParts`. */
  brand: number;
  garment: number;
  /** The day on which the newest of the comparables was listed. */
  newest: number;
  /** Under a single brand, a cross with the brand would only repeat its other half; such crosses are left out. */
  hasSeveralBrands: boolean;
};

type PriceRow = { facts: Facts; state: PriceState; average: AveragePrior };

export function writePriceTokens({ facts, state, average }: PriceRow, sink: TokenSink): void {
  const brand = hashOf(facts.brand);
  const crossedBrand = average.hasSeveralBrands ? brand : undefined;
  const department = hashOf(facts.department);
  const category = hashOf(facts.category ?? facts.garment);
  const subcategory = hashOf(facts.subcategory);
  const wideKind = hashOf(facts.garment && widestKind(facts.garment));
  const narrow = subcategory ?? category;
  const model = hashOf(facts.model);
  const condition = hashOf(facts.condition ?? facts.otherCondition);
  const material = hashOf(facts.material);
  const size = hashOf(facts.size);
  const one = (number: number, value: number | undefined): void => {
    if (value !== undefined) sink(number, value, alone, 1);
  };
  const cross = (number: number, first: number | undefined, second: number | undefined): void => {
    if (first !== undefined && second !== undefined) sink(number, first, second, 1);
  };

  one(family.brand, brand);
  one(family.department, department);
  one(family.category, category);
  one(family.subcategory, subcategory);
  one(family.garment, hashOf(facts.garment));
  one(family.wideKind, wideKind);
  one(family.model, model);
  one(family.condition, condition);
  one(family.material, material);
  one(family.size, size);
  one(family.seller, hashOf(facts.seller));
  cross(family.brandDepartment, crossedBrand, department);
  cross(family.brandCategory, crossedBrand, category);
  cross(family.brandSubcategory, crossedBrand, subcategory);
  cross(family.brandCondition, crossedBrand, condition);
  cross(family.brandMaterial, crossedBrand, material);
  cross(family.brandSize, crossedBrand, size);
  cross(family.departmentCategory, department, category);
  cross(family.departmentSubcategory, department, subcategory);
  cross(family.categoryCondition, category, condition);
  cross(family.subcategoryCondition, subcategory, condition);
  cross(family.subcategoryMaterial, narrow, material);
  cross(family.brandSubcategoryMaterial, both(crossedBrand, narrow), material);
  cross(family.brandSubcategoryCondition, both(crossedBrand, narrow), condition);
  cross(family.modelMaterial, model, material);
  cross(family.modelCondition, model, condition);
  cross(family.modelSize, model, size);
  cross(family.modelMaterialCondition, both(model, material), condition);
  for (const [name, value] of facts.details) {
    const key = hashText(name);
    const detail = combineHashes(key, hashText(value));
    one(family.detail, detail);
    cross(family.brandDetail, crossedBrand, detail);
    cross(family.subcategoryDetail, narrow, detail);
  }
  writeTitle(facts.words, { brand: crossedBrand, narrow, condition }, sink);
  writeQuantities(facts, average, { category, thing: model ?? narrow }, sink);
  if (state === 'ask') return;
  sink(family.sold, alone, alone, 1);
  one(family.soldBrand, crossedBrand);
  one(family.soldCategory, category);
  one(family.soldSubcategory, subcategory);
  one(family.soldCondition, condition);
  one(family.soldModel, model);
}

function writeTitle(
  words: readonly string[],
  { brand, narrow, condition }: Readonly<Record<'brand' | 'narrow' | 'condition', number | undefined>>,
  sink: TokenSink,
): void {
  let before: number | undefined;
  let whole = 0;
  for (const text of words) {
    const word = hashText(text);
    sink(family.word, word, alone, 1);
    if (brand !== undefined) sink(family.brandWord, brand, word, 1);
    if (narrow !== undefined) sink(family.categoryWord, narrow, word, 1);
    if (before !== undefined) sink(family.wordPair, before, word, 1);
    before = word;
    whole = combineHashes(whole, word);
  }
  if (words.length < 2) return;
  sink(family.wholeTitle, whole, brand ?? alone, 1);
  // Without a model name, the same words in a title are the closest thing to one, and models wear differently.
  if (condition !== undefined) sink(family.wholeTitleCondition, combineHashes(whole, brand ?? alone), condition, 1);
}

function writeQuantities(
  facts: Facts,
  average: AveragePrior,
  { category, thing }: { category: number | undefined; thing: number | undefined },
  sink: TokenSink,
): void {
  const prior = priorParts(facts);
  if (prior.brand !== null) sink(family.brandTier, alone, alone, prior.brand - average.brand);
  // Being none of the known brands is a fact too; the comparables say what it is worth.
  else if (facts.brand !== undefined) sink(family.brandUnlisted, alone, alone, 1);
  if (prior.garment !== null) sink(family.garmentPrior, alone, alone, prior.garment - average.garment);
  if (facts.pieces > 1) sink(family.pieces, alone, alone, Math.log(facts.pieces));
  if (facts.originalPrice !== undefined) {
    // Centered at $100, so that the slope does not have to move the intercept.
    sink(family.retailLevel, alone, alone, facts.originalPrice - Math.log(10_000));
    splineBasis(facts.originalPrice, 0.4, (knot, strength) => {
      sink(family.retail, knot, alone, strength);
      if (category !== undefined) sink(family.categoryRetail, category, knot, strength);
    });
  }
  for (const [name, value] of facts.measures) {
    const key = hashText(name);
    splineBasis(value, 0.15, (knot, strength) => {
      sink(family.measure, key, knot, strength);
      if (thing !== undefined) sink(family.modelMeasure, combineHashes(thing, key), knot, strength);
    });
  }
  if (facts.day === undefined) return;
  // After the newest comparable, only the slope continues. `clampDay` in the price model says how far.
  sink(family.timeSlope, alone, alone, (facts.day - average.newest) / 30);
  splineBasis(Math.min(facts.day, average.newest), 45, (knot, strength) => sink(family.time, knot, alone, strength));
}

const hashOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : hashText(text));

const both = (first: number | undefined, second: number | undefined): number | undefined =>
  first === undefined || second === undefined ? undefined : combineHashes(first, second);
