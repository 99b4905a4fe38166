// Answers the sales' rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { SalesContext } from './context/sales-context.ts';
import { importSales, listImports, undoImport } from './import/import-sales.ts';

export const salesHttp = (sales: SalesContext): Handlers<typeof routes.sales, { id: string }> => ({
  imports: ({ user }) => listImports(sales, user.id),
  importSales: ({ user, body }) => importSales(sales, user.id, body),
  async undoImport({ user, id }) {
    const undone = await undoImport(sales, user.id, id);
    return { message: 'Import undone. Sales that no other import contains no longer count.', sales: undone };
  },
});
