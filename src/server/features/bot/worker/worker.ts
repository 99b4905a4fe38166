// The face of this room: the worker, which shares for bots while its lease is valid.

import { oneAtATime } from '#domain/ports/clock.ts';
import { resumeSettled } from '../commands/settled-elsewhere.ts';
import { createGroupCommit } from '../ledger/group-commit.ts';
import { createLedger, inFlightMs, type Ledger, shareTimes } from '../ledger/ledger.ts';
import type { BotContext, WorkerTimes } from '../needs/needs.ts';
import { createRounds } from '../rounds/rounds.ts';
import type { RunningBot } from '../rounds/running-bot.ts';
import { readOwnBots } from '../state/worker-store.ts';
import { createBacklog } from './backlog.ts';
import { claim, claimWhenDue } from './claiming.ts';
import { closeWorker, untilIdle } from './closing.ts';
import { endLeasesOfTheDead, openLeaseFor, startOver } from './restarting.ts';
import { takeStep } from './schedule.ts';
import { createSemaphore, type Semaphore, throughSemaphore } from './semaphore.ts';
import type { SharingContext } from './sharing/context.ts';
import { createPauses } from './sharing/pauses.ts';
import { readBeforeRound } from './sharing/read-before-round.ts';
import { createSessions } from './sharing/sessions.ts';
import { shareNext } from './sharing/share-next.ts';
import { type StepContext, stepBot } from './step.ts';
import { createSweep, sweepEveryMs } from './sweep.ts';
import { atWork, later, until, type WorkerState } from './worker-state.ts';

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
const databasePlaces = 3;
/** Readings of closets at once. A small closet takes half a second, so all of 10,000 bots that start together begin within minutes. */
const readingPlaces = 32;

export type Worker = {
  /** Looks for due bots at once. */
  poke(): void;
  /** Resolves when the worker is idle: every bot waits for the clock. For tests that move the clock. */
  idle(): Promise<void>;
  /** Closes the worker: settles shares in flight, and releases every bot. */
  close(): Promise<void>;
  readonly bots: number;
  readonly commits: number;
  /** Whether the marketplace refuses many sellers, so that all its bots wait. */
  isHeld(practice: boolean): boolean;
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
  const lease = await openLeaseFor(context, times, () => void startOver(state));
  const state = createState(context, times, lease);
  later(state, lookAtBreakerEveryMs, () => repeatedly(state, lookAtBreakerEveryMs, () => lookAtBreaker(state)));
  repeatedly(state, times.claimEveryMs, () => claimAfterDead(state));
  later(state, Math.floor(context.random() * sweepEveryMs), () => repeatedly(state, sweepEveryMs, () => sweep(state)));

  return {
    poke: () => void claim(state),
    idle: () => untilIdle(state),
    close() {
      onClosed();
      return closeWorker(state);
    },
    get bots() {
      return state.bots.size;
    },
    get commits() {
      return state.reservations.commits + state.outcomes.commits;
    },
    isHeld: (practice) => context.breaker.triedAt({ practice, isByBrowser: false }) !== null,
  };
}

function createState(context: BotContext, times: WorkerTimes, lease: WorkerState['lease']): WorkerState {
  const { database, clock, host } = context;
  const reservations = createGroupCommit({
    database,
    spacingMs: times.commitEveryMs,
    fullAt: reservationsAtOnce,
    isOneStatement: true,
    onTaken: () => backlog.resume(),
  });
  const outcomes = createGroupCommit({ database, spacingMs: times.commitEveryMs });
  const ledger =
    context.ledger ?? createLedger({ reservations, outcomes, clock, times, monotonic: () => host.monotonic() });
  const semaphore = createSemaphore(databasePlaces);
  const backlog = createBacklog<RunningBot>({
    isFull: () => reservations.isFull,
    take: (bot) => takeStep(state, bot),
  });
  const state: WorkerState = {
    context,
    times,
    semaphore,
    reservations,
    outcomes,
    ledger,
    lease,
    sweep: createSweep({ database, clock, ledger }),
    step: (bot) => stepBot(stepContext, bot),
    bots: new Map(),
    backlog,
    pausing: new Map(),
    timers: new Set(),
    onceIdle: [],
    waiting: new Set(),
    working: 0,
    isClosing: false,
    isClaiming: false,
    claimSoon: false,
    freesUnknown: false,
  };
  const stepContext = createStepContext(state, { semaphore, ledger });
  return state;
}

/** What steps get: the worker's dependencies, with the bots' own database calls behind the semaphore. */
function createStepContext(
  state: WorkerState,
  { semaphore, ledger }: { semaphore: Semaphore; ledger: Ledger },
): StepContext {
  const { context, times, outcomes } = state;
  const { closet, listings, host } = context;
  const onLetGo = (dueAt: number) => claimWhenDue(state, dueAt);
  const sessions = createSessions({
    openForBot: (userId) => semaphore.run(() => closet.openForBot(userId)),
    saveFromBot: savingTogether(context, times),
  });
  const shared = {
    ...context,
    database: throughSemaphore(semaphore, context.database),
    listings: {
      ...listings,
      activeInClosetOrder: (userId: string) => semaphore.run(() => listings.activeInClosetOrder(userId)),
    },
    workerId: () => state.lease.workerId,
    ledger,
    sessions,
    inFlightMs: inFlightMs(times),
    onLetGo,
  };
  const pauses = createPauses(shared);
  const rounds = createRounds({ ...shared, group: outcomes });
  const sharing: SharingContext = {
    ...shared,
    pauses,
    maySend: (bot: RunningBot) => !state.isClosing && state.lease.stands() && !bot.isGone,
    monotonic: () => host.monotonic(),
    driftMs: () => state.lease.driftMs(),
    until: (instant) => until(state, instant),
  };
  const readings = createSemaphore(readingPlaces);
  const reading = {
    ...sharing,
    listings: shared.listings,
    // Of a bot that its seller has stopped, another claim may have begun already.
    isOwned: async ({ userId, epoch }: RunningBot) => {
      const [row] = await readOwnBots(shared.database, state.lease.workerId, [userId]);
      return row?.epoch === epoch && row.state !== 'stopped';
    },
  };
  return {
    ...shared,
    pauses,
    rounds,
    readCloset: (bot) => readings.run(() => readBeforeRound(reading, bot)),
    shareNext: (bot, share) => shareNext(sharing, bot, share),
  };
}

/**
 * Every round begins with a page that changes the session. A page is loaded a second ahead of its share, so a session can wait for
 * others: 10,000 bots that start 83 rounds a second made 166 commits a second for them.
 */
function savingTogether({ database, closet }: BotContext, { commitEveryMs }: WorkerTimes) {
  const group = createGroupCommit({ database, spacingMs: 4 * commitEveryMs });
  type Kept = Parameters<typeof closet.saveFromBot>[1];
  return group.operation({
    async run(tx, asks: Kept[]) {
      const saved: Awaited<ReturnType<typeof closet.saveFromBot>>[] = [];
      for (const kept of asks) saved.push(await closet.saveFromBot(tx, kept));
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
function repeatedly(state: WorkerState, everyMs: number, work: () => Promise<void>): void {
  const runOnce = oneAtATime(work);
  const repeat = () => {
    void runOnce();
    later(state, everyMs, repeat);
  };
  repeat();
}

const lookAtBreaker = ({ context: { breaker, log } }: WorkerState): Promise<void> =>
  breaker.refresh().catch((error: unknown) => log.warn({ error }, 'Marketplace breaker not read'));

/** With the bots of workers that were killed on this machine since. */
async function claimAfterDead(state: WorkerState): Promise<void> {
  const { context } = state;
  await atWork(state, () => endLeasesOfTheDead(context)).catch((error: unknown) =>
    context.log.warn({ error }, 'Search for ended workers failed'),
  );
  await claim(state);
}

async function sweep(state: WorkerState): Promise<void> {
  state.freesUnknown = true;
  const { context } = state;
  await atWork(state, async () => {
    await state.sweep();
    await resumeSettled(context);
  }).catch((error: unknown) => context.log.warn({ error }, 'Sweep failed'));
}
