// Names the fields of a sale and what can be wrong with them. Browsers load this, so it stays apart from what reads them.

/** Amounts beside the price. */
export const moneyFields = [
  'cost',
  'lowestPrice',
  'shippingDiscount',
  'labelFee',
  'packagingFee',
  'otherFee',
  'earnings',
  'salesTax',
] as const;
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
  'quantity',
  'listedOn',
  'sku',
  'isBundle',
  'isOffer',
  ...moneyFields,
  'channel',
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
  'not_a_number',
  'not_an_amount',
  'negative',
  'not_yes_or_no',
  'extra_cells',
  'few_cells',
  'open_quote',
  'other_columns',
  'canceled',
  'returned',
  'refunded',
  'unsold',
] as const;
export type SaleProblem = (typeof saleProblems)[number];
/** The row is fine, and is no sale. */
export const isNoSale = (problem: SaleProblem): boolean =>
  ['canceled', 'returned', 'refunded', 'unsold'].includes(problem);
export type SaleFault = { field: SaleField; problem: SaleProblem };
export type RowFault = SaleFault & { row: number };

/** How the columns of a file are written: decided once for a column, by its cells or by the seller. */
export type SaleFormats = {
  dates: 'month-first' | 'day-first';
  /** What comes before the cents. null: some cells have a point and some a comma. */
  decimals: 'point' | 'comma' | null;
  /** Whether the price is that of one piece, or of all that were sold together. */
  prices: 'each' | 'total';
};
