import type { Backoff } from '#domain/bot/backoff.ts';
import type { BotSettings, BotState } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

export async function openLease(db: Queryable, workerId: string, leaseMs: number): Promise<void> {
  await db.query(`insert into workers (id, lease_until) values ($1, now() + $2 * interval '1 millisecond')`, [
    workerId,
    leaseMs,
  ]);
}

/** False: the lease has run out, or was taken away. It never comes back to life. */
export async function renewLease(db: Queryable, workerId: string, leaseMs: number): Promise<boolean> {
  const { count } = await db.query(
    `/* prepared */ update workers set lease_until = now() + $2 * interval '1 millisecond'
     where id = $1 and lease_until > now()`,
    [workerId, leaseMs],
  );
  return count === 1;
}

/** Gives everything back that a worker owns, to be claimed at once. */
export async function closeLease(tx: Queryable, workerId: string, now: Instant): Promise<void> {
  await tx.query(
    `update bots set owner = null, due_at = case when state = 'stopped' then null else ${at(2)} end where owner = $1`,
    [workerId, now],
  );
  await tx.query('delete from workers where id = $1', [workerId]);
}

/**
 * Frees the bots of workers whose lease has run out by the database's clock. A worker that is still on its way through a
 * renewal finds its row gone and gives up everything.
 */
export async function freeLostBots(db: Queryable, now: Instant): Promise<number> {
  const { count } = await db.query(
    `/* prepared */ with dead as (delete from workers where lease_until < now() returning id)
     update bots set owner = null, due_at = ${at(1)} where owner in (select id from dead)`,
    [now],
  );
  return count;
}

/** The second pair of eyes: bots whose owner is no worker, and running ones that nobody would ever look at again. */
export async function freeForgottenBots(db: Queryable, now: Instant): Promise<number> {
  const { count } = await db.query(
    `update bots set owner = null, due_at = ${at(1)}
     where state <> 'stopped' and (
       (owner is not null and not exists (select 1 from workers w where w.id = bots.owner))
       or (owner is null and due_at is null and not (state = 'paused' and resumes_at is null))
     )`,
    [now],
  );
  return count;
}

/** Bots that this worker claimed by a commit whose acknowledgement was lost: it does not know of them. */
export async function freeStrayBots(
  db: Queryable,
  { workerId, known, now }: { workerId: string; known: readonly string[]; now: Instant },
): Promise<number> {
  const { count } = await db.query(
    `update bots set owner = null, due_at = ${at(3)} where owner = $1 and user_id <> all($2::bigint[])`,
    [workerId, known, now],
  );
  return count;
}

/** A bot as its worker has to know it. */
export type BotRow = {
  userId: string;
  epoch: string;
  revision: string;
  closetRevision: string | null;
  state: BotState;
  settings: BotSettings;
  backoff: Partial<Backoff>;
  limitInForce: number;
  shareDay: string | null;
  rollingUntil: Instant | null;
  roundId: string | null;
  lastRoundAt: Instant | null;
  resumesAt: Instant | null;
  timezone: string;
};

const botColumns = `b.user_id as "userId", b.epoch, b.revision, c.revision as "closetRevision", b.state, b.settings, b.backoff,
  b.limit_in_force as "limitInForce", b.share_day as "shareDay", b.rolling_until as "rollingUntil",
  b.round_id as "roundId", b.last_round_at as "lastRoundAt", b.resumes_at as "resumesAt", u.timezone`;

/**
 * Claims bots that are due by `dueBefore`, the longest due first, at most `limit`. Each claim raises the epoch: whoever
 * worked for the bot before can reserve nothing more.
 */
export async function claimDue(
  tx: Queryable,
  { workerId, dueBefore, limit }: { workerId: string; dueBefore: Instant; limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    `/* prepared */ update bots set owner = $1, epoch = epoch + 1, due_at = null
     where user_id in (
       select user_id from bots
       where state <> 'stopped' and owner is null and due_at <= ${at(2)}
       order by due_at limit $3 for update skip locked
     )
     and exists (select 1 from workers w where w.id = $1 and w.lease_until > now())
     returning user_id`,
    [workerId, dueBefore, limit],
  );
  return rows.map(({ user_id }) => user_id);
}

/** The worker's own bots among these, with the seller's zone and the closet's revision. */
export async function readOwnBots(db: Queryable, workerId: string, userIds: readonly string[]): Promise<BotRow[]> {
  const { rows } = await db.query<BotRow>(
    `/* prepared */ select ${botColumns}
     from bots b join sellers u on u.user_id = b.user_id left join closet_connections c on c.user_id = b.user_id
     where b.user_id = any($2::bigint[]) and b.owner = $1`,
    [workerId, userIds],
  );
  return rows;
}

export type DayFacts = { sharedToday: number; shared24h: number | null };

/** Reservations of each bot's share day, and of the last 24 hours where a move to another zone is guarded. */
export async function readDayFacts(
  db: Queryable,
  asks: readonly { userId: string; day: string; rollingUntil: Instant | null }[],
  now: Instant,
): Promise<Map<string, DayFacts>> {
  const { rows } = await db.query<{ user_id: string; shared: number; shared24h: string | null }>(
    `/* prepared */ select a.user_id, coalesce(d.share_count, 0) as shared, case when a.guarded then (
         select count(*) from share_attempts s
         where s.user_id = a.user_id and s.reserved_at > ${at(4)} - interval '24 hours' and s.outcome <> 2
       ) end as shared24h
     from unnest($1::bigint[], $2::text[], $3::boolean[]) as a(user_id, day, guarded)
     left join daily_share_counts d on d.user_id = a.user_id and d.share_date = a.day`,
    [
      asks.map(({ userId }) => userId),
      asks.map(({ day }) => day),
      asks.map(({ rollingUntil }) => rollingUntil !== null && rollingUntil > now),
      now,
    ],
  );
  return new Map(
    rows.map((row) => [
      row.user_id,
      { sharedToday: row.shared, shared24h: row.shared24h === null ? null : Number(row.shared24h) },
    ]),
  );
}

/** Lets a bot go until `dueAt`; null: nothing to do before the seller acts. False: it was not the worker's any more. */
export async function release(
  db: Queryable,
  { userId, workerId, epoch, dueAt }: { userId: string; workerId: string; epoch: string; dueAt: Instant | null },
): Promise<boolean> {
  const { count } = await db.query(
    `/* prepared */ update bots set owner = null, due_at = ${at(4)} where user_id = $1 and owner = $2 and epoch = $3`,
    [userId, workerId, epoch, dueAt],
  );
  return count === 1;
}

/** What the worker has learned: the marketplace's complaints, and the limit that follows from them. */
export async function saveLesson(
  db: Queryable,
  lesson: {
    userId: string;
    workerId: string;
    epoch: string;
    backoff: Backoff;
    limitInForce: number;
    limitReason: string | null;
  },
): Promise<boolean> {
  const { count } = await db.query(
    `/* prepared */ update bots set backoff = $4, limit_in_force = $5, limit_reason = $6
     where user_id = $1 and owner = $2 and epoch = $3`,
    [
      lesson.userId,
      lesson.workerId,
      lesson.epoch,
      JSON.stringify(lesson.backoff),
      lesson.limitInForce,
      lesson.limitReason,
    ],
  );
  return count === 1;
}

export async function confirmedShares(
  db: Queryable,
  { userId, day, now }: { userId: string; day: string; now: Instant },
): Promise<{ today: number; last24h: number }> {
  const { rows } = await db.query<{ today: string; last24h: string }>(
    `select count(*) filter (where share_date = $2::date) as today,
       count(*) filter (where reserved_at > ${at(3)} - interval '24 hours') as last24h
     from share_attempts where user_id = $1 and outcome = 1 and reserved_at > ${at(3)} - interval '50 hours'`,
    [userId, day, now],
  );
  return { today: Number(rows[0]?.today ?? 0), last24h: Number(rows[0]?.last24h ?? 0) };
}

/** Pauses one's own bot; the round it is in stays. */
export async function savePause(
  tx: Queryable,
  pause: {
    userId: string;
    workerId: string;
    epoch: string;
    reason: string;
    message: string;
    at: Instant;
    resumesAt: Instant | null;
  },
): Promise<boolean> {
  const { count } = await tx.query(
    `update bots set state = 'paused', pause_reason = $4, pause_message = $5, paused_at = ${at(6)}, resumes_at = ${at(7)},
       owner = null, due_at = ${at(7)}, revision = revision + 1
     where user_id = $1 and owner = $2 and epoch = $3`,
    [pause.userId, pause.workerId, pause.epoch, pause.reason, pause.message, pause.at, pause.resumesAt],
  );
  return count === 1;
}

/** Ends a waiting pause whose time has come. */
export async function endPause(
  tx: Queryable,
  { userId, workerId, epoch }: { userId: string; workerId: string; epoch: string },
): Promise<boolean> {
  const { count } = await tx.query(
    `update bots set state = case when round_id is null then 'waiting' else 'sharing' end,
       pause_reason = null, pause_message = null, paused_at = null, resumes_at = null
     where user_id = $1 and owner = $2 and epoch = $3 and state = 'paused'`,
    [userId, workerId, epoch],
  );
  return count === 1;
}

/** The bot stops itself at the seller's own limit. */
export async function saveLimitReached(
  tx: Queryable,
  { userId, workerId, epoch, at: now }: { userId: string; workerId: string; epoch: string; at: Instant },
): Promise<boolean> {
  const { count } = await tx.query(
    `update bots set state = 'stopped', owner = null, due_at = null, round_id = null, revision = revision + 1,
       limit_reached_at = ${at(4)}
     where user_id = $1 and owner = $2 and epoch = $3`,
    [userId, workerId, epoch, now],
  );
  return count === 1;
}

/** A round that had nothing to share counts as one, so that the next is due when it should be. */
export async function skipRound(
  db: Queryable,
  { userId, workerId, epoch, at: now }: { userId: string; workerId: string; epoch: string; at: Instant },
): Promise<void> {
  await db.query(
    `update bots set last_round_at = ${at(4)} where user_id = $1 and owner = $2 and epoch = $3 and state = 'waiting'`,
    [userId, workerId, epoch, now],
  );
}

/** Pauses a bot for what another call of the seller's account met, whoever works for it. */
export async function pauseFromOutside(
  tx: Queryable,
  pause: {
    userId: string;
    reason: string;
    message: string;
    backoff: Backoff;
    at: Instant;
    resumesAt: Instant | null;
  },
): Promise<boolean> {
  const { count } = await tx.query(
    `update bots set state = 'paused', pause_reason = $2, pause_message = $3, backoff = $4, paused_at = ${at(5)},
       resumes_at = ${at(6)}, due_at = ${at(6)}, owner = null, epoch = epoch + 1, revision = revision + 1
     where user_id = $1 and state in ('waiting', 'sharing')`,
    [pause.userId, pause.reason, pause.message, JSON.stringify(pause.backoff), pause.at, pause.resumesAt],
  );
  return count === 1;
}
