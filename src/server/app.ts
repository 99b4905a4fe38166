// Composition root: builds the whole server from its adapters and features.
import { randomBytes } from 'node:crypto';
import type { Database } from '#domain/ports/database.ts';
import { botFigures } from './adapters/bot-metrics.ts';
import { hostClocks } from './adapters/clock/host-clocks.ts';
import { readCommonPasswords } from './adapters/common-passwords.ts';
import { watchDisk } from './adapters/disk-space.ts';
import { openPricingEngine } from './adapters/pricing-engine/engine.ts';
import { openVision } from './adapters/vision/vision.ts';
import { createClosing } from './app/closing.ts';
import { createDemoFilling } from './app/fill-demo.ts';
import { openAdapters } from './app/open-adapters.ts';
import { personalTables } from './app/personal-tables.ts';
import { serveFront } from './app/serve-front.ts';
import { startJobs } from './app/start-jobs.ts';
import type { World } from './app/world.ts';
import type { Config } from './config/config.ts';
import { publicAddress } from './config/public-address.ts';
import { type Account, createAccount } from './features/account/account.ts';
import { createActivity } from './features/activity/activity.ts';
import { type Bot, createBot } from './features/bot/bot.ts';
import { createCloset } from './features/closet/closet.ts';
import { createContact } from './features/contact/contact.ts';
import { createListings } from './features/listings/listings.ts';
import { createPictures } from './features/listings/pictures.ts';
import { createPrices } from './features/listings/prices/prices.ts';
import { createNotices } from './features/notices/notices.ts';
import { createKindDemand } from './features/pricing/comparables/kind-demand.ts';
import { createPhotoAnalysis } from './features/pricing/photo/analyze-photo.ts';
import { createPricing } from './features/pricing/pricing.ts';
import { createHealth } from './http/health.ts';
import { createLimits } from './http/request/limits.ts';
import type { Server } from './http/serve.ts';

export type App = {
  server: Server;
  database: Database;
  /** The address of the practice marketplace; null if practice is off. */
  practiceOrigin: string | null;
  /** A browser that opens `/auth#start=` with this key sees reset tokens on screen. null if none does, or every one here. */
  startKey: string | null;
  /**
   * For the operator's commands: a link with which the owner of this address sets a new password; null if there is no such
   * account.
   */
  makeResetLink(email: string): Promise<string | null>;
  /** For the operator's commands. Returns false if there is no such account. */
  signOut(email: string): Promise<boolean>;
  removeSecondFactor(email: string): Promise<'removed' | 'none' | 'unknown'>;
  removeUser(email: string): Promise<boolean>;
  /** Stops every bot before its next share. Resolves to the number of bots that were running. */
  stopBots(): Promise<number>;
  /** Rewraps every seller's data key with the first of the given keys. Resolves to the number of rewrapped keys. */
  rotateKeys(): Promise<number>;
  /** Resolves when every bot waits for the clock. For tests that move the clock. */
  idle(): Promise<void>;
  /** Lets shares in flight finish, stores their outcomes, and closes everything. */
  close(): Promise<void>;
};

/**
 * Builds the whole program, from the ground up. Read from top to bottom, this is the dependency graph. Throws a `StartProblem`
 * with one sentence for the operator if something outside the program prevents the start.
 */
export async function createApp(config: Config, world: World): Promise<App> {
  const { log } = world;
  const closing = createClosing(log);
  const { keep } = closing;
  try {
    if (config.botsPaused) log.warn({}, 'Sharing and offers are paused by BOTS_PAUSED');
    const adapters = await openAdapters(config, world, closing);
    const { database, clock, vault, queue, mailer, passwords, passkeys, pusher, marketplaces, practiceAdmin, advisor } =
      adapters;
    const startKey = randomBytes(24).toString('base64url');
    const sendsMail = mailer.kind === 'smtp';
    const base = { database, clock, vault, queue, log, random: world.random ?? Math.random };
    const limits = createLimits(base);
    const health = createHealth({
      clock,
      ready: async () => void (await database.query('select 1')),
      isStopping: closing.hasBegun,
      metricsToken: config.metricsToken,
    });
    const figures = botFigures(health.registry);
    const disk = keep(await watchDisk({ folder: config.dataDir, log }));

    // A lower feature causes something in a higher one by a callback, because the higher one is built later.
    const activity = createActivity(base);
    const notices = createNotices({ ...base, pusher, declineOffer: (userId) => account.declinePushOffer(userId) });
    const closet = createCloset({
      ...base,
      activity,
      marketplaces,
      practiceAdmin,
      onDisconnect: (userId) => bot.onDisconnected(userId),
      limit: limits.take,
    });
    const listings = createListings({
      ...base,
      closet,
      activity,
      onSynced: (tx, userId) => queue.put('pricing.study', { userId }, { key: userId, tx }),
    });
    const prices = keep(
      createPrices({
        ...base,
        closet,
        activity,
        notifyDevices: notices.notify,
        onMarketFailure: (userId, failure) => bot.onMarketFailure(userId, failure),
      }),
    );
    const pricing = createPricing({ ...base, closet, engine: keep(openPricingEngine({ log })), marketplaces });
    const photos = createPhotoAnalysis({
      vision: keep(openVision({ log })),
      advisor,
      appraise: pricing.appraise,
      demandFor: createKindDemand({ listings, clock }),
      hasRoom: () => !disk.isLow(),
      log,
    });
    const contact = createContact({ ...base, operatorEmail: sendsMail ? config.operator.email : null });
    const account: Account = createAccount({
      ...base,
      ...accountRules(config),
      startKey,
      print: world.print ?? (() => {}),
      passkeys,
      notifyDevices: notices.notify,
      hasRoom: () => !disk.isLow(),
      passwords,
      limits,
      sendsMail,
      onMarketFailure: (error) => log.error({ error }, 'Password reset mail failed'),
      onRegistered: (tx, userId, typed) => closet.linkLater(tx, userId, typed),
      onTimezoneMoved: (tx, userId) => bot.onTimezoneMoved(tx, userId),
      devices: notices,
      personalTables,
      // Also stops the bot.
      beforeErase: (userId) => closet.erase(userId),
      onErase: async (tx, userId) => {
        await bot.onErase(tx, userId);
        await contact.onErase(tx, userId);
      },
      linkPractice: practiceAdmin && ((userId) => closet.linkPractice(userId).then(() => fillDemo(userId))),
    });
    const findPicture = createPictures({
      ...base,
      closet,
      loader: adapters.pictures,
      isChosen: account.hasPicturesThroughServer,
    });
    const bot: Bot = createBot({
      ...base,
      host: hostClocks,
      processes: adapters.processes,
      closet,
      listings,
      activity: { record: (tx, entry) => activity.record(tx, { ...entry, at: clock.now() }) },
      meanPauseMs: config.shareIntervalMs,
      isHeld: config.botsPaused,
      isDiskFull: disk.isFull,
      measure: figures.measure,
      mails: sendsMail,
      notifyDevices: notices.notify,
    });
    const fillDemo = createDemoFilling({ ...base, account, listings, bot, prices });

    const features = {
      account,
      activity,
      bot,
      closet,
      contact,
      listings,
      findPicture,
      notices,
      prices,
      pricing,
      photos,
    };
    const outward = { config, world, adapters, limits, health, figures, closing };
    const worker = config.role === 'web' ? null : await startJobs(features, outward);
    const server = serveFront(features, outward);

    return {
      server,
      database,
      practiceOrigin: adapters.practiceOrigin,
      startKey: config.revealResetToken === 'to start link' ? startKey : null,
      makeResetLink: account.makeResetLink,
      signOut: account.signOutByEmail,
      removeSecondFactor: account.removeSecondFactorByEmail,
      removeUser: account.eraseByEmail,
      stopBots: () => bot.stopAll(),
      rotateKeys: () => vault.rotate(),
      idle: async () => worker?.idle(),
      async close() {
        if (closing.hasBegun()) return;
        server.drain();
        prices.stopWriting();
        await closing.closeAll();
      },
    };
  } catch (error) {
    await closing.closeAll();
    throw error;
  }
}

const accountRules = (config: Config) => ({
  passwordMinLength: config.passwordMinLength,
  commonPasswords: config.refusesCommonPasswords ? readCommonPasswords() : null,
  mostGuests: 200 * config.budgetFactor,
  takesNewSellers: config.registration === 'open',
  revealsResetToken: config.revealResetToken,
  publicAddress: () => publicAddress(config, config.port),
});
