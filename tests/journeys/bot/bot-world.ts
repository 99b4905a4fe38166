// What tests of the bot need: workers, sellers, and a clock that goes from one moment to the next.
import type { BotStatus } from '#contract/schemas/bot.ts';
import type { BotSettings } from '#domain/bot/bot.ts';
import type { Notice } from '#domain/notices.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import { hostClocks } from '#server/adapters/clock/host-clocks.ts';
import { createActivity } from '#server/features/activity/activity.ts';
import { type Bot, type BotNeeds, createBot, type Worker } from '#server/features/bot/bot.ts';
import { botJobs } from '#server/features/bot/jobs.ts';
import type { Ledger } from '#server/features/bot/ledger/ledger.ts';
import type { ActivityLog } from '#server/features/bot/reports/activity-entries.ts';
import { noMeasure } from '#server/features/bot/reports/metrics.fixture.ts';
import { createPrices } from '#server/features/listings/prices/prices.ts';
import { seeded } from '#tests/chaos/seeded.ts';
import { silentLog } from '#tests/database.ts';
import { openClosetWorld } from '../closet/closet-world.ts';
import type { JournalEntry } from '../closet/control-standins.ts';

export const settings: BotSettings = {
  shareFrequency: 240,
  scheduledSlots: [],
  useScheduledSlots: false,
  offerShippingDiscount: false,
  offerPercent: 10,
  dailyShareLimit: 10_000,
  resumeDaily: false,
};

/** A clock that tells its next moment, so that a test can go from one to the next and wait for what happens there. */
function watched(clock: Clock) {
  const moments = new Map<symbol, Instant>();
  const watching: Clock = {
    now: () => clock.now(),
    at(instant, run) {
      const key = Symbol();
      moments.set(key, instant);
      const cancel = clock.at(instant, () => {
        moments.delete(key);
        run();
      });
      return () => {
        moments.delete(key);
        cancel();
      };
    },
  };
  return { clock: watching, next: () => Math.min(...moments.values()) };
}

/**
 * A bot with everything it needs: a real database, a real connector, the practice marketplace, a manual clock, and one worker or
 * several.
 */
export async function openBotWorld({
  meanPauseMs = 2_000,
  real = false,
}: {
  meanPauseMs?: number;
  real?: boolean;
} = {}) {
  const world = await openClosetWorld({ real });
  const { clock, next } = watched(world.clock);
  const log = createActivity({ database: world.database, clock: world.clock });
  const activity: ActivityLog = {
    record: (tx, entry) => log.record(tx, { ...entry, at: clock.now() }),
  };
  const notices: ({ userId: string } & Notice)[] = [];
  /** `change` replaces what the bot needs, for example with a database or a marketplace that is unreachable. */
  const make = (ledger?: Ledger, isHeld = false, change: Partial<BotNeeds> = {}): Bot =>
    createBot({
      ...world,
      clock,
      host: hostClocks,
      activity,
      mails: true,
      notifyDevices: async (_, userId, notice) => void notices.push({ userId, ...notice }),
      random: seeded(7),
      meanPauseMs,
      measure: noMeasure,
      log: silentLog,
      findHold: () => (isHeld ? { until: null, reason: null } : null),
      times: { commitEveryMs: 1, claimEveryMs: 50 },
      ...(ledger && { ledger }),
      ...change,
    });
  const bot = make();
  await botJobs({ bot, queue: world.queue });
  const workers = new Set<Worker>();
  const prices = createPrices({
    ...world,
    clock,
    onMarketFailure: (userId, failure) => bot.onMarketFailure(userId, failure),
    activity: log,
    notifyDevices: async (_, userId, notice) => void notices.push({ userId, ...notice }),
    meanPauseMs,
    spacingMs: 0,
    retryMs: [0, 0],
  });

  const openWorker = async (through: Bot = bot): Promise<Worker> => {
    const worker = await through.openWorker();
    workers.add(worker);
    return worker;
  };
  const closeWorker = async (worker: Worker): Promise<void> => {
    workers.delete(worker);
    await worker.close();
  };
  const idle = async (): Promise<void> => {
    for (const worker of workers) {
      worker.poke();
      await worker.idle();
    }
  };
  /** Lets `ms` pass, and waits at every moment on the way until everything it caused is done. */
  const pass = async (ms: number): Promise<void> => {
    const end = clock.now() + ms;
    await idle();
    for (let moment = next(); moment <= end; moment = next()) {
      await world.clock.advanceTo(moment);
      await idle();
    }
    await world.clock.advanceTo(end);
    await idle();
  };
  /** Lets time pass until the status is as given, at most `limitMs`. */
  const passUntil = async (
    userId: string,
    isSo: (status: BotStatus) => boolean,
    limitMs = 3_600_000,
  ): Promise<BotStatus> => {
    const end = clock.now() + limitMs;
    await idle();
    for (;;) {
      const status = await bot.status(userId);
      if (isSo(status)) return status;
      const moment = Math.min(next(), end);
      if (moment >= end) throw new Error(`Never came to that; the last status was ${JSON.stringify(status)}`);
      await world.clock.advanceTo(moment);
      await idle();
    }
  };

  /** A seller with a practice closet of `listings` listings, synced once. */
  const addSeller = async (listings: number): Promise<{ userId: string; account: string; password: string }> => {
    const userId = await world.addUser();
    const { username, password } = (await world.command(
      'POST',
      'accounts',
      { listings, sold: 3 },
      { toReal: real },
    )) as {
      username: string;
      password: string;
    };
    await world.closet.linkWithPassword(userId, { username, password, keepPassword: true });
    await world.listings.sync(userId);
    return { userId, account: username, password };
  };

  /** The seller's shares in the ledger, in the order in which they were reserved. */
  const attemptsOf = async (userId: string) => {
    const { rows } = await world.database.query<{ outcome: number; evidence: string | null; tries: number }>(
      'select outcome, evidence, tries from share_attempts where user_id = $1 order by reserved_at',
      [userId],
    );
    return rows;
  };
  const entries = async (userId: string, action?: string) => {
    const all = await log.list({ userId, limit: 500 });
    return action === undefined ? all : all.filter((entry) => entry.action === action);
  };
  /** The marketplace's own record: shares of this account, oldest first. */
  const journalOf = async (account: string, op = 'share'): Promise<(JournalEntry & { at: string })[]> => {
    const path = `journal?since=0&account=${encodeURIComponent(account)}`;
    const { entries: own } = (await world.command('GET', path, undefined, { toReal: real })) as {
      entries: (JournalEntry & { at: string })[];
    };
    return own.filter((entry) => entry.op === op);
  };

  return {
    ...world,
    clock,
    /** The clock, for moving it from within work in progress. */
    time: world.clock,
    bot,
    /** What would have been sent to the seller's devices. */
    notices,
    bulkPrices: (userId: string, updates: { listingId: string; newPrice: number }[]) =>
      prices.updatePrices(userId, { updates, key: null }),
    make,
    openWorker,
    closeWorker,
    idle,
    pass,
    passUntil,
    addSeller,
    attemptsOf,
    entries,
    journalOf,
    async close() {
      for (const worker of workers) await closeWorker(worker);
      await world.close();
    },
  };
}
export type BotWorld = Awaited<ReturnType<typeof openBotWorld>>;
