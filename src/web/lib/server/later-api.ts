// The client of calls from dialogs that open later.
import { createClient } from '#contract/client.ts';
import { contactRoutes } from '#contract/contact/contact.ts';
import { inventoryReportRoutes } from '#contract/listings/inventory-report.ts';
import { saleImportRoutes } from '#contract/sales/sale-imports.ts';
import { send } from './api.ts';

export const laterApi = createClient(
  { contact: contactRoutes, saleImports: saleImportRoutes, inventory: inventoryReportRoutes },
  send,
);
