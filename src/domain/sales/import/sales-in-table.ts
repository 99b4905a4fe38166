// Reads the sales in a table with the chosen columns, or in the rows that a client sends, and says of other rows why they are none.

import type { Instant } from '../../ports/clock.ts';
import { plainText } from '../../text/visible-text.ts';
import { isColumnOfOtherCurrency, isNoValue, namesOtherCurrency, readSize } from './read-amount.ts';
import {
  cleanCell,
  decideFormats,
  longestSent,
  type OpenQuestions,
  readSale,
  type Sale,
  type SaleCells,
} from './read-sale.ts';
import { findStateColumns, isPoshmarkReport, type SaleColumns, type StateColumns } from './sale-columns.ts';
import {
  isNoSale,
  moneyFields,
  type RowFault,
  type SaleFault,
  type SaleField,
  type SaleFormats,
  type SaleProblem,
  saleFields,
} from './sale-fields.ts';
import { rowsOfTable, type SalesTable, type TableRow, total } from './table-rows.ts';

export type SalesInTable = {
  sales: { row: number; sale: Sale }[];
  /** Rows that are fine and no sales: canceled, returned, refunded. */
  noSales: RowFault[];
  /** Rows that can't be read. */
  faults: RowFault[];
  /** Cells that can't be read. Their sales are imported without them. */
  unread: RowFault[];
  /** What is sent: the rows with sales, and nothing but the chosen columns of them. */
  toSend: { row: number; cells: SaleCells }[];
  formats: SaleFormats;
  open: OpenQuestions;
};

type Reading = { now: Instant; chosen?: { [Format in keyof SaleFormats]?: SaleFormats[Format] | undefined } };

/** Reads the rows as the server will. */
export function salesInTable(table: SalesTable, columns: SaleColumns, { now, chosen = {} }: Reading): SalesInTable {
  const { header } = table;
  const states = findStateColumns(header);
  const rows = rowsOfTable(table, columns).map((row) => ({ ...row, picked: pick(row.cells, columns, states) }));
  const { formats, open } = decideFormats(
    rows.flatMap(({ hasOtherColumns, picked }) => (hasOtherColumns ? [] : [picked])),
    {
      now,
      chosen,
      dateName: nameOf(header, columns.soldOn),
      isAmerican: isPoshmarkReport(header),
      prices: pricesOf(rows, { columns, states, header }),
    },
  );
  const isForeign = isColumnOfOtherCurrency(nameOf(header, columns.price));
  const spare = isPoshmarkReport(header) ? 1 : 0;
  const found: SalesInTable = { sales: [], noSales: [], faults: [], unread: [], toSend: [], formats, open };
  let sum = 0;

  for (const { row, cells, picked, isOpen, hasOtherColumns } of rows) {
    const name = (fault: SaleFault): RowFault => ({ row, ...fault });
    const problem = noSaleIn(cells, { columns: states, price: picked.price ?? '' });
    const read = readSale(picked, { formats, now });
    if (hasOtherColumns) found.faults.push(name({ field: 'title', problem: 'other_columns' }));
    else if (problem !== null) found.noSales.push(name({ field: 'title', problem }));
    else if (isOpen) found.faults.push(name({ field: 'title', problem: 'open_quote' }));
    else if (cells.slice(header.length + spare).some(isFilled))
      found.faults.push(name({ field: 'price', problem: 'extra_cells' }));
    else if (lacksCells(cells, { header, columns, picked }) && ('faults' in read || hasShiftedCells(picked)))
      found.faults.push(name({ field: 'title', problem: 'few_cells' }));
    else if ('faults' in read) {
      const fault = read.faults.find((one) => isNoSale(one.problem));
      // A total without its word: the sum of what is above it, and nothing else.
      if (fault === undefined && isSum(picked, sum)) continue;
      // A list of the whole inventory has rows of what isn't sold yet: neither a price nor a date.
      const isUnsold = columns.soldOn !== null && isNoValue(picked.price ?? '') && isNoValue(picked.soldOn ?? '');
      if (fault === undefined && isUnsold && picked.title !== undefined) {
        found.noSales.push(name({ field: 'title', problem: 'unsold' }));
        continue;
      }
      if (fault !== undefined) found.noSales.push(name(fault));
      else found.faults.push(...read.faults.map(name));
    } else if ((isForeign && !/us\s?\$|usd/i.test(picked.price ?? '')) || isInOtherCurrency(cells, states))
      found.faults.push(name({ field: 'price', problem: 'not_dollars' }));
    else {
      sum = Math.round(sum * 100 + (readSize(picked.price ?? '') ?? 0) * 100) / 100;
      found.sales.push({ row, sale: read.sale });
      found.unread.push(...read.unread.map(name));
      found.toSend.push({ row, cells: picked });
    }
  }
  return found;
}

const isFilled = (cell: string): boolean => cleanCell(cell) !== '';

const nameOf = (header: readonly string[], column: number | null): string =>
  column === null ? '' : (header[column] ?? '');

/** The chosen cells of a row that have a value. Fees in several columns are one cell. */
function pick(cells: readonly string[], columns: SaleColumns, states: StateColumns): SaleCells {
  const at = (column: number | null): string =>
    column === null ? '' : cleanCell(cells[column] ?? '').slice(0, longestSent);
  const picked: SaleCells = Object.fromEntries(
    saleFields.flatMap((field) => (at(columns[field]) === '' ? [] : [[field, at(columns[field])]])),
  );
  const taken = new Set(Object.values(columns));
  const otherFees = states.otherFees.filter((column) => column === columns.otherFee || !taken.has(column));
  const total = columns.otherFee === null ? null : sumOf(otherFees.map(at));
  const isOnePiece = Number(picked.quantity ?? 1) === 1;
  const fees = columns.earnings === null && isOnePiece ? sumOf(feeColumns(columns, states).map(at)) : null;
  const price = readSize(picked.price ?? '');
  return {
    ...picked,
    ...(otherFees.length > 1 && total !== null && { otherFee: total.toFixed(2) }),
    // Where a file says what the marketplace took, that is its fee.
    ...(fees !== null &&
      price !== null && { earnings: (price - fees - (readSize(picked.shippingDiscount ?? '') ?? 0)).toFixed(2) }),
  };
}

/** The column that the seller chose, and with it all others that have such a name. */
function feeColumns({ fee, ...others }: SaleColumns, { fees }: StateColumns): number[] {
  if (fee === null) return [];
  const taken = new Set(Object.values(others));
  return fees.includes(fee) ? fees.filter((column) => column === fee || !taken.has(column)) : [fee];
}

/** In dollars, rounded to cents; null if no cell has an amount. */
function sumOf(cells: readonly string[]): number | null {
  const sizes = cells.map(readSize).filter((size) => size !== null);
  return sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + Math.round(size * 100), 0) / 100;
}

/** Amounts alone, and the price is that of all rows before. */
const isSum = (picked: SaleCells, sum: number): boolean =>
  readSize(picked.price ?? '') === sum &&
  Object.keys(picked).every((field) => field === 'price' || (moneyFields as readonly string[]).includes(field));

type Shape = { header: readonly string[]; columns: SaleColumns; picked: SaleCells };

/** A column that the seller chose is past the end of the row. Programs may leave out empty cells there, and nothing else. */
const lacksCells = (cells: readonly string[], { header, columns }: Shape): boolean =>
  cells.length < header.length && saleFields.some((field) => (columns[field] ?? -1) >= cells.length);

/** A brand or department that is an amount or a date: a cell before it is missing. */
const hasShiftedCells = ({ brand, department, category, subcategory, condition }: SaleCells): boolean =>
  [brand, department, category, subcategory, condition].some(
    (cell) => cell !== undefined && !isNoValue(cell) && /^[-$(]*\d[\d.,/-]*\)?$/.test(cell),
  );

/** A price beside a quantity is that of one piece if its column says so, or if it is the total only when it is multiplied. */
function pricesOf(
  rows: readonly (TableRow & { picked: SaleCells })[],
  { columns, states, header }: { columns: SaleColumns; states: StateColumns; header: readonly string[] },
): SaleFormats['prices'] {
  if (/\b(unit|each|per|single|line ?item)\b/i.test(nameOf(header, columns.price))) return 'each';
  const votes = rows.map(({ cells, picked }) => {
    const quantity = Number(picked.quantity);
    const price = readSize(picked.price ?? '');
    const total = states.total.map((at) => readSize(cells[at] ?? '')).find((size) => size !== null);
    if (!(quantity > 1) || price === null || total === undefined || total === null) return 0;
    return Math.abs(price * quantity - total) < Math.abs(price - total) ? 1 : -1;
  });
  return votes.reduce<number>((sum, vote) => sum + vote, 0) > 0 ? 'each' : 'total';
}

type RowToRead = { row: number; cells: SaleCells };
type SalesInRows = {
  sales: Sale[];
  /** Why rows are left out. */
  refused: RowFault[];
  /** Cells that can't be read. Their sales count without them. */
  unread: RowFault[];
};

/** Lines with sums, notes, and empty lines are neither sales nor faults. */
export function salesInRows(
  rows: readonly RowToRead[],
  { now, chosen = {} }: { now: Instant; chosen?: Parameters<typeof decideFormats>[1]['chosen'] },
): SalesInRows {
  const filled = rows.map(({ row, cells }) => ({ row, cells: filledCells(cells) }));
  const { formats } = decideFormats(
    filled.map(({ cells }) => cells),
    { now, chosen },
  );
  const read = filled.map(({ row, cells }) => ({ row, cells, ...readSale(cells, { formats, now }) }));
  const first = read.findIndex((one) => 'sale' in one);
  const last = read.findLastIndex((one) => 'sale' in one);
  const found: SalesInRows = { sales: [], refused: [], unread: [] };
  let sum = 0;
  for (const [at, one] of read.entries()) {
    const name = (fault: Omit<RowFault, 'row'>): RowFault => ({ row: one.row, ...fault });
    if (isNoRow(one.cells, { isApart: at < first || at > last, sum })) continue;
    if ('faults' in one) found.refused.push(...one.faults.map(name));
    else {
      sum = Math.round(sum * 100 + (readSize(one.cells.price ?? '') ?? 0) * 100) / 100;
      found.sales.push(one.sale);
      found.unread.push(...one.unread.map(name));
    }
  }
  return found;
}

const filledCells = (cells: SaleCells): SaleCells =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([field, cell]) => {
      const text = cleanCell(cell ?? '');
      return text === '' || (field !== 'price' && isNoValue(text)) ? [] : [[field, text]];
    }),
  );

/** `isApart`: there is no sale above it, or none below. */
function isNoRow(cells: SaleCells, { isApart, sum }: { isApart: boolean; sum: number }): boolean {
  const filled = Object.entries(cells) as [SaleField, string][];
  if (filled.every(([, cell]) => isNoValue(cell))) return true;
  const says = (field: SaleField): boolean => field in cells && !total.test(cells[field] ?? '');
  if (filled.some(([, cell]) => total.test(cell)) && !says('title') && !says('soldOn') && !says('orderId')) return true;
  if (isSum(cells, sum)) return true;
  const [only] = filled;
  return isApart && filled.length === 1 && only !== undefined && !/^[-$(]*\d[\d.,/-]*\)?$/.test(only[1]);
}

type NoSale = Extract<SaleProblem, 'canceled' | 'returned' | 'refunded'>;

/** "Not returned", "Return denied", and a refund of a part leave a sale a sale. */
const stands =
  /\b(not?|none|never|non|un)[- ]?(yet )?(been )?(requested|cancel|void|return|refund)|(cancel|return|refund)\w* (request )?(was )?(denied|declined|rejected|withdrawn|refused)|partial/;
const words: readonly (readonly [RegExp, SaleProblem])[] = [
  [/\b(cancel|void)/, 'canceled'],
  [/\breturn/, 'returned'],
  [/\brefund|charge ?back|\brevers(ed|al)|money back/, 'refunded'],
  [
    /^(unsold|not sold|active|for sale|available|listed|draft|unpaid|not paid|awaiting payment|pending payment|payment (pending|failed|declined)|failed|declined|payouts?|transfers?|withdrawals?|deposit|(.* )?labels?|(.* )?fees?|adjustments?|credit|hold|claim|payment dispute|charge|subscription|bonus|tax)$/,
    'unsold',
  ],
];

/** The cells are those of the whole row. null: nothing says that it isn't a sale. */
function noSaleIn(
  cells: readonly string[],
  { columns, price }: { columns: StateColumns; price: string },
): SaleProblem | null {
  const textAt = (at: number): string =>
    plainText(cells[at] ?? '')
      .toLowerCase()
      .replaceAll('_', ' ');
  for (const at of columns.words) {
    const text = textAt(at);
    const [, problem = null] = (stands.test(text) ? undefined : words.find(([pattern]) => pattern.test(text))) ?? [];
    if (problem !== null) return problem;
  }
  const events: readonly NoSale[] = ['canceled', 'returned', 'refunded'];
  return events.find((kind) => columns[kind].some((at) => happened(textAt(at), { kind, price }))) ?? null;
}

/** A date, a reason, or "yes". An amount has to be the whole price. */
function happened(text: string, { kind, price }: { kind: NoSale; price: string }): boolean {
  if (isNoValue(text) || /^(n|no|not|none|never|false)\b|^[-0$.,:/ ]*$/.test(text) || stands.test(text)) return false;
  const amount = readSize(text);
  const isAmount = amount !== null && (/[$.,]/.test(text) || (kind === 'refunded' && amount > 1));
  return !isAmount || amount >= (readSize(price) ?? 0);
}

/** A column of currencies that says another one. */
const isInOtherCurrency = (cells: readonly string[], { currency }: StateColumns): boolean =>
  currency.some((at) => namesOtherCurrency(cells[at] ?? ''));
