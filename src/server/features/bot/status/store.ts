// SQL of the status and the day rail: totals of shares, past rounds, shares by date.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

/** Settled shares by outcome. The outcome of a share in flight isn't known yet, so it is not counted. */
type ShareFigures = { confirmed: number; notConfirmed: number; refused: number };

export type ShareSums = {
  /** Of the current round, or else of the last one; null before the first. */
  round: {
    id: string;
    startedAt: Instant;
    cutsAt: Instant | null;
    slot: number | null;
    planned: number;
    figures: ShareFigures;
    lastReservedAt: Instant | null;
    isRunning: boolean;
  } | null;
  /** Listings for sale: those that a round shares, and those that the seller leaves out. */
  activeListings: number;
  skippedListings: number;
  totalShares: number;
  last: { title: string; at: Instant } | null;
  today: ShareFigures;
  last24Hours: ShareFigures;
  /** The day's own count, by which the limit goes. It has shares in flight, too. */
  reservedToday: number;
  /** Shares of the day that count toward its limit although no row shows them. */
  assumed: number;
};

type SumsRow = Row & {
  activeListings: string;
  skippedListings: string;
  totalShares: string;
  lastTitle: string | null;
  lastAt: Instant | null;
  today: number[];
  last24Hours: number[];
  reservedToday: number;
  assumed: number;
  roundId: string | null;
  startedAt: Instant;
  cutsAt: Instant | null;
  slot: number | null;
  planned: number;
  roundFigures: number[];
  lastReservedAt: Instant | null;
  endedAt: Instant | null;
};

const figuresOf = ([confirmed = 0, notConfirmed = 0, refused = 0]: number[]): ShareFigures => ({
  confirmed,
  notConfirmed,
  refused,
});

/** Outcomes in the order of `figuresOf`, of the attempts for which `which` holds. */
const counted = (which: string): string =>
  `array[${[1, 3, 2].map((outcome) => `(count(*) filter (where outcome = ${outcome} and ${which}))::int`).join(', ')}]`;

/**
 * The one source of every number of shares on the screens. After a move to another time zone the day may begin later than now,
 * and its shares lie before that. Or it has begun already, and shares in it were made under another date: they count here, as
 * they do for the 24 hours that the limit then covers. No share later than `since` is in a round before `firstRound`.
 */
export async function readShareSums(
  db: Queryable,
  {
    userId,
    day,
    dayStartsAt,
    now,
    since,
    firstRound,
  }: { userId: string; day: string; dayStartsAt: Instant; now: Instant; since: Instant; firstRound: string },
): Promise<ShareSums> {
  const { rows } = await db.query<SumsRow>(
    `/* prepared */ select l.active as "activeListings", l.skipped as "skippedListings", l.shares as "totalShares",
       n.title as "lastTitle", n.last_shared as "lastAt", d.today, d.last24 as "last24Hours",
       coalesce(c.share_count, 0) as "reservedToday", coalesce(c.assumed, 0) as assumed,
       r.id as "roundId", r.started_at as "startedAt", r.cuts_at as "cutsAt", r.slot, r.planned, r.ended_at as "endedAt",
       coalesce(a.figures, array[r.shares, r.unknown, r.failed]) as "roundFigures",
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
     cross join lateral (
       select ${counted(`(share_date = $2::text::date or reserved_at >= ${at(5)})`)} as today, ${counted(`reserved_at > ${at(4)} - interval '24 hours'`)} as last24
       from share_attempts where user_id = $1 and reserved_at > ${at(3)} and round_id >= $6::bigint
     ) d
     left join daily_share_counts c on c.user_id = $1 and c.share_date = $2
     left join lateral (select * from rounds where user_id = $1 order by id desc limit 1) r on true
     left join lateral (
       select ${counted('true')} as figures, max(reserved_at) as last_reserved
       from share_attempts s where s.round_id = r.id and s.round_id >= $6::bigint and r.ended_at is null
       having r.ended_at is null
     ) a on true`,
    [userId, day, since, now, dayStartsAt, firstRound],
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
            figures: figuresOf(row.roundFigures),
            lastReservedAt: row.lastReservedAt,
            isRunning: row.endedAt === null,
          },
    activeListings: Number(row.activeListings),
    skippedListings: Number(row.skippedListings),
    totalShares: Number(row.totalShares),
    last: row.lastTitle === null || row.lastAt === null ? null : { title: row.lastTitle, at: row.lastAt },
    today: figuresOf(row.today),
    last24Hours: figuresOf(row.last24Hours),
    reservedToday: row.reservedToday,
    assumed: row.assumed,
  };
}

type PastRound = {
  startsAt: Instant;
  endsAt: Instant;
  shares: number;
  notConfirmed: number;
  refused: number;
  planned: number;
  state: 'done' | 'cut' | 'stopped';
  slot: number | null;
};

/** Rounds that have ended and began since `since`, oldest first. */
export async function readPastRounds(db: Queryable, userId: string, since: Instant): Promise<PastRound[]> {
  const { rows } = await db.query<PastRound & Row>(
    `/* prepared */ select started_at as "startsAt", ended_at as "endsAt", shares, unknown as "notConfirmed",
       failed as refused, planned, state, slot from rounds
     where user_id = $1 and id >= floor($2::double precision)::bigint << 20 and ended_at is not null order by id`,
    [userId, since],
  );
  return rows;
}

export async function readSharesByDate(db: Queryable, userId: string, from: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ date: string; shares: number }>(
    `/* prepared */ select share_date as date, share_count - assumed as shares from daily_share_counts
     where user_id = $1 and share_date >= $2`,
    [userId, from],
  );
  return new Map(rows.map(({ date, shares }) => [date, shares]));
}
