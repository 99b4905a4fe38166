// The route table: every call of the API, by noun.
import type { RouteTable } from './route.ts';
import { accountRoutes } from './routes/account.ts';
import { activityRoutes } from './routes/activity.ts';
import { botRoutes } from './routes/bot.ts';
import { closetRoutes } from './routes/closet.ts';
import { companionRoutes } from './routes/companion.ts';
import { contactRoutes } from './routes/contact.ts';
import { listingsRoutes } from './routes/listings.ts';
import { noticesRoutes } from './routes/notices.ts';
import { pricingRoutes } from './routes/pricing.ts';
import { visitsRoutes } from './routes/visits.ts';

export const routes = {
  account: accountRoutes,
  closet: closetRoutes,
  companion: companionRoutes,
  listings: listingsRoutes,
  pricing: pricingRoutes,
  activity: activityRoutes,
  bot: botRoutes,
  notices: noticesRoutes,
  contact: contactRoutes,
  visits: visitsRoutes,
} as const satisfies RouteTable;

export type Routes = typeof routes;
