import type { BotStatus, Timeline } from '#contract/schemas/bot.ts';
import { mayTryAfterCheck, reactTo, readBackoff, startAfresh, tryAfterCheck } from '#domain/bot/backoff.ts';
import { type BotSettings, type BotState, waitingPauses } from '#domain/bot/bot.ts';
import { limitInForce, zoneMove } from '#domain/bot/limit.ts';
import { pauseMessage } from '#domain/bot/pause-messages.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { addDays, laterDay, shareDay } from '#domain/time.ts';
import type { Closet } from '../closet/closet.ts';
import type { Listings } from '../listings/listings.ts';
import type { NotifyDevices } from '../notices/notices.ts';
import { type ActivityLog, roundWords } from './activity-entries.ts';
import { type BotStartAsk, createStart, refuseBadSettings } from './commands/start.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { BotLog, Measure } from './metrics.ts';
import { createNotifySeller } from './notify-seller.ts';
import { createOffers } from './offers/offers.ts';
import { endRounds, ensurePartition } from './rounds/store.ts';
import {
  countByState,
  dropOldShares,
  eraseShares,
  findBot,
  findRunning,
  guardZoneMove,
  lockBot,
  resumeBot,
  type SellerBot,
  saveSettings,
  saveTries,
  stopBot,
} from './state/store.ts';
import { confirmedShares, pauseFromOutside } from './state/worker-store.ts';
import { createViews, settingsOf } from './status/status.ts';
import { openWorker, type Worker, type WorkerTimes } from './worker/worker.ts';

export type { Measure, Worker };

/** Single shares are kept this long; rounds, daily counts and the listings' sums stay. */
const keptDays = 35;

export type Bot = {
  status(userId: string): Promise<BotStatus>;
  timeline(userId: string, days: number): Promise<Timeline>;
  /**
   * Throws `already_running`, `closet_not_connected`, `consent_required`, `no_listings`, `closet_linked_elsewhere`,
   * `limit_reached`, `invalid_input`.
   */
  start(userId: string, ask: BotStartAsk): Promise<BotStatus>;
  /** Throws `not_running`. Resolves once the stop is durable: no share is reserved after it. */
  stop(userId: string): Promise<BotStatus>;
  /** For whoever runs the installation: stops every bot, each as its own seller would. Resolves to how many ran. */
  stopAll(): Promise<number>;
  /** After a pause that needed the seller. Throws `not_paused`, `human_check_required`, and what the probe was told. */
  resume(userId: string): Promise<BotStatus>;
  /** What is left out stays as it is. */
  changeSettings(userId: string, change: Partial<BotSettings>): Promise<BotStatus>;

  /** What a call beside the shares met at the marketplace: the same rules pause the bot. */
  onTrouble(userId: string, failure: MarketFailure): Promise<void>;
  /** The closet is being disconnected, or another one is linked: the bot stops first. */
  onDisconnected(userId: string): Promise<void>;
  /** The account is being deleted: what no foreign key takes along. The bot is stopped before. */
  onErase(tx: Queryable, userId: string): Promise<void>;
  /** The seller has moved to another time zone: no second allowance. */
  onTimezoneMoved(tx: Queryable, userId: string): Promise<void>;

  /** The job `bot.offers`. */
  sendOffers(userId: string): Promise<void>;
  /** For the daily maintenance: partitions made and dropped. */
  maintenance(): Promise<void>;
  countByState(): Promise<Record<BotState, number>>;
  /** Opens a worker in this process; close it before the database. */
  openWorker(): Promise<Worker>;
};

export type BotNeeds = {
  database: Database;
  clock: Clock;
  closet: Pick<
    Closet,
    | 'summary'
    | 'othersWithSameCloset'
    | 'openForBot'
    | 'saveFromBot'
    | 'signInAgain'
    | 'noteTrouble'
    | 'noteReady'
    | 'withAccount'
    | 'withLiveAccount'
    | 'failureOf'
  >;
  listings: Pick<Listings, 'counts' | 'sync' | 'activeInClosetOrder' | 'markSold' | 'markGone' | 'markNotForSale'>;
  activity: ActivityLog;
  queue: Queue;
  /** Whether mail is set up: then a pause that needs the seller is mailed. */
  mails: boolean;
  notifyDevices: NotifyDevices;
  random: () => number;
  /** Mean of the pause between two shares, in ms. */
  meanPauseMs: number;
  /** Whoever runs the installation holds all bots: none is claimed, and no offer is sent. */
  isHeld?: boolean;
  measure: Measure;
  log: BotLog;
  /** Shorter ones, where tests need them. */
  times?: Partial<WorkerTimes>;
  /** Another one than the worker's own, to measure what safety costs. */
  ledger?: Ledger;
};

/** The bot of every seller: what the seller commands, what the screens show, and the workers that do it. */
export function createBot(needs: BotNeeds): Bot {
  const { database, clock, closet, activity, queue } = needs;
  const workers = new Set<Worker>();
  const views = createViews(needs);
  const begin = createStart(needs);
  const offer = createOffers({ ...needs, onTrouble });
  const notifySeller = createNotifySeller(needs);

  async function find(userId: string): Promise<SellerBot> {
    const bot = await findBot(database, userId);
    if (bot === null) throw new Failure('not_found', 'There is no such user.');
    return bot;
  }

  const dayOf = (bot: SellerBot): string => laterDay(bot.shareDay, shareDay(clock.now(), bot.timezone));

  function wakeWorkers(): void {
    for (const worker of workers) worker.poke();
  }

  /** False: it was stopped before. */
  const halt = (userId: string, details?: string, { isByOperator = false } = {}): Promise<boolean> =>
    database.transaction(async (tx) => {
      const bot = await lockBot(tx, userId);
      if (bot === null || !(await stopBot(tx, userId))) return false;
      const at = clock.now();
      const ends = bot.roundId === null ? [] : [{ roundId: bot.roundId, state: 'stopped' as const, at }];
      for (const sums of (await endRounds(tx, ends)).values())
        await activity.record(tx, { userId, action: 'ROUND_FINISHED', details: roundWords('stopped', sums) });
      await activity.record(tx, { userId, action: 'BOT_STOPPED', ...(details !== undefined && { details }) });
      if (isByOperator) await notifySeller(tx, userId, { reason: 'stopped_by_operator', message: `${details}.`, at });
      return true;
    });

  /** What a call beside the shares met: the same rules pause the bot. What a share can put right itself is left to it. */
  async function onTrouble(userId: string, failure: MarketFailure): Promise<void> {
    const bot = await find(userId);
    const now = clock.now();
    const day = dayOf(bot);
    const confirmed = await confirmedShares(database, { userId, day, now });
    const { backoff, reaction } = reactTo({
      result: failure,
      operation: 'probe',
      backoff: readBackoff(bot.backoff),
      facts: {
        now,
        day,
        confirmedToday: confirmed.today,
        confirmed24h: confirmed.last24h,
        hasPassword: true,
        alreadyRetried: false,
      },
    });
    if (reaction.kind !== 'pause') return;
    const { reason, message, resumesAt } = reaction;
    await database.transaction(async (tx) => {
      if (!(await pauseFromOutside(tx, { userId, reason, message, backoff, at: now, resumesAt }))) return;
      await activity.record(tx, { userId, action: 'BOT_PAUSED', details: message });
      await notifySeller(tx, userId, { reason, message, at: now });
    });
  }

  /** Looks at the marketplace before the bot does: the seller hears at once where it would only pause again. */
  async function probe(bot: SellerBot): Promise<void> {
    const { userId } = bot;
    const isCheck = bot.pauseReason === 'human_check';
    const day = dayOf(bot);
    const before = readBackoff(bot.backoff);
    if (isCheck && !mayTryAfterCheck(before, day)) {
      throw new Failure('human_check_required', pauseMessage('human_check', { checkTries: 3 }));
    }
    const backoff = isCheck ? tryAfterCheck(before, day) : before;
    const seen = await closet.withLiveAccount(userId, (account) => account.probe());
    if (seen.kind !== 'ok') {
      await saveTries(database, userId, backoff);
      throw closet.failureOf(seen);
    }
    await database.transaction(async (tx) => {
      if (!(await resumeBot(tx, { userId, backoff: startAfresh(backoff), now: clock.now() }))) throw notPaused();
      await activity.record(tx, { userId, action: 'BOT_RESUMED' });
    });
    await closet.noteReady(userId);
  }

  return {
    status: views.status,
    timeline: views.timeline,

    async start(userId, ask) {
      await begin(await find(userId), ask);
      wakeWorkers();
      return views.status(userId);
    },

    async stop(userId) {
      if (!(await halt(userId))) throw new Failure('not_running', 'The bot is not running.');
      return views.status(userId);
    },

    async stopAll() {
      let stopped = 0;
      for (const userId of await findRunning(database))
        if (await halt(userId, 'Whoever runs this installation stopped all bots', { isByOperator: true })) stopped += 1;
      return stopped;
    },

    async resume(userId) {
      const bot = await find(userId);
      if (bot.state !== 'paused') throw notPaused();
      if (bot.pauseReason !== null && waitingPauses.includes(bot.pauseReason)) {
        throw new Failure('not_paused', 'This pause ends by itself: there is nothing to do for you.');
      }
      await probe(bot);
      wakeWorkers();
      return views.status(userId);
    },

    async changeSettings(userId, change) {
      await database.transaction(async (tx) => {
        const bot = (await lockBot(tx, userId)) ?? (await find(userId));
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
        const settings: BotSettings = { ...settingsOf(bot), ...given };
        refuseBadSettings(settings);
        const now = clock.now();
        const facts = {
          dailyShareLimit: settings.dailyShareLimit,
          backoff: readBackoff(bot.backoff),
          day: dayOf(bot),
          now,
        };
        const { limit, reason } = limitInForce(facts);
        await saveSettings(tx, { userId, settings, limitInForce: limit, limitReason: reason ?? null, now });
      });
      wakeWorkers();
      return views.status(userId);
    },

    onTrouble,
    async onDisconnected(userId) {
      await halt(userId, 'The closet was disconnected');
    },
    onErase: (tx, userId) => eraseShares(tx, userId),
    onTimezoneMoved(tx, userId) {
      const now = clock.now();
      return guardZoneMove(tx, userId, zoneMove(now).rollingUntil, now);
    },

    // The next round after the hold asks for offers anew.
    sendOffers: needs.isHeld === true ? async () => {} : offer,
    async maintenance() {
      const today = shareDay(clock.now(), 'UTC');
      for (const ahead of [0, 1, 2]) await ensurePartition(database, addDays(today, ahead));
      await dropOldShares(database, addDays(today, -keptDays));
    },
    countByState: () => countByState(database),

    async openWorker() {
      const worker = await openWorker({
        ...needs,
        notifySeller,
        async onRoundFinished({ userId, settings }) {
          if (settings.offerShippingDiscount) await queue.put('bot.offers', { userId }, { key: userId });
        },
      });
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
    },
  };
}

const notPaused = (): Failure => new Failure('not_paused', 'The bot is not paused.');
