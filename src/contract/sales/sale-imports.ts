// Sales that a seller imports from a file.
import { z } from 'zod';
import { saleFields, saleProblems } from '#domain/sales/import/sale-fields.ts';
import { type Cost, perHour, reads, scarce, writes } from '../cost.ts';
import { Message, Time, typed } from '../fields.ts';
import type { RouteTable } from '../route.ts';

/** The most rows of one file, and the most sales of one account. */
export const mostSalesAtOnce = 5_000;
export const mostImportedSales = 20_000;
/** Largest body of an import in bytes: 5,000 rows of Poshmark’s report are 2.5 MB, without accents. */
const importBodyLimit = 5 * 1024 * 1024;

/** A cell as it is in the file. What is too long for a field is refused by row, and not here. */
const Cell = z.string().max(2_000);

export const SaleRow = z.strictObject({
  /** The row's number in the file, as a spreadsheet counts. */
  row: z.number().int().min(1).max(1_000_000),
  cells: z.partialRecord(z.enum(saleFields), Cell),
});
export type SaleRow = z.output<typeof SaleRow>;

export const SalesToImport = z.strictObject({
  fileName: typed('Name the file').min(1, 'Name the file').max(200, 'Use at most 200 characters'),
  rows: z
    .array(SaleRow)
    .min(1, 'The file has no sales')
    .max(mostSalesAtOnce, `Import at most ${mostSalesAtOnce.toLocaleString('en-US')} sales at once`),
  /** How the columns are written. Left out: decided by the cells, and American where they don't say. */
  formats: z
    .strictObject({
      dates: z.enum(['month-first', 'day-first']).optional(),
      decimals: z.enum(['point', 'comma']).nullable().optional(),
      prices: z.enum(['each', 'total']).optional(),
    })
    .optional(),
});
export type SalesToImport = z.input<typeof SalesToImport>;

export const SalesImport = z.object({
  id: z.string(),
  fileName: z.string(),
  at: Time,
  sales: z.number().int(),
  /** The first and the last date of a sale, `YYYY-MM-DD`; null if no row has a date. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type SalesImport = z.output<typeof SalesImport>;

const RowFault = z.object({ row: z.number().int(), field: z.enum(saleFields), problem: z.enum(saleProblems) });

export const ImportedSales = z.object({
  /** null if no sale was new. */
  import: SalesImport.nullable(),
  added: z.number().int(),
  /** Sales that an earlier import has brought. */
  known: z.number().int(),
  /** Sales that the file corrects or completes. An earlier version doesn't say. */
  updated: z.number().int().default(0),
  refused: z.array(RowFault),
  /** Cells that couldn't be read. Their sales count without them. An earlier version doesn't say. */
  unread: z.array(RowFault).default([]),
});
export type ImportedSales = z.output<typeof ImportedSales>;

/** `sales`: how many no longer count. */
const UndoneImport = Message.extend({ sales: z.number().int() });

/** One import may hold 5,000 rows. */
const saleImports: Cost = {
  ...scarce,
  stores: 'much',
  budget: 'sale imports',
  account: perHour(20),
  client: perHour(80),
  body: { most: importBodyLimit, leastPerSecond: 20_000, mostValues: 200_000 },
  refusal: 'You imported several files just now.',
};

export const saleImportRoutes = {
  imports: {
    method: 'GET',
    path: '/api/price/imports',
    summary: 'Sales that the seller imported from files, newest first',
    access: 'user',
    cost: reads,
    reply: z.array(SalesImport),
  },
  importSales: {
    method: 'POST',
    path: '/api/price/imports',
    summary: 'Import sold items from the seller’s own file. Says for each row what couldn’t be read',
    access: 'user',
    cost: saleImports,
    body: SalesToImport,
    reply: ImportedSales,
  },
  undoImport: {
    method: 'DELETE',
    path: '/api/price/imports/{id}',
    summary: 'Undo an import: its sales are deleted, except those that another import contains',
    access: 'user',
    cost: writes,
    reply: UndoneImport,
  },
} as const satisfies RouteTable[string];
