// The SQL of the activity log, read together with the settled shares, and of what is out of date on a seller's screens.

import type { ActivityAction } from '#domain/activity.ts';
import { roundId } from '#domain/bot/round.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, listsOf, oneRow } from '../../sql.ts';

export type NewEntry = {
  userId: string;
  action: ActivityAction;
  details?: string | null;
  listingId?: string | null;
  at: Instant;
};

export async function insertEntry(tx: Queryable, entry: NewEntry): Promise<void> {
  await tx.query(
    `insert into activity_logs (user_id, action, details, listing_id, timestamp)
     values ($1, $2, $3, $4, ${at(5)})`,
    [entry.userId, entry.action, entry.details ?? null, entry.listingId ?? null, entry.at],
  );
}

/**
 * Many entries in one statement: hundreds of rounds start and end in one transaction of the ledger, and a statement each
 * would delay every share in it.
 */
export async function insertEntries(
  tx: Queryable,
  entries: readonly Pick<NewEntry, 'userId' | 'action' | 'details' | 'at'>[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `/* prepared */ insert into activity_logs (user_id, action, details, timestamp)
     select a.user_id, a.action, a.details, to_timestamp(a.at / 1000)
     from unnest($1::bigint[], $2::text[], $3::text[], $4::double precision[]) as a(user_id, action, details, at)`,
    [
      ...listsOf(entries, 'userId', 'action'),
      entries.map(({ details }) => details ?? null),
      entries.map((entry) => entry.at),
    ],
  );
}

/** Where an entry is in the list: newest first by time in microseconds, then by source (0: log, 1: share), then by its numbers. */
export type Cursor = { micros: string; source: 0 | 1; first: string; second: string };

export type Row = {
  micros: string;
  source: 0 | 1;
  /** For a log entry: its id and 0. For a share: round and listing. */
  first: string;
  second: string;
  action: ActivityAction;
  details: string | null;
  listingId: string | null;
  /** The ledger's columns of a share; null for a log entry. */
  evidence: string | null;
};

/** The actions that stand for a share, and which ones of the ledger. */
const outcomes = {
  SHARE: "s.outcome = 'shared' and s.kind = 0",
  PARTY_SHARE: "s.outcome = 'shared' and s.kind = 1",
  SHARE_BACK: "s.outcome = 'shared' and s.kind = 2",
  SHARE_FAILED: "s.outcome = 'refused'",
  SHARE_UNKNOWN: "s.outcome = 'unknown'",
} as const;
const isOutcome = (action: ActivityAction): action is keyof typeof outcomes => action in outcomes;

const micros = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`;
/** Exact: an interval keeps every microsecond below 2^53. */
const moment = (parameter: number): string =>
  `(timestamptz 'epoch' + $${parameter}::bigint * interval '1 microsecond')`;

type Ask = { userId: string; limit: number; before: Cursor | null; action: ActivityAction | null };

/** Each day of rounds has a partition of its own, and there are five weeks of them. */
const recentMs = 2 * 86_400_000;

/**
 * The log and the settled shares as one list. A share is listed by the time when it was sent: that is the order of its
 * index, so a page costs the same however many shares there are.
 *
 * Open dashboards ask for the newest entries after each share, so those are looked for in the rounds of the last two days first. A
 * seller's rounds follow one another: if there are enough shares in them, none in an earlier round is newer.
 */
export async function readEntries(db: Queryable, ask: Ask & { now: Instant }): Promise<Row[]> {
  const { limit, before, action, now } = ask;
  const hasShares = action === null || isOutcome(action);
  if (before === null && hasShares) {
    const { rows, shares } = await readEntriesSince(db, ask, String(roundId(now - recentMs, 0)));
    if (shares >= limit) return rows;
  }
  return (await readEntriesSince(db, ask, null)).rows;
}

async function readEntriesSince(
  db: Queryable,
  { userId, limit, before, action }: Ask,
  firstRound: string | null,
): Promise<{ rows: Row[]; shares: number }> {
  const params: unknown[] = [userId, limit];
  const add = (value: unknown): number => params.push(value);
  const cursor = before && {
    micros: add(before.micros),
    source: add(before.source),
    first: add(before.first),
    second: add(before.second),
  };
  // The first comparison uses the index. The second decides between entries of the same microsecond.
  const older = (column: string, source: string, first: string, second: string): string =>
    cursor === null
      ? ''
      : `and ${column} <= ${moment(cursor.micros)}
         and (${column}, ${source}, ${first}, ${second})
           < (${moment(cursor.micros)}, $${cursor.source}::int, $${cursor.first}::bigint, $${cursor.second}::bigint)`;

  const parts: string[] = [];
  if (action === null || !isOutcome(action)) {
    parts.push(
      `(select a.timestamp as at, 0 as source, a.id as first, 0::bigint as second, a.action, a.details,
          a.listing_id, null::text as evidence, null::smallint as kind
        from activity_logs a
        where a.user_id = $1 ${older('a.timestamp', '0', 'a.id', '0::bigint')}
          ${action === null ? '' : `and a.action = $${add(action)}`}
        order by a.timestamp desc, a.id desc limit $2)`,
    );
  }
  if (action === null || isOutcome(action)) {
    const outcome = action === null ? '' : `and ${outcomes[action]}`;
    parts.push(
      `(select s.reserved_at as at, 1 as source, s.round_id as first, s.listing_id as second,
          case s.outcome when 'shared' then (array['SHARE', 'PARTY_SHARE', 'SHARE_BACK'])[s.kind + 1]
            when 'refused' then 'SHARE_FAILED' else 'SHARE_UNKNOWN' end as action,
          null::text as details, s.listing_id, s.evidence, s.kind
        from settled_shares s
        where s.user_id = $1 ${outcome} ${firstRound === null ? '' : `and s.round_id >= $${add(firstRound)}::bigint`}
          ${older('s.reserved_at', '1', 's.round_id', 's.listing_id')}
        order by s.reserved_at desc, s.round_id desc, s.listing_id desc limit $2)`,
    );
  }
  const { rows } = await db.query<Row & { shares: number }>(
    `/* prepared */ with found as materialized (${parts.join(' union all ')})
     select (select count(*)::int from found where source = 1) as shares, ${micros('e.at')} as micros, e.source, e.first, e.second, e.action, e.evidence,
       case when e.listing_id > 0 then e.listing_id end as "listingId",
       case when e.source = 0 then e.details
         else case e.kind when 2 then coalesce(b.name || '’s newest listing', 'A listing of somebody who shared yours')
           else coalesce(l.title, 'Deleted listing') || coalesce(', ' || p.party_title, '') end || case e.action
           when 'SHARE_FAILED' then coalesce(' (' || nullif(trim(substr(e.evidence, strpos(e.evidence, ':') + 1)), '') || ')', '')
           when 'SHARE_UNKNOWN' then ' (not confirmed, counts toward your limit)'
           else ''
         end
       end as details
     from found e
     left join listing_shares l on e.source = 1 and l.user_id = $1 and l.id = e.listing_id
     left join party_rounds p on e.kind = 1 and p.user_id = $1 and p.id = e.first
     left join shared_back b on e.kind = 2 and b.user_id = $1 and b.id = -e.listing_id
     order by e.at desc, e.source desc, e.first desc, e.second desc limit $2`,
    params,
  );
  return { rows, shares: rows[0]?.shares ?? 0 };
}

export const countShares = (
  db: Queryable,
  { userId, since }: { userId: string; since: Instant },
): Promise<{ confirmed: number; refused: number; unknown: number }> =>
  oneRow(
    db,
    `select (count(*) filter (where outcome = 'shared'))::int as confirmed,
       (count(*) filter (where outcome = 'refused'))::int as refused,
       (count(*) filter (where outcome = 'unknown'))::int as unknown
     from settled_shares where user_id = $1 and reserved_at >= ${at(2)}`,
    [userId, since],
  );

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
