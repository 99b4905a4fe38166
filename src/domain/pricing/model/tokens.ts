import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import type { TokenSink } from './design.ts';
import { familyNumber as family } from './families.ts';
import { priorParts } from './prior-price.ts';
import { hashText, mixed } from './token-index.ts';

/** What stands in the place of a cross's second half where there is none. */
const alone = 0;

/** What the average comparable is by the hand-written prior: what is unknown of a thing is taken to be average. */
export type Usual = {
  brand: number;
  garment: number;
  /** Whether there are several labels at all: under a single one every cross with it would only double its other half. */
  severalBrands: boolean;
};

export type Telling = { facts: Facts; state: PriceState; usual: Usual };

/** How the evidence of one row is written down: its fields, their crosses, the words of its title, quantities, its state. */
export function writeTokens({ facts, state, usual }: Telling, sink: TokenSink): void {
  const brand = hashOf(facts.brand);
  const label = usual.severalBrands ? brand : undefined;
  const department = hashOf(facts.department);
  const category = hashOf(facts.category ?? facts.garment);
  const subcategory = hashOf(facts.subcategory);
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
  one(family.model, model);
  one(family.condition, condition);
  one(family.material, material);
  one(family.size, size);
  one(family.seller, hashOf(facts.seller));
  cross(family.brandDepartment, label, department);
  cross(family.brandCategory, label, category);
  cross(family.brandSubcategory, label, subcategory);
  cross(family.brandCondition, label, condition);
  cross(family.brandMaterial, label, material);
  cross(family.brandSize, label, size);
  cross(family.departmentCategory, department, category);
  cross(family.departmentSubcategory, department, subcategory);
  cross(family.categoryCondition, category, condition);
  cross(family.subcategoryCondition, subcategory, condition);
  cross(family.subcategoryMaterial, narrow, material);
  cross(family.brandSubcategoryMaterial, both(label, narrow), material);
  cross(family.brandSubcategoryCondition, both(label, narrow), condition);
  cross(family.modelMaterial, model, material);
  cross(family.modelCondition, model, condition);
  cross(family.modelSize, model, size);
  cross(family.modelMaterialCondition, both(model, material), condition);
  for (const [name, value] of facts.details) {
    const key = hashText(name);
    const detail = mixed(key, hashText(value));
    one(family.detail, detail);
    cross(family.brandDetail, label, detail);
    cross(family.subcategoryDetail, narrow, detail);
  }
  writeTitle(facts.words, { label, narrow }, sink);
  writeQuantities(facts, usual, { category, thing: model ?? narrow }, sink);
  if (state === 'ask') return;
  sink(family.sold, alone, alone, 1);
  one(family.soldBrand, label);
  one(family.soldCategory, category);
  one(family.soldSubcategory, subcategory);
  one(family.soldCondition, condition);
  one(family.soldModel, model);
}

function writeTitle(
  words: readonly string[],
  { label, narrow }: { label: number | undefined; narrow: number | undefined },
  sink: TokenSink,
): void {
  let before: number | undefined;
  let whole = 0;
  for (const text of words) {
    const word = hashText(text);
    sink(family.word, word, alone, 1);
    if (label !== undefined) sink(family.brandWord, label, word, 1);
    if (narrow !== undefined) sink(family.categoryWord, narrow, word, 1);
    if (before !== undefined) sink(family.wordPair, before, word, 1);
    before = word;
    whole = mixed(whole, word);
  }
  if (words.length > 1) sink(family.wholeTitle, whole, label ?? alone, 1);
}

function writeQuantities(
  facts: Facts,
  usual: Usual,
  { category, thing }: { category: number | undefined; thing: number | undefined },
  sink: TokenSink,
): void {
  const prior = priorParts(facts);
  if (prior.brand !== null) sink(family.brandTier, alone, alone, prior.brand - usual.brand);
  // That a label is none of the known ones is itself a fact, worth what the comparables say.
  else if (facts.brand !== undefined) sink(family.brandUnlisted, alone, alone, 1);
  if (prior.garment !== null) sink(family.garmentPrior, alone, alone, prior.garment - usual.garment);
  if (facts.pieces > 1) sink(family.pieces, alone, alone, Math.log(facts.pieces));
  if (facts.originalPrice !== undefined) {
    // Centred near 100 dollars, so that the slope does not have to move the intercept.
    sink(family.retailLevel, alone, alone, facts.originalPrice - Math.log(10_000));
    bend(facts.originalPrice, 0.4, (knot, strength) => {
      sink(family.retail, knot, alone, strength);
      if (category !== undefined) sink(family.categoryRetail, category, knot, strength);
    });
  }
  for (const [name, value] of facts.measures) {
    const key = hashText(name);
    bend(value, 0.15, (knot, strength) => {
      sink(family.measure, key, knot, strength);
      if (thing !== undefined) sink(family.modelMeasure, mixed(thing, key), knot, strength);
    });
  }
  if (facts.day !== undefined) bend(facts.day, 45, (knot, strength) => sink(family.time, knot, alone, strength));
}

/** A linear spline: a quantity is written as its two nearest knots, each as strongly as it is near. */
export function bend(value: number, step: number, put: (knot: number, strength: number) => void): void {
  const place = value / step;
  const below = Math.floor(place);
  if (place > below) put(below + 1, place - below);
  put(below, 1 - (place - below));
}

const hashOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : hashText(text));

const both = (first: number | undefined, second: number | undefined): number | undefined =>
  first === undefined || second === undefined ? undefined : mixed(first, second);
