// Creates the features, from the bottom up. Read from top to bottom, this is the graph of what depends on what.

import { createAskWorker } from '../adapters/worker-calls/ask-worker.ts';
import { type Account, createAccount } from '../features/account/account.ts';
import { type Activity, createActivity } from '../features/activity/activity.ts';
import { type Bot, createBot } from '../features/bot/bot.ts';
import { type Closet, createCloset } from '../features/closet/closet.ts';
import { botInPopup, type Companion, createCompanion } from '../features/companion/companion.ts';
import { type ComputerFeature, createComputer } from '../features/computer/computer.ts';
import { type Contact, createContact } from '../features/contact/contact.ts';
import { createDropsToday, type DropsContext, moveZone } from '../features/drops/drops.ts';
import { createExperiment, type Experiment } from '../features/experiment/experiment.ts';
import { createListings, type Listings } from '../features/listings/listings.ts';
import { createMoney } from '../features/listings/money/write-money.ts';
import type { ListingsNeeds } from '../features/listings/needs/needs.ts';
import { createPictures, type FindPicture } from '../features/listings/pictures.ts';
import { createPrices, type Prices } from '../features/listings/prices/prices.ts';
import { createNotices, type Notices } from '../features/notices/notices.ts';
import { createOffers, type Offers } from '../features/offers/offers.ts';
import { createOperation, type Operation } from '../features/operation/operation.ts';
import { createParties, type Parties } from '../features/parties/parties.ts';
import { createPhone, type Phone } from '../features/phone/phone.ts';
import {
  createPricing,
  endsSearches,
  type PricingContext,
  readStandingAdvice,
  waitForTurn,
} from '../features/pricing/pricing.ts';
import {
  createSaleReadings,
  readGaps,
  type SaleReadings,
  type SalesContext,
  sumProfit,
  takeListingFacts,
} from '../features/sales/sales.ts';
import { createToday, type TodayFeature } from '../features/today/today.ts';
import {
  forAccount,
  forAll,
  forBot,
  forComputer,
  forContact,
  forNotices,
  forOperation,
  forPhone,
  forPricing,
  type Needs,
  serverName,
} from './configured.ts';
import { fillDemo } from './fill-demo.ts';
import { syncLater, throughWorkers } from './worker-calls.ts';

export type Features = {
  account: Account;
  activity: Activity;
  closet: Closet;
  companion: Companion;
  contact: Contact;
  notices: Notices;
  operation: Operation;
  phone: Phone;
  computer: ComputerFeature;
  listings: Listings;
  findPicture: FindPicture;
  prices: Prices;
  sales: SalesContext;
  saleReadings: SaleReadings;
  parties: Parties;
  experiment: Experiment;
  bot: Bot;
  offers: Offers;
  drops: DropsContext;
  pricing: PricingContext;
  today: TodayFeature;
};

/** `later` is for callbacks: a lower feature causes something in a higher one, which is created below it. */
export function createFeatures(needs: Needs): Features {
  const { adapters, closing, limits, world } = needs;
  const { database, vault, signals, marketplaces, practiceAdmin, pusher } = adapters;
  const base = forAll(needs);
  const { queue } = base;
  /** A process that can't open sellers' credentials asks a worker for the calls that need them. */
  const through = throughWorkers(
    vault.opensClosets
      ? null
      : createAskWorker({ database, signals, seal: vault.sealForWorkers, times: world.callTimes }),
  );
  const later = (): Features => features;

  const operation = closing.keep(createOperation({ ...base, ...forOperation(needs, () => later().bot.claimed()) }));
  const activity = createActivity(base);
  const notices = createNotices({
    ...base,
    pusher,
    ...forNotices(needs),
    declineOffer: (userId) => later().account.declinePushOffer(userId),
    sumProfit,
  });
  const companion = closing.keep(
    createCompanion({
      ...base,
      signals,
      record: (tx, userId, event) => later().account.recordSecurity(tx, userId, event),
      async describe(userId) {
        const { closet, bot } = later();
        const [linked, status] = await Promise.all([closet.companionView(userId), bot.status(userId)]);
        return { ...linked, ...botInPopup(status), serverName: serverName(needs) };
      },
      onPaired: (userId) => later().closet.awaitBrowser(userId),
      // Few visits are ever recorded, so the comparison is loaded when one comes.
      summarizeRecording: async (given) => (await import('../../../tools/drift/drift.ts')).summarizeRecording(given),
      isOnHold: () => operation.hold.find() !== null,
      onAwake: (userId) => later().bot.onBrowserAwake(userId),
      async onReadyAgain(userId) {
        const isResuming = await later().bot.onBrowserReady(userId);
        await later().closet.onBrowserReady(userId, { isResuming });
      },
    }),
  );
  const ownCloset = createCloset({
    ...base,
    activity,
    marketplaces,
    practiceAdmin,
    browsers: companion,
    onDisconnect: (userId, because) => later().bot.onDisconnected(userId, because),
    onSignedIn: (userId) => later().bot.onSignedIn(userId),
    async onSearchFailure(tx, userId, failure) {
      if (endsSearches.has(failure.kind)) await later().bot.onMarketFailure(tx, userId, failure);
    },
    limit: limits.take,
    searchTurn: async (practice) => void (await waitForTurn(later().pricing, practice)),
  });
  // Deleting needs no secret. Only an unused practice seller stays behind, which does no harm.
  const closet = through('closet', ownCloset, { disconnect: ownCloset.disconnect, erase: ownCloset.erase });
  const phone = createPhone(forPhone(needs));
  const contact = createContact({ ...base, ...forContact(needs) });
  const account = createAccount({
    ...base,
    ...forAccount(needs),
    phoneAddress: phone.address,
    devices: notices,
    notifyDevices: notices.notify,
    unpairBrowsers: companion.removeAll,
    onRegistered: (tx, userId, typed) => closet.linkLater(tx, userId, typed),
    async onTimezoneMoved(tx, userId) {
      await later().experiment.onTimezoneMoved(tx, userId);
      await later().bot.onTimezoneMoved(tx, userId);
      await moveZone(later().drops, tx, userId);
    },
    // Also stops the bot.
    beforeErase: (userId) => closet.erase(userId),
    async onErase(tx, userId) {
      await later().bot.onErase(tx, userId);
      await contact.onErase(tx, userId);
    },
    linkPractice:
      practiceAdmin &&
      (async (userId) => {
        await closet.linkPractice(userId);
        await fillDemo({ ...base, ...later() }, userId);
      }),
  });
  const computer = closing.keep(
    createComputer({
      ...base,
      ...forComputer(needs),
      countRounds: () => later().bot.roundsHere(),
      missedRounds: (userId) => later().bot.missedRounds(userId),
      isFirstAccount: account.isFirst,
      record: account.recordSecurity,
    }),
  );
  const onMarketFailure: ListingsNeeds['onMarketFailure'] = (...given) => later().bot.onMarketFailure(...given);
  const listingsNeeds: ListingsNeeds = {
    ...base,
    closet,
    activity,
    notifyDevices: notices.notify,
    hold: operation.hold,
    async onSynced(tx, userId, { sold }) {
      await queue.put('pricing.study', { userId }, { key: userId, tx });
      if (sold > 0) await later().saleReadings.onSold(tx, userId);
    },
    onCostsChanged: takeListingFacts,
    onMarketFailure,
  };
  const listings = through('listings', createListings(listingsNeeds), { sync: syncLater(queue) });
  const money = createMoney(listingsNeeds);
  const prices = through('prices', closing.keep(createPrices({ ...listingsNeeds, money })));
  const findPicture = createPictures({
    ...base,
    closet,
    loader: adapters.pictures,
    isChosen: account.hasPicturesThroughServer,
  });
  const sales: SalesContext = {
    ...base,
    listings,
    onChanged: (userId) => queue.put('pricing.study', { userId }, { key: userId }),
  };
  const saleReadings = through(
    'saleReadings',
    createSaleReadings({
      ...sales,
      ...base,
      closet,
      activity,
      hold: operation.hold,
      onMarketFailure,
    }),
  );
  const experiment = createExperiment({ ...base, closet, listings, activity });
  const drops: DropsContext = {
    ...base,
    closet,
    prices,
    activity,
    notifyDevices: notices.notify,
    hold: operation.hold,
    isGentle: async (userId) => (await later().bot.status(userId)).gentleUntil !== undefined,
  };
  const pricing = createPricing({
    ...base,
    ...forPricing(needs),
    closet,
    listings,
    engine: adapters.pricingEngine,
    marketplaces,
  });
  const parties = createParties({ ...base, listings });
  const ownBot = createBot({
    ...base,
    ...forBot(needs, operation.counts),
    findHold: operation.hold.find,
    closet,
    listings,
    onceADay: experiment.onceADay,
    parties,
    activity,
    notifyDevices: notices.notify,
    async offSince(userId, since) {
      const off = await computer.offSince(since);
      if (off === null) return null;
      // A paused bot doesn't share on a computer that is awake either.
      const [pause] = await activity.list({ userId, limit: 1, action: 'BOT_PAUSED' });
      return pause !== undefined && Date.parse(pause.timestamp) >= since ? null : off;
    },
    browserSeenAt: companion.seenAt,
    whyBrowserAway: companion.whyAway,
  });
  const bot = through('bot', ownBot);
  const offers = createOffers({ ...base, bot, money, activity });
  const today = createToday({
    ...base,
    status: bot.status,
    authStatus: closet.authStatus,
    standingAdvice: (userId) => readStandingAdvice(pricing, userId),
    offers: offers.ready,
    drops: createDropsToday(drops),
    quietListings: listings.quiet,
    salesGaps: (userId) => readGaps(database, userId),
    async setup(userId) {
      const { guest } = await account.describe(userId);
      if (guest) return { notifications: null, phone: null, backup: null };
      const [notifications, hasPhone, backup] = await Promise.all([
        notices.hasDevice(userId),
        account.hasPhone(userId),
        computer.hasBackup(userId),
      ]);
      return { notifications, phone: hasPhone, backup };
    },
    onPutOff: async (userId, step) => void (step === 'notifications' && (await notices.declineOffer(userId))),
  });

  const features: Features = {
    account,
    activity,
    closet,
    companion,
    contact,
    notices,
    operation,
    phone,
    computer,
    listings,
    findPicture,
    prices,
    sales,
    saleReadings,
    parties,
    experiment,
    bot,
    offers,
    drops,
    pricing,
    today,
  };
  return features;
}
