// The face of this room: the worker, which shares for bots while its lease is valid.

import { setTimeout as sleep } from 'node:timers/promises';
import { oneAtATime } from '#domain/ports/clock.ts';
import { resumeSettled } from '../commands/resume.ts';
import type { Lease } from '../lease/lease.ts';
import { createGroupCommit } from '../ledger/group-commit.ts';
import { createLedger, shareTimes } from '../ledger/ledger.ts';
import type { BotContext, WorkerTimes } from '../needs/needs.ts';
import { recountRounds } from '../rounds/store.ts';
import { closeLease } from '../state/worker-store.ts';
import { claim, endLeasesOfTheDead, openLeaseFor, startOver } from './claiming.ts';
import { takeWaiting } from './run-steps.ts';
import { groupRounds } from './share/rounds.ts';
import { stepBot } from './share/step.ts';
import {
  countWork,
  createSemaphore,
  later,
  newWork,
  throughSemaphore,
  type WorkerState,
} from './share/worker-state.ts';
import { createSweep, type Sweep, sweepEveryMs } from './sweep.ts';

/**
 * With a lease of 5 s, claims every half second, and a pause of 2 s between shares, the bots of a worker that died share again on
 * another one within 8 s. A worker that is blocked for longer loses its lease, which costs only time.
 */
const usualTimes: WorkerTimes = {
  ...shareTimes,
  leaseMs: 5_000,
  renewMs: 1_500,
  claimEveryMs: 500,
  commitEveryMs: 65,
};
/**
 * As soon as this many reservations wait, their transaction begins, and further due bots wait. With 500, steps of bots lived long
 * enough at full speed for the garbage collector to copy them twice: 175 instead of 152 µs per share. With 250, 10,000 bots that
 * share every 2 s would make more than 40 commits a second, because 325 of their reservations come between two commits.
 */
const reservationsAtOnce = 300;
/** Fewer than the pool has connections, so that the ledger, the lease, and the claims always find one. */
const databaseSlots = 3;
/** Readings of closets at once. A small closet takes half a second, so all of 10,000 bots that start together begin within minutes. */
const readingSlots = 32;

export type Worker = {
  /** Looks for due bots at once. */
  poke(): void;
  /** Resolves when the worker is idle: every bot waits for the clock. For tests that move the clock. */
  idle(): Promise<void>;
  /** Closes the worker: settles shares in flight, and releases every bot. */
  close(): Promise<void>;
  readonly bots: number;
  /** Of them, those in the middle of a round. */
  readonly rounds: number;
  readonly commits: number;
  /** Whether the marketplace refuses many sellers, so that all its bots wait. */
  isCircuitOpen(practice: boolean): boolean;
};

/**
 * Opens a worker. It claims due bots, keeps each as a small state with an entry in the clock's due list, and runs one step of a
 * bot whenever it is due.
 */
export async function openWorker(context: BotContext, onClosed: () => void): Promise<Worker> {
  const times = { ...usualTimes, ...context.times };
  await endLeasesOfTheDead(context);
  // A process that can't know whether the marketplace refuses many sellers must not share.
  await context.breaker.refresh();
  const lease = await openLeaseFor(context, times, () => void startOver(worker));
  const worker = createWorkerState(context, times, lease);
  later(worker, lookAtBreakerEveryMs, () => repeatedly(worker, lookAtBreakerEveryMs, () => lookAtBreaker(worker)));
  repeatedly(worker, times.claimEveryMs, () => claimAfterDead(worker));
  const sweep = createSweep({ database: context.database, clock: context.clock, ledger: worker.ledger });
  const clean = () => sweepAll(worker, sweep);
  later(worker, Math.floor(context.random() * sweepEveryMs), () => repeatedly(worker, sweepEveryMs, clean));

  return {
    poke: () => void claim(worker),
    idle: () => untilIdle(worker),
    close() {
      onClosed();
      return closeWorker(worker);
    },
    get bots() {
      return worker.bots.size;
    },
    get rounds() {
      return [...worker.bots.values()].filter(({ round }) => round !== null).length;
    },
    get commits() {
      return worker.reservations.commits + worker.outcomes.commits;
    },
    isCircuitOpen: (practice) => context.breaker.nextTryAt({ practice, isByBrowser: false }) !== null,
  };
}

function createWorkerState(context: BotContext, times: WorkerTimes, lease: Lease): WorkerState {
  const { database, clock, host } = context;
  const semaphore = createSemaphore(databaseSlots);
  const outcomes = createGroupCommit({ database, spacingMs: times.commitEveryMs });
  const reservations = createGroupCommit({
    database,
    spacingMs: times.commitEveryMs,
    fullAt: reservationsAtOnce,
    isOneStatement: true,
    onTaken: () => takeWaiting(worker),
  });
  const worker: WorkerState = {
    context,
    times,
    semaphore,
    database: throughSemaphore(semaphore, database),
    readings: createSemaphore(readingSlots),
    reservations,
    outcomes,
    ledger: context.ledger ?? createLedger({ reservations, outcomes, clock, times, monotonic: () => host.monotonic() }),
    ...groupRounds(outcomes, context),
    saveSession: savingTogether(context, times),
    lease,
    ...newWork(),
  };
  return worker;
}

/**
 * Every round begins with a page that changes the session. A page is loaded a second ahead of its share, so a session can wait for
 * others: 10,000 bots that start 83 rounds a second made 166 commits a second for them.
 */
function savingTogether({ database, closet }: BotContext, { commitEveryMs }: WorkerTimes) {
  const group = createGroupCommit({ database, spacingMs: 4 * commitEveryMs });
  return group.operation({
    async run(tx, asks: Parameters<WorkerState['saveSession']>[0][]) {
      const saved: Awaited<ReturnType<typeof closet.saveFromBot>>[] = [];
      for (const ask of asks) saved.push(await closet.saveFromBot(tx, ask));
      return saved;
    },
    keyOf: ({ userId }) => userId,
    // The next call that changes the session saves it again.
    onLoss: 'reject',
  });
}

/** How soon a worker holds its bots after another process has seen too many refusals. */
const lookAtBreakerEveryMs = 5_000;

/** A slow database gets no second request of a kind before it has answered the first: they would wait ahead of the lease's renewal. */
function repeatedly(worker: WorkerState, everyMs: number, work: () => Promise<void>): void {
  const runOnce = oneAtATime(work);
  const repeat = () => {
    void runOnce();
    later(worker, everyMs, repeat);
  };
  repeat();
}

const lookAtBreaker = ({ context: { breaker, log } }: WorkerState): Promise<void> =>
  breaker.refresh().catch((error: unknown) => log.warn({ error }, 'Marketplace breaker not read'));

/** With the bots of workers that were killed on this machine since. */
async function claimAfterDead(worker: WorkerState): Promise<void> {
  const { context } = worker;
  await countWork(worker, () => endLeasesOfTheDead(context)).catch((error: unknown) =>
    context.log.warn({ error }, 'Search for ended workers failed'),
  );
  await claim(worker);
}

async function sweepAll(worker: WorkerState, sweep: Sweep): Promise<void> {
  worker.freesUnknown = true;
  const { context } = worker;
  await countWork(worker, async () => {
    await sweep();
    await resumeSettled(context);
  }).catch((error: unknown) => context.log.warn({ error }, 'Sweep failed'));
}

/** Shares in flight are waited for this long when the worker closes. */
const closeLimitMs = 4_000;

/** Resolves when the worker is idle: every bot waits for the clock. */
async function untilIdle(worker: WorkerState): Promise<void> {
  do {
    while (worker.working > 0) await new Promise<void>((resolve) => worker.onceIdle.push(resolve));
    await drain(worker);
    await new Promise((resolve) => setImmediate(resolve));
  } while (worker.working > 0 || worker.isClaiming || worker.claimSoon);
}

/** Closes the worker: settles shares in flight, and releases every bot. */
async function closeWorker(worker: WorkerState): Promise<void> {
  const { database, clock, log } = worker.context;
  worker.isClosing = true;
  worker.claimSoon = false;
  for (const timer of worker.timers) clearTimeout(timer);
  for (const bot of [...worker.bots.values(), ...worker.pausing.values()]) bot.disarm();
  for (const wake of [...worker.waiting]) wake();
  const limit = new AbortController();
  await Promise.race([
    worker.working === 0 ? null : new Promise<void>((resolve) => worker.onceIdle.push(resolve)),
    sleep(closeLimitMs, undefined, { signal: limit.signal }).catch(() => {}),
  ]);
  limit.abort();
  await writePendingPauses(worker).catch((error: unknown) => log.warn({ error }, 'Pending pauses were not saved'));
  await drain(worker).catch(() => {});
  // Updates rounds that sellers ended while a share was in flight that is settled only now.
  const rounds = [...worker.bots.values()].flatMap(({ userId, round }) =>
    round === null ? [] : [{ userId, roundId: round.id }],
  );
  await recountRounds(database, rounds).catch(() => {});
  worker.lease.stop();
  await database
    .transaction((tx) => closeLease(tx, worker.lease.workerId, clock.now()))
    .catch((error: unknown) => {
      // The lease expires on its own, which frees the bots.
      log.warn({ error }, 'Bots were not released');
    });
}

/** Tries once more to store each pause, because the next owner would otherwise send one more share. */
async function writePendingPauses(worker: WorkerState): Promise<void> {
  const pending = [...worker.bots.values(), ...worker.pausing.values()].filter((bot) => bot.pendingPause !== null);
  for (const bot of pending) await stepBot(worker, bot);
}

const drain = ({ reservations, outcomes }: WorkerState): Promise<unknown> =>
  Promise.all([reservations.drain(closeLimitMs), outcomes.drain(closeLimitMs)]);
