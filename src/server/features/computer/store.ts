// The SQL of the times at which Hangtag ran on this computer.
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, rowsOf } from '../../sql.ts';

export type RunningTime = { startedAt: Instant; endedAt: Instant };

/** Also begins a new time. */
export async function saveRunningTime(db: Queryable, { startedAt, endedAt }: RunningTime): Promise<void> {
  await db.query(
    `insert into running_times (started_at, ended_at) values (${at(1)}, ${at(2)})
     on conflict (started_at) do update set ended_at = excluded.ended_at`,
    [startedAt, endedAt],
  );
}

/** Those that ended after this moment, and the one before them, in order. */
export const findRunningTimes = (db: Queryable, since: Instant): Promise<RunningTime[]> =>
  rowsOf(
    db,
    `select started_at as "startedAt", ended_at as "endedAt" from running_times
     where started_at >= coalesce((select max(started_at) from running_times where started_at <= ${at(1)}), '-infinity')
     order by started_at`,
    [since],
  );

export async function dropRunningTimes(db: Queryable, before: Instant): Promise<void> {
  await db.query(`delete from running_times where ended_at < ${at(1)}`, [before]);
}
