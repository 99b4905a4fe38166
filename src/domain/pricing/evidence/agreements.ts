// Names what comparables have in common with an item. Browsers load this, so it stays apart from the tables of kinds.

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
