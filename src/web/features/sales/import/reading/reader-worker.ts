// Reads one file in a thread of its own, so that thousands of rows don't block the screen.
import { mostRows } from '#contract/listings/inventory-report.ts';
import { mostSalesAtOnce } from '#contract/sales/sale-imports.ts';
import { inventoryInTable, readInventory } from '#domain/listings/inventory-report.ts';
import { previewSales } from '#domain/sales/import/preview.ts';
import { cleanCell } from '#domain/sales/import/read-sale.ts';
import type { SaleColumns } from '#domain/sales/import/sale-columns.ts';
import type { SaleFormats } from '#domain/sales/import/sale-fields.ts';
import { type SalesInTable, salesInTable } from '#domain/sales/import/sales-in-table.ts';
import { partsOf, type ReportFile, readFile, UnusableFile } from './read-file.ts';

const shownSales = 10;
const mostNamed = 200;
const sampledRows = 20;
const longestSample = 40;

export type Question =
  | { ask: 'open'; file: File }
  | { ask: 'sales'; columns: SaleColumns; chosen: Partial<SaleFormats>; now: number }
  | { ask: 'salesToSend' }
  | { ask: 'inventory'; now: number };

const ask = {
  open: async ({ file }: { file: File }) => {
    opened = await readFile(file);
    const { name, kind, header, guess, rows } = opened;
    const first = rows.slice(0, sampledRows);
    const samples = header.map((_, column) => first.map(({ cells }) => cleanCell(cells[column] ?? '')).find(Boolean));
    return { name, kind, header, guess, samples: samples.map((sample = '') => sample.slice(0, longestSample)) };
  },
  sales: ({ columns, chosen, now }: Extract<Question, { ask: 'sales' }>) => {
    found = salesInTable(file(), columns, { now, chosen });
    const { sales, faults, unread, noSales, formats, open } = found;
    return {
      sales: sales.length,
      withoutCost: sales.filter(({ sale }) => sale.cost === undefined).length,
      withoutDate: sales.filter(({ sale }) => sale.soldOn === undefined).length,
      preview: previewSales(sales, shownSales),
      faults: named(faults),
      unread: named(unread),
      noSales: named(noSales),
      formats,
      open,
    };
  },
  salesToSend: () => partsOf(found?.toSend ?? [], mostSalesAtOnce),
  inventory: ({ now }: { now: number }) => {
    const rows = inventoryInTable(file());
    const cells = rows.map((row) => row.cells);
    const read = readInventory(cells, { now });
    const listings = rows.flatMap(({ row }, at) => {
      const listing = read[at]?.row;
      return listing ? [{ ...listing, row }] : [];
    });
    return { parts: partsOf(rows, mostRows), listings };
  },
};

let opened: ReportFile | null = null;
let found: SalesInTable | null = null;

const file = (): ReportFile => {
  if (opened === null) throw new Error('No file is open');
  return opened;
};

/** The rows with the first of the faults. */
const named = (faults: SalesInTable['faults']) => ({
  rows: new Set(faults.map(({ row }) => row)).size,
  faults: faults.slice(0, mostNamed),
  all: faults.length,
});

export type NamedRows = ReturnType<typeof named>;
/** `samples`: the first value of each column, or ''. */
export type OpenedFile = Awaited<ReturnType<typeof ask.open>>;
export type SalesInFile = ReturnType<typeof ask.sales>;
export type InventoryInFile = ReturnType<typeof ask.inventory>;
export type SalesToSend = ReturnType<typeof ask.salesToSend>;

/** `unusable`: a message for the seller. */
export type Reply = { id: number; value: unknown } | { id: number; unusable: string };

async function answer({ data: { id, question } }: MessageEvent<{ id: number; question: Question }>): Promise<void> {
  try {
    // Each question fits the function with its name.
    const value = await (ask[question.ask] as (question: Question) => unknown)(question);
    postMessage({ id, value } satisfies Reply);
  } catch (error) {
    const unusable =
      error instanceof UnusableFile
        ? error.message
        : 'Couldn’t read this file. Save it as CSV again, then choose it once more.';
    postMessage({ id, unusable } satisfies Reply);
  }
}

addEventListener('message', (event) => void answer(event));
