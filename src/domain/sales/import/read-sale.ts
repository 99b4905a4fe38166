// Reads one sale from a row of a sales record.

import { type Cents, fromDollars } from '../../money.ts';
import type { Instant } from '../../ports/clock.ts';
import { conditionInTitle, readCondition } from '../../pricing/facts/condition.ts';
import { plainText, visibleText } from '../../text/visible-text.ts';
import type { DateText } from '../../time.ts';
import { decideDecimals, isNoValue, mostDollars, readAmount, readMoney } from './read-amount.ts';
import { decideOrder, readDate } from './read-date.ts';
import {
  moneyFields,
  type SaleFault,
  type SaleField,
  type SaleFormats,
  type SaleProblem,
  saleProblems,
} from './sale-fields.ts';

/** The cells of a row, as they are in the file. */
export type SaleCells = Partial<Record<SaleField, string>>;

/** A sale in the seller's own words. Unknown facts are left out. */
export type Sale = {
  title: string;
  /** Of all pieces together. */
  price: Cents;
  soldOn?: DateText;
  originalPrice?: Cents;
  orderId?: string;
  /** How many pieces were sold, if there were several. */
  quantity?: number;
  listedOn?: DateText;
  isBundle?: boolean;
  isOffer?: boolean;
  /** Where it was sold, if that is another place than Poshmark. */
  channel?: string;
} & Partial<Record<'brand' | 'department' | 'category' | 'subcategory' | 'size' | 'condition' | 'sku', string>> &
  Partial<Record<(typeof moneyFields)[number], Cents>>;

const longest: Readonly<Record<'title' | 'text', number>> = { title: 300, text: 120 };
/** What is longer is cut before it is sent, and is still too long for every field. */
export const longestSent = 400;
const mostPieces = 100;
const plainFields = ['brand', 'department', 'category', 'subcategory', 'size', 'sku'] as const;
const yesNoFields = ['isBundle', 'isOffer'] as const;

type Reading = { formats: SaleFormats; now: Instant };
/** `unread`: cells that the sale does without, because they can't be read. */
type ReadSale = { sale: Sale; unread: SaleFault[] } | { faults: SaleFault[] };

/** Reads a row, or says everything that is wrong with its title and price. */
export function readSale(cells: SaleCells, { formats, now }: Reading): ReadSale {
  const text = (field: SaleField): string => cleanCell(cells[field] ?? '');
  const faults: SaleFault[] = [];
  const title = text('title');
  if (title === '') faults.push({ field: 'title', problem: 'missing' });
  else if (title.length > longest.title) faults.push({ field: 'title', problem: 'too_long' });
  const price = readAmount(text('price'), formats.decimals);
  if (typeof price === 'string') faults.push({ field: 'price', problem: price });
  const pieces = piecesOf(text('quantity'));
  if (pieces === 'unsold' || pieces === 'refunded') faults.push({ field: 'quantity', problem: pieces });
  const total =
    formats.prices === 'each' && typeof price === 'number' && typeof pieces === 'number' ? price * pieces : price;
  if (typeof total === 'number' && total > fromDollars(mostDollars))
    faults.push({ field: 'price', problem: 'too_high' });
  if (faults.length > 0 || typeof total === 'string') return { faults };

  const unread: SaleFault[] = [];
  const orUnread = <Value>(field: SaleField, value: Value | SaleProblem): Value | undefined => {
    if (!saleProblems.includes(value as SaleProblem)) return value as Value;
    if (value !== 'missing') unread.push({ field, problem: value as SaleProblem });
    return undefined;
  };
  const known = (field: SaleField): string => (isNoValue(text(field)) ? '' : text(field));
  const short = (field: SaleField): string | undefined =>
    orUnread<string>(field, known(field).length > longest.text ? 'too_long' : known(field) || 'missing');
  const date = (field: 'soldOn' | 'listedOn'): DateText | undefined =>
    orUnread(field, known(field) === '' ? 'missing' : readDate(known(field), { order: formats.dates, now }));
  const soldOn = date('soldOn');
  const listedOn = date('listedOn');
  const originalPrice = orUnread('originalPrice', readAmount(text('originalPrice'), formats.decimals));
  const quantity = orUnread<number>('quantity', pieces) ?? 1;
  const condition = conditionOf(text('condition'));
  const orderId = short('orderId') ?? '';
  const channel = short('channel');
  const plain = plainFields.flatMap((field) => {
    const value = short(field);
    return value === undefined ? [] : [[field, value] as const];
  });
  const amounts = moneyFields.flatMap((field) => {
    const read = readMoney(text(field), { decimals: formats.decimals, canBeNegative: field === 'earnings' });
    const value = orUnread<Cents>(field, read);
    return value === undefined ? [] : [[field, value] as const];
  });
  const answers = yesNoFields.flatMap((field) => {
    const value = orUnread<boolean>(field, yesOrNo(known(field)));
    return value === undefined ? [] : [[field, value] as const];
  });
  const sale: Sale = {
    title,
    price: total,
    ...(soldOn !== undefined && { soldOn }),
    ...(listedOn !== undefined && { listedOn }),
    ...(originalPrice !== undefined && { originalPrice }),
    ...(condition !== undefined && { condition }),
    // Words such as "pending" are none.
    ...(/\d/.test(orderId) && { orderId }),
    ...(quantity > 1 && { quantity }),
    ...(channel !== undefined && !/^posh/i.test(channel) && { channel }),
    ...Object.fromEntries([...plain, ...amounts, ...answers]),
  };
  return { sale, unread };
}

/** A cell without what spreadsheets and exports put around its value: `="40"`, a text mark before it, a quote that never closes. */
export function cleanCell(cell: string): string {
  const text = visibleText(cell)
    .replaceAll('\u0000', '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  const [, wrapped] = /^="(.*)"$/s.exec(text) ?? [];
  if (wrapped !== undefined) return wrapped.replaceAll('""', '"').trim();
  return text.replace(/^"(?=[^"]*$)|^'(?=[=+\-@\d$])/, '').trim();
}

function yesOrNo(text: string): boolean | SaleProblem {
  if (text === '') return 'missing';
  if (/^(y|yes|true|1)$/i.test(text)) return true;
  return /^(n|no|false|0)$/i.test(text) ? false : 'not_yes_or_no';
}

/** How many pieces were sold together. */
function piecesOf(text: string): number | SaleProblem {
  if (isNoValue(text)) return 'missing';
  const [, sign, digits] =
    /^([-−(]?)\s*(\d{1,6})(?:[.,]0+)?\)?(?:\s*(?:x|pcs?|pieces?|items?|units?))?$/i.exec(plainText(text)) ?? [];
  if (digits === undefined) return 'not_a_number';
  if (sign !== '') return 'refunded';
  const pieces = Number(digits);
  if (pieces === 0) return 'unsold';
  return pieces > mostPieces ? 'not_a_number' : pieces;
}

/** A report may have a column "NWT" that says yes or no. An unknown condition is no fault: it is just not known. */
function conditionOf(text: string): string | undefined {
  if (/^(y|yes|true|1)$/i.test(text)) return 'new-with-tags';
  return readCondition(text) ?? conditionInTitle(text);
}

/** A date and a price that can be read in two ways, and nothing in the file says which is right. */
export type OpenQuestions = { dates: string | null; decimals: string | null };

type FormatHints = {
  now: Instant;
  /** The name of the column with dates, which may say "DD/MM/YYYY". */
  dateName?: string;
  isAmerican?: boolean;
  prices?: SaleFormats['prices'];
  /** What the seller chose, or the browser that read the whole file. */
  chosen?: { [Format in keyof SaleFormats]?: SaleFormats[Format] | undefined };
};

export function decideFormats(
  rows: readonly SaleCells[],
  { now, dateName = '', isAmerican = false, prices = 'total', chosen = {} }: FormatHints,
): { formats: SaleFormats; open: OpenQuestions } {
  const cells = (fields: readonly SaleField[]) => fields.flatMap((field) => rows.map((row) => row[field] ?? ''));
  const { order, asks: date } = decideOrder(cells(['soldOn', 'listedOn']), { name: dateName, isAmerican, now });
  const { decimals, asks: price } = decideDecimals(cells(['price', 'originalPrice', ...moneyFields]));
  return {
    formats: {
      dates: chosen.dates ?? order,
      decimals: chosen.decimals ?? decimals,
      prices: chosen.prices ?? prices,
    },
    open: { dates: date, decimals: price },
  };
}
