// The SQL of leases and promotions: the rows of workers, the known timeline, and the shares that a standby may have missed.

import { type BotSettings, standardSettings } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { DateText } from '#domain/time.ts';
import { listsOf, at as moment } from '../../../sql.ts';

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

/** What happened to the database since a worker last took a lease. Every reservation before `from` is in it. */
export type Promotion = {
  current: number;
  from: Instant;
  until: Instant;
  /** Every commit had to reach a standby. */
  isSynchronous: boolean;
};

/** Whether nothing was promoted since the last lease. Notes that a lease is taken now. */
export async function isTimelineKnown(db: Queryable): Promise<boolean> {
  const { count } = await db.query(
    'update known_timeline set seen_at = greatest(seen_at, now()) where timeline = database_timeline()',
  );
  return count === 1;
}

/** Locks the known timeline up to the end of the transaction; null if another worker has adopted the new one meanwhile. */
export async function lockTimeline(tx: Queryable): Promise<Promotion | null> {
  const { rows } = await tx.query<Promotion & { known: number }>(
    `select k.timeline as known, database_timeline() as current, clock_timestamp() as until,
       greatest(k.seen_at, pg_last_xact_replay_timestamp(), (select max(renewed_at) from workers)) as "from",
       coalesce((select bool_and(is_synchronous) from workers), false) as "isSynchronous"
     from known_timeline k for update`,
  );
  const [row] = rows;
  return row === undefined || row.known === row.current ? null : row;
}

/** From now on, leases are taken on the new timeline, and the old ones are worth nothing. */
export async function adoptTimeline(tx: Queryable, missing: number): Promise<void> {
  await tx.query(
    `update known_timeline set timeline = database_timeline(), seen_at = now(),
       missing_shares = nullif($1::int, 0), promoted_at = now()`,
    [missing],
  );
  await tx.query(`update workers set lease_until = now() - interval '1 second' where timeline <> database_timeline()`);
}

export type RunningThen = {
  userId: string;
  timezone: string;
  shareDay: DateText | null;
  settings: BotSettings;
  lastRoundAt: Instant | null;
};

/** Bots that may have shared until then, in order. */
export async function readRunningThen(
  tx: Queryable,
  { after, until, limit }: { after: string; until: Instant; limit: number },
): Promise<RunningThen[]> {
  const { rows } = await tx.query<RunningThen>(
    `select b.user_id as "userId", s.timezone, b.share_day as "shareDay", b.settings, b.last_round_at as "lastRoundAt"
     from bots b join sellers s on s.user_id = b.user_id
     where b.user_id > $1::bigint and (b.state <> 'stopped' or b.starts_again_at <= ${moment(2)})
     order by b.user_id limit $3`,
    [after, until, limit],
  );
  return rows.map((row) => ({ ...row, settings: { ...standardSettings, ...row.settings } }));
}

/**
 * Makes the next listings of each running round unknown, as many as the bot may have shared, and counts them toward its day. What
 * finds no listing is only counted. Resolves to the sellers whose round may have come to its end.
 */
export async function markMissed(
  tx: Queryable,
  { asks, most, at }: { asks: readonly { userId: string; day: DateText }[]; most: number; at: Instant },
): Promise<Set<string>> {
  const { rows } = await tx.query<{ userId: string }>(
    `with room as materialized (
       select a.user_id, a.day, b.round_id,
         least($3::int, greatest(b.limit_in_force - coalesce(d.share_count, 0), 0)) as most
       from unnest($1::bigint[], $2::text[]) as a(user_id, day)
       join bots b on b.user_id = a.user_id
       left join daily_share_counts d on d.user_id = a.user_id and d.share_date = a.day
     ), left_over as materialized (
       select r.user_id, r.day, r.round_id, r.most, p.id as listing_id, o.kind,
         row_number() over (partition by r.user_id order by p.ordinal) as rank
       from room r
       join rounds o on o.user_id = r.user_id and o.id = r.round_id and o.ended_at is null
       cross join lateral unnest(o.plan) with ordinality as p(id, ordinal)
       join shareable_listings l on l.id = p.id and l.user_id = r.user_id and not l.skip_sharing
       where not exists (
         select 1 from share_attempts s
         where s.user_id = r.user_id and s.round_id = r.round_id and s.listing_id = p.id and not (
           s.outcome = 2 and s.tries = 1
             and split_part(s.evidence, ':', 1) in ('token_rejected', 'session_expired', 'not_sent')
         )
       )
     ), marked as (
       insert into share_attempts as s
         (user_id, round_id, listing_id, share_date, reserved_at, settled_at, outcome, evidence, kind)
       select user_id, round_id, listing_id, day::date, ${moment(4)}, now(), 3, $5, kind from left_over where rank <= most
       on conflict (user_id, round_id, listing_id) do update
         set outcome = 3, tries = s.tries + 1, share_date = excluded.share_date, reserved_at = excluded.reserved_at,
           settled_at = excluded.settled_at, evidence = excluded.evidence
     ), counted as (
       insert into daily_share_counts as d (user_id, share_date, share_count, assumed, party_count)
       select user_id, day, most,
         most - (select count(*)::int from left_over l where l.user_id = r.user_id and l.rank <= r.most),
         (select count(*)::int from left_over l where l.user_id = r.user_id and l.rank <= r.most and l.kind = 1)
       from room r where most > 0
       on conflict (user_id, share_date) do update
         set share_count = d.share_count + excluded.share_count, assumed = d.assumed + excluded.assumed,
           party_count = d.party_count + excluded.party_count, updated_at = now()
     )
     select user_id as "userId" from room r
     where (select count(*) from left_over l where l.user_id = r.user_id) <= $3::int`,
    [...listsOf(asks, 'userId', 'day'), most, at, evidence],
  );
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * The seller may have started the bot a moment before a promotion that forgot it. A bot that is started for the first time since,
 * on the same share day, counts what it may have shared then. One that was running then counts as started at the promotion. Resolves
 * to whether anything was counted.
 */
export async function countForgottenStart(
  tx: Queryable,
  given: { userId: string; startedAt: Instant | null; day: DateText; dayStartsAt: Instant; limit: number },
): Promise<boolean> {
  const { userId, startedAt, day, dayStartsAt, limit } = given;
  // If a worker counts for a promotion right now, it may have read that this bot isn't running. Then this waits for what it stores.
  await tx.query('select from known_timeline for share');
  const { count } = await tx.query(
    `insert into daily_share_counts as d (user_id, share_date, share_count, assumed)
     select $1, $2, most, most from (
       select least(k.missing_shares, $5::int - coalesce(c.share_count, 0)) as most
       from known_timeline k left join daily_share_counts c on c.user_id = $1 and c.share_date = $2
       where k.missing_shares > 0 and k.promoted_at >= ${moment(3)}
           and date_trunc('milliseconds', k.promoted_at) > ${moment(4)}
     ) m where most > 0
     on conflict (user_id, share_date) do update
       set share_count = d.share_count + excluded.share_count, assumed = d.assumed + excluded.assumed, updated_at = now()`,
    [userId, day, dayStartsAt, startedAt ?? 0, limit],
  );
  return count > 0;
}

const evidence = 'uncertain: the database moved to its standby, which may not know of this share';
