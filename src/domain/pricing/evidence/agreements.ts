// Names what comparables have in common with an item. Browsers load this, so it stays apart from the tables of kinds.

/**
 * From the best to the last. `kind`: a comparable of the same type, for the same people, but of another brand that sells for about
 * as much. `any_brand`: the same where the item's brand is unknown. `brand`: of the same brand where the item's type is unknown, and of a type that its
 * photo may show. `brand_and_related_kind`: of the same brand and of the next wider or narrower type, such as pants for jeans.
 * `related_kind`: of such a type where the item's brand is unknown.
 */
export const agreements = [
  'brand_and_kind',
  'any_brand',
  'kind',
  'brand',
  'brand_and_related_kind',
  'related_kind',
] as const;
export type Agreement = (typeof agreements)[number];

/** Whether the comparables are of another type than the item, so that what they cost is not what such items cost. */
export const isOfOtherKind = (agreement: Agreement): boolean =>
  agreement === 'brand_and_related_kind' || agreement === 'related_kind';
