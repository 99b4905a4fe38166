// Adjusts bots, rounds, and shares that were restored from a backup.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';
import { lockRunningRows } from './bot-row.ts';
import { changeLockedBots } from './change-bots.ts';

/** Creates the partitions for these rows of `share_attempts`, given as JSON. */
export async function makeSharePartitions(tx: Queryable, json: string): Promise<void> {
  await tx.query(
    `select ensure_share_partition(day) from (
       select distinct (to_timestamp(((r ->> 'round_id')::bigint >> 20) / 1000) at time zone 'UTC')::date as day
       from jsonb_array_elements($1::jsonb) r
     ) days`,
    [json],
  );
}

/**
 * A restored bot is stopped. When it starts again, it first counts what the backup may lack. Resolves to the sellers whose bots were
 * running.
 */
export async function stopRestoredBots(tx: Queryable): Promise<string[]> {
  const stopped = await changeLockedBots(tx, await lockRunningRows(tx), () => ({ kind: 'stop' }));
  await tx.query("update rounds set state = 'stopped', plan = '{}' where state = 'running'");
  await tx.query('update share_attempts set outcome = 3 where outcome = 0');
  return stopped.map(({ userId }) => userId);
}

/** Shares that were made after the backup are not in it, so they count toward the limits of the days that they may belong to. */
export async function noteRestore(tx: Queryable, { from }: { from: Instant }): Promise<void> {
  await tx.query(`update known_timeline set restored_from = ${at(1)}, restored_at = clock_timestamp()`, [from]);
}

/** Since when shares may be missing here, if this database was restored not long ago. A backup of it lacks them, too. */
export async function missingSince(tx: Queryable): Promise<Instant | null> {
  const { rows } = await tx.query<{ since: Instant }>(
    `select restored_from as since from known_timeline where restored_at > now() - interval '2 days'`,
  );
  return rows[0]?.since ?? null;
}
