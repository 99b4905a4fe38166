// The inventory report, a file of what is for sale: it says what listings cost, when they were listed, and their lowest prices.
import { z } from 'zod';
import { inventoryFields, inventoryProblems } from '#domain/listings/inventory-fields.ts';
import { type Cost, perHour, scarce } from '../cost.ts';
import { typed } from '../fields.ts';
import type { RouteTable } from '../route.ts';

/** The most rows of one call. */
export const mostRows = 5_000;

const InventoryReport = z.strictObject({
  fileName: typed('Name the file').min(1, 'Name the file').max(200, 'Use at most 200 characters'),
  rows: z
    .array(
      z.strictObject({
        /** The row's number in the file, as a spreadsheet counts. */
        row: z.number().int().min(1).max(1_000_000),
        /** As they are in the file. */
        cells: z.partialRecord(z.enum(inventoryFields), z.string().max(2_000)),
      }),
    )
    .min(1, 'The file has no listings')
    .max(mostRows, `Send at most ${mostRows.toLocaleString('en-US')} rows at once`),
});
export type InventoryReport = z.output<typeof InventoryReport>;

const Row = z.object({ row: z.number().int(), title: z.string() });
export const InventoryResult = z.object({
  /** Rows whose listing was found, and listings that the report changed. What the seller typed, it never changes. */
  matched: z.number().int(),
  changed: z.number().int(),
  /** Rows that may be several listings, or of which several may be one. They change nothing. Up to 20 of the listings, by id. */
  ambiguous: z.array(Row.extend({ listingIds: z.array(z.string()) })),
  unmatched: z.array(Row),
  /** Cells that couldn't be read. A row without a title is left out; the others count without these cells. */
  refused: z.array(
    z.object({ row: z.number().int(), field: z.enum(inventoryFields), problem: z.enum(inventoryProblems) }),
  ),
});
export type InventoryResult = z.output<typeof InventoryResult>;

/** 5,000 rows of 400 characters. */
const inventoryReports: Cost = {
  ...scarce,
  budget: 'inventory reports',
  account: perHour(20),
  client: perHour(80),
  body: { most: 2 * 1024 * 1024, leastPerSecond: 20_000, mostValues: 200_000 },
  refusal: 'You sent several inventory reports just now.',
};

export const inventoryReportRoutes = {
  inventoryReport: {
    method: 'POST',
    path: '/api/listings/inventory-report',
    summary: 'Fill in costs, SKUs, listing dates, and lowest prices from the marketplace’s inventory report',
    access: 'user',
    cost: inventoryReports,
    body: InventoryReport,
    reply: InventoryResult,
  },
} as const satisfies RouteTable[string];
