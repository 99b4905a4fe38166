// Says which fields are known of an item, and reduces comparables to them.

import type { Facts } from './facts.ts';
import { type Garment, kindsBelow, mayBeOneOf, nameKindAbove } from './garments.ts';
import { peopleOf } from './people.ts';

type Field = {
  readonly isKnown: (facts: Facts) => boolean;
  readonly drop: Partial<Facts>;
  /** Without any comparables, the field says nothing about a price. */
  readonly isLearned?: true;
};

/**
 * Facts that may be known of one item and unknown of another. Pieces are not among them: a title that names no number means
 * one.
 */
const fields: readonly Field[] = [
  { isKnown: ({ brand }) => brand !== undefined, drop: { brand: undefined } },
  { isKnown: ({ department }) => department !== undefined, drop: { department: undefined } },
  { isKnown: ({ category }) => category !== undefined, drop: { category: undefined } },
  { isKnown: ({ subcategory }) => subcategory !== undefined, drop: { subcategory: undefined } },
  // A category that names none of our kinds is still the name of a kind.
  {
    isKnown: ({ garment, category, subcategory }) => (garment ?? category ?? subcategory) !== undefined,
    drop: { garment: undefined },
  },
  { isKnown: ({ model }) => model !== undefined, drop: { model: undefined }, isLearned: true },
  {
    isKnown: ({ condition, otherCondition }) => (condition ?? otherCondition) !== undefined,
    drop: { condition: undefined, otherCondition: undefined },
  },
  { isKnown: ({ size }) => size !== undefined, drop: { size: undefined }, isLearned: true },
  { isKnown: ({ material }) => material !== undefined, drop: { material: undefined }, isLearned: true },
  { isKnown: ({ seller }) => seller !== undefined, drop: { seller: undefined }, isLearned: true },
  { isKnown: ({ words }) => words.length > 0, drop: { words: [] }, isLearned: true },
  { isKnown: ({ details }) => details.length > 0, drop: { details: [] }, isLearned: true },
  { isKnown: ({ measures }) => measures.length > 0, drop: { measures: [] }, isLearned: true },
  { isKnown: ({ originalPrice }) => originalPrice !== undefined, drop: { originalPrice: undefined }, isLearned: true },
  { isKnown: ({ day }) => day !== undefined, drop: { day: undefined }, isLearned: true },
];

/** A set of fields: bit n stands for field n. */
type FieldSet = number;

/** What an item lacks that its comparables have. Comparables reduced to it look like the item. */
export type Pattern = {
  readonly lacking: FieldSet;
  /** Those of them that most comparables lack, too. A comparable that has one says more than usual. */
  readonly unusual: FieldSet;
  /** Comparables of the kinds below this one count as this one. */
  readonly wideKind: Garment | undefined;
  /** Only those of them that are also called this kind, because the seller chose it. */
  readonly isChosen: boolean;
  /** The kinds that a photo may show, if it shows none for certain. Comparables of other kinds say nothing about it. */
  readonly mayBe: readonly Garment[] | undefined;
  /** Nothing shows for whom a photographed item was made. It is taken to be for adults, and children's things cost half as much. */
  readonly isForAdults: boolean;
};

export const wholePattern: Pattern = {
  lacking: 0,
  unusual: 0,
  wideKind: undefined,
  isChosen: false,
  mayBe: undefined,
  isForAdults: false,
};

export const patternKey = ({ lacking, wideKind, isChosen, mayBe, isForAdults }: Pattern): string =>
  `${lacking} ${wideKind ?? ''} ${isChosen} ${mayBe?.toSorted().join() ?? 'any'} ${isForAdults}`;

/**
 * Sellers all leave fields out for the same reasons. So a field that a listing doesn't state counts as missing only if at least
 * this share of the comparables has it.
 */
const usualOfListings = 0.5;
/**
 * What a photo doesn't show could be anything. So a field counts as missing from a photo if at least this share of the comparables
 * has it.
 */
const usualOfPhotos = 0.1;
/** A field is unusual if a smaller share of the comparables has it. Few sellers mention "new with tags", for example. */
const usual = 0.5;
/** If this share of the comparables lacks the same fields as an item, the fit of all fields already handles that. */
const leastAlike = 0.05;

export function patternReader(comparables: readonly Facts[]): (facts: Facts) => Pattern {
  // Many comparables lack the same fields, so an item is compared with a few sets of fields.
  const missing = [...Map.groupBy(comparables, missingFields)].map(([lacks, { length }]) => ({ lacks, count: length }));
  const shareOf = (holds: (lacks: FieldSet) => boolean): number =>
    missing.reduce((sum, { lacks, count }) => (holds(lacks) ? sum + count : sum), 0) / comparables.length;
  const shares = fields.map((_, at) => shareOf((lacks) => !includes(lacks, at)));
  const hasKids = comparables.some((one) => peopleOf(one) === 'kids');
  return (facts) => {
    // Only a marketplace gives an item a category.
    const isPhoto = (facts.category ?? facts.subcategory) === undefined;
    const least = isPhoto ? usualOfPhotos : usualOfListings;
    const lacking = missingFields(facts) & setOf((_, at) => (shares[at] ?? 0) >= least);
    const isCovered = lacking === 0 || shareOf((lacks) => (lacks & lacking) === lacking) >= leastAlike;
    const { garment, isKindSeen } = facts;
    const isOfPhoto = isKindSeen || (isPhoto && facts.words.length === 0);
    const wideKind = isOfPhoto && garment !== undefined && kindsBelow(garment).length > 0 ? garment : undefined;
    return {
      lacking: isCovered ? 0 : lacking,
      unusual: isCovered ? 0 : lacking & setOf((_, at) => (shares[at] ?? 0) < usual),
      wideKind,
      isChosen: wideKind !== undefined && !isKindSeen,
      mayBe: garment === undefined ? facts.mayBe : undefined,
      isForAdults: hasKids && isPhoto && peopleOf(facts) === undefined,
    };
  };
}

export const isOfUse = (facts: Facts, { mayBe, isForAdults }: Pattern): boolean =>
  (mayBe === undefined || mayBeOneOf(mayBe, facts.garment)) && !(isForAdults && peopleOf(facts) === 'kids');

export function reduceFacts(facts: Facts, { lacking, wideKind, isChosen }: Pattern): Facts {
  if (lacking === 0 && wideKind === undefined) return facts;
  const dropped = fields.map(({ drop }, at) => (includes(lacking, at) ? drop : {}));
  const reduced: Facts = Object.assign({}, facts, ...dropped);
  const { garment } = reduced;
  const isBelow = wideKind !== undefined && garment !== undefined && kindsBelow(wideKind).includes(garment);
  return isBelow && (!isChosen || nameKindAbove(facts.words, garment)) ? { ...reduced, garment: wideKind } : reduced;
}

/** Whether a comparable has a field that the item lacks, and that most comparables lack as well. */
export const saysMoreThanUsual = (facts: Facts, { unusual }: Pattern): boolean =>
  unusual !== 0 && (unusual & ~missingFields(facts)) !== 0;

/**
 * Drops facts of an item that no comparable states, such as the material on a tag. The comparables' prices already vary with
 * them, so they neither move an estimate nor make it less certain.
 */
export function unheardDropper(comparables: readonly Facts[]): (facts: Facts) => Facts {
  const missing = comparables.reduce(
    (set, facts) => set & missingFields(facts),
    setOf(({ isLearned }) => isLearned === true),
  );
  const drops = Object.assign({}, ...fields.map(({ drop }, at) => (includes(missing, at) ? drop : {})));
  return missing === 0 ? (facts) => facts : (facts) => ({ ...facts, ...drops });
}

const setOf = (isIn: (field: Field, at: number) => boolean): FieldSet =>
  fields.reduce((set, field, at) => (isIn(field, at) ? set | (1 << at) : set), 0);
const includes = (set: FieldSet, at: number): boolean => (set & (1 << at)) !== 0;
const missingFields = (facts: Facts): FieldSet => setOf(({ isKnown }) => !isKnown(facts));
