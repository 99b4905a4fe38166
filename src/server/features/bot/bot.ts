// The face of the bot feature: what other features and the app may call. Each command has a file in `commands/`.

import type { BotStatus } from '#contract/bot/bot.ts';
import type { Timeline } from '#contract/bot/timeline.ts';
import type { BotState } from '#domain/bot/bot.ts';
import type { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import { afterCommit, type Database, type Queryable } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import { addDays, shareDay } from '#domain/time.ts';
import { createBreaker } from './breaker/breaker.ts';
import { changeSettings, type GivenSettings } from './commands/change-settings.ts';
import { moveZone } from './commands/move-zone.ts';
import { pauseFromOutside } from './commands/pause-from-outside.ts';
import { planNightlyReadings } from './commands/plan-nightly-readings.ts';
import { recordHistory } from './commands/record-history.ts';
import { restoreOwnLimit } from './commands/restore-limit.ts';
import { resume, sayCheckDone } from './commands/resume.ts';
import { onBrowserAwake, onBrowserReady, onSignedIn, resumeAfterSeller } from './commands/settled-elsewhere.ts';
import { type BotStartAsk, start } from './commands/start.ts';
import { type BotStopAsk, stop, stopAll, stopForDisconnect } from './commands/stop.ts';
import { watchWorkers } from './lease/worker-watch.ts';
import type { BotContext, BotNeeds } from './needs/needs.ts';
import { makeOffers, previewOffers } from './offers/offers.ts';
import type { Measure } from './reports/metrics.ts';
import { createNotifySeller } from './reports/notify-seller.ts';
import { ensurePartition } from './rounds/store.ts';
import { countByState, dropOldShares, eraseShares } from './state/store.ts';
import { readStatus, readTimeline } from './status/status.ts';
import { createStatusLookup } from './status/status-cache.ts';
import { openWorker, type Worker } from './worker/worker.ts';

export type { BotNeeds, Measure, Worker };

/** Single shares are kept this long. Rounds, daily counts, and the listings' totals stay. */
const keptDays = 35;

export type Bot = {
  status(userId: string): Promise<BotStatus>;
  timeline(userId: string, days: number): Promise<Timeline>;
  /**
   * Throws `already_running`, `closet_not_connected`, `consent_required`, `no_listings`, `closet_linked_elsewhere`,
   * `limit_reached`, `invalid_input`.
   */
  start(userId: string, ask: BotStartAsk): Promise<BotStatus>;
  /** Throws `not_running`, `started_since`. Resolves once the stop is durable. No share is reserved after that. */
  stop(userId: string, ask?: BotStopAsk): Promise<BotStatus>;
  /** For the operator: stops every bot, as its seller would. Resolves to the number of bots that were running. */
  stopAll(): Promise<number>;
  /** Ends a pause on the seller's word. Throws `not_paused`, `human_check_required`, and the marketplace's failures. */
  resume(userId: string): Promise<BotStatus>;
  /** A bot that isn't paused: the next write shows whether a human check is done. Resolves to what the seller reads. */
  sayCheckDone(userId: string): Promise<Failure>;
  /** Takes back a limit that a warning lowered. Throws `not_lowered`. */
  restoreLimit(userId: string): Promise<BotStatus>;
  /** Settings that are left out stay as they are. */
  changeSettings(userId: string, change: GivenSettings): Promise<BotStatus>;

  /** Another call of the account failed at the marketplace. The rules for shares decide whether the bot pauses. */
  onMarketFailure(db: Queryable, userId: string, failure: MarketFailure, of?: 'reading'): Promise<void>;
  /** A paired browser is awake: a bot that waits for a browser resumes. */
  onBrowserAwake(userId: string): Promise<void>;
  /** The marketplace has accepted the seller's sign-in. Resolves to true if a bot that waited for it goes on. */
  onSignedIn(userId: string): Promise<boolean>;
  /** The seller has signed in again in a browser, or passed the check: a bot that is paused for it asks the marketplace, and resumes. */
  onBrowserReady(userId: string): Promise<boolean>;
  /** The job `bot.resume`. */
  resumeAfterSeller(userId: string): Promise<void>;

  /** Called before the closet is disconnected or replaced by another one. Stops the bot. */
  onDisconnected(userId: string, because: 'disconnected' | 'replaced'): Promise<void>;
  /** Called when the account is deleted, after its bot was stopped. Deletes the rows without a foreign key to the user. */
  onErase(tx: Queryable, userId: string): Promise<void>;
  /** The seller has moved to another time zone, which gives no second day's limit. */
  onTimezoneMoved(tx: Queryable, userId: string): Promise<void>;

  /** For a demo account: gives its bot an invented history. */
  recordHistory: typeof recordHistory;

  /** The job `bot.offers`. */
  sendOffers(userId: string): Promise<void>;
  /** How many listings would get an offer of `percent` now, and how many offers today has left. */
  previewOffers(userId: string, percent: number): ReturnType<typeof previewOffers>;
  /** For maintenance: has the closets of stopped bots read once a day. */
  planNightlyReadings(): Promise<void>;
  /** For maintenance: creates the partitions of the next days and drops old ones. */
  maintenance(): Promise<void>;
  countByState(): Promise<Record<BotState, number>>;
  /** How many bots this process runs. */
  claimed(): number;
  /** Opens a worker in this process. Close it before the database. */
  openWorker(): Promise<Worker>;
};

/** Composes the bot from its parts. */
export function createBot(needs: BotNeeds): Bot {
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
    timeline: (userId, days) => readTimeline(statusContext, userId, days),
    start: (userId, ask) => answered(userId, start(context, userId, ask)),
    stop: (userId, ask) => answered(userId, stop(context, userId, ask)),
    stopAll: () => stopAll(context),
    resume: (userId) => answered(userId, resume(context, userId)),
    sayCheckDone: (userId) => sayCheckDone(context, userId),
    restoreLimit: (userId) => answered(userId, restoreOwnLimit(context, userId)),
    async changeSettings(userId, change) {
      const written = await changeSettings(context, userId, change);
      return afterCommit(readStatus(statusContext, userId, written));
    },

    recordHistory,
    onMarketFailure: (db, userId, failure, of) => pauseFromOutside(context, db, { userId, failure, of }),
    onBrowserAwake: (userId) => onBrowserAwake(context, userId),
    onSignedIn: (userId) => onSignedIn(context, userId),
    onBrowserReady: (userId) => onBrowserReady(context, userId),
    resumeAfterSeller: (userId) => resumeAfterSeller(context, userId),
    onDisconnected: (userId, because) => stopForDisconnect(context, userId, because),
    onErase: (tx, userId) => eraseShares(tx, userId),
    onTimezoneMoved: (tx, userId) => moveZone(tx, userId, clock.now()),

    sendOffers: (userId) => makeOffers(context, userId),
    previewOffers: (userId, percent) => previewOffers(context, userId, percent),
    planNightlyReadings: () => planNightlyReadings(context),
    maintenance: () => maintain(database, clock),
    countByState: () => countByState(database),
    claimed: () => [...workers].reduce((sum, { bots }) => sum + bots, 0),
    async openWorker() {
      const worker = await openWorker(context, () => workers.delete(worker));
      workers.add(worker);
      return worker;
    },
  };
}

/** Creates the partitions of the coming days, and drops those that are too old. */
async function maintain(database: Database, clock: Clock): Promise<void> {
  const today = shareDay(clock.now(), 'UTC');
  for (const ahead of [0, 1, 2]) await ensurePartition(database, addDays(today, ahead));
  await dropOldShares(database, addDays(today, -keptDays));
}
