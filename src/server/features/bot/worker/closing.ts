// Waits until a worker is idle, and closes it.

import { setTimeout as sleep } from 'node:timers/promises';
import { recountRounds } from '../rounds/store.ts';
import { closeLease } from '../state/worker-store.ts';
import { stepBot } from './share/step.ts';
import type { WorkerState } from './share/worker-state.ts';

/** Shares in flight are waited for this long when the worker closes. */
const closeLimitMs = 4_000;

/** Resolves when the worker is idle: every bot waits for the clock. */
export async function untilIdle(state: WorkerState): Promise<void> {
  do {
    while (state.working > 0) await new Promise<void>((resolve) => state.onceIdle.push(resolve));
    await drain(state);
    await new Promise((resolve) => setImmediate(resolve));
  } while (state.working > 0 || state.isClaiming || state.claimSoon);
}

/** Closes the worker: settles shares in flight, and releases every bot. */
export async function closeWorker(state: WorkerState): Promise<void> {
  const { database, clock, log } = state.context;
  state.isClosing = true;
  state.claimSoon = false;
  for (const timer of state.timers) clearTimeout(timer);
  for (const bot of [...state.bots.values(), ...state.pausing.values()]) bot.disarm();
  for (const wake of [...state.waiting]) wake();
  const limit = new AbortController();
  await Promise.race([
    state.working === 0 ? null : new Promise<void>((resolve) => state.onceIdle.push(resolve)),
    sleep(closeLimitMs, undefined, { signal: limit.signal }).catch(() => {}),
  ]);
  limit.abort();
  await writePendingPauses(state).catch((error: unknown) => log.warn({ error }, 'Pending pauses were not saved'));
  await drain(state).catch(() => {});
  // Updates rounds that sellers ended while a share was in flight that is settled only now.
  const rounds = [...state.bots.values()].flatMap(({ userId, round }) =>
    round === null ? [] : [{ userId, roundId: round.id }],
  );
  await recountRounds(database, rounds).catch(() => {});
  state.lease.stop();
  await database
    .transaction((tx) => closeLease(tx, state.lease.workerId, clock.now()))
    .catch((error: unknown) => {
      // The lease expires on its own, which frees the bots.
      log.warn({ error }, 'Bots were not released');
    });
}

/** Tries once more to store each pause, because the next owner would otherwise send one more share. */
async function writePendingPauses(state: WorkerState): Promise<void> {
  const pending = [...state.bots.values(), ...state.pausing.values()].filter((bot) => bot.pendingPause !== null);
  for (const bot of pending) await stepBot(state, bot);
}

const drain = ({ reservations, outcomes }: WorkerState): Promise<unknown> =>
  Promise.all([reservations.drain(closeLimitMs), outcomes.drain(closeLimitMs)]);
