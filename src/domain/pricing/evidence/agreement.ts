// Says what a comparable has in common with an item, as a reseller would see it.

import type { Facts } from '../facts/facts.ts';
import { kindsBelow, kindsMeant, mayBeOneOf, nameKindAbove } from '../facts/garments/garments.ts';
import { peopleOf } from '../facts/people.ts';
import type { Agreement } from './agreements.ts';

/** `other_brand`: of the same type and of another brand. It is counted and learned from, and never shown. */
export type Shared = Agreement | 'other_brand';

/** null: the comparable would mislead, whatever else it shares. */
export function agreementOf(comparable: Facts, item: Facts): Shared | null {
  if (comparable.pieces !== item.pieces || !isForSame(comparable, item)) return null;
  const isBrand = item.brand !== undefined && comparable.brand === item.brand;
  switch (kindRelation(comparable, item)) {
    case 'same':
      return isBrand ? 'brand_and_kind' : item.brand === undefined ? 'any_brand' : 'other_brand';
    case 'related':
      return isBrand ? 'brand_and_related_kind' : item.brand === undefined ? 'related_kind' : null;
    case 'unknown':
      return isBrand && isPossible(comparable, item) ? 'brand' : null;
    case 'other':
      return null;
  }
}

function kindRelation(comparable: Facts, item: Facts): 'same' | 'related' | 'other' | 'unknown' {
  const { garment, category, subcategory } = item;
  if (garment === undefined) {
    if (category === undefined && subcategory === undefined) return 'unknown';
    return comparable.category === category && comparable.subcategory === subcategory ? 'same' : 'other';
  }
  if (comparable.garment === undefined) return 'other';
  if (comparable.garment === garment) return cutOf(comparable) === cutOf(item) ? 'same' : 'related';
  const isBelow = kindsBelow(garment).includes(comparable.garment);
  if (kindsMeant(garment, item.isKindSeen).includes(comparable.garment)) return 'same';
  // The type that a seller chose for a photo, which has no words of its own.
  const isChosen = item.words.length === 0 && category === undefined && subcategory === undefined;
  if (isBelow && isChosen && nameKindAbove(comparable.words, comparable.garment)) return 'same';
  return isBelow || kindsBelow(comparable.garment).includes(garment) ? 'related' : 'other';
}

/** Whether a comparable is of a kind that the item's photo may show. Without a photo it may be anything. */
const isPossible = ({ garment }: Facts, { mayBe }: Facts): boolean => mayBe === undefined || mayBeOneOf(mayBe, garment);

/**
 * Cuts that resellers price differently, although they share a name with others: a tank isn't a tee, and a bodysuit isn't a
 * blouse.
 */
const cuts = /\b(tank|cami|singlet|bodysuit|corset|bustier)(?:sole)?s?\b/;
const cutOf = ({ subcategory = '', words }: Facts): string => cuts.exec(`${subcategory} ${words.join(' ')}`)?.[1] ?? '';

/** Children's items cost half as much. If nobody says for whom an item is, it counts as one for adults. */
function isForSame(comparable: Facts, item: Facts): boolean {
  const [theirs, own] = [peopleOf(comparable), peopleOf(item)];
  if (theirs === 'kids' || own === 'kids') return theirs === own;
  return theirs === undefined || own === undefined || theirs === own;
}

/** Comparables with the same signature agree with every item in the same way: it holds all that agreement depends on. */
export const signatureOf = (facts: Facts): string =>
  [
    facts.brand,
    facts.garment,
    facts.category,
    facts.subcategory,
    facts.pieces,
    peopleOf(facts),
    cutOf(facts),
    facts.garment !== undefined && nameKindAbove(facts.words, facts.garment),
  ].join('|');
