// A worker: its lease, its bots, the work that is running, and how many of the bots' own database calls run at once. Every step of a
// share gets it.

import type { Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Closet } from '../../../closet/closet.ts';
import type { Lease } from '../../lease/lease.ts';
import type { GroupCommit } from '../../ledger/group-commit.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { BotContext, WorkerTimes } from '../../needs/needs.ts';
import type { CutBy } from '../../reports/reports.ts';
import type { FinishAsk, RoundSums, StartAsk } from '../../rounds/store.ts';
import type { RunningBot } from './running-bot.ts';

export type WorkerState = {
  readonly context: BotContext;
  readonly times: WorkerTimes;
  /** Limits the database calls of single bots, so that the ledger, the lease, and the claims always find a connection. */
  readonly semaphore: Semaphore;
  readonly database: Database;
  readonly readings: Semaphore;
  /** Separate group commits, so neither waits for the other. */
  readonly reservations: GroupCommit;
  readonly outcomes: GroupCommit;
  readonly ledger: Ledger;
  /** The start and the end of rounds, and their sessions, many bots' in one transaction. */
  readonly startRound: (ask: StartAsk) => Promise<string | null>;
  readonly finishRound: (ask: FinishAsk & { makesOffers: boolean; cutBy: CutBy }) => Promise<RoundSums | null>;
  readonly saveSession: (ask: Parameters<Closet['saveFromBot']>[1]) => ReturnType<Closet['saveFromBot']>;
  lease: Lease;
} & ReturnType<typeof newWork>;

/** What a worker that has just been opened knows and does: nothing yet. */
export const newWork = () => ({
  /** The days whose partitions exist, as far as this worker knows. */
  days: new Set<string>(),
  bots: new Map<string, RunningBot>(),
  /** Bots that are due while enough reservations wait for the next transaction. */
  backlog: [] as RunningBot[],
  /** Bots that were lost before their pause was stored. It is still stored, even if another worker owns them now. */
  pausing: new Map<string, RunningBot>(),
  timers: new Set<NodeJS.Timeout>(),
  /** Called when no work is running anymore. */
  onceIdle: [] as (() => void)[],
  /** Reserved shares that wait until they are due. */
  waiting: new Set<() => void>(),
  working: 0,
  isClosing: false,
  isClaiming: false,
  claimSoon: false,
  /** The next claim first frees the bots that this worker owns and doesn't know of. */
  freesUnknown: false,
});

export const claimOf = ({ lease }: WorkerState, { userId, epoch }: RunningBot) => ({
  userId,
  workerId: lease.workerId,
  epoch,
});

/** Bots are claimed this long before they are due, so that everything they need has been read by then. */
export const claimAheadMs = 2_000;

/** A bot that was released is claimed again by whichever worker is free then. */
export const claimWhenDue = ({ context: { clock, wakeWorkers } }: WorkerState, dueAt: Instant): void =>
  void clock.at(dueAt - claimAheadMs, wakeWorkers);

/** Whether the worker may send for the bot: it isn't closing, its lease is valid, and it still owns the bot. */
export const maySend = ({ isClosing, lease }: WorkerState, bot: RunningBot): boolean =>
  !isClosing && lease.stands() && !bot.isGone;

/** Counts work while it runs, for `idle` and `close`. */
export async function countWork<T>(worker: WorkerState, work: () => Promise<T>): Promise<T> {
  worker.working += 1;
  try {
    return await work();
  } finally {
    endWork(worker);
  }
}

export function endWork(worker: WorkerState): void {
  worker.working -= 1;
  if (worker.working === 0) for (const resolve of worker.onceIdle.splice(0)) resolve();
}

/** Resolves when the clock reaches a moment, or when the worker closes, which gives reservations back. */
export async function until(worker: WorkerState, instant: Instant): Promise<void> {
  if (worker.isClosing) return;
  // Waiting for the clock isn't work.
  endWork(worker);
  return new Promise((resolve) => {
    const wake = () => {
      if (!worker.waiting.delete(wake)) return;
      worker.working += 1;
      resolve();
    };
    worker.waiting.add(wake);
    worker.context.clock.at(instant, wake);
  });
}

/** Runs after `ms` of real time, unless the worker has closed by then. */
export function later(worker: WorkerState, ms: number, run: () => unknown): void {
  const timer = setTimeout(() => {
    worker.timers.delete(timer);
    if (!worker.isClosing) run();
  }, ms);
  worker.timers.add(timer);
}

type Semaphore = {
  /** Runs `work` when a slot is free, first come, first served. */
  run<T>(work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
};

/**
 * Database calls of single bots (sessions, plans, pauses) queue here instead of for the ledger's connections: 10,000 bots that
 * opened their sessions at the same time kept every reservation waiting until it timed out.
 */
export function createSemaphore(slots: number): Semaphore {
  const queue: (() => void)[] = [];
  let free = slots;
  let first = 0;

  const leave = () => {
    const next = queue[first];
    if (next === undefined) {
      free += 1;
      return;
    }
    first += 1;
    // Dropped in blocks, because shifting an array of thousands costs more than the call itself.
    if (first > 1_000) {
      queue.splice(0, first);
      first = 0;
    }
    next();
  };
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await work();
      } finally {
        leave();
      }
    },
    get waiting() {
      return queue.length - first;
    },
  };
}

/** The same database, with at most as many calls at once as the semaphore has slots. */
export const throughSemaphore = (semaphore: Semaphore, database: Database): Database => ({
  query: (sql, params) => semaphore.run(() => database.query(sql, params)),
  transaction: (work) => semaphore.run(() => database.transaction(work)),
  askWithRetries: (ask) => database.askWithRetries(ask),
  close: () => database.close(),
});
