// Guesses which column of a sales record holds what.

import { type SaleField, saleFields } from './sale-fields.ts';

/** The column of each field, counted from 0; null if none holds it. */
export type SaleColumns = Record<SaleField, number | null>;

/** Names of columns, best first: Poshmark's sales report, other marketplaces' reports, and sellers' own spreadsheets. */
const names: Readonly<Record<SaleField, readonly RegExp[]>> = {
  title: [
    /^listing title$/,
    /^(item )?title$/,
    /^(item|product|listing)( name)?$/,
    /^line ?item name$/,
    /^description$/,
    /^name$/,
  ],
  price: [
    /^order price$/,
    /^(sold|sale|selling|sales) price$/,
    /^sold (for|at)$/,
    /^(line ?)?item (price|subtotal)$/,
    /^price( sold)?$/,
    /^(sale )?amount$/,
    /^(unit|each|single) price$|^price (each|per (item|unit|piece))$/,
  ],
  soldOn: [
    /^order date$/,
    /^(sold|sale) (date|on|at)$/,
    /^date (of sale|sold)$/,
    /^sold$/,
    /^date$/,
    /^created (date|at|on)$/,
    /^(transaction|purchase|payment|paid|paid on) (date|on)$/,
  ],
  brand: [/^brand( name)?$/, /^(designer|label)$/],
  department: [/^(department|gender)$/],
  category: [/^category$/, /^(item )?type$/, /^kind$/],
  subcategory: [/^sub ?category$/],
  size: [/^size$/],
  condition: [/^condition$/, /^nwt$/, /^new with tags$/],
  // Only ids that stay the same in every file: a column "Order" may just count the rows.
  orderId: [/^(order|transaction|sale) (id|number|no)$/],
  originalPrice: [/^(original|retail)( price)?$/, /^msrp$/],
  quantity: [/^((line ?)?item )?(quantity|qty)( sold)?$/, /^(items|units|pieces|number of items) ?(sold)?$/],
};

/** Columns that say whether a row is a sale. The seller doesn't choose them, and they stay in the browser. */
export type StateColumns = {
  /** Of a word: "Completed", "Canceled", "Refund". */
  words: number[];
  /** Of what happened after the sale: a date, an amount, a reason, or yes. */
  canceled: number[];
  returned: number[];
  refunded: number[];
  /** Of a currency's code. */
  currency: number[];
  /** Of a price for everything in the row. */
  total: number[];
};

/** Without what is in parentheses, and without a currency: "Order Price (CAD)", "sale_price_usd". */
const spelled = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[([].*?[)\]]/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .replace(/ (in )?(us|usd|us dollars|cad|ca|aud|au|eur|gbp|nzd|mxn|c|a)$/, '');

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

const states: Readonly<Record<keyof StateColumns, RegExp>> = {
  words:
    /^((order|sale|sales|item|transaction|payment|listing|fulfillment|shipping|financial) )?(status|type|event)$|^(order|sale) state$|^event type$/,
  canceled: /\b(cancel(l?ed|lation|l?ation)?|voided)\b/,
  returned: /\breturn(ed|s)?\b/,
  refunded: /\brefund(ed|s)?\b/,
  currency: /^((order|sale|price|item|listing) )?currency( code)?$/,
  total: /^((order|sale|grand|item|line) )?total( price| amount| paid)?$/,
};
/** What a return would cost, and until when there could be one. */
const noEvent =
  /\b(by|until|till|deadline|window|policy|policies|accepted|allowed|eligible|shipping|label|address|cost|fee|fees|days|period|name)\b/;

export function findStateColumns(header: readonly string[]): StateColumns {
  const spellings = header.map(spelled);
  const find = (kind: keyof StateColumns): number[] =>
    spellings.flatMap((name, at) => (states[kind].test(name) && !noEvent.test(name) ? [at] : []));
  return {
    words: find('words'),
    canceled: find('canceled'),
    returned: find('returned'),
    refunded: find('refunded'),
    currency: find('currency'),
    total: find('total'),
  };
}

/** Poshmark's own report: its dates are American, and its rows have a cell more than its header. */
export const isPoshmarkReport = (header: readonly string[]): boolean => {
  const spellings = header.map(spelled);
  return ['order date', 'listing title', 'order price'].every((name) => spellings.includes(name));
};

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
