// SQL for the seller's commands, the maintenance, and a restore: the limit's room, which bots run, and the deletion of old shares.

import type { BotState, PauseReason } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { DateText } from '#domain/time.ts';
import { at } from '../../../sql.ts';
import { changeLockedBots, lockRunningRows } from './bot-row.ts';

/** Counts shares toward the day's limit that no row shows. */
export async function countAssumed(
  tx: Queryable,
  { userId, day, count }: { userId: string; day: DateText; count: number },
): Promise<void> {
  await tx.query(
    `insert into daily_share_counts as d (user_id, share_date, share_count, assumed) values ($1, $2, $3, $3)
     on conflict (user_id, share_date) do update
       set share_count = d.share_count + excluded.share_count, assumed = d.assumed + excluded.assumed, updated_at = now()`,
    [userId, day, count],
  );
}

/**
 * When the last reservations began that fill the limit, if all of them were in the last 24 hours; null if there were fewer. The next
 * one has room 24 hours after that. Shares that a lost database may have known count as well, as they do for a reservation. If they
 * fill the limit alone, they count as if they had just been made.
 */
export async function readFullSince(
  db: Queryable,
  { userId, limit, now }: { userId: string; limit: number; now: Instant },
): Promise<Instant | null> {
  const { rows } = await db.query<{ since: Instant | null }>(
    `select case when lost.count >= $2::int then ${at(3)} else (
         select reserved_at from share_attempts
         where user_id = $1 and outcome <> 2 and reserved_at > ${at(3)} - interval '24 hours'
         order by reserved_at desc offset $2::int - lost.count - 1 limit 1
       ) end as since
     from (
       select coalesce(sum(assumed), 0) as count from daily_share_counts
       where user_id = $1 and share_date::date >= (${at(3)} - interval '2 days')::date
     ) lost`,
    [userId, limit, now],
  );
  return rows[0]?.since ?? null;
}

/** Sellers whose bots are in any state except stopped, or will start on their own. */
export async function findRunning(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `select user_id as "userId" from bots where state <> 'stopped' or starts_again_at is not null order by user_id`,
  );
  return rows.map(({ userId }) => userId);
}

type UnreadCloset = { userId: string; timezone: string; triedAt: Instant | null; isByBrowser: boolean };

/**
 * Sellers whose bots are stopped, whose session stands, and whose closets nobody has read or tried to read since `since`, the longest
 * unread first.
 */
export async function findUnreadClosets(db: Queryable, since: Instant): Promise<UnreadCloset[]> {
  const { rows } = await db.query<UnreadCloset>(
    `select u.user_id as "userId", u.timezone, c.read_tried_at as "triedAt", c.transport = 'browser' as "isByBrowser"
     from closet_connections c join sellers u on u.user_id = c.user_id left join bots b on b.user_id = c.user_id
     where c.state = 'ready' and not u.is_guest and coalesce(b.state, 'stopped') = 'stopped'
       and (c.read_tried_at is null or c.read_tried_at < ${at(1)})
     order by c.read_tried_at nulls first limit 5000`,
    [since],
  );
  return rows;
}

/**
 * Bots that wait for a sign-in though their closets are connected: the two are stored in one transaction, so that was settled since.
 * A marketplace that is down is no issue of the connection.
 */
export async function findSettledPauses(
  db: Queryable,
  reasons: readonly PauseReason[],
): Promise<{ userId: string; pausedAt: Instant }[]> {
  const { rows } = await db.query<{ userId: string; pausedAt: Instant }>(
    `select b.user_id as "userId", b.paused_at as "pausedAt"
     from bots b join closet_connections c on c.user_id = b.user_id
     where b.state = 'paused' and b.pause_reason = any($1::text[]) and b.pause_reason <> 'marketplace_unavailable'
       and c.state = 'ready'`,
    [reasons],
  );
  return rows;
}

/** Sellers whose bots should start on their own by now, the longest due first. */
export async function findStartingAgain(db: Queryable, now: Instant, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `/* prepared */ select user_id as "userId" from bots where starts_again_at <= ${at(1)}
     order by starts_again_at limit $2`,
    [now, limit],
  );
  return rows.map(({ userId }) => userId);
}

export async function isAnyRunning(db: Queryable, userIds: readonly string[]): Promise<boolean> {
  if (userIds.length === 0) return false;
  const running = `select from bots where user_id = any($1::bigint[]) and state <> 'stopped' limit 1`;
  return (await db.query(running, [userIds])).count > 0;
}

/** The seller's mail address; null for a demo account. */
export async function findAddress(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ email: string }>('select email from sellers where user_id = $1 and not is_guest', [
    userId,
  ]);
  return rows[0]?.email ?? null;
}

export async function countByState(db: Queryable): Promise<Record<BotState, number>> {
  const { rows } = await db.query<{ state: BotState; count: string }>(
    `select state, count(*) from bots group by state`,
  );
  const counts: Record<BotState, number> = { stopped: 0, waiting: 0, sharing: 0, paused: 0, waiting_for_browser: 0 };
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}

/**
 * Drops whole days of single shares before `day`. A drop needs the ledger for itself, and all shares would wait behind it while a
 * backup or an export reads the ledger. It gives up after a moment instead, and the next run tries again.
 */
export async function dropOldShares(database: Database, day: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'share_attempts'::regclass and c.relname < 'share_attempts_' || replace($1, '-', '')
       and c.relname ~ '^share_attempts_[0-9]{8}$'
     order by 1`,
    [day],
  );
  const dropped: string[] = [];
  for (const { name } of rows) {
    if (!(await dropUnlessRead(database, name))) break;
    dropped.push(name);
  }
  return dropped;
}

async function dropUnlessRead(database: Database, name: string): Promise<boolean> {
  try {
    await database.transaction(async (tx) => {
      await tx.query("set local lock_timeout = '100ms'");
      await tx.query(`drop table ${name}`);
    });
    return true;
  } catch (error) {
    const isLocked = error instanceof Error && 'code' in error && error.code === '55P03';
    if (isLocked) return false;
    throw error;
  }
}

/** Deletes a seller's single shares. Foreign keys delete everything else of the bot with the user. */
export async function eraseShares(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from share_attempts where user_id = $1', [userId]);
}

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
