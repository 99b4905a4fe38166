/** Adjusts bots, rounds, and shares that were restored from a backup. */

import type { Queryable } from '#domain/ports/database.ts';
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

/** A restored bot is stopped, because yesterday's counts must not allow a second day's limit today. */
export async function stopRestoredBots(tx: Queryable): Promise<void> {
  await changeLockedBots(tx, await lockRunningRows(tx), () => ({ kind: 'stop' }));
  await tx.query("update rounds set state = 'stopped', plan = '{}' where state = 'running'");
  await tx.query('update share_attempts set outcome = 3 where outcome = 0');
}
