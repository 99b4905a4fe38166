// Names the fields of an inventory report and what can be wrong with them. Browsers load this, so it stays apart from what reads them.

export const inventoryFields = [
  'title',
  'listedOn',
  'sku',
  'itemSku',
  'cost',
  'lowestPrice',
  'price',
  'likes',
  'brand',
  'size',
] as const;
export type InventoryField = (typeof inventoryFields)[number];

export const inventoryProblems = [
  'missing',
  'too_long',
  'negative',
  'not_a_price',
  'not_dollars',
  'too_high',
  'not_a_date',
  'in_the_future',
] as const;
export type InventoryProblem = (typeof inventoryProblems)[number];

/** The longest SKU, and the highest cost of a listing, in cents. */
export const longestLabel = 60;
export const mostCostCents = 10_000_000;
