// Imports sales from a seller's own records, and undoes it.

import {
  type ImportedSales,
  mostImportedSales,
  type SalesImport,
  type SalesToImport,
} from '#contract/sales/sale-imports.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import { findKnownSales } from '#domain/sales/import/known-sales.ts';
import { readSale, type Sale } from '#domain/sales/import/read-sale.ts';
import { decideFormats } from '#domain/sales/import/sale-formats.ts';
import type { SalesContext } from '../context/sales-context.ts';
import {
  addImport,
  addSales,
  completeKnown,
  findImports,
  type ImportRow,
  lockImports,
  noteChange,
  readStoredSales,
  removeImport,
} from './store.ts';

/** Throws `too_many_sales`. Rows that can't be read are left out and named in the result. */
export async function importSales(
  context: SalesContext,
  userId: string,
  { fileName, rows, formats: chosen }: SalesToImport,
): Promise<ImportedSales> {
  const { database, clock } = context;
  const now = clock.now();
  const { formats } = decideFormats(
    rows.map(({ cells }) => cells),
    { now, ...(chosen !== undefined && { chosen }) },
  );
  const read = rows.map(({ row, cells }) => ({ row, ...readSale(cells, { formats, now }) }));
  const refused = read.flatMap((one) =>
    'faults' in one ? one.faults.map((fault) => ({ row: one.row, ...fault })) : [],
  );
  const unread = read.flatMap((one) =>
    'unread' in one ? one.unread.map((fault) => ({ row: one.row, ...fault })) : [],
  );
  const sales = read.flatMap((one) => ('sale' in one ? [wellFormed(one.sale)] : []));
  const name = fileName.replaceAll('\u0000', '').toWellFormed();
  const imported = await database.transaction(async (tx) => {
    const before = await lockImports(tx, userId);
    const importId = await addImport(tx, { userId, fileName: name, now });
    const ids = findKnownSales(sales, await readStoredSales(tx, userId));
    const known = sales.flatMap((sale, at) => (ids[at] == null ? [] : [{ ...sale, id: ids[at] }]));
    const fresh = sales.filter((_, at) => ids[at] === null);
    const added = await addSales(tx, { userId, importId, sales: fresh });
    await completeKnown(tx, { userId, importId, known });
    const pieces = fresh.reduce((sum, { quantity = 1 }) => sum + quantity, before.pieces);
    if (pieces > mostImportedSales)
      throw new Failure(
        'too_many_sales',
        `An account holds up to ${mostImportedSales.toLocaleString('en-US')} imported sales. Undo an earlier import first.`,
      );
    if (added === 0) await removeImport(tx, userId, importId);
    await noteChange(tx, userId);
    const stored = (await findImports(tx, userId)).find(({ id }) => id === importId);
    return {
      import: stored === undefined ? null : importToDto(stored),
      added,
      known: sales.length - added,
      refused,
      unread,
    };
  });
  await context.onChanged(userId);
  return imported;
}

export const listImports = async ({ database }: SalesContext, userId: string): Promise<SalesImport[]> =>
  (await findImports(database, userId)).map(importToDto);

/** Resolves to the number of sales that no longer count. Throws `not_found`. */
export async function undoImport(context: SalesContext, userId: string, id: string): Promise<number> {
  const removed = isId(id)
    ? await context.database.transaction(async (tx) => {
        await lockImports(tx, userId);
        await noteChange(tx, userId);
        return removeImport(tx, userId, id);
      })
    : null;
  if (removed === null) throw new Failure('not_found', 'This import was already undone.');
  await context.onChanged(userId);
  return removed;
}

/** A file may hold half of a surrogate pair, which PostgreSQL refuses. */
const wellFormed = (sale: Sale): Sale =>
  Object.fromEntries(
    Object.entries(sale).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as Sale;

const importToDto = ({ at, ...row }: ImportRow): SalesImport => ({ ...row, at: new Date(at).toISOString() });
