// The SQL of the processes and of what they counted.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, listsOf } from '../../sql.ts';

export type ProcessRow = {
  role: string;
  version: string;
  host: string;
  startedAt: Instant;
  seenAt: Instant;
  bots: number;
  memoryMb: number;
  freeMb: number | null;
};

export async function saveSign(tx: Queryable, id: string, process: ProcessRow): Promise<void> {
  const { role, version, host, startedAt, seenAt, bots, memoryMb, freeMb } = process;
  await tx.query(
    `insert into processes (id, role, version, host, started_at, seen_at, bots, memory_mb, free_mb)
     values ($1, $2, $3, $4, ${at(5)}, ${at(6)}, $7, $8, $9)
     on conflict (id) do update set seen_at = excluded.seen_at, bots = excluded.bots, memory_mb = excluded.memory_mb,
       free_mb = excluded.free_mb`,
    [id, role, version, host, startedAt, seenAt, bots, memoryMb, freeMb],
  );
}

/**
 * How many commits have waited for a synchronous standby for longer than a moment: those of Hangtag's role, because PostgreSQL
 * shows no others.
 */
export async function countWaitingForStandby(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '2 seconds'`,
  );
  return rows[0]?.count ?? 0;
}

export async function removeProcess(db: Queryable, id: string): Promise<void> {
  await db.query('delete from processes where id = $1', [id]);
}

export async function findProcesses(db: Queryable, since: Instant): Promise<ProcessRow[]> {
  const { rows } = await db.query<ProcessRow>(
    `select role, version, host, started_at as "startedAt", seen_at as "seenAt", bots, memory_mb as "memoryMb",
       free_mb as "freeMb"
     from processes where seen_at > ${at(1)} order by role, started_at, id`,
    [since],
  );
  return rows;
}

/** The processes with a heartbeat within this time, by the database's clock. */
export async function findLiving(db: Queryable, withinMs: number): Promise<{ role: string; host: string }[]> {
  const { rows } = await db.query<{ role: string; host: string }>(
    `select role, host from processes where seen_at > now() - $1 * interval '1 millisecond' order by role, host`,
    [withinMs],
  );
  return rows;
}

export async function addCounts(
  tx: Queryable,
  moment: Instant,
  counts: readonly { name: string; count: number }[],
): Promise<void> {
  if (counts.length === 0) return;
  await tx.query(
    `insert into operation_counts as c (at, name, count)
     select ${at(1)}, given.name, given.count from unnest($2::text[], $3::bigint[]) as given(name, count)
     on conflict (at, name) do update set count = c.count + excluded.count`,
    [moment, ...listsOf(counts, 'name', 'count')],
  );
}

/** The sums of what was counted after a moment, by name. */
export async function sumCounts(db: Queryable, after: Instant): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; count: number }>(
    `select name, sum(count)::float8 as count from operation_counts where at > ${at(1)} group by name`,
    [after],
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

export async function dropOld(db: Queryable, { before }: { before: Instant }): Promise<void> {
  await db.query(`delete from operation_counts where at < ${at(1)}`, [before]);
  await db.query(`delete from processes where seen_at < ${at(1)}`, [before]);
}
