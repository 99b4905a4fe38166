// The SQL of leases: the rows of workers.

import type { Queryable } from '#domain/ports/database.ts';

/**
 * The lease counts on the timeline that is known: if a standby was promoted since, it is worth nothing. `holder` names the process
 * and its machine; null if that can't be known.
 */
export async function openLease(
  db: Queryable,
  { workerId, leaseMs, holder }: { workerId: string; leaseMs: number; holder: string | null },
): Promise<void> {
  await db.query(
    `insert into workers (id, lease_until, holder, timeline, is_synchronous)
     select $1, now() + $2 * interval '1 millisecond', $3, timeline, commits_reach_standby() from known_timeline`,
    [workerId, leaseMs, holder],
  );
}

/** Resolves to false if the lease has ended, or was taken before a standby was promoted. Such a lease is never renewed. */
export async function renewLease(db: Queryable, workerId: string, leaseMs: number): Promise<boolean> {
  const { count } = await db.query(
    `/* prepared */ update workers set lease_until = now() + $2 * interval '1 millisecond', renewed_at = now(),
       is_synchronous = commits_reach_standby()
     where id = $1 and lease_until > now() and timeline = database_timeline()`,
    [workerId, leaseMs],
  );
  return count === 1;
}

/** Workers with a named process and a valid lease. */
export async function readHolders(db: Queryable): Promise<{ workerId: string; holder: string }[]> {
  const { rows } = await db.query<{ workerId: string; holder: string }>(
    `select id as "workerId", holder from workers where holder is not null and lease_until > now()`,
  );
  return rows;
}

/** Ends leases at once. The next claim frees their bots. Resolves to how many had not ended yet. */
export async function endLeases(db: Queryable, workerIds: readonly string[]): Promise<number> {
  const { count } = await db.query(
    `update workers set lease_until = now() - interval '1 second' where id = any($1::uuid[]) and lease_until > now()`,
    [workerIds],
  );
  return count;
}

export async function isAnyLeaseValid(db: Queryable): Promise<boolean> {
  return (await db.query('select from workers where lease_until > now() limit 1')).count > 0;
}
