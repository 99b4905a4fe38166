// A worker's lease: a row that the worker renews while it runs, and counts as lost as soon as it can't be sure of it. Processes that
// run no bots watch whether any lease stands.

import { randomUUID } from 'node:crypto';
import type { HostClocks } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { BotLog } from '../reports/metrics.ts';
import { isAnyLeaseValid, openLease, renewLease } from './store.ts';

export type LeaseTimes = { leaseMs: number; renewMs: number };
/** Sending ends this long before the lease does. */
const marginMs = 250;
/**
 * The host's two clocks may differ by this much between two renewals. More means that the host was asleep or that its clock was
 * set.
 */
const driftLimitMs = 1_000;

export type Lease = {
  readonly workerId: string;
  /** `onLost` was called. */
  readonly isLost: boolean;
  /** Whether a share may still be sent under it. Also detects that the host slept. */
  stands(): boolean;
  /** By how much the wall clock has moved more than the monotonic one since the last renewal. */
  driftMs(): number;
  stop(): void;
};

/** What a lease is taken with. `holder`: the identity of this process; null if it has none. */
type LeaseInput = {
  database: Database;
  host: HostClocks;
  log: BotLog;
  times: LeaseTimes;
  holder: string | null;
  onLost: () => void;
};

type State = Readonly<LeaseInput> & {
  readonly workerId: string;
  /** When the renewal that stands was asked for. */
  asked: Moment;
  /** By the monotonic clock. */
  endsAt: number;
  /** By how much the wall clock is ahead of the monotonic one since the last renewal. */
  offset: number;
  isStopped: boolean;
  isLost: boolean;
  timer: NodeJS.Timeout | undefined;
};

/**
 * Takes a lease. The remaining time is counted from before each renewal, so this process never believes in a lease that others
 * see as ended. The monotonic clock may stop while the host sleeps, and the lease would then seem valid. So if the wall clock has
 * moved further, the lease counts as lost. `onLost` is called once. From then on, every bot may belong to another worker.
 */
export async function takeLease(taken: LeaseInput): Promise<Lease> {
  const { database, host, times, holder } = taken;
  const workerId = randomUUID();
  const asked = readBoth(host);
  const state: State = {
    ...taken,
    workerId,
    asked,
    endsAt: asked.monotonic + times.leaseMs,
    offset: asked.wall - asked.monotonic,
    isStopped: false,
    isLost: false,
    timer: undefined,
  };
  await openLease(database, { workerId, leaseMs: times.leaseMs, holder });
  planRenewal(state);
  return {
    workerId,
    get isLost() {
      return state.isLost;
    },
    stands() {
      noticeJump(state);
      return host.monotonic() < state.endsAt - marginMs;
    },
    driftMs: () => driftMs(state),
    stop: () => stop(state),
  };
}

function planRenewal(state: State): void {
  const { host, times, asked, isStopped } = state;
  if (isStopped) return;
  const renewsAt = asked.monotonic + times.renewMs;
  state.timer = setTimeout(() => renew(state), Math.max(0, renewsAt - host.monotonic()));
}

async function renew(state: State): Promise<void> {
  const { database, host, log, times, workerId } = state;
  noticeJump(state);
  if (state.isStopped) return;
  state.asked = readBoth(host);
  try {
    if (await renewLease(database, workerId, times.leaseMs)) extend(state);
    else lose(state, 'Lease lost, releasing bots and requesting a new lease');
  } catch (error) {
    if (!state.isStopped) log.warn({ workerId, error }, 'Lease renewal failed, sending stops when the lease ends');
  }
  planRenewal(state);
}

function extend(state: State): void {
  noticeJump(state);
  if (state.isStopped) return;
  const { asked, times } = state;
  state.endsAt = asked.monotonic + times.leaseMs;
  state.offset = asked.wall - asked.monotonic;
}

function noticeJump(state: State): void {
  const drift = driftMs(state);
  if (Math.abs(drift) > driftLimitMs)
    lose(state, 'Host clock jumped, releasing bots and requesting a new lease', { driftMs: Math.round(drift) });
}

function lose(state: State, message: string, fields: object = {}): void {
  const { log, onLost, workerId, isStopped } = state;
  if (isStopped) return;
  stop(state);
  state.isLost = true;
  state.endsAt = Number.NEGATIVE_INFINITY;
  log.warn({ workerId, ...fields }, message);
  onLost();
}

function stop(state: State): void {
  state.isStopped = true;
  clearTimeout(state.timer);
}

const driftMs = ({ host, offset }: State): number => host.wall() - host.monotonic() - offset;

type Moment = { wall: number; monotonic: number };
const readBoth = (host: HostClocks): Moment => ({ wall: host.wall(), monotonic: host.monotonic() });

/** Every open dashboard asks, so the database is asked at most this often. */
const askEveryMs = 2_000;
/** A worker that is restarted for an update has no lease for some seconds. */
const awayAfterMs = 15_000;

/** Whether no worker has had a valid lease for a while. */
export type IsWorkerAway = () => Promise<boolean>;

export function watchWorkers(needs: { database: Database; host: Pick<HostClocks, 'monotonic'> }): IsWorkerAway {
  const { database, host } = needs;
  let askedAt = Number.NEGATIVE_INFINITY;
  let awaySince: number | null = null;
  let asking: Promise<void> = Promise.resolve();

  const ask = async (): Promise<void> => {
    if (await isAnyLeaseValid(database)) awaySince = null;
    else awaySince ??= host.monotonic();
  };
  return async () => {
    if (host.monotonic() - askedAt >= askEveryMs) {
      askedAt = host.monotonic();
      // Whoever asked reads from the same database, and fails there.
      asking = ask().catch(() => {});
    }
    await asking;
    return awaySince !== null && host.monotonic() - awaySince >= awayAfterMs;
  };
}
