// Turns an item’s facts into the tokens that the price model learns from, by the table of all kinds of evidence.

import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { widestKind } from '../facts/garments.ts';
import { priorParts } from '../prior.ts';
import { combineHashes, hashText, splineBasis, type TokenSink } from '../regression/design.ts';

/**
 * A kind of evidence. The tokens of a family share one variance, which is estimated from the comparables. A family that says
 * nothing about prices is therefore shrunk away as a whole. `factor` is the fact that its dollars are counted under in an explanation.
 * `assumed` is the standard deviation of its tokens' effects on the log price before any data; it is judgment.
 */
const kind = <Factor extends string>(factor: Factor, assumed: number) => ({ factor, assumed });

const table = {
  brand: kind('brand', 0.5),
  brandTier: kind('brand', 0.6),
  brandUnlisted: kind('brand', 0.3),
  department: kind('category', 0.15),
  category: kind('category', 0.4),
  subcategory: kind('category', 0.35),
  garment: kind('category', 0.3),
  garmentPrior: kind('category', 0.3),
  wideKind: kind('category', 0.3),
  model: kind('model', 0.4),
  condition: kind('condition', 0.2),
  material: kind('material', 0.25),
  size: kind('size', 0.1),
  detail: kind('details', 0.1),
  seller: kind('seller', 0.15),
  brandDepartment: kind('brand', 0.15),
  brandCategory: kind('brand', 0.25),
  brandSubcategory: kind('brand', 0.25),
  brandCondition: kind('condition', 0.1),
  brandMaterial: kind('material', 0.2),
  brandSize: kind('size', 0.1),
  brandDetail: kind('details', 0.1),
  departmentCategory: kind('category', 0.15),
  departmentSubcategory: kind('category', 0.15),
  categoryCondition: kind('condition', 0.1),
  subcategoryCondition: kind('condition', 0.1),
  subcategoryMaterial: kind('material', 0.2),
  subcategoryDetail: kind('details', 0.1),
  brandSubcategoryMaterial: kind('material', 0.15),
  brandSubcategoryCondition: kind('condition', 0.1),
  modelMaterial: kind('model', 0.2),
  modelCondition: kind('condition', 0.1),
  modelSize: kind('size', 0.15),
  modelMaterialCondition: kind('condition', 0.1),
  pieces: kind('pieces', 0.3),
  word: kind('title', 0.2),
  wordPair: kind('title', 0.15),
  brandWord: kind('title', 0.15),
  categoryWord: kind('title', 0.12),
  wholeTitle: kind('title', 0.2),
  wholeTitleCondition: kind('condition', 0.1),
  retailLevel: kind('retail', 0.4),
  retail: kind('retail', 0.3),
  categoryRetail: kind('retail', 0.15),
  measure: kind('measures', 0.15),
  modelMeasure: kind('measures', 0.15),
  time: kind('time', 0.05),
  timeSlope: kind('time', 0.03),
  sold: kind('state', 0.25),
  soldBrand: kind('state', 0.1),
  soldCategory: kind('state', 0.1),
  soldSubcategory: kind('state', 0.1),
  soldCondition: kind('state', 0.1),
  soldModel: kind('state', 0.1),
};

type FamilyName = keyof typeof table;
export type Factor = (typeof table)[FamilyName]['factor'];

export const families: readonly { factor: Factor; assumed: number }[] = Object.values(table);

/** The number of each family: its index in `families`. */
export const familyNumber = Object.fromEntries(Object.keys(table).map((name, index) => [name, index])) as Readonly<
  Record<FamilyName, number>
>;

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

  one(familyNumber.brand, brand);
  one(familyNumber.department, department);
  one(familyNumber.category, category);
  one(familyNumber.subcategory, subcategory);
  one(familyNumber.garment, hashOf(facts.garment));
  one(familyNumber.wideKind, wideKind);
  one(familyNumber.model, model);
  one(familyNumber.condition, condition);
  one(familyNumber.material, material);
  one(familyNumber.size, size);
  one(familyNumber.seller, hashOf(facts.seller));
  cross(familyNumber.brandDepartment, crossedBrand, department);
  cross(familyNumber.brandCategory, crossedBrand, category);
  cross(familyNumber.brandSubcategory, crossedBrand, subcategory);
  cross(familyNumber.brandCondition, crossedBrand, condition);
  cross(familyNumber.brandMaterial, crossedBrand, material);
  cross(familyNumber.brandSize, crossedBrand, size);
  cross(familyNumber.departmentCategory, department, category);
  cross(familyNumber.departmentSubcategory, department, subcategory);
  cross(familyNumber.categoryCondition, category, condition);
  cross(familyNumber.subcategoryCondition, subcategory, condition);
  cross(familyNumber.subcategoryMaterial, narrow, material);
  cross(familyNumber.brandSubcategoryMaterial, both(crossedBrand, narrow), material);
  cross(familyNumber.brandSubcategoryCondition, both(crossedBrand, narrow), condition);
  cross(familyNumber.modelMaterial, model, material);
  cross(familyNumber.modelCondition, model, condition);
  cross(familyNumber.modelSize, model, size);
  cross(familyNumber.modelMaterialCondition, both(model, material), condition);
  for (const [name, value] of facts.details) {
    const key = hashText(name);
    const detail = combineHashes(key, hashText(value));
    one(familyNumber.detail, detail);
    cross(familyNumber.brandDetail, crossedBrand, detail);
    cross(familyNumber.subcategoryDetail, narrow, detail);
  }
  writeTitle(facts.words, { brand: crossedBrand, narrow, condition }, sink);
  writeQuantities(facts, average, { category, thing: model ?? narrow }, sink);
  if (state === 'ask') return;
  sink(familyNumber.sold, alone, alone, 1);
  one(familyNumber.soldBrand, crossedBrand);
  one(familyNumber.soldCategory, category);
  one(familyNumber.soldSubcategory, subcategory);
  one(familyNumber.soldCondition, condition);
  one(familyNumber.soldModel, model);
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
    sink(familyNumber.word, word, alone, 1);
    if (brand !== undefined) sink(familyNumber.brandWord, brand, word, 1);
    if (narrow !== undefined) sink(familyNumber.categoryWord, narrow, word, 1);
    if (before !== undefined) sink(familyNumber.wordPair, before, word, 1);
    before = word;
    whole = combineHashes(whole, word);
  }
  if (words.length < 2) return;
  sink(familyNumber.wholeTitle, whole, brand ?? alone, 1);
  // Without a model name, the same words in a title are the closest thing to one, and models wear differently.
  if (condition !== undefined)
    sink(familyNumber.wholeTitleCondition, combineHashes(whole, brand ?? alone), condition, 1);
}

function writeQuantities(
  facts: Facts,
  average: AveragePrior,
  { category, thing }: { category: number | undefined; thing: number | undefined },
  sink: TokenSink,
): void {
  const prior = priorParts(facts);
  if (prior.brand !== null) sink(familyNumber.brandTier, alone, alone, prior.brand - average.brand);
  // Being none of the known brands is a fact too; the comparables say what it is worth.
  else if (facts.brand !== undefined) sink(familyNumber.brandUnlisted, alone, alone, 1);
  if (prior.garment !== null) sink(familyNumber.garmentPrior, alone, alone, prior.garment - average.garment);
  if (facts.pieces > 1) sink(familyNumber.pieces, alone, alone, Math.log(facts.pieces));
  if (facts.originalPrice !== undefined) {
    // Centered at $100, so that the slope does not have to move the intercept.
    sink(familyNumber.retailLevel, alone, alone, facts.originalPrice - Math.log(10_000));
    splineBasis(facts.originalPrice, 0.4, (knot, strength) => {
      sink(familyNumber.retail, knot, alone, strength);
      if (category !== undefined) sink(familyNumber.categoryRetail, category, knot, strength);
    });
  }
  for (const [name, value] of facts.measures) {
    const key = hashText(name);
    splineBasis(value, 0.15, (knot, strength) => {
      sink(familyNumber.measure, key, knot, strength);
      if (thing !== undefined) sink(familyNumber.modelMeasure, combineHashes(thing, key), knot, strength);
    });
  }
  if (facts.day === undefined) return;
  // After the newest comparable, only the slope continues. `clampDay` in the price model says how far.
  sink(familyNumber.timeSlope, alone, alone, (facts.day - average.newest) / 30);
  splineBasis(Math.min(facts.day, average.newest), 45, (knot, strength) =>
    sink(familyNumber.time, knot, alone, strength),
  );
}

const hashOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : hashText(text));

const both = (first: number | undefined, second: number | undefined): number | undefined =>
  first === undefined || second === undefined ? undefined : combineHashes(first, second);
