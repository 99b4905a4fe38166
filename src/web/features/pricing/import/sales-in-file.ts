// What a file holds with the chosen columns: sales, and rows that can't be read.

import type { SaleRow } from '#contract/schemas/pricing/sale-imports.ts';
import { readSale, type Sale, type SaleCells } from '#domain/pricing/import/read-sale.ts';
import type { SaleColumns } from '#domain/pricing/import/sale-columns.ts';
import { type SaleFault, saleFields } from '#domain/pricing/import/sale-fields.ts';
import type { FileRow } from './read-sales-file.ts';

export type SalesInFile = {
  sales: { row: number; sale: Sale }[];
  faults: (SaleFault & { row: number })[];
  /** What is sent: the rows that can be read, and nothing but the chosen columns of them. */
  toSend: SaleRow[];
};

/** A row with this title sums up the others. */
const isTotal = (title: string | undefined): boolean => /^(grand |sub[- ]?)?totals?:?$/i.test(title ?? '');

/** Reads the rows as the server will. Rows without title and price are no sales: a report ends with totals. */
export const salesInFile = (rows: readonly FileRow[], columns: SaleColumns, now: number): SalesInFile => {
  const found: SalesInFile = { sales: [], faults: [], toSend: [] };
  for (const { row, cells, isCut } of rows) {
    const picked = pick(cells, columns);
    if ((picked.title === undefined && picked.price === undefined) || isTotal(picked.title)) continue;
    if (isCut) {
      found.faults.push({ row, field: 'price', problem: 'extra_cells' });
      continue;
    }
    const read = readSale(picked, now);
    if ('faults' in read) found.faults.push(...read.faults.map((fault) => ({ row, ...fault })));
    else {
      found.sales.push({ row, sale: read.sale });
      found.toSend.push({ row, cells: picked });
    }
  }
  return found;
};

const pick = (cells: readonly string[], columns: SaleColumns): SaleCells =>
  Object.fromEntries(
    saleFields.flatMap((field) => {
      const column = columns[field];
      const cell = column === null ? '' : (cells[column] ?? '').trim();
      return cell === '' ? [] : [[field, cell]];
    }),
  );
