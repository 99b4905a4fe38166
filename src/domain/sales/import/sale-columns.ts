// Guesses which column of a sales record holds what.

import { type SaleField, saleFields } from './sale-fields.ts';

/** `fee`: what the marketplace took. A sale has no such cell: it becomes what was earned. */
export type ColumnField = SaleField | 'fee';
/** The column of each field, counted from 0; null if none holds it. */
export type SaleColumns = Record<ColumnField, number | null>;

/** Names of columns, best first: Poshmark's sales report, other marketplaces' reports, and sellers' own spreadsheets. */
const names: Readonly<Record<SaleField, readonly RegExp[]>> = {
  title: [
    /^listing title$/,
    /^(item )?title$/,
    /^(item|product|listing)( name)?$/,
    /^line ?item name$/,
    /^name$/,
    /^description$/,
  ],
  price: [
    /^order price$/,
    /^(sold|sale|selling|sales) price$/,
    /^sold (for|at)$/,
    /^price sold$/,
    /^(final|actual) (sale |sold |selling )?price$/,
    /^(line ?)?item (price|subtotal)$/,
    /^price$/,
    /^(sale )?amount$/,
    /^(unit|each|single) price$|^price (each|per (item|unit|piece))$/,
  ],
  soldOn: [
    /^order date$/,
    /^(sold|sale) date$/,
    /^date (of sale|sold)$/,
    /^sold date time$/,
    // The name of the marketplace, in some programs.
    /^(sold|sale) (on|at)$/,
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
  listedOn: [
    /^(listing|listed|list) date$/,
    /^date listed$/,
    /^listed( (on|at))?$/,
    /^(date|created) (posted|created)$/,
  ],
  sku: [
    /^(listing |item |seller |product |custom |vendoo |my )?sku( number| code)?$/,
    /^custom label$/,
    /^(inventory|stock) (id|number|no)$/,
  ],
  isBundle: [/^bundle( order)?$/, /^is bundle$/],
  isOffer: [/^offer( order| accepted)?$/, /^(sold )?(by|via|through) offer$/, /^is offer$/],
  cost: [
    /^cost price$/,
    /^(item |product |my |purchase |buy |unit )?cost$/,
    /^cost of (goods|item|product)( sold)?$/,
    /^cogs?$/,
    /^(purchase|buy|buying|bought|sourced?) (price|for|cost)$/,
    /^(i |amount |price )?paid$/,
    /^(total |original |acquisition |sourcing )cost$/,
    /^cost (price )?paid$/,
    /^cost (per|of) (item|unit|piece)$/,
  ],
  lowestPrice: [/^lowest (set |listed |listing )?price$/],
  shippingDiscount: [/^(seller )?shipping discount$/],
  labelFee: [
    /^upgraded shipping label fee$/,
    /^(shipping |postage )?label( (fee|cost))?$/,
    /^((my|seller|your|actual) )?(shipping|postage) (cost|costs|expense|expenses|fee|fees|paid)$/,
  ],
  packagingFee: [/^packag(ing|e)( (fee|fees|cost|costs))?$/, /^(shipping )?supplies( cost)?$/],
  otherFee: [
    /^hazmat noncompliance fee$/,
    /^overweight label fee$/,
    /^(other|additional|misc|miscellaneous|extra) (fee|fees|cost|costs|expense|expenses)$/,
    /^(ad|ads|advertising|promotion|promotional|promoted listing|promoted listings) (fee|fees|cost|costs)$/,
  ],
  earnings: [
    /^your earnings$/,
    /^(net |total |seller )?earnings$/,
    /^(net )?(seller )?(payout|proceeds|received)$/,
    /^(amount |you |i )?(earned|received)$/,
    /^(net )?(sale |sales )?(earnings|proceeds|payout)( amount)?$/,
    /^(total )?payout$|^take home( pay)?$/,
  ],
  salesTax: [/^sales tax( collected| amount)?$/, /^tax( collected| amount)?$/],
  channel: [
    /^(sold |sale |sales |selling )?(platform|marketplace|channel|site)( sold( on| at)?)?$/,
    /^(sold|sale) (on|at)( (platform|marketplace))?$/,
    /^where (it )?sold$/,
  ],
};

const ofBuyer =
  /^(buyer|purchaser|customer|recipient|ship to|bill to|billing|deliver to)\b|\b(user ?name|e ?mail|phone|address|street|zip|postal|postcode|city)\b/;
/** Never read, not even to show a file to its seller. */
export const isOfBuyer = (name: string): boolean => ofBuyer.test(spelled(name));

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
  /** Of what the marketplace took. */
  fees: number[];
  /** Of fees that count as one with the column of other fees. */
  otherFees: number[];
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
  const columns = { ...Object.fromEntries(found), fee: null } as SaleColumns;
  const fee = spellings.findIndex((spelling, column) => !taken.has(column) && states.fees.test(spelling));
  // What was earned says more than a fee.
  return fee < 0 || columns.earnings !== null ? columns : { ...columns, fee };
}

const states: Readonly<Record<keyof StateColumns, RegExp>> = {
  words:
    /^((order|sale|sales|item|transaction|payment|listing|fulfillment|shipping|financial) )?(status|type|event)$|^(order|sale) state$|^event type$/,
  canceled: /\b(cancel(l?ed|lation|l?ation)?|voided)\b/,
  returned: /\breturn(ed|s)?\b/,
  refunded: /\brefund(ed|s)?\b/,
  currency: /^((order|sale|price|item|listing) )?currency( code)?$/,
  total: /^((order|sale|grand|item|line) )?total( price| amount| paid)?$/,
  fees: /^((total|marketplace|platform|selling|seller|service|poshmark|posh|ebay|mercari|depop|etsy|grailed|vinted|paypal|final value|transaction|processing|payments?|payment processing|sales?|sold|listing) )*(fees?|fee amount)$|^(sales )?commissions?$/,
  otherFees: new RegExp(names.otherFee.map(({ source }) => source).join('|')),
};
/** What a return would cost, and until when there could be one. */
const noEvent =
  /\b(by|until|till|deadline|window|policy|policies|accepted|allowed|eligible|shipping|label|address|cost|fee|fees|days|period|name)\b/;

const isFee = (kind: keyof StateColumns): boolean => kind === 'fees' || kind === 'otherFees';

export function findStateColumns(header: readonly string[]): StateColumns {
  const spellings = header.map(spelled);
  const find = (kind: keyof StateColumns): number[] =>
    spellings.flatMap((name, at) => (states[kind].test(name) && (isFee(kind) || !noEvent.test(name)) ? [at] : []));
  return {
    words: find('words'),
    canceled: find('canceled'),
    returned: find('returned'),
    refunded: find('refunded'),
    currency: find('currency'),
    total: find('total'),
    fees: find('fees'),
    otherFees: find('otherFees'),
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
