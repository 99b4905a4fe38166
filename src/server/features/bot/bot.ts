// The face of the bot feature: what other features and the app may call. Each command has a file in `commands/`.

import type { BotStatus, Timeline } from '#contract/schemas/bot.ts';
import type { BotSettings, BotState } from '#domain/bot/bot.ts';
import type { FindHold } from '#domain/bot/hold.ts';
import type { BrowserAway } from '#domain/companion.ts';
import type { Failure } from '#domain/failure.ts';
import type { Clock, HostClocks, Instant } from '#domain/ports/clock.ts';
import { afterCommit, type Database, type Queryable } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Vault } from '#domain/ports/vault.ts';
import { addDays, shareDay } from '#domain/time.ts';
import type { Closet } from '../closet/closet.ts';
import type { Listings, Money } from '../listings/listings.ts';
import type { NotifyDevices } from '../notices/notices.ts';
import { createBreaker } from './breaker/breaker.ts';
import { changeSettings } from './commands/change-settings.ts';
import type { CommandContext } from './commands/context.ts';
import { moveZone } from './commands/move-zone.ts';
import { pauseFromOutside } from './commands/pause-from-outside.ts';
import { planNightlyReadings } from './commands/plan-nightly-readings.ts';
import { recordHistory } from './commands/record-history.ts';
import { restoreOwnLimit } from './commands/restore-limit.ts';
import { resume, sayCheckDone } from './commands/resume.ts';
import { onBrowserAwake, onBrowserReady, onSignedIn, resumeAfterSeller } from './commands/settled-elsewhere.ts';
import { type BotStartAsk, start } from './commands/start.ts';
import { startAgain } from './commands/start-again.ts';
import { type BotStopAsk, stop, stopAll, stopForDisconnect } from './commands/stop.ts';
import { watchWorkers } from './lease/worker-watch.ts';
import type { Ledger } from './ledger/ledger.ts';
import { makeOffers, previewOffers } from './offers/offers.ts';
import type { ActivityLog } from './reports/activity-entries.ts';
import type { BotLog, Measure } from './reports/metrics.ts';
import { createNotifySeller } from './reports/notify-seller.ts';
import { ensurePartition } from './rounds/store.ts';
import { countByState, dropOldShares, eraseShares } from './state/store.ts';
import { readStatus, readTimeline } from './status/status.ts';
import { createStatusLookup } from './status/status-cache.ts';
import { type LocalProcesses, openWorker, type Worker, type WorkerNeeds, type WorkerTimes } from './worker/worker.ts';

export type { Measure, Worker };

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
  changeSettings(userId: string, change: Partial<BotSettings>): Promise<BotStatus>;

  /** Another call of the account failed at the marketplace. The rules for shares decide whether the bot pauses. */
  onMarketFailure(userId: string, failure: MarketFailure): Promise<void>;
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

export type BotNeeds = {
  database: Database;
  clock: Clock;
  /** These show a worker that its host was asleep. */
  host: HostClocks;
  /** Identifies the processes of this machine. The leases of killed ones end within a moment. */
  processes?: LocalProcesses | undefined;
  closet: Pick<
    Closet,
    | 'summary'
    | 'othersWithSameCloset'
    | 'openForBot'
    | 'saveFromBot'
    | 'signInAgain'
    | 'noteConnectionIssue'
    | 'noteSignedIn'
    | 'noteCheckSaidDone'
    | 'noteCheckPassed'
    | 'withLiveAccount'
    | 'failureOf'
  >;
  listings: Pick<
    Listings,
    'roundSize' | 'sync' | 'read' | 'activeInClosetOrder' | 'markSold' | 'markGone' | 'markNotForSale' | 'markReserved'
  >;
  money: Money;
  vault: Pick<Vault, 'hasherFor'>;
  activity: ActivityLog;
  queue: Queue;
  /** Mail is configured, so a pause that needs the seller is mailed. */
  mails: boolean;
  notifyDevices: NotifyDevices;
  random: () => number;
  /** Mean of the pause between two shares, in ms. */
  meanPauseMs: number;
  /** While the operator holds all bots, none is claimed, none shares, and no offer is sent. */
  findHold?: FindHold;
  /** How old the last reading of a closet may be when a round begins. */
  closetMaxAgeMs?: number;
  /** The disk is so full that bots have to wait. From memory. */
  isDiskFull?: () => boolean;
  /** When a paired browser of this seller that can carry calls was last seen. */
  browserSeenAt?: (userId: string) => Promise<Instant | null>;
  /** This process runs no worker, so sellers must read it if no other process runs one. */
  needsWorkers?: boolean;
  /** Why no paired browser of this seller carries calls now. */
  whyBrowserAway?: (userId: string) => Promise<BrowserAway>;
  measure: Measure;
  log: BotLog;
  /** Shorter times, for tests. */
  times?: Partial<WorkerTimes>;
  /** Replaces the worker's ledger, for benchmarks that measure the cost of safety. */
  ledger?: Ledger;
};

/** Composes the bot from its parts. */
export function createBot(needs: BotNeeds): Bot {
  const { database, clock, queue } = needs;
  const workers = new Set<Worker>();
  const breaker = createBreaker(needs);
  const context: CommandContext = {
    ...needs,
    breaker,
    notifySeller: createNotifySeller(needs),
    wakeWorkers() {
      for (const worker of workers) worker.poke();
    },
  };
  const onMarketFailure: Bot['onMarketFailure'] = (userId, failure) => pauseFromOutside(context, userId, failure);

  const statusContext = {
    ...needs,
    lookUp: createStatusLookup(needs),
    ...(needs.needsWorkers && { isWorkerAway: watchWorkers(needs) }),
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
    changeSettings: (userId, change) => answered(userId, changeSettings(context, userId, change)),

    recordHistory,
    onMarketFailure,
    onBrowserAwake: (userId) => onBrowserAwake(context, userId),
    onSignedIn: (userId) => onSignedIn(context, queue, userId),
    onBrowserReady: (userId) => onBrowserReady(context, queue, userId),
    resumeAfterSeller: (userId) => resumeAfterSeller(context, userId),
    onDisconnected: (userId, because) => stopForDisconnect(context, userId, because),
    onErase: (tx, userId) => eraseShares(tx, userId),
    onTimezoneMoved: (tx, userId) => moveZone(tx, userId, clock.now()),

    sendOffers: (userId) => makeOffers({ ...needs, breaker, onMarketFailure }, userId),
    previewOffers: (userId, percent) => previewOffers(needs, userId, percent),
    planNightlyReadings: () => planNightlyReadings(needs),
    maintenance: () => maintain(database, clock),
    countByState: () => countByState(database),
    claimed: () => [...workers].reduce((sum, { bots }) => sum + bots, 0),
    openWorker: () =>
      openWorkerAmong(workers, {
        ...needs,
        breaker,
        notifySeller: context.notifySeller,
        startAgain: (userId) => startAgain(context, userId),
        async onRoundFinished(tx, { userId, settings }) {
          if (settings.offerShippingDiscount) await queue.put('bot.offers', { userId }, { key: userId, tx });
        },
      }),
  };
}

/** Opens a worker that commands can wake until it closes. */
async function openWorkerAmong(workers: Set<Worker>, needs: WorkerNeeds): Promise<Worker> {
  const worker = await openWorker(needs);
  workers.add(worker);
  return {
    ...worker,
    get bots() {
      return worker.bots;
    },
    get commits() {
      return worker.commits;
    },
    close() {
      workers.delete(worker);
      return worker.close();
    },
  };
}

/** Creates the partitions of the coming days, and drops those that are too old. */
async function maintain(database: Database, clock: Clock): Promise<void> {
  const today = shareDay(clock.now(), 'UTC');
  for (const ahead of [0, 1, 2]) await ensurePartition(database, addDays(today, ahead));
  await dropOldShares(database, addDays(today, -keptDays));
}
