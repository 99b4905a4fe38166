// Sends what a file holds, in as many calls as it takes, and adds up what they say.

import type { InventoryResult } from '#contract/listings/inventory-report.ts';
import type { ImportedSales } from '#contract/sales/sale-imports.ts';
import type { SaleFormats } from '#domain/sales/import/sale-fields.ts';
import { laterApi } from '#web/lib/server/later-api.ts';
import { useChange } from '#web/lib/server/queries.ts';
import type { InventoryInFile, SalesToSend } from './reading/reader-worker.ts';

/** A call takes names of up to 200 characters. */
const named = (fileName: string): string => fileName.slice(-200);

type SendSales = {
  fileName: string;
  parts: SalesToSend;
  formats: SaleFormats;
  /** Told after each call how many rows were stored. */
  onSent: (rows: number) => void;
};

async function sendSales({ fileName, parts, formats, onSent }: SendSales): Promise<Omit<ImportedSales, 'import'>> {
  const sum: Omit<ImportedSales, 'import'> = { added: 0, known: 0, updated: 0, refused: [], unread: [] };
  let sent = 0;
  for (const rows of parts) {
    const reply = await laterApi.saleImports.importSales({ body: { fileName: named(fileName), rows, formats } });
    sum.added += reply.added;
    sum.known += reply.known;
    sum.updated += reply.updated;
    sum.refused.push(...reply.refused);
    sum.unread.push(...reply.unread);
    sent += rows.length;
    onSent(sent);
  }
  return sum;
}

type SendInventory = { fileName: string; parts: InventoryInFile['parts'] };

async function sendInventory({ fileName, parts }: SendInventory): Promise<InventoryResult> {
  const sum: InventoryResult = { matched: 0, changed: 0, ambiguous: [], unmatched: [], refused: [] };
  for (const rows of parts) {
    const reply = await laterApi.inventory.inventoryReport({ body: { fileName: named(fileName), rows } });
    sum.matched += reply.matched;
    sum.changed += reply.changed;
    sum.ambiguous.push(...reply.ambiguous);
    sum.unmatched.push(...reply.unmatched);
    sum.refused.push(...reply.refused);
  }
  return sum;
}

// Sales change the numbers, their list, and every estimate; an inventory report changes listings, and through them sales.
export const useSendSales = () => useChange(sendSales);
export const useSendInventory = () => useChange(sendInventory);
export const useUndoImport = () => useChange(laterApi.saleImports.undoImport);
