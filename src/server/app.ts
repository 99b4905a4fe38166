// Composition root: builds the whole server from its adapters and features.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { paths } from '#contract/pages.ts';
import { routes } from '#contract/routes.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { practiceAdmin } from '#marketplace/standin/practice-admin.ts';
import { modelAdvisor } from './adapters/advisor/model-advisor.ts';
import { botFigures } from './adapters/bot-metrics.ts';
import { databaseClock } from './adapters/clock/clock.ts';
import { hostClocks } from './adapters/clock/host-clocks.ts';
import { startEmbeddedPostgres } from './adapters/database/embedded.ts';
import { migrate } from './adapters/database/migrate.ts';
import { openPostgres } from './adapters/database/postgres.ts';
import { openJobs } from './adapters/jobs/pg-boss.ts';
import type { Log } from './adapters/log/log.ts';
import { noMailer } from './adapters/mailer/none.ts';
import { smtpMailer } from './adapters/mailer/smtp.ts';
import { maintenanceFigures } from './adapters/maintenance-metrics.ts';
import { openPasswords } from './adapters/passwords.ts';
import { startPracticeProcess } from './adapters/practice-process.ts';
import { openPricingEngine } from './adapters/pricing-engine/engine.ts';
import { makeVapidKeys, type VapidKeys } from './adapters/push/identify.ts';
import type { PushNetwork } from './adapters/push/public-network.ts';
import { webPusher } from './adapters/push/web-push.ts';
import { loadSecretKeys } from './adapters/vault/secret-key.ts';
import { openVault } from './adapters/vault/vault.ts';
import { openVision } from './adapters/vision/vision.ts';
import type { Config } from './config.ts';
import { createAccount } from './features/account/account.ts';
import { accountHttp } from './features/account/http.ts';
import { createActivity } from './features/activity/activity.ts';
import { activityHttp } from './features/activity/http.ts';
import { type Bot, createBot } from './features/bot/bot.ts';
import { botHttp } from './features/bot/http.ts';
import { botJobs } from './features/bot/jobs.ts';
import { createCloset } from './features/closet/closet.ts';
import { closetHttp } from './features/closet/http.ts';
import { closetJobs } from './features/closet/jobs.ts';
import { createContact } from './features/contact/contact.ts';
import { contactHttp } from './features/contact/http.ts';
import { listingsHttp } from './features/listings/http.ts';
import { listingsJobs, pricesJobs } from './features/listings/jobs.ts';
import { createListings } from './features/listings/listings.ts';
import { createPrices } from './features/listings/prices/prices.ts';
import { noticesHttp } from './features/notices/http.ts';
import { createNotices } from './features/notices/notices.ts';
import { createKindDemand } from './features/pricing/comparables/kind-demand.ts';
import { pricingHttp } from './features/pricing/http.ts';
import { pricingJobs } from './features/pricing/jobs.ts';
import { createPhotoAnalysis } from './features/pricing/photo/analyze-photo.ts';
import { answerPhoto } from './features/pricing/photo/answer-photo.ts';
import { createPricing } from './features/pricing/pricing.ts';
import { createDemoFilling } from './fill-demo.ts';
import { createEvents } from './http/events.ts';
import { createHealth } from './http/health.ts';
import { servePages } from './http/pages/pages.ts';
import { pictureSources } from './http/pages/security-headers.ts';
import { createLimits } from './http/request/limits.ts';
import { type Server, serve } from './http/serve.ts';
import { visitsHttp } from './http/visits.ts';
import { startMaintenance } from './maintenance.ts';
import { openPlaces } from './open-places.ts';
import { personalTables } from './personal-tables.ts';
import { publicAddress } from './public-address.ts';
import { pushContact } from './push-contact.ts';

export type App = {
  server: Server;
  database: Database;
  /** Where practice closets live; null where practice is off. */
  practiceOrigin: string | null;
  /** For the operator's tool: a link with which the owner of this address sets a new password; null: no such account. */
  makeResetLink(email: string): Promise<string | null>;
  /** For the operator's tool; false: no such account. */
  signOut(email: string): Promise<boolean>;
  removeUser(email: string): Promise<boolean>;
  /** Stops every bot before its next share; resolves to how many ran. */
  stopBots(): Promise<number>;
  /** Wraps every seller's data key with the first of the given keys; resolves to how many it wrapped. */
  rotateKeys(): Promise<number>;
  /** Bots rest: the worker's steps are done until their next moment. For tests that move the clock. */
  idle(): Promise<void>;
  /** Stops bots at the next share boundary, ends what is under way, writes everything down. */
  close(): Promise<void>;
};

/** What a test puts in the world's place. */
export type World = { log: Log; clock?: Clock; random?: () => number; webFolder?: string; pushNetwork?: PushNetwork };

const version = '0.1.0';
const builtWeb = fileURLToPath(new URL('../../dist/web/', import.meta.url));
const standardPauseMs = 2000;

/**
 * Builds the whole program, from the ground up. Read from top to bottom this is the dependency graph; nothing else knows
 * every adapter. Throws a `StartProblem` with one sentence for the operator where the world does not let it.
 */
export async function createApp(config: Config, world: World): Promise<App> {
  const { log } = world;
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse())
      await close().catch((error: unknown) => log.error({ error }, 'Close failed'));
  };
  /** Keeps the order: what is opened last is closed first. */
  const keep = <T>(thing: T, close: (thing: T) => Promise<void>): T => {
    opened.push(() => close(thing));
    return thing;
  };

  try {
    const startsPractice = config.practice && config.practiceUrl === null;
    const practiceLimits = config.shareIntervalMs < standardPauseMs ? 'off' : 'demo';
    const stateFile = path.join(config.dataDir, 'practice-marketplace.json');
    const keys = loadSecretKeys(config);

    // Both take a moment to start, and neither needs the other.
    const [embedded, practiceOrigin] = await Promise.all([
      config.databaseUrl
        ? null
        : startEmbeddedPostgres({ dataDir: config.dataDir, log }).then((own) => keep(own, (one) => one.stop())),
      startsPractice
        ? startPracticeProcess({ stateFile, limits: practiceLimits, log }).then(
            (own) => keep(own, (one) => one.stop()).origin,
          )
        : (config.practiceUrl?.origin ?? null),
    ]);
    const url = embedded?.url ?? config.databaseUrl ?? '';
    await migrate({ url, log });
    const database = keep(await openPostgres({ url, max: config.role === 'worker' ? 6 : 12, log }), (one) =>
      one.close(),
    );
    const clock = world.clock ?? keep(await databaseClock({ database, log }), async (one) => one.stop());
    const vault = await openVault({ database, keys: keys.keys });
    const queue = keep(await openJobs({ url, log }), (one) => one.close());
    const mailer = keep(config.mail ? smtpMailer(config.mail) : noMailer({ log }), (one) => one.close());
    const passwords = await openPasswords();
    const limits = createLimits({ database, clock });

    const contact = config.operator.email ?? 'no contact given';
    const userAgent = `Hangtag/${version} (closet sharing for its owner; ${contact.replace(/[^\x20-\x7e]/g, '')})`;
    const connect = (origin: string) =>
      keep(connectMarketplace({ origin, userAgent, clock, switches: config.switches }), (one) => one.close());
    const marketplaces = {
      real: config.marketplaceUrl && connect(config.marketplaceUrl.origin),
      practice: practiceOrigin === null ? null : connect(practiceOrigin),
    };
    const advisor = config.ai && modelAdvisor({ ...config.ai, clock, log });
    const admin = practiceOrigin === null ? null : practiceAdmin(practiceOrigin, config.practiceKey);
    log.info(
      {},
      `database: ${config.databaseUrl ? 'DATABASE_URL' : `embedded in ${config.dataDir}`} · marketplace: ${config.marketplaceUrl?.origin ?? 'none'} · practice: ${practiceOrigin ?? 'off'} · mail: ${mailer.kind} · model: ${config.ai && advisor ? `${advisor.model} at ${new URL(config.ai.baseUrl).host}` : 'none'} · key: ${keys.origin}`,
    );

    if (config.botsPaused) log.warn({}, 'Sharing and offers are paused by BOTS_PAUSED');

    const pusher = keep(
      webPusher({
        keys: async () => JSON.parse(await vault.own('push', () => JSON.stringify(makeVapidKeys()))) as VapidKeys,
        subject: pushContact(config),
        clock,
        ...(world.pushNetwork && { network: world.pushNetwork }),
      }),
      (one) => one.close(),
    );
    const activity = createActivity({ database });
    const notices = createNotices({
      database,
      clock,
      vault,
      queue,
      pusher,
      log,
      declineOffer: (userId) => account.declinePushOffer(userId),
    });
    // The bot stands above closet and account: what a lower one must cause there goes through these callbacks.
    const theBot = (): Bot => bot;
    const closet = createCloset({
      database,
      clock,
      vault,
      queue,
      activity,
      marketplaces,
      practiceAdmin: admin,
      onDisconnect: (userId) => theBot().onDisconnected(userId),
    });
    const listings = createListings({
      database,
      clock,
      closet,
      queue,
      activity,
      onSynced: (tx, userId) => queue.put('pricing.study', { userId }, { key: userId, tx }),
    });
    const prices = keep(
      createPrices({
        database,
        clock,
        closet,
        queue,
        activity,
        onMarketFailure: (userId, failure) => theBot().onMarketFailure(userId, failure),
        notifyDevices: notices.notify,
      }),
      (one) => one.close(),
    );
    const pricing = createPricing({
      database,
      clock,
      closet,
      queue,
      engine: keep(openPricingEngine({ log }), (one) => one.close()),
      marketplaces,
      random: world.random ?? Math.random,
      log,
    });
    const analyzePhoto = createPhotoAnalysis({
      vision: keep(openVision({ log }), (one) => one.close()),
      advisor,
      appraise: pricing.appraise,
      demandFor: createKindDemand({ listings, clock }),
      log,
    });
    const account = createAccount({
      database,
      clock,
      passwords,
      limits,
      queue,
      passwordMinLength: config.passwordMinLength,
      takesNewSellers: config.registration === 'open',
      sendsMail: mailer.kind === 'smtp',
      revealsResetToken: config.revealResetToken,
      publicAddress: () => publicAddress(config, config.port),
      onMarketFailure: (error) => log.error({ error }, 'Password reset mail failed'),
      onRegistered: (tx, userId, typed) => closet.linkLater(tx, userId, typed),
      onTimezoneMoved: (tx, userId) => theBot().onTimezoneMoved(tx, userId),
      devices: notices,
      personalTables,
      // Stops the bot on its way.
      beforeErase: (userId) => closet.erase(userId),
      onErase: async (tx, userId) => {
        await theBot().onErase(tx, userId);
        await message.onErase(tx, userId);
      },
      linkPractice: admin && ((userId) => closet.linkPractice(userId).then(() => fillDemo(userId))),
    });
    const health = createHealth({
      ready: async () => {
        await database.query('select 1');
      },
      isStopping: () => isClosing,
      metricsToken: config.metricsToken,
      clock,
    });
    const figures = botFigures(health.registry);
    const bot = createBot({
      database,
      clock,
      host: hostClocks,
      processes: embedded?.processes,
      closet,
      listings,
      activity: { record: (tx, entry) => activity.record(tx, { ...entry, at: clock.now() }) },
      queue,
      random: world.random ?? Math.random,
      meanPauseMs: config.shareIntervalMs,
      isHeld: config.botsPaused,
      measure: figures.measure,
      mails: mailer.kind === 'smtp',
      notifyDevices: notices.notify,
      log,
    });
    const fillDemo = createDemoFilling({
      database,
      clock,
      account,
      listings,
      bot,
      prices,
      random: world.random ?? Math.random,
      log,
    });
    const message = createContact({
      database,
      clock,
      limits,
      queue,
      operatorEmail: mailer.kind === 'smtp' ? config.operator.email : null,
    });

    const worksForBots = config.role !== 'web';
    const worker = worksForBots ? keep(await bot.openWorker(), (one) => one.close()) : null;
    if (worker) {
      figures.watch(worker);
      await closetJobs({ closet, queue });
      await listingsJobs({ listings, queue });
      await pricesJobs({ prices, queue });
      await pricingJobs({ pricing, queue });
      await botJobs({ bot, queue });
      await queue.work('mail.send', (mail) => mailer.send(mail));
      await queue.work('push.send', notices.deliver);
      const maintenance = await startMaintenance({
        queue,
        clock,
        log,
        measure: maintenanceFigures(health.registry),
        steps: {
          accounts: account.sweep,
          'pending-sign-ins': closet.forgetStaleSignIns,
          'rate-limits': limits.prune,
          bots: bot.maintenance,
          prices: prices.maintenance,
          pricing: pricing.maintenance,
          summaries: notices.summarise,
        },
      });
      keep(maintenance, async (one) => one.stop());
    }

    const servesPeople = config.role !== 'worker';
    const events = servesPeople
      ? keep(createEvents({ changes: activity.changes, clock, warn: log.warn }), async (one) => one.close())
      : undefined;
    const front = { publicUrl: config.publicUrl, trustedProxies: config.trustedProxies, health, clock, log };
    const server = keep(
      servesPeople
        ? serve({
            ...front,
            routes,
            handlers: {
              account: accountHttp(account),
              closet: closetHttp({ closet, limit: limits.take, userOf: account.describe }),
              listings: listingsHttp({ listings, prices }),
              pricing: pricingHttp({
                pricing,
                model: advisor?.model ?? null,
                analyzeImage: answerPhoto({ analyze: analyzePhoto, limit: limits.take }),
              }),
              activity: activityHttp(activity),
              bot: botHttp({ bot }),
              notices: noticesHttp({ notices, limit: limits.take }),
              contact: contactHttp(message),
              visits: visitsHttp({ registry: health.registry, isOn: config.analytics }),
            },
            whoIs: account.whoIs,
            events,
            pictureSources: pictureSources({
              practice: practiceOrigin,
              marketplace: config.marketplaceUrl?.origin ?? null,
            }),
            pages: servePages({
              folder: world.webFolder ?? builtWeb,
              paths: Object.values(paths),
              places: openPlaces(config),
            }),
          })
        : serve({ ...front, routes: {}, handlers: {}, whoIs: account.whoIs }),
      (one) => one.close(),
    );

    let isClosing = false;
    return {
      server,
      database,
      practiceOrigin,
      makeResetLink: account.makeResetLink,
      signOut: account.signOutByEmail,
      removeUser: account.eraseByEmail,
      stopBots: () => bot.stopAll(),
      rotateKeys: () => vault.rotate(),
      idle: async () => worker?.idle(),
      async close() {
        if (isClosing) return;
        isClosing = true;
        server.drain();
        prices.stopWriting();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
