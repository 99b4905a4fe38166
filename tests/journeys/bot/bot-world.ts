// What tests of the bot need: workers, sellers, and a clock that goes from one moment to the next.
import type { BotStatus } from '#contract/bot/bot.ts';
import { type ScheduledSlot, standardSettings } from '#domain/bot/bot.ts';
import type { Notice } from '#domain/notices.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import { seeded } from '#domain/random/seeded.ts';
import { hostClocks } from '#server/adapters/clock/clock.ts';
import { createActivity } from '#server/features/activity/activity.ts';
import { type Bot, type BotNeeds, createBot, type Worker } from '#server/features/bot/bot.ts';
import { alone } from '#server/features/bot/needs/needs.fixture.ts';
import { createMoney } from '#server/features/listings/money/write-money.ts';
import { createPrices } from '#server/features/listings/prices/prices.ts';
import { createOffers } from '#server/features/offers/offers.ts';
import { createParties } from '#server/features/parties/parties.ts';
import { silentLog } from '#tests/database.ts';
import { type ClosetWorld, openClosetWorld } from '../closet/closet-world.ts';
import type { JournalEntry } from '../closet/control-standins.ts';

type Time = {
  moving: { now(): Instant; advanceTo(instant: Instant): Promise<void> };
  /** The next moment that something waits for. */
  next: () => Instant;
  bot: Bot;
  workers: Set<Worker>;
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

async function idle({ workers }: Time, pokes = true): Promise<void> {
  for (const worker of workers) {
    if (pokes) worker.poke();
    await worker.idle();
  }
}

/** Lets `ms` pass, and waits at every moment on the way until everything it caused is done. */
async function pass(time: Time, ms: number): Promise<void> {
  const { moving, next } = time;
  const end = moving.now() + ms;
  await idle(time);
  for (let moment = next(); moment <= end; moment = next()) {
    await moving.advanceTo(moment);
    await idle(time, false);
  }
  await moving.advanceTo(end);
  await idle(time);
}

/** Lets time pass until the status is as given, at most `limitMs`. */
async function passUntil(
  time: Time,
  userId: string,
  isSo: (status: BotStatus) => boolean,
  limitMs = 3_600_000,
): Promise<BotStatus> {
  const { moving, next, bot } = time;
  const end = moving.now() + limitMs;
  await idle(time);
  for (;;) {
    const status = await bot.status(userId);
    if (isSo(status)) return status;
    const moment = Math.min(next(), end);
    if (moment >= end) throw new Error(`Never came to that; the last status was ${JSON.stringify(status)}`);
    await moving.advanceTo(moment);
    await idle(time, false);
  }
}

export const settings = standardSettings;

/**
 * A bot with everything it needs: a real database, a real connector, the practice marketplace, a manual clock, and one worker or
 * several.
 */
export async function openBotWorld({ meanPauseMs = 2_000, real = false, spacingMs = 0 } = {}) {
  const world = await openClosetWorld({ real, spacingMs });
  const { clock, next } = watched(world.clock);
  /** A seller is there at once, however slowly closets are read. */
  const atOnce = spacingMs === 0 ? world : { ...world, ...world.otherCloset() };
  const log = createActivity({ database: world.database, clock: world.clock });
  const notices: ({ userId: string } & Notice)[] = [];
  const notifyDevices = async (_: unknown, userId: string, notice: Notice) => void notices.push({ userId, ...notice });
  const money = createMoney({ database: world.database, clock, closet: world.closet });
  const needs: BotNeeds = {
    ...alone,
    ...world,
    clock,
    parties: createParties({ ...world, clock: world.clock }),
    host: hostClocks,
    activity: { record: (tx, entry) => log.record(tx, { ...entry, at: clock.now() }) },
    mails: true,
    notifyDevices,
    random: seeded(7),
    meanPauseMs,
    log: silentLog,
    times: { commitEveryMs: 1, claimEveryMs: 50 },
  };
  /** `change` replaces what the bot needs, for example with a database or a marketplace that is unreachable. */
  const make = (change: Partial<BotNeeds> = {}): Bot => createBot({ ...needs, random: seeded(7), ...change });
  const bot = make();
  const makeOffers = (change: Partial<Parameters<typeof createOffers>[0]> = {}) =>
    createOffers({ ...world, ...needs, money, bot, random: seeded(7), ...change });
  const offers = makeOffers();
  await world.queue.work('bot.resume', ({ userId }) => bot.resumeAfterSeller(userId));
  await world.queue.work('bot.offers', ({ userId }) => offers.send(userId));
  world.signedIn.tell = (userId) => bot.onSignedIn(userId);
  world.failed.tell = (tx, userId, failure) => bot.onMarketFailure(tx, userId, failure, 'reading');
  const prices = createPrices({
    ...world,
    clock,
    money,
    onMarketFailure: (tx, userId, failure) => bot.onMarketFailure(tx, userId, failure),
    activity: log,
    notifyDevices,
    meanPauseMs,
    writeSpacingMs: 0,
    retryMs: [0, 0],
  });
  const time: Time = { moving: world.clock, next, bot, workers: new Set() };
  return {
    ...world,
    clock,
    money,
    /** The clock, for moving it from within work in progress. */
    time: world.clock,
    bot,
    offers,
    makeOffers,
    /** What would have been sent to the seller's devices. */
    notices,
    bulkPrices: (userId: string, updates: { listingId: string; newPrice: number }[]) =>
      prices.updatePrices(userId, { updates, key: null }),
    make,
    async openWorker(through: Bot = bot): Promise<Worker> {
      const worker = await through.openWorker();
      time.workers.add(worker);
      return worker;
    },
    closeWorker: (worker: Worker) => closeWorker(time, worker),
    async closeWorkers(): Promise<void> {
      for (const worker of time.workers) await closeWorker(time, worker);
    },
    /** Closes every worker, and opens another one. */
    async changeWorker(): Promise<void> {
      for (const worker of time.workers) await closeWorker(time, worker);
      time.workers.add(await bot.openWorker());
    },
    /** The seller moves to another time zone. */
    moveTo: (userId: string, zone: string): Promise<void> =>
      world.database.transaction(async (tx) => {
        await tx.query('update users set timezone = $2 where id = $1', [userId, zone]);
        await bot.onTimezoneMoved(tx, userId);
      }),
    /** Every day from and to the minute that is so far from now. */
    slot: (fromMs: number, toMs: number): ScheduledSlot => {
      const [startTime = '', endTime = ''] = [fromMs, toMs].map((ms) =>
        new Date(clock.now() + ms).toISOString().slice(11, 16),
      );
      return { startTime, endTime, enabled: true, daysOfWeek: [0, 1, 2, 3, 4, 5, 6] };
    },
    /** So many shares count today that no test has to make. */
    assume: (userId: string, count: number) =>
      world.database.query(
        `insert into daily_share_counts (user_id, share_date, share_count, assumed) values ($1, $2, $3, $3)`,
        [userId, new Date(clock.now()).toISOString().slice(0, 10), count],
      ),
    idle: () => idle(time),
    pass: (ms: number) => pass(time, ms),
    passUntil: (userId: string, isSo: (status: BotStatus) => boolean, limitMs?: number) =>
      passUntil(time, userId, isSo, limitMs),
    /** Lets time pass until the bot is between rounds and has made so many shares. */
    roundOver: (userId: string, shares = 1) =>
      passUntil(time, userId, ({ state, totalShares }) => state === 'waiting' && totalShares >= shares),
    /** Lets time pass until the marketplace has confirmed so many shares. */
    sharesMade: (userId: string, shares: number) =>
      passUntil(time, userId, ({ totalShares }) => totalShares === shares),
    addSeller: (listings: number) => addSeller(atOnce, { listings, real }),
    attemptsOf: (userId: string) => attemptsOf(world, userId),
    async entries(userId: string, action?: string) {
      const all = await log.list({ userId, limit: 500 });
      return action === undefined ? all : all.filter((entry) => entry.action === action);
    },
    journalOf: (account: string, op = 'share') => journalOf(world, { account, op, real }),
    async close() {
      for (const worker of time.workers) await closeWorker(time, worker);
      await world.close();
    },
  };
}
export type BotWorld = Awaited<ReturnType<typeof openBotWorld>>;

async function closeWorker({ workers }: Time, worker: Worker): Promise<void> {
  workers.delete(worker);
  await worker.close();
}

/** A seller with a practice closet of `listings` listings, synced once. */
async function addSeller(
  world: ClosetWorld,
  { listings, real }: { listings: number; real: boolean },
): Promise<{ userId: string; account: string; password: string }> {
  const userId = await world.addUser();
  const made = await world.command('POST', 'accounts', { listings, sold: 3 }, { toReal: real });
  const { username, password } = made as { username: string; password: string };
  await world.closet.linkWithPassword(userId, { username, password, keepPassword: true });
  await world.listings.sync(userId);
  return { userId, account: username, password };
}

/** The seller's shares in the ledger, in the order in which they were reserved. */
async function attemptsOf({ database }: ClosetWorld, userId: string) {
  const { rows } = await database.query<{ outcome: number; evidence: string | null; tries: number }>(
    'select outcome, evidence, tries from share_attempts where user_id = $1 order by reserved_at',
    [userId],
  );
  return rows;
}

type TimedEntry = JournalEntry & { at: string };

/** The marketplace's own record: shares of this account, oldest first. */
async function journalOf(
  world: ClosetWorld,
  { account, op, real }: { account: string; op: string; real: boolean },
): Promise<TimedEntry[]> {
  const path = `journal?since=0&account=${encodeURIComponent(account)}`;
  const { entries } = (await world.command('GET', path, undefined, { toReal: real })) as { entries: TimedEntry[] };
  return entries.filter((entry) => entry.op === op);
}
