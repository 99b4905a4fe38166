// Imports sales from a seller's own records, and undoes it.

import type { ImportedSales, SalesImport, SalesToImport } from '#contract/sales/sale-imports.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import { salesInRows } from '#domain/sales/import/sales-in-table.ts';
import { mergeReport } from '#domain/sales/merge/merge-report.ts';
import { changesTo, type StoredSale, stateOf } from '#domain/sales/sale.ts';
import { refuseTooMany, type SalesContext, takeListingFacts } from './context.ts';
import { addImport, deleteImport, findImports, findOtherImports, type ImportRow, saveKnown } from './records-store.ts';
import { lockSales, noteChange, readSales, writeSales } from './store.ts';

/** Throws `too_many_sales`. Rows that can't be read are left out and named in the result. */
export async function importSales(
  context: SalesContext,
  userId: string,
  { fileName, rows, formats: chosen = {} }: SalesToImport,
): Promise<ImportedSales> {
  const { database, clock } = context;
  const now = clock.now();
  const { sales, refused, unread } = salesInRows(rows, { now, chosen });
  const name = fileName.replaceAll('\u0000', '').toWellFormed();
  const imported = await database.transaction(async (tx) => {
    await lockSales(tx, userId);
    const importId = await addImport(tx, { userId, fileName: name, now });
    const stored = await readSales(tx, userId);
    const merged = mergeReport(stored, sales, { importId });
    await writeSales(tx, userId, merged);
    await saveKnown(tx, { userId, importId, known: merged.known.filter((id) => id !== null) });
    await refuseTooMany(tx, userId);
    await takeListingFacts(tx, userId);
    await noteChange(tx, userId);
    const added = merged.known.filter((id) => id === null).length;
    // One that brought nothing is none. What it corrected stays.
    const isFirst = merged.changed.some((sale) => sale.importId === importId);
    if (added === 0 && !isFirst) await deleteImport(tx, userId, importId);
    const own = (await findImports(tx, userId)).find(({ id }) => id === importId);
    return {
      import: own === undefined ? null : importToDto(own),
      added,
      known: sales.length - added,
      updated: merged.changed.length,
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
        await lockSales(tx, userId);
        const stored = await readSales(tx, userId);
        const others = await findOtherImports(tx, userId, id);
        const stays = (sale: StoredSale): boolean => others.has(sale.id) || sale.marketState !== null;
        const removed = stored.filter((sale) => sale.importId === id && !stays(sale)).map((sale) => sale.id);
        const now = stored.map((sale) =>
          sale.importId === id && stays(sale) ? withoutImport(sale, others.get(sale.id) ?? null) : sale,
        );
        await writeSales(tx, userId, changesTo(stored, { now, added: [], removed }));
        await noteChange(tx, userId);
        return (await deleteImport(tx, userId, id)) ? removed.length : null;
      })
    : null;
  if (removed === null) throw new Failure('not_found', 'This import was already undone.');
  await context.onChanged(userId);
  return removed;
}

/** The pieces of a bundle stay a report's, because the closet shows a bundle as one sale. */
function withoutImport(sale: StoredSale, importId: string | null): StoredSale {
  const source = importId === null && sale.isBundle !== true ? 'marketplace' : sale.source;
  const left: StoredSale = { ...sale, importId, source };
  return left.stateBySeller ? left : { ...left, state: stateOf(left) };
}

const importToDto = ({ at, ...row }: ImportRow): SalesImport => ({ ...row, at: new Date(at).toISOString() });
