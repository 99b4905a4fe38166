/** What becomes of bots, rounds, and shares whose rows come from a backup. */

import type { Queryable } from '#domain/ports/database.ts';
import { lockRunningRows } from './bot-row.ts';
import { changeLockedBots } from './change-bots.ts';

/** Makes the partitions that these rows of `share_attempts`, as JSON, belong to. */
export async function makeSharePartitions(tx: Queryable, json: string): Promise<void> {
  await tx.query(
    `select ensure_share_partition(day) from (
       select distinct (to_timestamp(((r ->> 'round_id')::bigint >> 20) / 1000) at time zone 'UTC')::date as day
       from jsonb_array_elements($1::jsonb) r
     ) days`,
    [json],
  );
}

/** A restored bot starts stopped: yesterday's counts must not open a second allowance today. */
export async function stopRestoredBots(tx: Queryable): Promise<void> {
  await changeLockedBots(tx, await lockRunningRows(tx), () => ({ kind: 'stop' }));
  await tx.query("update rounds set state = 'stopped', plan = '{}' where state = 'running'");
  await tx.query('update share_attempts set outcome = 3 where outcome = 0');
}
