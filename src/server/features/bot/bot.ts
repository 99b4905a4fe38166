// The face of the bot feature: what other features and the app may call. Commands are in `commands/`.

import type { BotStatus, Timeline } from '#contract/bot/bot.ts';
import type { OfferPreview } from '#contract/offers/offers.ts';
import { isGentle } from '#domain/bot/limit/warnings.ts';
import { dueNightlyReading } from '#domain/bot/schedule/closet-reading.ts';
import { findBrowser } from '#domain/companion.ts';
import { afterCommit, type Queryable } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { addDays, shareDay } from '#domain/time.ts';
import { createBreaker } from './breaker/breaker.ts';
import { changeSettings, type GivenSettings, moveZone, restoreOwnLimit } from './commands/change-settings.ts';
import { recordHistory } from './commands/invented-store.ts';
import {
  onBrowserAwake,
  onBrowserReady,
  onSignedIn,
  resume,
  resumeAfterSeller,
  sayCheckDone,
} from './commands/resume.ts';
import { type BotStartAsk, start } from './commands/start.ts';
import { type BotStopAsk, pauseFromOutside, stop, stopAll, stopForDisconnect } from './commands/stop.ts';
import { watchWorkers } from './lease/lease.ts';
import type { BotContext, BotNeeds } from './needs/needs.ts';
import { createNotifySeller, type Measure } from './reports/reports.ts';
import type { OfferDay } from './rounds/offers-store.ts';
import { ensurePartition, sumMissed } from './rounds/store.ts';
import { findBot, type SellerBot, shareDayOf } from './state/seller.ts';
import { countByState, dropOldShares, eraseShares, findUnreadClosets } from './state/store.ts';
import { readStatus } from './status/status.ts';
import { createStatusLookup } from './status/status-cache.ts';
import { readTimeline } from './status/timeline.ts';
import { openWorker, type Worker } from './worker/worker.ts';

export { countOffers, giveBackOffer, type OfferDay, saveOfferProgress, takeOffer } from './rounds/offers-store.ts';
export type { BotNeeds, Measure, Worker };

/** Single shares are kept this long. Rounds, daily counts, and the listings' totals stay. */
const keptDays = 35;

export function createBot(needs: BotNeeds) {
  const { database, clock } = needs;
  const workers = new Set<Worker>();
  const context: BotContext = {
    ...needs,
    breaker: createBreaker(needs),
    notifySeller: createNotifySeller(needs),
    wakeWorkers() {
      for (const worker of workers) worker.poke();
    },
  };
  const statusContext = {
    ...context,
    lookUp: createStatusLookup(needs),
    isWorkerAway: needs.needsWorkers ? watchWorkers(needs) : async () => false,
  };
  const status = (userId: string): Promise<BotStatus> => readStatus(statusContext, userId);
  const answered = async (userId: string, command: Promise<void>): Promise<BotStatus> => {
    await command;
    return afterCommit(status(userId));
  };

  return {
    status,
    timeline: (userId: string, days: number): Promise<Timeline> => readTimeline(statusContext, userId, days),
    /**
     * Throws `already_running`, `closet_not_connected`, `consent_required`, `no_listings`, `closet_linked_elsewhere`,
     * `limit_reached`, `invalid_input`.
     */
    start: (userId: string, ask: BotStartAsk) => answered(userId, start(context, userId, ask)),
    /** Throws `not_running`, `started_since`. Resolves once the stop is durable. No share is reserved after that. */
    stop: (userId: string, ask?: BotStopAsk) => answered(userId, stop(context, userId, ask)),
    /** For the operator: stops every bot, as its seller would. Resolves to the number of bots that were running. */
    stopAll: () => stopAll(context),
    /** Ends a pause on the seller's word. Throws `not_paused`, `human_check_required`, and the marketplace's failures. */
    resume: (userId: string) => answered(userId, resume(context, userId)),
    /** A bot that isn't paused: the next write shows whether a human check is done. Resolves to what the seller reads. */
    sayCheckDone: (userId: string) => sayCheckDone(context, userId),
    /** Takes back a limit that a warning lowered. Throws `not_lowered`. */
    restoreLimit: (userId: string) => answered(userId, restoreOwnLimit(context, userId)),
    /** Settings that are left out stay as they are. */
    async changeSettings(userId: string, change: GivenSettings): Promise<BotStatus> {
      const written = await changeSettings(context, userId, change);
      return afterCommit(readStatus(statusContext, userId, written));
    },

    /** For a demo account: gives its bot an invented history. */
    recordHistory,
    /** Another call of the account failed at the marketplace. The rules for shares decide whether the bot pauses. */
    onMarketFailure: (db: Queryable, userId: string, failure: MarketFailure, of?: 'reading') =>
      pauseFromOutside(context, db, { userId, failure, of }),
    /** A paired browser is awake: a bot that waits for a browser resumes. */
    onBrowserAwake: (userId: string) => onBrowserAwake(context, userId),
    /** The marketplace has accepted the seller's sign-in. Resolves to true if a bot that waited for it goes on. */
    onSignedIn: (userId: string) => onSignedIn(context, userId),
    /** The seller has signed in again in a browser, or passed the check: a bot that is paused for it asks the marketplace, and resumes. */
    onBrowserReady: (userId: string) => onBrowserReady(context, userId),
    /** The job `bot.resume`. */
    resumeAfterSeller: (userId: string) => resumeAfterSeller(context, userId),
    /** Called before the closet is disconnected or replaced by another one. Stops the bot. */
    onDisconnected: (userId: string, because: 'disconnected' | 'replaced') =>
      stopForDisconnect(context, userId, because),
    /** Called when the account is deleted, after its bot was stopped. Deletes the rows without a foreign key to the user. */
    onErase: eraseShares,
    /** The seller has moved to another time zone, which gives no second day's limit. */
    onTimezoneMoved: (tx: Queryable, userId: string) => moveZone(tx, userId, clock.now()),

    /** Whether offers to likers may go out now. null if there is no such seller. */
    offering: (userId: string) => findOffering(context, userId),
    /** Rounds of the last seven days that were due while this computer was asleep or off. */
    missedRounds: (userId: string) => sumMissed(database, userId, clock.now() - 7 * 86_400_000),
    /** For maintenance: has the closets of stopped bots read once a day. */
    planNightlyReadings: () => planNightlyReadings(context),
    /** For maintenance: creates the partitions of the next days and drops old ones. */
    async maintenance(): Promise<void> {
      const today = shareDay(clock.now(), 'UTC');
      for (const ahead of [0, 1, 2]) await ensurePartition(database, addDays(today, ahead));
      await dropOldShares(database, addDays(today, -keptDays));
    },
    countByState: () => countByState(database),
    claimed: () => [...workers].reduce((sum, { bots }) => sum + bots, 0),
    roundsHere: () => [...workers].reduce((sum, { rounds }) => sum + rounds, 0),
    /** Opens a worker in this process. Close it before the database. */
    async openWorker(): Promise<Worker> {
      const worker = await openWorker(context, () => workers.delete(worker));
      workers.add(worker);
      return worker;
    },
  };
}

export type Bot = ReturnType<typeof createBot>;

/** The maintenance runs about as often. */
const aheadMs = 5 * 60_000;
/** The minute of the night moves by up to four hours from one day to the next. */
const dailyMs = 20 * 3_600_000;

/**
 * A closet that couldn't be read at night, because its browser or this program wasn't running, is read later on the same day. The
 * closets of guests are gone within a day, so they are left out.
 */
async function planNightlyReadings(context: BotContext): Promise<void> {
  const { database, clock, random, queue, findHold, isDiskFull, browserSeenAt } = context;
  if (findHold() !== null || isDiskFull()) return;
  const now = clock.now();
  const since = now - dailyMs;
  for (const seller of await findUnreadClosets(database, since)) {
    const { userId } = seller;
    const at = dueNightlyReading(seller, { now, aheadMs });
    if (at === null) continue;
    if (seller.isByBrowser && findBrowser(await browserSeenAt(userId), now).kind !== 'awake') continue;
    // Of those that are late, not all at once.
    const delayMs = at > now ? at - now : Math.floor(random() * aheadMs);
    await queue.put('listings.read', { userId, since }, { key: userId, delayMs });
  }
}

/** `busy`: the marketplace refuses many sellers, and bots try with a share first. */
type OffersWait = OfferPreview['wait'];

type Offering = {
  day: OfferDay;
  /** Of the settings: how far below the price, where the seller has no rules. */
  percent: number;
  /** null: they may go out. */
  wait: OffersWait;
};

/** null if there is no such seller. */
async function findOffering(context: BotContext, userId: string): Promise<Offering | null> {
  const now = context.clock.now();
  const bot = await findBot(context.database, userId, now);
  if (bot === null) return null;
  const isRolling = bot.rollingUntil !== null && now < bot.rollingUntil;
  return {
    day: { date: shareDayOf(bot, now), isRolling },
    percent: bot.settings.offerPercent,
    wait: whyWait(context, bot),
  };
}

function whyWait({ breaker, clock, findHold }: BotContext, bot: SellerBot): OffersWait {
  if (!bot.settings.offerShippingDiscount) return 'turned_off';
  if (findHold() !== null) return 'on_hold';
  if (bot.phase.state !== 'waiting' && bot.phase.state !== 'sharing') return 'not_running';
  if (isGentle(bot.backoff, clock.now())) return 'gentle';
  const isByBrowser = bot.transport === 'browser';
  return breaker.nextTryAt({ practice: bot.practice === true, isByBrowser }) === null ? null : 'busy';
}
