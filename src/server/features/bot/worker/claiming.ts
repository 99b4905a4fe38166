// Claims bots that are due. A worker that has lost its lease gives up its bots, and takes a new lease.

import { setTimeout as sleep } from 'node:timers/promises';
import { leastPauseMs } from '#domain/bot/pace.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { startAgain } from '../commands/start.ts';
import { type Lease, takeLease } from '../lease/lease.ts';
import { countMissedShares } from '../lease/promotion.ts';
import { endLeases, readHolders } from '../lease/store.ts';
import type { BotContext, WorkerTimes } from '../needs/needs.ts';
import { readLastShares, readOpenAttempts } from '../rounds/attempts-store.ts';
import { readRunningRounds } from '../rounds/store.ts';
import { findStartingAgain } from '../state/store.ts';
import {
  claimDue,
  closeLease,
  freeLostBots,
  freeUnknownBots,
  readDayFacts,
  readOwnBots,
} from '../state/worker-store.ts';
import { forget, takeIn } from './run-steps.ts';
import { countDay, type RunningBot, runningBot } from './share/running-bot.ts';
import { isSlowNow } from './share/situation.ts';
import { claimAheadMs, countWork, later, type WorkerState } from './share/worker-state.ts';

/** Small, so that several workers share thousands of due bots about equally. */
const claimAtOnce = 200;
const claimAgainMs = 25;
/** Each start is a transaction of its own, and other bots wait for their claim in the meantime. */
const startAtOnce = 50;
/** The sweep handles older open attempts. */
const lookBackMs = 36 * 3_600_000;

/** Claims due bots. If a claim is running, claims once more after it. */
export async function claim(worker: WorkerState): Promise<void> {
  const { context, semaphore } = worker;
  // While the operator holds all bots, the sweep still settles what an earlier worker reserved.
  if (worker.isClosing || context.findHold() !== null || !worker.lease.stands()) {
    worker.claimSoon = false;
    return;
  }
  if (worker.isClaiming) {
    worker.claimSoon = true;
    return;
  }
  if (semaphore.waiting > claimAtOnce) {
    // The bots of the last claims aren't ready yet. More would only wait here, while other workers may be free to claim them.
    later(worker, claimAgainMs, () => claim(worker));
    return;
  }
  worker.isClaiming = true;
  worker.claimSoon = false;
  const count = await countWork(worker, () => claimOnce(worker)).catch((error: unknown) => {
    context.log.warn({ error }, 'Claim of due bots failed, trying again');
    // It may have been committed all the same.
    worker.freesUnknown = true;
    return 0;
  });
  worker.isClaiming = false;
  if (count === claimAtOnce) later(worker, claimAgainMs, () => claim(worker));
  else if (worker.claimSoon) void claim(worker);
}

/** Starts bots that stopped themselves at the limit of an earlier day and have a planned start. */
async function startDue({ context }: WorkerState): Promise<void> {
  const { database, clock, log } = context;
  for (const userId of await findStartingAgain(database, clock.now(), startAtOnce))
    await startAgain(context, userId).catch((error: unknown) =>
      log.warn({ userId, error }, 'Daily start failed, trying again'),
    );
}

async function claimOnce(worker: WorkerState): Promise<number> {
  const { database, clock, random, meanPauseMs } = worker.context;
  const { lease } = worker;
  // Only between two claims does this process know which bots are its own.
  if (worker.freesUnknown)
    await freeUnknownBots(database, { workerId: lease.workerId, known: [...worker.bots.keys()], now: clock.now() });
  worker.freesUnknown = false;
  await startDue(worker);
  const newcomers = await database.transaction(
    (tx) => claimBots(tx, { workerId: lease.workerId, now: clock.now(), meanPauseMs, random }),
    { indexesOnly: true },
  );
  if (!lease.isLost) {
    for (const bot of newcomers) takeIn(worker, bot);
    return newcomers.length;
  }
  // The lease was lost during the claim, perhaps after the worker's other bots were released.
  await database.transaction((tx) => closeLease(tx, lease.workerId, clock.now()));
  return 0;
}

/**
 * Claims bots, including those of dead workers, and reads everything their next share needs. It is one transaction, because a
 * claim whose bot could not be read would keep it from every worker. Each bot in a round waits a random part of the pause, because
 * thousands of bots taken over at once would otherwise share at the same time. It also keeps the least pause after its last
 * share, no matter which worker made it.
 */
async function claimBots(
  tx: Queryable,
  { workerId, now, meanPauseMs, random }: { workerId: string; now: Instant; meanPauseMs: number; random: () => number },
): Promise<RunningBot[]> {
  await freeLostBots(tx, now);
  const claimed = await claimDue(tx, { workerId, dueBefore: now + claimAheadMs, limit: claimAtOnce });
  if (claimed.length === 0) return [];
  const rows = await readOwnBots(tx, workerId, claimed);
  const running = rows.flatMap(({ userId, roundId }) => (roundId === null ? [] : [{ userId, roundId }]));
  const rounds = new Map((await readRunningRounds(tx, running)).map((round) => [round.id, round]));
  const attempts = Map.groupBy(await readOpenAttempts(tx, claimed, now - lookBackMs), ({ userId }) => userId);
  const lastShares = await readLastShares(tx, claimed, now - lookBackMs);
  const newcomers = rows.map((row) => {
    const round = row.roundId === null ? null : (rounds.get(row.roundId) ?? null);
    const bot = runningBot({ row, round, open: attempts.get(row.userId) ?? [], now });
    const spread = round ? Math.floor(random() * meanPauseMs) : 0;
    const restsUntil = (lastShares.get(row.userId) ?? 0) + leastPauseMs(meanPauseMs, isSlowNow(bot, now));
    bot.nextShareAt = Math.max(now, restsUntil) + spread;
    return bot;
  });
  const facts = await readDayFacts(tx, newcomers, now);
  for (const bot of newcomers) countDay(bot, facts.get(bot.userId));
  return newcomers;
}

/** The bots of a lost lease wait at most this long. After that, the database must be unreachable. */
const drainLimitMs = 2_000;

export async function openLeaseFor(context: BotContext, times: WorkerTimes, onLost: () => void): Promise<Lease> {
  const { database, host, log, processes } = context;
  await countMissedShares(context);
  return takeLease({ database, host, log, times, holder: processes?.self ?? null, onLost });
}

/**
 * Ends the leases of workers whose processes are dead, so that their bots don't wait for the leases to expire. A running process
 * keeps its lease, and so does a worker whose process is unknown.
 */
export async function endLeasesOfTheDead({ database, processes, log }: BotContext): Promise<void> {
  if (processes === undefined) return;
  const dead = (await readHolders(database)).filter(({ holder }) => !processes.lives(holder));
  if (dead.length === 0) return;
  const workers = await endLeases(
    database,
    dead.map(({ workerId }) => workerId),
  );
  if (workers > 0) log.info({ workers }, 'Leases of ended processes freed');
}

/** The lease is lost, and every bot with it: other workers may own them by now. */
export async function startOver(worker: WorkerState): Promise<void> {
  const { database, clock, log } = worker.context;
  const { workerId } = worker.lease;
  const lost = [...worker.bots.values()];
  for (const bot of lost) forget(worker, bot);
  // Reservations that wait until they are due are given back at once.
  for (const wake of [...worker.waiting]) wake();
  await countWork(worker, async () => {
    await stepsEnd(lost);
    while (!worker.isClosing) {
      try {
        // After the host slept, the clock shows an old time until it has asked the database.
        await clock.sync?.();
        // Unsent reservations are given back first, so that the next claim finds their listings in the round again.
        await worker.outcomes.drain(drainLimitMs);
        // Its row says whether commits reached the standby, so a promotion is looked into before the row is gone.
        await countMissedShares(worker.context);
        await database.transaction((tx) => closeLease(tx, workerId, clock.now()));
        worker.lease = await openLeaseFor(worker.context, worker.times, () => void startOver(worker));
        break;
      } catch (error) {
        log.warn({ error }, 'No new lease yet');
        await new Promise<void>((resolve) => retryLater(worker, resolve));
      }
    }
  });
  void claim(worker);
}

/** Resolves when no step of these bots is running, or after a while, because a share in flight may take longer. */
async function stepsEnd(bots: readonly RunningBot[]): Promise<void> {
  const limit = new AbortController();
  await Promise.race([
    Promise.allSettled(bots.map(({ step }) => step)),
    sleep(drainLimitMs, undefined, { signal: limit.signal }).catch(() => {}),
  ]);
  limit.abort();
}

/** Resolves after a while, or at once when the worker closes. */
function retryLater(worker: WorkerState, resolve: () => void): void {
  const wake = () => {
    if (worker.waiting.delete(wake)) resolve();
  };
  worker.waiting.add(wake);
  later(worker, worker.times.claimEveryMs, wake);
}
