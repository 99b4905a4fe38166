// Answers the sales' rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { addSale, changeSale, changeSales, readPage, removeSale } from './by-hand.ts';
import type { SalesContext } from './context.ts';
import { importSales, listImports, undoImport } from './import-sales.ts';
import { addLot, deleteLot, listLots } from './lots.ts';
import { exportYear, readNumbers, readTaxYear } from './numbers.ts';
import type { SaleReadings } from './readings.ts';

export const salesHttp = (
  sales: SalesContext,
  readings: SaleReadings,
): Handlers<typeof routes.sales, { id: string }> => ({
  list: ({ user, query }) => readPage(sales, user.id, query),
  add: ({ user, body }) => addSale(sales, user.id, body),
  change: ({ user, id, body }) => changeSale(sales, user.id, id, body),
  changeMany: ({ user, body }) => changeSales(sales, user.id, body),
  async remove({ user, id }) {
    await removeSale(sales, user.id, id);
    return { message: 'Sale deleted.' };
  },
  sync: ({ user }) => readings.sync(user.id),

  numbers: ({ user, query }) => readNumbers(sales, user.id, query),
  taxYear: ({ user, query }) => readTaxYear(sales, user.id, query.year),
  exportNumbers: ({ user, query }) => exportYear(sales, user.id, query.year),

  lots: ({ user }) => listLots(sales, user.id),
  addLot: ({ user, body }) => addLot(sales, user.id, body),
  deleteLot: ({ user, id }) => deleteLot(sales, user.id, id),

  imports: ({ user }) => listImports(sales, user.id),
  importSales: ({ user, body }) => importSales(sales, user.id, body),
  async undoImport({ user, id }) {
    const undone = await undoImport(sales, user.id, id);
    return { message: 'Import undone. Sales that no other import contains no longer count.', sales: undone };
  },
});
