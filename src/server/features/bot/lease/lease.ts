// A worker's lease: a row that the worker renews while it runs, and counts as lost as soon as it can't be sure of it. Processes that
// run no bots watch whether any lease stands.

import { randomUUID } from 'node:crypto';
import type { HostClocks } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { BotLog } from '../reports/reports.ts';
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

/**
 * Takes a lease. The remaining time is counted from before each renewal, so this process never believes in a lease that others
 * see as ended. The monotonic clock may stop while the host sleeps, and the lease would then seem valid. So if the wall clock has
 * moved further, the lease counts as lost. `onLost` is called once. From then on, every bot may belong to another worker. `holder`: the
 * identity of this process; null if it has none.
 */
export async function takeLease({
  database,
  host,
  log,
  times,
  holder,
  onLost,
}: {
  database: Database;
  host: HostClocks;
  log: BotLog;
  times: LeaseTimes;
  holder: string | null;
  onLost: () => void;
}): Promise<Lease> {
  const workerId = randomUUID();
  /** When the renewal that stands was asked for, until when it stands, and by how much the wall clock is ahead since. */
  let [askedAt, endsAt, offset] = [0, 0, 0];
  let isStopped = false;
  let isLost = false;
  let timer: NodeJS.Timeout | undefined;

  const driftMs = (): number => host.wall() - host.monotonic() - offset;
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
  };
  const lose = (message: string, fields: object = {}): void => {
    if (isStopped) return;
    stop();
    isLost = true;
    endsAt = Number.NEGATIVE_INFINITY;
    log.warn({ workerId, ...fields }, message);
    onLost();
  };
  const noticeJump = (): void => {
    const drift = driftMs();
    if (Math.abs(drift) > driftLimitMs)
      lose('Host clock jumped, releasing bots and requesting a new lease', { driftMs: Math.round(drift) });
  };
  const extend = (wall: number): void => {
    endsAt = askedAt + times.leaseMs;
    offset = wall - askedAt;
  };
  const renew = async (): Promise<void> => {
    noticeJump();
    if (isStopped) return;
    askedAt = host.monotonic();
    const wall = host.wall();
    try {
      if (await renewLease(database, workerId, times.leaseMs)) {
        noticeJump();
        if (!isStopped) extend(wall);
      } else lose('Lease lost, releasing bots and requesting a new lease');
    } catch (error) {
      if (!isStopped) log.warn({ workerId, error }, 'Lease renewal failed, sending stops when the lease ends');
    }
    planRenewal();
  };
  function planRenewal(): void {
    if (isStopped) return;
    timer = setTimeout(renew, Math.max(0, askedAt + times.renewMs - host.monotonic()));
  }

  askedAt = host.monotonic();
  extend(host.wall());
  await openLease(database, { workerId, leaseMs: times.leaseMs, holder });
  planRenewal();
  return {
    workerId,
    get isLost() {
      return isLost;
    },
    stands() {
      noticeJump();
      return host.monotonic() < endsAt - marginMs;
    },
    driftMs,
    stop,
  };
}

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
