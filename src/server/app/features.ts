// Creates the features, from the bottom up. Read from top to bottom, this is the graph of what depends on what.

import { createAskWorker } from '../adapters/worker-calls/ask-worker.ts';
import { type Account, createAccount } from '../features/account/account.ts';
import { type Activity, createActivity } from '../features/activity/activity.ts';
import { type Bot, createBot } from '../features/bot/bot.ts';
import { type Closet, createCloset } from '../features/closet/closet.ts';
import { type Companion, createCompanion } from '../features/companion/companion.ts';
import { type Contact, createContact } from '../features/contact/contact.ts';
import { createListings, type Listings } from '../features/listings/listings.ts';
import { createMoney, type Money } from '../features/listings/money/write-money.ts';
import type { ListingsNeeds } from '../features/listings/needs/needs.ts';
import { createPictures, type FindPicture } from '../features/listings/pictures.ts';
import { createPrices, type Prices } from '../features/listings/prices/prices.ts';
import { createNotices, type Notices } from '../features/notices/notices.ts';
import { createOperation, type Operation } from '../features/operation/operation.ts';
import { createPricing, type PricingContext, waitForTurn } from '../features/pricing/pricing.ts';
import {
  forAccount,
  forAll,
  forBot,
  forCompanion,
  forContact,
  forListings,
  forOperation,
  forPricing,
  type Needs,
} from './configured.ts';
import { createDemoFilling } from './fill-demo.ts';
import { syncLater, throughWorkers } from './worker-calls.ts';

type BottomFeatures = {
  account: Account;
  activity: Activity;
  closet: Closet;
  companion: Companion;
  contact: Contact;
  notices: Notices;
  operation: Operation;
};
type ListingsFeatures = { listings: Listings; findPicture: FindPicture; prices: Prices };
/** For the bot's offers, which are written as prices are. */
type WithMoney = { money: Money };
type TopFeatures = { bot: Bot; pricing: PricingContext };
export type Features = BottomFeatures & ListingsFeatures & TopFeatures;

type Floor = {
  needs: Needs;
  /** What nearly every feature gets. */
  base: ReturnType<typeof forAll>;
  /** A process that can't open sellers' credentials asks a worker for the calls that need them. */
  through: ReturnType<typeof throughWorkers>;
  /** For callbacks: a lower feature causes something in a higher one, which is created later. */
  later: () => Features;
};

export function createFeatures(needs: Needs): Features {
  const { database, vault, signals } = needs.adapters;
  const base = forAll(needs);
  const through = throughWorkers(
    vault.opensClosets
      ? null
      : createAskWorker({ database, signals, seal: vault.sealForWorkers, times: needs.world.callTimes }),
  );
  const floor: Floor = { needs, base, through, later: () => features };
  const bottom = createBottom(floor);
  const { money, ...listings } = createListingsFloor(floor, bottom);
  const top = createTop(floor, { ...bottom, ...listings, money });
  const features: Features = { ...bottom, ...listings, ...top };
  return features;
}

function createBottom(floor: Floor): BottomFeatures {
  const { needs, base, through, later } = floor;
  const { adapters, closing, limits } = needs;
  const { marketplaces, practiceAdmin, pusher } = adapters;

  const operation = closing.keep(createOperation({ ...base, ...forOperation(needs, () => later().bot.claimed()) }));
  const activity = createActivity(base);
  const notices = createNotices({
    ...base,
    pusher,
    declineOffer: (userId) => later().account.declinePushOffer(userId),
  });
  const companion = closing.keep(createCompanionFor(floor, operation));
  const ownCloset = createCloset({
    ...base,
    activity,
    marketplaces,
    practiceAdmin,
    browsers: companion,
    onDisconnect: (userId, because) => later().bot.onDisconnected(userId, because),
    onSignedIn: (userId) => later().bot.onSignedIn(userId),
    limit: limits.take,
    searchTurn: async (practice) => void (await waitForTurn(later().pricing, practice)),
  });
  // Deleting needs no secret. Only an unused practice seller stays behind, which does no harm.
  const closet = through('closet', ownCloset, { disconnect: ownCloset.disconnect, erase: ownCloset.erase });
  const contact = createContact({ ...base, ...forContact(needs) });
  const account = createAccount({
    ...base,
    ...forAccount(needs),
    devices: notices,
    notifyDevices: notices.notify,
    unpairBrowsers: companion.removeAll,
    onRegistered: (tx, userId, typed) => closet.linkLater(tx, userId, typed),
    onTimezoneMoved: (tx, userId) => later().bot.onTimezoneMoved(tx, userId),
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
        await createDemoFilling({ ...base, ...later() })(userId);
      }),
  });
  return { account, activity, closet, companion, contact, notices, operation };
}

function createCompanionFor({ needs, base, later }: Floor, operation: Operation): Companion {
  const { signals, serverName } = forCompanion(needs);
  return createCompanion({
    ...base,
    signals,
    record: (tx, userId, event) => later().account.recordSecurity(tx, userId, event),
    async describe(userId) {
      const { closet, bot } = later();
      const [linked, status] = await Promise.all([closet.companionView(userId), bot.status(userId)]);
      const { nextShareTime, sharesToday, effectiveLimit } = status;
      return {
        ...linked,
        serverName: serverName(),
        bot: status.state,
        pauseReason: status.pauseReason ?? null,
        isOnHold: status.heldByOperator === true,
        nextShareAt: nextShareTime === null ? null : Date.parse(nextShareTime),
        sharesToday,
        // The limit in force. After a warning it may be below what was shared before.
        dailyShareLimit: Math.max(effectiveLimit, sharesToday),
      };
    },
    onPaired: (userId) => later().closet.awaitBrowser(userId),
    async summarizeRecording(given) {
      // Few visits are ever recorded, so the comparison is loaded when one comes.
      const { summarizeRecording } = await import('../../../tools/drift/report.ts');
      return summarizeRecording(given);
    },
    isOnHold: () => operation.hold.find() !== null,
    onAwake: (userId) => later().bot.onBrowserAwake(userId),
    async onReadyAgain(userId) {
      const isResuming = await later().bot.onBrowserReady(userId);
      await later().closet.onBrowserReady(userId, { isResuming });
    },
  });
}

function createListingsFloor(
  { needs, base, through, later }: Floor,
  bottom: BottomFeatures,
): ListingsFeatures & WithMoney {
  const { account, activity, closet, notices, operation } = bottom;
  const { queue } = base;

  const own: ListingsNeeds = {
    ...base,
    ...forListings(needs),
    closet,
    activity,
    notifyDevices: notices.notify,
    hold: operation.hold,
    onSynced: (tx, userId) => queue.put('pricing.study', { userId }, { key: userId, tx }),
    onMarketFailure: (tx, userId, failure, of) => later().bot.onMarketFailure(tx, userId, failure, of),
  };
  const listings = through('listings', createListings(own), { sync: syncLater(queue) });
  const money = createMoney(own);
  const prices = through('prices', needs.closing.keep(createPrices({ ...own, money })));
  const findPicture = createPictures({
    ...base,
    closet,
    loader: needs.adapters.pictures,
    isChosen: account.hasPicturesThroughServer,
  });
  return { listings, findPicture, prices, money };
}

function createTop(
  { needs, base, through, later }: Floor,
  below: BottomFeatures & ListingsFeatures & WithMoney,
): TopFeatures {
  const { activity, closet, companion, listings, money, notices, operation } = below;

  const pricing = createPricing({
    ...base,
    ...forPricing(needs),
    closet,
    listings,
    engine: needs.adapters.pricingEngine,
    marketplaces: needs.adapters.marketplaces,
    onMarketFailure: (userId, failure) => later().bot.onMarketFailure(base.database, userId, failure),
  });
  const ownBot = createBot({
    ...base,
    ...forBot(needs, operation.counts),
    findHold: operation.hold.find,
    closet,
    listings,
    money,
    activity: { record: (tx, entry) => activity.record(tx, { ...entry, at: base.clock.now() }) },
    notifyDevices: notices.notify,
    browserSeenAt: companion.seenAt,
    whyBrowserAway: companion.whyAway,
  });
  return { bot: through('bot', ownBot), pricing };
}
