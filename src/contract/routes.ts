// The route table: every call of the API, by noun.
import { phoneLinkRoutes } from './account/phone-link.ts';
import { profileRoutes } from './account/profile.ts';
import { secondFactorRoutes } from './account/second-factor.ts';
import { securityRoutes } from './account/security.ts';
import { signInRoutes } from './account/sign-in.ts';
import { activityRoutes } from './activity/activity.ts';
import { botRoutes, timelineRoutes } from './bot/bot.ts';
import { offerCountRoutes } from './bot/settings.ts';
import { closetRoutes } from './closet/closet.ts';
import { extensionRoutes } from './companion/extension.ts';
import { pairedBrowserRoutes } from './companion/paired-browsers.ts';
import { computerRoutes } from './computer/computer.ts';
import { contactRoutes } from './contact/contact.ts';
import { dropRoutes } from './drops/drops.ts';
import { experimentRoutes } from './experiment/experiment.ts';
import { inventoryReportRoutes } from './listings/inventory-report.ts';
import { listingRoutes } from './listings/listings.ts';
import { priceRoutes } from './listings/prices.ts';
import { noticesRoutes } from './notices/notices.ts';
import { offerRoutes } from './offers/offers.ts';
import { operationRoutes } from './operation/operation.ts';
import { partyRoutes } from './parties/parties.ts';
import { phoneRoutes } from './phone/phone.ts';
import { adviceRoutes } from './pricing/advice.ts';
import { backtestRoutes } from './pricing/backtest.ts';
import { evidenceRoutes } from './pricing/evidence.ts';
import { photoRoutes } from './pricing/photo.ts';
import type { RouteTable } from './route.ts';
import { lotRoutes } from './sales/lots.ts';
import { numberRoutes } from './sales/numbers.ts';
import { saleImportRoutes } from './sales/sale-imports.ts';
import { saleRoutes } from './sales/sales.ts';
import { todayRoutes } from './today/today.ts';
import { visitsRoutes } from './visits/visits.ts';

export const routes = {
  account: { ...signInRoutes, ...profileRoutes, ...secondFactorRoutes, ...securityRoutes, ...phoneLinkRoutes },
  closet: closetRoutes,
  listings: { ...listingRoutes, ...inventoryReportRoutes, ...priceRoutes },
  sales: { ...saleRoutes, ...saleImportRoutes, ...lotRoutes, ...numberRoutes },
  pricing: { ...evidenceRoutes, ...photoRoutes, ...adviceRoutes, ...backtestRoutes },
  drops: dropRoutes,
  activity: activityRoutes,
  bot: { ...botRoutes, ...timelineRoutes },
  offers: { ...offerRoutes, ...offerCountRoutes },
  parties: partyRoutes,
  experiment: experimentRoutes,
  notices: noticesRoutes,
  today: todayRoutes,
  companion: { ...pairedBrowserRoutes, ...extensionRoutes },
  contact: contactRoutes,
  operation: operationRoutes,
  phone: phoneRoutes,
  computer: computerRoutes,
  visits: visitsRoutes,
} as const satisfies RouteTable;

export type Routes = typeof routes;
