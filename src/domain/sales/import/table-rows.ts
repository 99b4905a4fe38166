// Tells the rows of a sales record from what is no row at all: empty lines, notes, totals, and the header again.

import { cleanCell } from './read-sale.ts';
import { guessColumns, type SaleColumns } from './sale-columns.ts';

/** A row of the file, with its number as a spreadsheet counts. */
export type TableRow = {
  row: number;
  cells: readonly string[];
  /** One of its quotes never closes. */
  isOpen: boolean;
};
export type SalesTable = { header: readonly string[]; rows: readonly TableRow[] };

type Kind = 'row' | 'empty' | 'total' | 'header' | 'other_header' | 'single' | 'note';

/** The word of a line with sums. */
export const total =
  /^(?:(?:grand|sub|net|overall|sales|report|monthly) ?-?)?(?:totals?|sum|average|avg\.?|count)(?: (?:sales?|sold|amount|earnings|revenue|items?|orders?|prices?|net|gross|profit|fees|paid))*(?: ?\([^)]*\)|:.*)?$/i;

/** The rows with sales, and whether they belong to a table with other columns further down in the file. */
export function rowsOfTable(
  { header, rows }: SalesTable,
  columns: SaleColumns,
): (TableRow & { hasOtherColumns: boolean })[] {
  const kinds = rows.map(({ cells }) => kindOf(cells, { header, columns }));
  kinds.forEach((kind, at) => {
    if (kind === 'single' && isNote(at, { kinds, rows, header })) kinds[at] = 'note';
  });
  let hasOtherColumns = false;
  return rows.flatMap((row, at) => {
    const kind = kinds[at];
    if (kind === 'header' || kind === 'other_header') hasOtherColumns = kind === 'other_header';
    return kind === 'row' || kind === 'single' ? [{ ...row, hasOtherColumns }] : [];
  });
}

function kindOf(
  cells: readonly string[],
  { header, columns }: { header: readonly string[]; columns: SaleColumns },
): Kind {
  const texts = cells.map(cleanCell);
  const filled = texts.filter((text) => text !== '');
  const at = (column: number | null): string => (column === null ? '' : (texts[column] ?? ''));
  if (filled.length === 0) return 'empty';
  if (total.test(filled[0] ?? '') && at(columns.soldOn) === '' && at(columns.orderId) === '') return 'total';
  if (isSame(texts, header)) return 'header';
  if (!filled.some((text) => /^\D?\d/.test(text))) {
    const guess = guessColumns(texts);
    if (guess.title !== null && guess.price !== null)
      return isSameGuess(guess, guessColumns(header)) ? 'header' : 'other_header';
  }
  return filled.length === 1 && header.length > 1 ? 'single' : 'row';
}

/** A line of its own beside an empty line, a total, or the end. Between two sales it could be the half of one, so it is named. */
function isNote(
  at: number,
  { kinds, rows, header }: { kinds: readonly Kind[]; rows: readonly TableRow[]; header: readonly string[] },
): boolean {
  const cells = rows[at]?.cells ?? [];
  const text = cleanCell(cells.find((cell) => cleanCell(cell) !== '') ?? '');
  if (/^[-$(]*\d[\d.,/-]*\)?$/.test(text)) return false;
  const before = kinds[at - 1];
  const after = kinds[at + 1];
  const isApart = [before, after].some((kind) => kind === 'empty' || kind === 'total' || kind === 'note');
  if (isApart || after === 'header' || after === 'other_header') return true;
  return cells.length < Math.min(2, header.length) && (after === undefined || after === 'single');
}

const isSame = (cells: readonly string[], header: readonly string[]): boolean =>
  header.some((name) => name !== '') &&
  header.every((name, at) => name.toLowerCase() === (cells[at] ?? '').toLowerCase());

const isSameGuess = (one: SaleColumns, other: SaleColumns): boolean => JSON.stringify(one) === JSON.stringify(other);
