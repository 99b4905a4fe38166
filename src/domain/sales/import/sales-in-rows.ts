// Reads the rows of an import as a client sends them: the chosen cells, without the columns that the file has beside them.

import type { Instant } from '../../ports/clock.ts';
import { isNoValue, readSize } from './read-amount.ts';
import { cleanCell, readSale, type Sale, type SaleCells } from './read-sale.ts';
import type { RowFault, SaleField } from './sale-fields.ts';
import { decideFormats } from './sale-formats.ts';
import { isSum } from './sales-in-table.ts';
import { total } from './table-rows.ts';

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
