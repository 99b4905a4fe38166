// The calls about sales that a seller brings from a file.
import { z } from 'zod';
import type { RouteTable } from '../../route.ts';
import { ImportedSales, SalesImport, SalesToImport, UndoneImport } from '../../schemas/pricing/sale-imports.ts';

export const saleImportRoutes = {
  imports: {
    method: 'GET',
    path: '/api/price/imports',
    summary: 'Sales that the seller imported from files, newest first',
    access: 'user',
    reply: z.array(SalesImport),
  },
  importSales: {
    method: 'POST',
    path: '/api/price/imports',
    summary: 'Import sold items from the seller’s own file. Says for each row what couldn’t be read',
    access: 'user',
    body: SalesToImport,
    reply: ImportedSales,
  },
  undoImport: {
    method: 'DELETE',
    path: '/api/price/imports/{id}',
    summary: 'Undo an import: its sales are deleted, except those that another import contains',
    access: 'user',
    reply: UndoneImport,
  },
} as const satisfies RouteTable[string];
