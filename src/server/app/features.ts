/** Creates the features. Read from top to bottom, this is the graph of what depends on what. */
import { summarizeRecording } from '#marketplace/drift/summary.ts';
import type { BotFigures } from '../adapters/bot-metrics.ts';
import { hostClocks } from '../adapters/clock/host-clocks.ts';
import { readCommonPasswords } from '../adapters/common-passwords.ts';
import { createAskWorker } from '../adapters/worker-calls/ask-worker.ts';
import type { Config } from '../config/config.ts';
import { publicAddress } from '../config/public-address.ts';
import { type Account, createAccount } from '../features/account/account.ts';
import { type Activity, createActivity } from '../features/activity/activity.ts';
import { type Bot, createBot, type Measure } from '../features/bot/bot.ts';
import { type Closet, createCloset } from '../features/closet/closet.ts';
import { type Companion, createCompanion } from '../features/companion/companion.ts';
import { type Contact, createContact } from '../features/contact/contact.ts';
import { createListings, type Listings } from '../features/listings/listings.ts';
import { createPictures, type FindPicture } from '../features/listings/pictures.ts';
import { createPrices, type Prices } from '../features/listings/prices/prices.ts';
import { createNotices, type Notices } from '../features/notices/notices.ts';
import { type Counts, createOperation, type Operation } from '../features/operation/operation.ts';
import { createKindDemand } from '../features/pricing/comparables/kind-demand.ts';
import { createPhotoAnalysis, type PhotoAnalyses } from '../features/pricing/photo/analyze-photo.ts';
import { createPricing, type Pricing } from '../features/pricing/pricing.ts';
import type { Limits } from '../http/request/limits.ts';
import type { Closing } from './closing.ts';
import { describeForCompanion } from './describe-for-companion.ts';
import { createDemoFilling } from './fill-demo.ts';
import type { Adapters } from './open-adapters.ts';
import { operationFacts } from './operation-facts.ts';
import { personalTables } from './personal-tables.ts';
import { syncLater, throughWorkers } from './worker-calls.ts';
import type { World } from './world.ts';

export type Features = {
  account: Account;
  activity: Activity;
  bot: Bot;
  closet: Closet;
  companion: Companion;
  contact: Contact;
  listings: Listings;
  findPicture: FindPicture;
  notices: Notices;
  operation: Operation;
  prices: Prices;
  pricing: Pricing;
  photos: PhotoAnalyses;
};

export type Needs = {
  config: Config;
  world: World;
  adapters: Adapters;
  limits: Limits;
  figures: BotFigures;
  closing: Closing;
  /** The key in the link printed at the start. Browsers that opened that link may see reset tokens. */
  startKey: string;
};

/** A lower feature causes something in a higher one by a callback, because the higher one is created later. */
export function createFeatures(needs: Needs): Features {
  const { world, adapters, limits, closing } = needs;
  const { database, clock, vault, queue, signals, marketplaces, practiceAdmin } = adapters;
  // A process that can't open what sellers entrust asks a worker for the calls that need it.
  const through = throughWorkers(
    vault.opensClosets
      ? null
      : createAskWorker({ database, signals, seal: vault.sealForWorkers, times: world.callTimes }),
  );
  const base = { database, clock, vault, queue, log: world.log, random: world.random ?? Math.random };

  const operation = closing.keep(
    createOperation({ ...base, ...operationFacts({ ...needs, countBots: () => bot.claimed() }) }),
  );
  const findHold = operation.hold.find;
  const activity = createActivity(base);
  const notices = createNotices({
    ...base,
    pusher: adapters.pusher,
    declineOffer: (userId) => account.declinePushOffer(userId),
  });
  const companion = closing.keep(
    createCompanion({
      ...base,
      signals: adapters.signals,
      record: (tx, userId, event) => account.recordSecurity(tx, userId, event),
      describe: describeForCompanion({
        serverName: () => new URL(publicAddress(needs.config, needs.config.port)).host,
        closet: (userId) => closet.companionView(userId),
        bot: (userId) => bot.status(userId),
      }),
      onPaired: (userId) => closet.awaitBrowser(userId),
      summarizeRecording,
      isOnHold: () => findHold() !== null,
      onAwake: (userId) => bot.onBrowserAwake(userId),
      async onReadyAgain(userId) {
        const isResuming = await bot.onBrowserReady(userId);
        await closet.onBrowserReady(userId, { isResuming });
      },
    }),
  );
  const ownCloset = createCloset({
    ...base,
    activity,
    marketplaces,
    practiceAdmin,
    browsers: companion,
    onDisconnect: (userId) => bot.onDisconnected(userId),
    onLinked: (userId) => bot.onBrowserAwake(userId),
    limit: limits.take,
    searchTurn: (practice) => pricing.searchTurn(practice),
  });
  // Deleting needs no secret. Only an unused practice seller stays behind, which does no harm.
  const closet = through('closet', ownCloset, { disconnect: ownCloset.disconnect, erase: ownCloset.erase });
  const ownListings = createListings({
    ...base,
    closet,
    activity,
    findHold,
    onSynced: (tx, userId) => queue.put('pricing.study', { userId }, { key: userId, tx }),
  });
  const listings = through('listings', ownListings, { sync: syncLater(queue) });
  const ownPrices = closing.keep(
    createPrices({
      ...base,
      closet,
      activity,
      hold: operation.hold,
      notifyDevices: notices.notify,
      onMarketFailure: (userId, failure) => bot.onMarketFailure(userId, failure),
    }),
  );
  const prices = through('prices', ownPrices);
  const pricing = createPricing({
    ...base,
    closet,
    engine: adapters.pricingEngine,
    marketplaces,
    onMarketFailure: (userId, failure) => bot.onMarketFailure(userId, failure),
  });
  const photos = createPhotoAnalysis({
    ...photoReading(needs),
    appraise: pricing.appraise,
    demandFor: createKindDemand({ listings, clock }),
  });
  const contact = createContact({ ...base, operatorEmail: operatorInbox(needs) });
  const account: Account = createAccount({
    ...base,
    ...accountRules(needs),
    devices: notices,
    notifyDevices: notices.notify,
    onRegistered: (tx, userId, typed) => closet.linkLater(tx, userId, typed),
    onTimezoneMoved: (tx, userId) => bot.onTimezoneMoved(tx, userId),
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
  const ownBot: Bot = createBot({
    ...base,
    ...botRules(needs),
    findHold,
    measure: measureBoth(needs.figures.measure, operation.counts),
    closet,
    listings,
    activity: { record: (tx, entry) => activity.record(tx, { ...entry, at: clock.now() }) },
    notifyDevices: notices.notify,
    browserSeenAt: companion.seenAt,
    whyBrowserAway: companion.whyAway,
  });
  const bot = through('bot', ownBot);
  const fillDemo = createDemoFilling({ ...base, account, listings, bot, prices });

  return {
    account,
    activity,
    bot,
    closet,
    companion,
    contact,
    listings,
    findPicture,
    notices,
    operation,
    prices,
    pricing,
    photos,
  };
}

const sendsMail = ({ mailer }: Adapters): boolean => mailer.kind === 'smtp';

const operatorInbox = ({ config, adapters }: Needs): string | null =>
  sendsMail(adapters) ? config.operator.email : null;

const photoReading = ({ adapters: { vision, advisor, disk }, world: { log } }: Needs) => ({
  vision,
  advisor,
  hasRoom: () => !disk.isLow(),
  log,
});

const accountRules = ({ config, world: { log, print }, adapters, limits, startKey }: Needs) => ({
  startKey,
  print: print ?? (() => {}),
  passkeys: adapters.passkeys,
  passwords: adapters.passwords,
  passwordMinLength: config.passwordMinLength,
  commonPasswords: config.refusesCommonPasswords ? readCommonPasswords() : null,
  mostGuests: 200 * config.budgetFactor,
  takesNewSellers: config.registration === 'open',
  revealsResetToken: config.revealResetToken,
  publicAddress: () => publicAddress(config, config.port),
  sendsMail: sendsMail(adapters),
  limits,
  hasRoom: () => !adapters.disk.isLow(),
  personalTables,
  onLateFailure: (error: unknown) => log.error({ error }, 'Account work after the reply failed'),
});

/** For Prometheus, and for the operator page. */
const measureBoth = (metrics: Measure, counts: Counts): Measure => ({
  ...metrics,
  shareSettled(outcome) {
    metrics.shareSettled(outcome);
    counts.shareSettled(outcome);
  },
  late(ms) {
    metrics.late(ms);
    counts.late(ms);
  },
});

const botRules = ({ config, adapters }: Needs) => ({
  host: hostClocks,
  processes: adapters.processes,
  meanPauseMs: config.shareIntervalMs,
  isDiskFull: adapters.disk.isFull,
  mails: sendsMail(adapters),
});
