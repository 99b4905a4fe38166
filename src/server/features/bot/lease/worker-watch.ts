// Tells a process that runs no bots whether any worker does.

import type { HostClocks } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { isAnyLeaseValid } from './store.ts';

/** Every open dashboard asks, so the database is asked at most this often. */
const askEveryMs = 2_000;
/** A worker that is restarted for an update has no lease for some seconds. */
const awayAfterMs = 15_000;

/** Whether no worker has had a valid lease for a while. */
export type IsWorkerAway = () => Promise<boolean>;

export function watchWorkers({
  database,
  host,
}: {
  database: Database;
  host: Pick<HostClocks, 'monotonic'>;
}): IsWorkerAway {
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
