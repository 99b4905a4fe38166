// A worker's lease: a row that the worker renews while it runs, and counts as lost as soon as it can't be sure of it.

import { randomUUID } from 'node:crypto';
import type { HostClocks } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { BotLog } from '../reports/metrics.ts';
import { openLease, renewLease } from './store.ts';

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
 * moved further, the lease counts as lost. `onLost` is called once. From then on, every bot may belong to another worker.
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
  /** The identity of this process; null if it has none. */
  holder: string | null;
  onLost: () => void;
}): Promise<Lease> {
  const workerId = randomUUID();
  let asked = readBoth(host);
  let endsAt = asked.monotonic + times.leaseMs;
  let offset = asked.wall - asked.monotonic;
  let isStopped = false;
  let isLost = false;
  let timer: NodeJS.Timeout | undefined;
  await openLease(database, { workerId, leaseMs: times.leaseMs, holder });

  const driftMs = () => host.wall() - host.monotonic() - offset;
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  const lose = (message: string, fields: object = {}) => {
    if (isStopped) return;
    stop();
    isLost = true;
    endsAt = Number.NEGATIVE_INFINITY;
    log.warn({ workerId, ...fields }, message);
    onLost();
  };
  const noticeJump = () => {
    const drift = driftMs();
    if (Math.abs(drift) > driftLimitMs)
      lose('Host clock jumped, releasing bots and requesting a new lease', { driftMs: Math.round(drift) });
  };

  const renew = async () => {
    noticeJump();
    if (isStopped) return;
    asked = readBoth(host);
    try {
      if (await renewLease(database, workerId, times.leaseMs)) {
        noticeJump();
        if (isStopped) return;
        endsAt = asked.monotonic + times.leaseMs;
        offset = asked.wall - asked.monotonic;
      } else lose('Lease lost, releasing bots and requesting a new lease');
    } catch (error) {
      if (!isStopped) log.warn({ workerId, error }, 'Lease renewal failed, sending stops when the lease ends');
    }
    plan();
  };
  const plan = () => {
    if (!isStopped) timer = setTimeout(renew, Math.max(0, asked.monotonic + times.renewMs - host.monotonic()));
  };
  plan();

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

const readBoth = (host: HostClocks) => ({ wall: host.wall(), monotonic: host.monotonic() });
