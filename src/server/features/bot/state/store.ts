import type { Backoff } from '#domain/bot/backoff.ts';
import type { BotSettings, BotState, LimitReason, PauseReason } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

/** What the seller's side of the bot reads: the bot, where there is one, with the seller's zone and closet. */
export type SellerBot = {
  userId: string;
  timezone: string;
  practice: boolean | null;
  state: BotState;
  settings: BotSettings | null;
  revision: string;
  backoff: Partial<Backoff>;
  limitInForce: number | null;
  shareDay: string | null;
  rollingUntil: Instant | null;
  roundId: string | null;
  lastRoundAt: Instant | null;
  pauseReason: PauseReason | null;
  pauseMessage: string | null;
  pausedAt: Instant | null;
  resumesAt: Instant | null;
  consentedAt: Instant | null;
  limitReachedAt: Instant | null;
};

const sellerBot = `select u.user_id as "userId", u.timezone, c.practice, coalesce(b.state, 'stopped') as state, b.settings,
    coalesce(b.revision, 0) as revision, coalesce(b.backoff, '{}') as backoff, b.limit_in_force as "limitInForce",
    b.share_day as "shareDay", b.rolling_until as "rollingUntil", b.round_id as "roundId",
    b.last_round_at as "lastRoundAt", b.pause_reason as "pauseReason", b.pause_message as "pauseMessage",
    b.paused_at as "pausedAt", b.resumes_at as "resumesAt", b.consented_at as "consentedAt",
    b.limit_reached_at as "limitReachedAt"
  from sellers u left join bots b on b.user_id = u.user_id left join closet_connections c on c.user_id = u.user_id
  where u.user_id = $1`;

export async function findBot(db: Queryable, userId: string): Promise<SellerBot | null> {
  const { rows } = await db.query<SellerBot & Row>(`/* prepared */ ${sellerBot}`, [userId]);
  return rows[0] ?? null;
}

/** The same, with the row held against every change until the transaction ends. */
export async function lockBot(tx: Queryable, userId: string): Promise<SellerBot | null> {
  await tx.query('select 1 as one from bots where user_id = $1 for no key update', [userId]);
  return findBot(tx, userId);
}

/** Sellers whose bots are in any state but stopped. */
export async function findRunning(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `select user_id as "userId" from bots where state <> 'stopped' order by user_id`,
  );
  return rows.map(({ userId }) => userId);
}

export async function isAnyRunning(db: Queryable, userIds: readonly string[]): Promise<boolean> {
  if (userIds.length === 0) return false;
  const { rows } = await db.query(
    `select 1 as one from bots where user_id = any($1::bigint[]) and state <> 'stopped' limit 1`,
    [userIds],
  );
  return rows.length > 0;
}

/** Starts a stopped bot, due at once. False: it runs already. */
export async function startBot(
  tx: Queryable,
  start: {
    userId: string;
    settings: BotSettings;
    backoff: Backoff;
    limitInForce: number;
    limitReason: LimitReason | null;
    now: Instant;
    consents: boolean;
  },
): Promise<boolean> {
  const { count } = await tx.query(
    `insert into bots (user_id, state, settings, limit_in_force, limit_reason, backoff, due_at, started_at, consented_at)
     values ($1, 'waiting', $2, $3, $4, $5, ${at(6)}, ${at(6)}, case when $7 then ${at(6)} end)
     on conflict (user_id) do update
       set state = 'waiting', settings = $2, limit_in_force = $3, limit_reason = $4, backoff = $5, due_at = ${at(6)},
         started_at = ${at(6)}, consented_at = coalesce(bots.consented_at, excluded.consented_at), owner = null,
         epoch = bots.epoch + 1, revision = bots.revision + 1, round_id = null, last_round_at = null,
         limit_reached_at = null, pause_reason = null, pause_message = null, paused_at = null, resumes_at = null
       where bots.state = 'stopped'`,
    [
      start.userId,
      JSON.stringify(start.settings),
      start.limitInForce,
      start.limitReason,
      JSON.stringify(start.backoff),
      start.now,
      start.consents,
    ],
  );
  return count === 1;
}

/** Stops a bot that runs; whoever works for it can reserve nothing more. */
export async function stopBot(tx: Queryable, userId: string): Promise<boolean> {
  const { count } = await tx.query(
    `update bots set state = 'stopped', owner = null, epoch = epoch + 1, revision = revision + 1, due_at = null,
       round_id = null, pause_reason = null, pause_message = null, paused_at = null, resumes_at = null
     where user_id = $1 and state <> 'stopped'`,
    [userId],
  );
  return count === 1;
}

/** Stores settings. A round that runs goes on with them from its next share; a bot that waits is looked at anew. */
export async function saveSettings(
  tx: Queryable,
  change: {
    userId: string;
    settings: BotSettings;
    limitInForce: number;
    limitReason: LimitReason | null;
    now: Instant;
  },
): Promise<void> {
  await tx.query(
    `insert into bots (user_id, settings, limit_in_force, limit_reason) values ($1, $2, $3, $4)
     on conflict (user_id) do update
       set settings = $2, limit_in_force = $3, limit_reason = $4, revision = bots.revision + 1,
         owner = case when bots.state = 'waiting' then null else bots.owner end,
         epoch = bots.epoch + case when bots.state = 'waiting' then 1 else 0 end,
         due_at = case when bots.state = 'waiting' then ${at(5)} else bots.due_at end`,
    [change.userId, JSON.stringify(change.settings), change.limitInForce, change.limitReason, change.now],
  );
}

/** Ends a pause on the seller's word. */
export async function resumeBot(
  tx: Queryable,
  { userId, backoff, now }: { userId: string; backoff: Backoff; now: Instant },
): Promise<boolean> {
  const { count } = await tx.query(
    `update bots set state = case when round_id is null then 'waiting' else 'sharing' end, backoff = $2,
       owner = null, epoch = epoch + 1, revision = revision + 1, due_at = ${at(3)},
       pause_reason = null, pause_message = null, paused_at = null, resumes_at = null
     where user_id = $1 and state = 'paused'`,
    [userId, JSON.stringify(backoff), now],
  );
  return count === 1;
}

/** A word about the check, kept while the bot stays paused. */
export async function saveTries(tx: Queryable, userId: string, backoff: Backoff): Promise<void> {
  await tx.query(`update bots set backoff = $2 where user_id = $1`, [userId, JSON.stringify(backoff)]);
}

/** After a move to another zone: the limit holds over any 24 hours too, and the bot is looked at anew. */
export async function guardZoneMove(tx: Queryable, userId: string, until: Instant, now: Instant): Promise<void> {
  await tx.query(
    `update bots set rolling_until = greatest(rolling_until, ${at(2)}), revision = revision + 1,
       owner = case when state = 'waiting' then null else owner end,
       epoch = epoch + case when state = 'waiting' then 1 else 0 end,
       due_at = case when state = 'waiting' then ${at(3)} else due_at end
     where user_id = $1`,
    [userId, until, now],
  );
}

/** The seller's address, for news that go by mail. */
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
  const counts: Record<BotState, number> = { stopped: 0, waiting: 0, sharing: 0, paused: 0 };
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}

/** Drops whole days of single shares that began before `day`. */
export async function dropOldShares(db: Queryable, day: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'share_attempts'::regclass and c.relname < 'share_attempts_' || replace($1, '-', '')
       and c.relname ~ '^share_attempts_[0-9]{8}$'
     order by 1`,
    [day],
  );
  for (const { name } of rows) await db.query(`drop table ${name}`);
  return rows.map(({ name }) => name);
}

/** Single shares go with their seller; all else of the bot hangs on the user's row. */
export async function eraseShares(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from share_attempts where user_id = $1', [userId]);
}
