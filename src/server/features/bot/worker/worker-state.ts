// A worker's state: its lease, its bots, and the work that is running.

import type { Instant } from '#domain/ports/clock.ts';
import type { Lease } from '../lease/lease.ts';
import type { GroupCommit } from '../ledger/group-commit.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BotContext, WorkerTimes } from '../needs/needs.ts';
import type { Next, RunningBot } from '../rounds/running-bot.ts';
import type { Backlog } from './backlog.ts';
import type { Semaphore } from './semaphore.ts';
import type { Sweep } from './sweep.ts';

export type WorkerState = {
  readonly context: BotContext;
  readonly times: WorkerTimes;
  readonly semaphore: Semaphore;
  /** Separate group commits, so neither waits for the other. */
  readonly reservations: GroupCommit;
  readonly outcomes: GroupCommit;
  readonly ledger: Ledger;
  readonly sweep: Sweep;
  readonly step: (bot: RunningBot) => Promise<Next>;
  lease: Lease;
  readonly bots: Map<string, RunningBot>;
  /** Bots that are due while enough reservations wait for the next transaction. */
  readonly backlog: Backlog<RunningBot>;
  /** Bots that were lost before their pause was stored. It is still stored, even if another worker owns them now. */
  readonly pausing: Map<string, RunningBot>;
  readonly timers: Set<NodeJS.Timeout>;
  /** Called when no work is running anymore. */
  readonly onceIdle: (() => void)[];
  /** Reserved shares that wait until they are due. */
  readonly waiting: Set<() => void>;
  working: number;
  isClosing: boolean;
  isClaiming: boolean;
  claimSoon: boolean;
  /** The next claim first frees the bots that this worker owns and doesn't know of. */
  freesUnknown: boolean;
};

/** Counts running work, for `idle` and `close`. */
export async function atWork<T>(state: WorkerState, work: () => Promise<T>): Promise<T> {
  state.working += 1;
  try {
    return await work();
  } finally {
    leaveWork(state);
  }
}

export function leaveWork(state: WorkerState): void {
  state.working -= 1;
  if (state.working === 0) for (const resolve of state.onceIdle.splice(0)) resolve();
}

/** Resolves when the clock reaches a moment, or when the worker closes, which gives reservations back. */
export async function until(state: WorkerState, instant: Instant): Promise<void> {
  if (state.isClosing) return;
  // Waiting for the clock isn't work.
  leaveWork(state);
  return new Promise((resolve) => {
    const wake = () => {
      if (!state.waiting.delete(wake)) return;
      state.working += 1;
      resolve();
    };
    state.waiting.add(wake);
    state.context.clock.at(instant, wake);
  });
}

/** Runs after `ms` of real time, unless the worker has closed by then. */
export function later(state: WorkerState, ms: number, run: () => unknown): void {
  const timer = setTimeout(() => {
    state.timers.delete(timer);
    if (!state.isClosing) run();
  }, ms);
  state.timers.add(timer);
}
