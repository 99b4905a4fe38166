// What the status and the day rail read: sums of shares, past rounds, shares by date.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

export type ShareSums = {
  /** Of the round that runs, else of the last one; null before the first. */
  round: {
    id: string;
    startedAt: Instant;
    cutsAt: Instant | null;
    slot: number | null;
    planned: number;
    shares: number;
    attempts: number;
    lastReservedAt: Instant | null;
    isRunning: boolean;
  } | null;
  /** For sale: those that a round shares, and those that the seller leaves out. */
  activeListings: number;
  skippedListings: number;
  totalShares: number;
  last: { title: string; at: Instant } | null;
  sharesToday: number;
  unknownToday: number;
};

type SumsRow = Row & {
  activeListings: string;
  skippedListings: string;
  totalShares: string;
  lastTitle: string | null;
  lastAt: Instant | null;
  sharesToday: number | null;
  unknownToday: string;
  roundId: string | null;
  startedAt: Instant;
  cutsAt: Instant | null;
  slot: number | null;
  planned: number;
  roundShares: string;
  attempts: string;
  lastReservedAt: Instant | null;
  endedAt: Instant | null;
};

/** The numbers of the status. `dayStartsAt` bounds the search for shares of the day. */
export async function readShareSums(
  db: Queryable,
  { userId, day, dayStartsAt }: { userId: string; day: string; dayStartsAt: Instant },
): Promise<ShareSums> {
  const { rows } = await db.query<SumsRow>(
    `/* prepared */ select l.active as "activeListings", l.skipped as "skippedListings", l.shares as "totalShares", n.title as "lastTitle",
       n.last_shared as "lastAt", d.share_count as "sharesToday",
       (select count(*) from share_attempts s where s.user_id = $1 and s.reserved_at >= ${at(3)} - interval '1 hour'
         and s.share_date = $2::date and s.outcome = 3) as "unknownToday",
       r.id as "roundId", r.started_at as "startedAt", r.cuts_at as "cutsAt", r.slot, r.planned, r.ended_at as "endedAt",
       coalesce(a.shares, r.shares) as "roundShares", coalesce(a.attempts, 0) as attempts,
       a.last_reserved as "lastReservedAt"
     from (
       select count(*) filter (where is_shareable) as active, count(*) filter (where is_skipped) as skipped,
         coalesce(sum(share_count), 0) as shares
       from listing_shares where user_id = $1
     ) l
     left join lateral (
       select title, last_shared from listing_shares where user_id = $1 and last_shared is not null
       order by last_shared desc limit 1
     ) n on true
     left join daily_share_counts d on d.user_id = $1 and d.share_date = $2
     left join lateral (select * from rounds where user_id = $1 order by id desc limit 1) r on true
     left join lateral (
       select count(*) filter (where outcome = 1) as shares, count(*) as attempts, max(reserved_at) as last_reserved
       from share_attempts s where s.round_id = r.id and r.ended_at is null
       having count(*) > 0 or r.ended_at is null
     ) a on true`,
    [userId, day, dayStartsAt],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('An aggregate always has a row.');
  return {
    round:
      row.roundId === null
        ? null
        : {
            id: row.roundId,
            startedAt: row.startedAt,
            cutsAt: row.cutsAt,
            slot: row.slot,
            planned: row.planned,
            shares: Number(row.roundShares),
            attempts: Number(row.attempts),
            lastReservedAt: row.lastReservedAt,
            isRunning: row.endedAt === null,
          },
    activeListings: Number(row.activeListings),
    skippedListings: Number(row.skippedListings),
    totalShares: Number(row.totalShares),
    last: row.lastTitle === null || row.lastAt === null ? null : { title: row.lastTitle, at: row.lastAt },
    sharesToday: row.sharesToday ?? 0,
    unknownToday: Number(row.unknownToday),
  };
}

type PastRound = {
  startsAt: Instant;
  endsAt: Instant;
  shares: number;
  planned: number;
  state: 'done' | 'cut' | 'stopped';
  slot: number | null;
};

/** Rounds that are over and began since `since`, oldest first. */
export async function readPastRounds(db: Queryable, userId: string, since: Instant): Promise<PastRound[]> {
  const { rows } = await db.query<PastRound & Row>(
    `/* prepared */ select started_at as "startsAt", ended_at as "endsAt", shares, planned, state, slot from rounds
     where user_id = $1 and id >= floor($2::double precision)::bigint << 20 and ended_at is not null order by id`,
    [userId, since],
  );
  return rows;
}

export async function readSharesByDate(db: Queryable, userId: string, from: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ date: string; shares: number }>(
    `/* prepared */ select share_date as date, share_count as shares from daily_share_counts
     where user_id = $1 and share_date >= $2`,
    [userId, from],
  );
  return new Map(rows.map(({ date, shares }) => [date, shares]));
}
