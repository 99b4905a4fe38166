import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Closet } from '../../closet/closet.ts';
import type { Listings } from '../../listings/listings.ts';
import type { ActivityLog, NotifySeller } from '../activity-entries.ts';
import { createGroupCommit } from '../ledger/group-commit.ts';
import { createLedger, inFlightMs, type Ledger, type ShareTimes, shareTimes } from '../ledger/ledger.ts';
import type { BotLog, Measure } from '../metrics.ts';
import { createRounds } from '../rounds/rounds.ts';
import { recountRounds } from '../rounds/store.ts';
import { closeLease, freeStrayBots } from '../state/worker-store.ts';
import { claimBots } from './claim.ts';
import { type Lease, takeLease } from './lease.ts';
import { createHalts } from './pauses.ts';
import type { RunningBot } from './running-bot.ts';
import { createGate, throughGate } from './semaphore.ts';
import { createJars } from './sessions.ts';
import { createShareNext } from './share-next.ts';
import { createStep, leadMs } from './step.ts';
import { sweep } from './sweep.ts';

/** How long a lease stands and when it is renewed; how often due bots are looked for; how close commits follow one another. */
export type WorkerTimes = ShareTimes & {
  leaseMs: number;
  renewMs: number;
  claimEveryMs: number;
  commitEveryMs: number;
};
const usualTimes: WorkerTimes = { ...shareTimes, leaseMs: 6_000, renewMs: 2_000, claimEveryMs: 500, commitEveryMs: 65 };
/** Fewer than the pool has connections: the ledger, the lease and the claims always find one. */
const gatePlaces = 3;
/** Small, so that several workers that find thousands of bots due take about as many each. */
const claimAtOnce = 200;
const claimAgainMs = 25;
/** Bots are claimed this long before they are due: what they need is read by then. */
const claimAheadMs = 2_000;
const sweepEveryMs = 60_000;
/** Shares under way are waited for this long when the worker closes. */
const closeLimitMs = 4_000;

export type Worker = {
  /** Looks for due bots at once. */
  poke(): void;
  /** Resolves when nothing is being done: every bot waits for its moment. For tests that move the clock. */
  idle(): Promise<void>;
  /** Ends at the next share boundary: settles what is under way and gives every bot back. */
  close(): Promise<void>;
  readonly bots: number;
  readonly commits: number;
};

export type WorkerNeeds = {
  database: Database;
  clock: Clock;
  random: () => number;
  meanPauseMs: number;
  closet: Pick<Closet, 'openForBot' | 'saveFromBot' | 'signInAgain' | 'noteTrouble'>;
  listings: Pick<Listings, 'activeInClosetOrder' | 'markSold' | 'markGone' | 'markNotForSale'>;
  activity: ActivityLog;
  notifySeller: NotifySeller;
  onRoundFinished: (bot: RunningBot) => Promise<void>;
  isHeld?: boolean;
  measure: Measure;
  log: BotLog;
  times?: Partial<WorkerTimes>;
  ledger?: Ledger;
};

/**
 * Works for bots as long as its lease stands: claims what is due, keeps each claimed bot as a small state with a moment in
 * the clock's list, and takes one step of it whenever that moment has come. Steps of one bot never overlap.
 */
export async function openWorker(needs: WorkerNeeds): Promise<Worker> {
  const { database, clock, log } = needs;
  const times = { ...usualTimes, ...needs.times };
  const bots = new Map<string, RunningBot>();
  const timers = new Set<NodeJS.Timeout>();
  const quiet: (() => void)[] = [];
  /** Reserved shares that wait for the moment at which they are due. */
  const waiting = new Set<() => void>();
  let working = 0;
  let isClosing = false;
  let isClaiming = false;
  let claimSoon = false;
  let lease = await openLease();

  const permits = createGroupCommit({ database, spacingMs: times.commitEveryMs });
  const outcomes = createGroupCommit({ database, spacingMs: times.commitEveryMs });
  const ledger = needs.ledger ?? createLedger({ permits, outcomes, clock, times });
  const workerId = () => lease.workerId;
  const gate = createGate(gatePlaces);
  const { closet, listings } = needs;
  const jars = createJars({
    openForBot: (userId) => gate.pass(() => closet.openForBot(userId)),
    saveFromBot: (userId, jar) => gate.pass(() => closet.saveFromBot(userId, jar)),
  });
  const shared = {
    ...needs,
    database: throughGate(gate, database),
    listings: {
      ...listings,
      activeInClosetOrder: (userId: string) => gate.pass(() => listings.activeInClosetOrder(userId)),
    },
    workerId,
    ledger,
    jars,
    inFlightMs: inFlightMs(times),
  };
  const halts = createHalts({ ...shared, onLetGo: claimWhenDue });
  const rounds = createRounds({ ...shared, group: outcomes, onLetGo: claimWhenDue, onFinished: needs.onRoundFinished });
  const shareNext = createShareNext({ ...shared, halts, maySend: () => !isClosing && lease.isSafe(), until });
  const step = createStep({ ...shared, halts, rounds, shareNext });

  function openLease(): Promise<Lease> {
    return takeLease({ database, log, times, onLost: () => void startAnew() });
  }

  /** The lease is gone, and every bot with it: others may own them by now. */
  async function startAnew(): Promise<void> {
    for (const bot of bots.values()) forget(bot);
    while (!isClosing) {
      try {
        lease = await openLease();
        return;
      } catch (error) {
        log.warn({ error }, 'No new lease yet');
        await new Promise<void>((resolve) => every(times.claimEveryMs, resolve));
      }
    }
  }

  function forget(bot: RunningBot): void {
    bot.isGone = true;
    bot.disarm();
    if (bots.get(bot.userId) === bot) bots.delete(bot.userId);
  }

  /** Counts what is under way, for `idle` and `close`. */
  async function atWork<T>(work: () => Promise<T>): Promise<T> {
    working += 1;
    try {
      return await work();
    } finally {
      leave();
    }
  }

  function leave(): void {
    working -= 1;
    if (working === 0) for (const tell of quiet.splice(0)) tell();
  }

  /** Waiting for the clock is no work. Once the worker closes nothing is waited for: what was reserved goes back. */
  async function until(instant: Instant): Promise<void> {
    if (isClosing) return;
    leave();
    return new Promise((resolve) => {
      const wake = () => {
        if (!waiting.delete(wake)) return;
        working += 1;
        resolve();
      };
      waiting.add(wake);
      clock.at(instant, wake);
    });
  }

  function arm(bot: RunningBot, next: Instant): void {
    const ahead = bot.round !== null && next === bot.nextShareAt ? leadMs : 0;
    bot.disarm = clock.at(next - ahead, () => void take(bot));
  }

  async function take(bot: RunningBot): Promise<void> {
    if (bot.isGone || bot.isStepping || isClosing) return;
    bot.isStepping = true;
    await atWork(async () => {
      const next = await step(bot);
      bot.isStepping = false;
      if (next !== 'gone' && !bot.isGone) return arm(bot, next);
      forget(bot);
      // A share that was on its way when the round was ended from outside is settled then.
      await bot.settling;
      if (bot.round !== null) await recountRounds(database, [bot.round.id]).catch(() => {});
    });
  }

  async function claim(): Promise<void> {
    // What a worker before this one reserved is still settled, by the sweep.
    if (isClosing || needs.isHeld === true || !lease.isSafe()) return;
    if (isClaiming) {
      claimSoon = true;
      return;
    }
    if (gate.waiting > claimAtOnce) {
      // Those that were claimed are not ready yet: more of them would only wait here, and others may be free to take them.
      every(claimAgainMs, claim);
      return;
    }
    isClaiming = true;
    claimSoon = false;
    const count = await atWork(claimBatch).catch((error: unknown) => {
      log.warn({ error }, 'Due bots could not be claimed; it is tried again');
      return 0;
    });
    isClaiming = false;
    if (count === claimAtOnce) every(claimAgainMs, claim);
    else if (claimSoon) void claim();
  }

  async function claimBatch(): Promise<number> {
    const now = clock.now();
    const newcomers = await database.transaction((tx) =>
      claimBots(tx, {
        workerId: workerId(),
        now,
        limit: claimAtOnce,
        aheadMs: claimAheadMs,
        spread: () => Math.floor(needs.random() * needs.meanPauseMs),
      }),
    );
    for (const bot of newcomers) {
      const before = bots.get(bot.userId);
      if (before) forget(before);
      bots.set(bot.userId, bot);
      void take(bot);
    }
    return newcomers.length;
  }

  function claimWhenDue(dueAt: Instant): void {
    clock.at(dueAt - claimAheadMs, () => void claim());
  }

  /** After `ms` of real time, unless the worker has closed by then. */
  function every(ms: number, run: () => unknown): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!isClosing) run();
    }, ms);
    timers.add(timer);
  }

  const claimOften = () => {
    void claim();
    every(times.claimEveryMs, claimOften);
  };
  const sweepOften = () => {
    void atWork(async () => {
      await sweep({ database, clock, ledger });
      // Only while no claim is under way does this process know for sure what is its own.
      const known = [...bots.keys()];
      if (!isClaiming) await freeStrayBots(database, { workerId: workerId(), known, now: clock.now() });
    }).catch((error: unknown) => log.warn({ error }, 'The sweep failed'));
    every(sweepEveryMs, sweepOften);
  };
  claimOften();
  every(Math.floor(needs.random() * sweepEveryMs), sweepOften);

  return {
    poke: () => void claim(),
    async idle() {
      do {
        while (working > 0) await new Promise<void>((resolve) => quiet.push(resolve));
        await Promise.all([permits.drain(closeLimitMs), outcomes.drain(closeLimitMs)]);
        await new Promise((resolve) => setImmediate(resolve));
      } while (working > 0 || isClaiming || claimSoon);
    },
    get bots() {
      return bots.size;
    },
    get commits() {
      return permits.commits + outcomes.commits;
    },
    async close() {
      isClosing = true;
      for (const timer of timers) clearTimeout(timer);
      for (const bot of bots.values()) bot.disarm();
      for (const wake of waiting) wake();
      const limit = new Promise<void>((resolve) => setTimeout(resolve, closeLimitMs).unref());
      await Promise.race([working === 0 ? null : new Promise<void>((resolve) => quiet.push(resolve)), limit]);
      await Promise.all([permits.drain(closeLimitMs), outcomes.drain(closeLimitMs)]).catch(() => {});
      // Rounds that their sellers ended while a share was on its way, which is settled only now.
      const rounds = [...bots.values()].flatMap(({ round }) => round?.id ?? []);
      await recountRounds(database, rounds).catch(() => {});
      lease.stop();
      await database
        .transaction((tx) => closeLease(tx, workerId(), clock.now()))
        .catch((error: unknown) => {
          // The lease ends by itself, and the bots are free then.
          log.warn({ error }, 'The bots could not be given back');
        });
    },
  };
}
