// A worker's state: its lease, its bots, and the work that is running.

import type { FindHold } from '#domain/bot/hold.ts';
import type { Clock, HostClocks, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Closet } from '../../closet/closet.ts';
import type { Listings } from '../../listings/listings.ts';
import type { Breaker } from '../breaker/breaker.ts';
import type { Lease, LeaseTimes } from '../lease/lease.ts';
import type { GroupCommit } from '../ledger/group-commit.ts';
import type { Ledger, ShareTimes } from '../ledger/ledger.ts';
import type { ActivityLog } from '../reports/activity-entries.ts';
import type { BotLog, Measure } from '../reports/metrics.ts';
import type { NotifySeller } from '../reports/notify-seller.ts';
import type { OnRoundFinished } from '../rounds/rounds.ts';
import type { Next, RunningBot } from '../rounds/running-bot.ts';
import type { Backlog } from './backlog.ts';
import type { Semaphore } from './semaphore.ts';
import type { Sweep } from './sweep.ts';

/** How long a lease lasts and when it is renewed, how often to look for due bots, and the least time between commits. */
export type WorkerTimes = ShareTimes & LeaseTimes & { claimEveryMs: number; commitEveryMs: number };

/** Identifies the processes of this machine. */
export type LocalProcesses = {
  readonly self: string;
  /** true for a process of another machine. */
  lives(identity: string): boolean;
};

export type WorkerNeeds = {
  database: Database;
  clock: Clock;
  host: HostClocks;
  /** If given, the leases of killed processes on this machine end at the next claim. */
  processes?: LocalProcesses | undefined;
  random: () => number;
  meanPauseMs: number;
  closet: Pick<Closet, 'openForBot' | 'saveFromBot' | 'signInAgain' | 'noteConnectionIssue' | 'noteCheckPassed'>;
  listings: Pick<
    Listings,
    'activeInClosetOrder' | 'read' | 'markSold' | 'markGone' | 'markNotForSale' | 'markReserved'
  >;
  activity: ActivityLog;
  notifySeller: NotifySeller;
  onRoundFinished: OnRoundFinished;
  /** Carries out a start that a bot has planned for itself, if it is due. */
  startAgain: (userId: string) => Promise<void>;
  findHold?: FindHold;
  isDiskFull?: () => boolean;
  /** How old the last reading of a closet may be when a round begins. */
  closetMaxAgeMs?: number;
  /** Without it, no browser is ever awake. */
  browserSeenAt?: (userId: string) => Promise<Instant | null>;
  breaker: Breaker;
  measure: Measure;
  log: BotLog;
  times?: Partial<WorkerTimes>;
  ledger?: Ledger;
};

export type WorkerState = {
  readonly needs: WorkerNeeds;
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
    state.needs.clock.at(instant, wake);
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
