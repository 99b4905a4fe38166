// Finds out for the live updates which of a seller's screens are out of date.
import { roundId } from '#domain/bot/round.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';

/**
 * How far back a settled share may be in the order in which they were sent. One whose worker was killed becomes unknown within a
 * minute, and 30 more may have been sent by then.
 */
const lastShares = 50;

/**
 * When a bot stops, its round ends, and its last share may be settled after that. So the shares of its last round count, if that
 * round began within this time: a search through all of the seller's rounds would visit each day's partition.
 */
const lastRoundMs = 2 * 86_400_000;

/**
 * One short text per event, joined by `|` in the order of `eventNames`. An event's text changes when something on the screen
 * changes: the bot's state, the shares of its round, the newest log entry, the last sync, the last price change, which listings
 * are for sale and in rounds, and their floors.
 */
type Fingerprint = string;

/**
 * The fingerprints of those users whose fingerprint isn't the known one. Hardly any has changed within the last second, and reading
 * them all again would cost the process more than anything else with 10,000 open dashboards. One statement serves all users, by
 * index lookups only.
 */
export async function readChanges(
  db: Queryable,
  asks: readonly { userId: string; known: Fingerprint | null }[],
  now: Instant,
): Promise<Map<string, Fingerprint>> {
  const { rows } = await db.query<{ userId: string; fingerprint: string }>(
    `/* prepared */ select "userId", fingerprint from (
       select u.user_id as "userId", asked.known, concat(
         concat_ws('/', b.revision, b.state, b.pause_reason, b.round_id, b.limit_in_force,
           (extract(epoch from b.resumes_at))::bigint, (extract(epoch from b.limit_reached_at))::bigint, u.timezone, c.reading_seen,
           (extract(epoch from c.last_synced_at) * 1000)::bigint),
         '|', concat_ws('/', b.round_id, s.latest),
         '|', concat_ws('/', a.id, b.round_id, s.latest),
         '|', concat_ws('/', (extract(epoch from c.last_synced_at) * 1000)::bigint, c.revision, c.state, p.id,
           (extract(epoch from p.settled_at) * 1000)::bigint, l.version)
       ) as fingerprint
       from unnest($1::bigint[], $2::text[]) as asked(id, known)
       join sellers u on u.user_id = asked.id
       left join bot_states b on b.user_id = u.user_id
       left join closet_connections c on c.user_id = u.user_id
       left join listing_changes l on l.user_id = u.user_id
       left join lateral (
         select id from activity_logs where user_id = u.user_id order by timestamp desc, id desc limit 1
       ) a on true
       left join lateral (
         select id, settled_at from settled_price_writes
         where user_id = u.user_id order by settled_at desc, id desc limit 1
       ) p on true
       left join lateral (
         select round_id from settled_shares
         where b.round_id is null and user_id = u.user_id and round_id >= $3::bigint order by round_id desc limit 1
       ) ended on true
       left join lateral (
         select (extract(epoch from max(settled_at)) * 1000000)::bigint as latest from (
           select settled_at from settled_shares
           where user_id = u.user_id and round_id = coalesce(b.round_id, ended.round_id)
           order by reserved_at desc limit ${lastShares}
         ) newest
       ) s on true
     ) present where fingerprint <> known`,
    // No fingerprint is empty. An empty text is written faster than a null.
    [asks.map(({ userId }) => userId), asks.map(({ known }) => known ?? ''), String(roundId(now - lastRoundMs, 0))],
  );
  return new Map(rows.map(({ userId, fingerprint }) => [userId, fingerprint]));
}
