// Says what a comparable has in common with an item, as a reseller would see it.

import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { type Garment, kindsBelow } from '../facts/garments/garments.ts';
import { readOnce } from '../facts/read-once.ts';
import type { Agreement } from './agreements.ts';

/** null: the comparable would mislead, whatever else it shares. */
export function agreementOf(comparable: Facts, item: Facts): Agreement | null {
  if (comparable.pieces !== item.pieces || !isForSame(comparable, item)) return null;
  const isBrand = item.brand !== undefined && comparable.brand === item.brand;
  switch (kindRelation(comparable, item)) {
    case 'same':
      return isBrand ? 'brand_and_kind' : item.brand === undefined ? 'any_brand' : 'kind';
    case 'related':
      return 'related_kind';
    case 'unknown':
      return isBrand ? 'brand' : null;
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
  // A photo does not tell jeans from other pants, and "shoes" names no type of shoe.
  if (isBelow && (item.isKindSeen || garment === 'shoes')) return 'same';
  return isBelow || kindsBelow(comparable.garment).includes(garment) ? 'related' : 'other';
}

/** Cuts that a reseller prices apart, although they have one name with others: a tank is no tee, and a bodysuit no blouse. */
const cuts = /\b(tank|cami|singlet|bodysuit|corset|bustier)(?:sole)?s?\b/;
const readCut = ({ subcategory = '', words }: Facts): string =>
  cuts.exec(`${subcategory} ${words.join(' ')}`)?.[1] ?? '';

/** Children's items cost half as much. Where the people are unknown, they are taken to be adults. */
function isForSame(comparable: Facts, item: Facts): boolean {
  const [theirs, own] = [peopleOf(comparable), peopleOf(item)];
  if (theirs === 'kids' || own === 'kids') return theirs === own;
  return theirs === undefined || own === undefined || theirs === own;
}

const kidsWords = /^(kid|girl|boy|bab|child|toddler|infant)/;
function readPeople({ department }: Facts): 'kids' | 'women' | 'men' | undefined {
  if (department === undefined) return undefined;
  if (kidsWords.test(department)) return 'kids';
  return department.startsWith('wom') ? 'women' : department.startsWith('men') ? 'men' : undefined;
}

// Every item is compared with thousands of comparables.
const cutOf = readOnce(readCut);
const peopleOf = readOnce(readPeople);

export type Count = { all: number; sold: number };
/** How many comparables have the same type, and how many the same brand as well. */
export type AgreementCounts = { sameKind: Count; sameBrandAndKind: Count };

/** Counts over groups of one type, because an estimate should not look at every comparable. */
export function agreementCounter(
  rows: readonly { facts: Facts; state: PriceState }[],
): (facts: Facts) => AgreementCounts {
  const groups = Map.groupBy(rows, ({ facts }) => groupOf(facts));
  return (item) => {
    const counts: AgreementCounts = { sameKind: { all: 0, sold: 0 }, sameBrandAndKind: { all: 0, sold: 0 } };
    for (const name of groupsFor(item))
      for (const { facts, state } of groups.get(name) ?? []) {
        const agreement = agreementOf(facts, item);
        if (agreement !== null && isOfKind.has(agreement)) add(counts.sameKind, state);
        if (agreement === 'brand_and_kind') add(counts.sameBrandAndKind, state);
      }
    return counts;
  };
}

const isOfKind: ReadonlySet<Agreement> = new Set(['brand_and_kind', 'any_brand', 'kind']);

function add(count: Count, state: PriceState): void {
  count.all += 1;
  if (state === 'sold') count.sold += 1;
}

const groupOf = ({ garment, category }: Facts): Garment | string => garment ?? `in ${category ?? ''}`;
const groupsFor = (item: Facts): string[] =>
  item.garment === undefined ? [groupOf(item)] : [item.garment, ...kindsBelow(item.garment)];
