// Restarts a worker that has lost its lease: gives up its bots, and takes a new lease.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, takeLease } from '../lease/lease.ts';
import { countMissedShares } from '../lease/promotion.ts';
import { endLeases, readHolders } from '../lease/store.ts';
import type { BotContext, WorkerTimes } from '../needs/needs.ts';
import { closeLease } from '../state/worker-store.ts';
import { claim } from './claiming.ts';
import { forget } from './schedule.ts';
import type { RunningBot } from './share/running-bot.ts';
import { countWork, later, type WorkerState } from './share/worker-state.ts';

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
export async function startOver(state: WorkerState): Promise<void> {
  const { database, clock, log } = state.context;
  const { workerId } = state.lease;
  const lost = [...state.bots.values()];
  for (const bot of lost) forget(state, bot);
  // Reservations that wait until they are due are given back at once.
  for (const wake of [...state.waiting]) wake();
  await countWork(state, async () => {
    await stepsEnd(lost);
    while (!state.isClosing) {
      try {
        // After the host slept, the clock shows an old time until it has asked the database.
        await clock.sync?.();
        // Unsent reservations are given back first, so that the next claim finds their listings in the round again.
        await state.outcomes.drain(drainLimitMs);
        // Its row says whether commits reached the standby, so a promotion is looked into before the row is gone.
        await countMissedShares(state.context);
        await database.transaction((tx) => closeLease(tx, workerId, clock.now()));
        state.lease = await openLeaseFor(state.context, state.times, () => void startOver(state));
        break;
      } catch (error) {
        log.warn({ error }, 'No new lease yet');
        await new Promise<void>((resolve) => retryLater(state, resolve));
      }
    }
  });
  void claim(state);
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
function retryLater(state: WorkerState, resolve: () => void): void {
  const wake = () => {
    if (state.waiting.delete(wake)) resolve();
  };
  state.waiting.add(wake);
  later(state, state.times.claimEveryMs, wake);
}
