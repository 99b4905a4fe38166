// The route table: every call of the API, by noun.
import { firstRoutes } from './first-routes.ts';
import type { RouteTable } from './route.ts';
import { companionRoutes } from './routes/companion.ts';
import { securityRoutes } from './routes/security.ts';

export const routes = {
  ...firstRoutes,
  account: { ...firstRoutes.account, ...securityRoutes },
  companion: companionRoutes,
} as const satisfies RouteTable;

export type Routes = typeof routes;
