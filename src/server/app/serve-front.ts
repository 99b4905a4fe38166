// The HTTP front of the program: the API with its handlers, live updates, and pages.
import { fileURLToPath } from 'node:url';
import { type OpenPlace, operatorPage, paths } from '#contract/pages.ts';
import { routes } from '#contract/routes.ts';
import type { Config } from '../config/config.ts';
import { isOnNetwork, publicAddress, securityTxt } from '../config/public-address.ts';
import { accountHttp } from '../features/account/http.ts';
import { activityHttp } from '../features/activity/activity.ts';
import { botHttp, tryAfterCheck } from '../features/bot/http.ts';
import { closetHttp } from '../features/closet/http.ts';
import { companionHttp } from '../features/companion/http.ts';
import { computerHttp } from '../features/computer/computer.ts';
import { contactHttp } from '../features/contact/contact.ts';
import { dropsHttp } from '../features/drops/http.ts';
import { experimentHttp } from '../features/experiment/experiment.ts';
import { listingsHttp } from '../features/listings/http.ts';
import { noticesHttp } from '../features/notices/notices.ts';
import { offersHttp } from '../features/offers/offers.ts';
import { operationHttp } from '../features/operation/operation.ts';
import { partiesHttp } from '../features/parties/parties.ts';
import { phoneHttp } from '../features/phone/phone.ts';
import { pricingHttp } from '../features/pricing/http.ts';
import { salesHttp } from '../features/sales/http.ts';
import { todayHttp } from '../features/today/http.ts';
import { createEvents } from '../http/events/events.ts';
import type { Health } from '../http/health.ts';
import { visitsHttp } from '../http/health.ts';
import { pictureSources, servePages } from '../http/pages/pages.ts';
import { type Server, serve } from '../http/serve.ts';
import type { Needs } from './configured.ts';
import type { Features } from './features.ts';

type FrontParts = Pick<Needs, 'config' | 'world' | 'adapters' | 'limits' | 'closing'> & { health: Health };

const builtWeb = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** A process that only runs bots answers health checks and nothing else. */
export function serveFront(features: Features, needs: FrontParts): Server {
  const { config, world, adapters, health, closing } = needs;
  const { account, activity, operation } = features;
  const { clock } = adapters;
  const { log } = world;
  const always = {
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    whoIs: account.whoIs,
    health,
    clock,
    log,
  };
  if (config.role === 'worker') return closing.keep(serve({ ...always, routes: {}, handlers: {} }));

  const events = closing.keep(
    createEvents({ changes: activity.changes, signedOutOf: account.signedOutOf, clock, warn: log.warn }),
  );
  return closing.keep(
    serve({
      ...always,
      routes,
      nearbyUrl: features.phone.tailscaleAddress,
      limits: needs.limits,
      whichCompanion: features.companion.whichCompanion,
      operator: operation.sessions ?? undefined,
      onRefused: operation.counts.refused,
      refuseFull: account.refuseFull,
      refuseUnlinked: features.closet.refuseUnlinked,
      onPictures: () => adapters.vision.prepare(),
      budgetFactor: config.budgetFactor,
      handlers: handlersOf(features, needs),
      events,
      pictureSources: pictureSources({
        practice: adapters.practiceOrigin,
        marketplace: config.marketplaceUrl?.origin ?? null,
      }),
      securityTxt: () => securityTxt(config, clock.now()),
      pages: servePages({
        folder: world.webFolder ?? builtWeb,
        paths: Object.values(paths),
        hidden: operation.sessions === null ? [operatorPage] : [],
        places: openPlaces(config, adapters.isOwnComputer),
      }),
    }),
  );
}

function handlersOf(features: Features, { config, adapters, health }: FrontParts) {
  const { account, activity, bot, closet, companion, contact, listings, notices, operation, prices, pricing, sales } =
    features;
  return {
    account: accountHttp(account),
    closet: closetHttp({
      closet,
      userOf: account.describe,
      tryAfterCheck: (userId) => tryAfterCheck({ bot, closet, clock: adapters.clock }, userId),
    }),
    companion: companionHttp(companion),
    listings: listingsHttp({ listings, prices, picture: features.findPicture }),
    sales: salesHttp(sales, features.saleReadings),
    pricing: pricingHttp(pricing),
    drops: dropsHttp(features.drops),
    activity: activityHttp(activity),
    bot: botHttp({ bot, clock: adapters.clock }),
    offers: offersHttp(features.offers),
    parties: partiesHttp(features.parties),
    experiment: experimentHttp(features.experiment),
    notices: noticesHttp(notices),
    contact: contactHttp(contact),
    today: todayHttp(features.today),
    operation: operationHttp(operation),
    phone: phoneHttp(features.phone),
    computer: computerHttp(features.computer),
    visits: visitsHttp({ registry: health.registry, isOn: config.analytics }),
  };
}

/** HTML for the parts of pages that are known only at run time. */
export function openPlaces(
  config: Pick<Config, 'trustedProxies' | 'publicUrl' | 'host' | 'port' | 'operator' | 'analytics' | 'marketplaceUrl'>,
  isOwn: boolean,
): Record<OpenPlace, string> {
  const { name, email } = config.operator;
  const mail = email === null ? null : `<a href="mailto:${escaped(encodeURI(email))}">${escaped(email)}</a>`;
  return {
    computer: isOwn ? 'own' : isOnNetwork(config) ? 'network' : 'server',
    publicUrl: publicAddress(config, config.port),
    operator: name === null ? 'an operator who hasn’t added a name yet' : escaped(name),
    operatorContact: mail ?? 'the contact form in the tools',
    counting: config.analytics ? 'on' : 'off',
    closets: config.marketplaceUrl === null ? 'practice' : 'real',
  };
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
