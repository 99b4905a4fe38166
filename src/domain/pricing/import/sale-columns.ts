// Guesses which column of a sales record holds what.

import { type SaleField, saleFields } from './sale-fields.ts';

/** The column of each field, counted from 0; null if none holds it. */
export type SaleColumns = Record<SaleField, number | null>;

/** Names of columns, best first: Poshmark's sales report, other marketplaces' reports, and sellers' own spreadsheets. */
const names: Readonly<Record<SaleField, readonly RegExp[]>> = {
  title: [/^listing title$/, /^(item )?title$/, /^(item|product|listing)( name)?$/, /^description$/, /^name$/],
  price: [
    /^order price$/,
    /^(sold|sale|selling|sales) price$/,
    /^sold (for|at)$/,
    /^item (price|subtotal)$/,
    /^price( sold)?$/,
    /^(sale )?amount$/,
  ],
  soldOn: [/^order date$/, /^(sold|sale) (date|on)$/, /^date (of sale|sold)$/, /^sold$/, /^date$/],
  brand: [/^brand( name)?$/, /^(designer|label)$/],
  department: [/^(department|gender)$/],
  category: [/^category$/, /^(item )?type$/, /^kind$/],
  subcategory: [/^sub ?category$/],
  size: [/^size$/],
  condition: [/^condition$/, /^nwt$/, /^new with tags$/],
  // Only ids that stay the same in every file: a column "Order" may just count the rows.
  orderId: [/^(order|transaction|sale) (id|number|no)$/],
  originalPrice: [/^(original|retail)( price)?$/, /^msrp$/],
};

const spelled = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

/** Each column is taken once, by the field whose best name it has. */
export function guessColumns(header: readonly string[]): SaleColumns {
  const spellings = header.map(spelled);
  const taken = new Set<number>();
  const find = (field: SaleField): number | null => {
    for (const name of names[field]) {
      const at = spellings.findIndex((spelling, column) => !taken.has(column) && name.test(spelling));
      if (at < 0) continue;
      taken.add(at);
      return at;
    }
    return null;
  };
  const found = saleFields.map((field) => [field, find(field)] as const);
  // `Object.fromEntries` loses the key type. The keys are the fields.
  return Object.fromEntries(found) as SaleColumns;
}

/** Reports begin with a title or a summary, so the header may be this far down. */
const searchedRows = 40;

/** Where the header is: the row with the most known names, or the first row if none has any. */
export function findHeader(rows: readonly (readonly string[])[]): number {
  let best = { at: 0, known: 0 };
  rows.slice(0, searchedRows).forEach((row, at) => {
    const known = Object.values(guessColumns(row)).filter((column) => column !== null).length;
    if (known > best.known) best = { at, known };
  });
  return best.at;
}
