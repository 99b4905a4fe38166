// The route table: every call of the API, by noun.
import { firstRoutes } from './first-routes.ts';
import type { RouteTable } from './route.ts';
import { securityRoutes } from './routes/account/security.ts';
import { companionRoutes } from './routes/companion.ts';
import { contactRoutes } from './routes/contact.ts';
import { operationRoutes } from './routes/operation.ts';
import { saleImportRoutes } from './routes/pricing/sale-imports.ts';
import { visitsRoutes } from './routes/visits.ts';

export const routes = {
  ...firstRoutes,
  account: { ...firstRoutes.account, ...securityRoutes },
  pricing: { ...firstRoutes.pricing, ...saleImportRoutes },
  companion: companionRoutes,
  contact: contactRoutes,
  operation: operationRoutes,
  visits: visitsRoutes,
} as const satisfies RouteTable;

export type Routes = typeof routes;
