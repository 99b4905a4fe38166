// The calls that the web app needs in its first view, by noun. The others are in `routes.ts`.
import type { RouteTable } from './route.ts';
import { accountRoutes } from './routes/account.ts';
import { activityRoutes } from './routes/activity.ts';
import { botRoutes } from './routes/bot.ts';
import { closetRoutes } from './routes/closet.ts';
import { listingsRoutes } from './routes/listings.ts';
import { noticesRoutes } from './routes/notices.ts';
import { pricingRoutes } from './routes/pricing.ts';

export const firstRoutes = {
  account: accountRoutes,
  closet: closetRoutes,
  listings: listingsRoutes,
  pricing: pricingRoutes,
  activity: activityRoutes,
  bot: botRoutes,
  notices: noticesRoutes,
} as const satisfies RouteTable;
