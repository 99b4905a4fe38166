import { randomUUID } from 'node:crypto';
import type { Database } from '#domain/ports/database.ts';
import type { BotLog } from '../metrics.ts';
import { openLease, renewLease } from '../state/worker-store.ts';

export type LeaseTimes = { leaseMs: number; renewMs: number };
/** Sending ends this long before the lease does. */
const marginMs = 250;

export type Lease = {
  readonly workerId: string;
  /** Whether a share may still be sent under it, by the monotonic clock. */
  isSafe(): boolean;
  stop(): void;
};

/**
 * A worker's right to own bots: a row that lives for 6 s by the database's clock and is renewed every 2. What is left of it
 * is reckoned from before each renewal, so that this process never believes in a lease that others see run out. `onLost` is called
 * once, when the row is gone: all bots are somebody else's from then on.
 */
export async function takeLease({
  database,
  log,
  times,
  onLost,
}: {
  database: Database;
  log: BotLog;
  times: LeaseTimes;
  onLost: () => void;
}): Promise<Lease> {
  const workerId = randomUUID();
  let askedAt = performance.now();
  let endsAt = askedAt + times.leaseMs;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  await openLease(database, workerId, times.leaseMs);

  const renew = async () => {
    askedAt = performance.now();
    try {
      if (await renewLease(database, workerId, times.leaseMs)) endsAt = askedAt + times.leaseMs;
      else if (!isStopped) {
        isStopped = true;
        endsAt = Number.NEGATIVE_INFINITY;
        log.warn({ workerId }, 'This worker’s lease has run out: it gives up its bots and starts anew');
        onLost();
      }
    } catch (error) {
      if (!isStopped) log.warn({ workerId, error }, 'The lease could not be renewed; nothing is sent once it ends');
    }
    plan();
  };
  const plan = () => {
    if (!isStopped) timer = setTimeout(renew, Math.max(0, askedAt + times.renewMs - performance.now()));
  };
  plan();

  return {
    workerId,
    isSafe: () => performance.now() < endsAt - marginMs,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
