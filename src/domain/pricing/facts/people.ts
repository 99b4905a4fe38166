// Says for whom an item was made.

import type { Facts } from './facts.ts';
import { widestKind } from './garments.ts';

export const people = ['women', 'men', 'kids'] as const;
export type People = (typeof people)[number];

const kidsWords = /^(kid|girl|boy|bab|child|toddler|infant)/;
/** "2t", "nb", "6 9 months", "12m", "4 5 years", "116 eu". A size such as "m" or "12" is no sign of a child. */
const kidsSizes = /^(\d+ ?t|nb|newborn|preemie|(\d+ )?\d+ ?(m|mo|mos|month|months|y|yrs?|years?)|1[0-7]\d eu)$/;

/** A shoe's size with its width: "8 m", "8 5 m" (8.5 M), "8 1 2 m" (8 1/2 M). */
const shoeWidth = /^\d+( 5| 1 2)? ?m$/;

/** A brand of children's clothes is one of which nearly all comparables, and at least a few, are for children. */
const kidsBrand = { share: 0.95, least: 5 } as const;

/** The brands that make things for children only, as their comparables show. */
export function kidsBrandsAmong(comparables: readonly Facts[]): ReadonlySet<string> {
  const byBrand = Map.groupBy(comparables, ({ brand }) => brand);
  byBrand.delete(undefined);
  const isForKids = (ofBrand: readonly Facts[]): boolean => {
    const forKids = ofBrand.filter((one) => peopleOf(one) === 'kids').length;
    return forKids >= kidsBrand.least && forKids >= kidsBrand.share * ofBrand.length;
  };
  return new Set(
    [...byBrand].flatMap(([brand, ofBrand]) => (brand !== undefined && isForKids(ofBrand) ? [brand] : [])),
  );
}

/** An item of such a brand is for children, unless something says for whom it is. */
export const ofKidsBrand = (facts: Facts, kidsBrands: ReadonlySet<string>): Facts =>
  peopleOf(facts) === undefined && facts.brand !== undefined && kidsBrands.has(facts.brand)
    ? { ...facts, department: 'kids' }
    : facts;

/** undefined: neither the department nor the size says it. */
export function peopleOf(given: Pick<Facts, 'department' | 'size' | 'garment'>): People | undefined {
  const { department, size, garment } = given;
  if (department === undefined) {
    const isShoe = garment !== undefined && widestKind(garment) === 'shoes';
    return size !== undefined && kidsSizes.test(size) && !(isShoe && shoeWidth.test(size)) ? 'kids' : undefined;
  }
  if (kidsWords.test(department)) return 'kids';
  return department.startsWith('wom') ? 'women' : department.startsWith('men') ? 'men' : undefined;
}
