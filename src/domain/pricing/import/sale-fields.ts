// Names the fields of a sale and what can be wrong with them. Browsers load this, so it stays apart from what reads them.

/** What Hangtag takes from a sales record. Everything else stays in the seller's browser. */
export const saleFields = [
  'title',
  'price',
  'soldOn',
  'brand',
  'department',
  'category',
  'subcategory',
  'size',
  'condition',
  'originalPrice',
  'orderId',
] as const;
export type SaleField = (typeof saleFields)[number];

export const saleProblems = [
  'missing',
  'too_long',
  'not_a_price',
  'not_dollars',
  'zero',
  'too_high',
  'not_a_date',
  'in_the_future',
  'extra_cells',
] as const;
export type SaleProblem = (typeof saleProblems)[number];
export type SaleFault = { field: SaleField; problem: SaleProblem };
