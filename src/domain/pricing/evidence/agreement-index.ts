// Finds the comparables that agree with an item, and counts them, without looking at each of them.

import type { PriceState } from '../facts/comparable.ts';
import type { Facts } from '../facts/facts.ts';
import { type Garment, kindsBelow, kindsMeant, mayBeOneOf, nameKindAbove } from '../facts/garments.ts';
import { peopleOf } from '../facts/people.ts';
import { once } from '../keep-recent.ts';

type Count = { all: number; sold: number };
/** How many comparables have the same type, and how many the same brand as well. */
export type AgreementCounts = { sameKind: Count; sameBrandAndKind: Count };

/** Comparables by the numbers of their rows. */
type Agreeing = { agreement: Agreement; rows: readonly number[] };

export type AgreementIndex = {
  countFor(item: Facts): AgreementCounts;
  /** Those that agree best with the item, all in the same way; null if none agrees. */
  bestFor(item: Facts): Agreeing | null;
};

/** Comparables that agree with every item in the same way. */
type Twins = { facts: Facts; rows: number[]; sold: number };

/** Comparables are grouped when the first item of their kind, or of one related to it, is asked about. */
export function indexAgreements(rows: readonly { facts: Facts; state: PriceState }[]): AgreementIndex {
  const twinsByKind = [...Map.groupBy(rows.keys(), (row) => rows[row]?.facts.garment)].map(([kind, ofKind]) => ({
    kind,
    twins: once(() => twinsAmong(rows, ofKind)),
  }));
  const agreeingWith = (item: Facts): (Twins & { agreement: Shared })[] =>
    twinsByKind
      .filter(({ kind }) => mayAgree(kind, item.garment))
      .flatMap(({ twins }) => twins())
      .flatMap((twins) => {
        const agreement = agreementOf(twins.facts, item);
        return agreement === null ? [] : [{ ...twins, agreement }];
      });
  return {
    countFor(item) {
      const found = agreeingWith(item);
      return {
        sameKind: sumOf(found.filter(({ agreement }) => ofSameKind.has(agreement))),
        sameBrandAndKind: sumOf(found.filter(({ agreement }) => agreement === 'brand_and_kind')),
      };
    },
    bestFor(item) {
      const found = Map.groupBy(agreeingWith(item), ({ agreement }) => agreement);
      const agreement = agreements.find((each) => found.has(each));
      return agreement === undefined
        ? null
        : { agreement, rows: (found.get(agreement) ?? []).flatMap(({ rows: own }) => own) };
    },
  };
}

const ofSameKind: ReadonlySet<Shared> = new Set(['brand_and_kind', 'any_brand', 'other_brand']);

/** An item of no kind that we know may agree with anything in its category or of its brand. */
const mayAgree = (comparable: Garment | undefined, item: Garment | undefined): boolean =>
  item === undefined ||
  (comparable !== undefined &&
    (comparable === item || kindsBelow(item).includes(comparable) || kindsBelow(comparable).includes(item)));

function twinsAmong(rows: readonly { facts: Facts; state: PriceState }[], of: readonly number[]): Twins[] {
  const bySignature = new Map<string, Twins>();
  for (const row of of) {
    const comparable = rows[row];
    if (comparable === undefined) continue;
    const { facts, state } = comparable;
    const signature = signatureOf(facts);
    const twins = bySignature.get(signature) ?? { facts, rows: [], sold: 0 };
    bySignature.set(signature, twins);
    twins.rows.push(row);
    if (state === 'sold') twins.sold++;
  }
  return [...bySignature.values()];
}

function sumOf(found: readonly Twins[]): Count {
  const count: Count = { all: 0, sold: 0 };
  for (const { rows, sold } of found) {
    count.all += rows.length;
    count.sold += sold;
  }
  return count;
}

/** `other_brand`: of the same type and of another brand. It is counted and learned from, and never shown. */
type Shared = Agreement | 'other_brand';

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
const signatureOf = (facts: Facts): string =>
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

/**
 * Which comparables a seller sees, from the best to the last. If the item's brand is known, they are of this brand: no seller
 * of a Lululemon top would look at J. Crew's. `any_brand`: of the same type, for the same people, if the item's brand is
 * unknown. `brand`: of the same brand if the item's type is unknown, and of a type that its photo may show.
 * `brand_and_related_kind`: of the same brand and of the next wider or narrower type, such as pants for jeans. `related_kind`: of
 * such a type if the item's brand is unknown.
 */
export const agreements = ['brand_and_kind', 'any_brand', 'brand', 'brand_and_related_kind', 'related_kind'] as const;
export type Agreement = (typeof agreements)[number];

/** Whether the comparables are of another type than the item, so that what they cost is not what such items cost. */
export const isOfOtherKind = (agreement: Agreement): boolean =>
  agreement === 'brand_and_related_kind' || agreement === 'related_kind';
