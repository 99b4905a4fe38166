// SQL of the status and the day rail: totals of shares, past rounds, shares by date.

import type { RoundSpan, ShareKind } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at, listsOf } from '../../../sql.ts';
import { type KindColumns, kindColumns, kindOf, type RoundKind } from '../rounds/store.ts';
import { countedMs } from '../state/seller.ts';

/** Settled shares by outcome. The outcome of a share in flight isn't known yet, so it is not counted. */
type ShareFigures = { confirmed: number; notConfirmed: number; refused: number };

export type ShareSums = {
  /** Of the current round, or else of the last one; null before the first. */
  round:
    | (RoundKind & {
        id: string;
        startedAt: Instant;
        cutsAt: Instant | null;
        slot: number | null;
        planned: number;
        figures: ShareFigures;
        lastReservedAt: Instant | null;
        isRunning: boolean;
      })
    | null;
  /** Listings for sale: those that a round shares, and those that the seller leaves out. */
  activeListings: number;
  skippedListings: number;
  totalShares: number;
  last: { title: string; at: Instant } | null;
  today: ShareFigures;
  /** How many of the day's shares that count are of each other kind. */
  visitsToday: { party: number; back: number };
  last24Hours: ShareFigures;
  /** The day's count that the limit applies to. It includes shares in flight. */
  reservedToday: number;
  /** Shares of the day that count toward its limit although no row shows them. */
  assumed: number;
  /** Of the last 26 hours, or of the current round, and without an outcome yet. */
  inFlight: number;
  /** The run that sends the day's offers. It has ended by `until`. */
  offers: { sent: number; of: number; until: Instant } | null;
  /** The oldest share of the last 24 hours. Once it is 24 hours old, it no longer counts. */
  oldestOf24Hours: Instant | null;
};

type RoundOfSums = NonNullable<ShareSums['round']>;
type SumsRow = Row &
  KindColumns &
  Pick<ShareSums, 'activeListings' | 'skippedListings' | 'totalShares' | 'reservedToday' | 'assumed' | 'inFlight'> &
  Pick<ShareSums, 'oldestOf24Hours'> &
  Pick<RoundOfSums, 'startedAt' | 'cutsAt' | 'slot' | 'planned' | 'lastReservedAt'> & {
    userId: string;
    lastTitle: string | null;
    lastAt: Instant | null;
    today: number[];
    visitsToday: number[];
    last24Hours: number[];
    /** Both are 0 unless `offersUntil` is set. */
    offersSent: number;
    offersTotal: number;
    offersUntil: Instant | null;
    inFlightOfRound: number | null;
    roundId: string | null;
    roundFigures: number[];
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

/** Whose shares are summed up. No share that counts is in a round before `firstRound`. */
type SumsAsk = { userId: string; day: string; dayStartsAt: Instant; firstRound: string };

const isOfDay = `(share_date = ask.day::date or reserved_at >= to_timestamp(ask.day_starts_at / 1000))`;
const isOf24Hours = `reserved_at > ${at(6)} - interval '24 hours'`;

/**
 * The one source of every number of shares on the screens, for several sellers at once. After a move to another time zone the day
 * may begin later than now, and its shares lie before that. Or it has begun already, and shares in it were made under another date:
 * they count here, as they do for the 24 hours that the limit then covers.
 *
 * Each day of rounds has a partition. The bound that all sellers share excludes those that none of them needs before the statement
 * runs, and each seller's own bound excludes more. `offset 0` keeps the planner from reading a whole table for all sellers.
 */
export async function readShareSums(
  db: Queryable,
  asks: readonly SumsAsk[],
  now: Instant,
): Promise<Map<string, ShareSums>> {
  const oldest = asks.reduce(
    (least, { firstRound }) => (BigInt(firstRound) < least ? BigInt(firstRound) : least),
    largestId,
  );
  const { rows } = await db.query<SumsRow>(
    `/* prepared */ select ask.user_id as "userId", l.active as "activeListings", l.skipped as "skippedListings",
       l.shares + coalesce((select share_count from others_shares o where o.user_id = ask.user_id), 0) as "totalShares", l.last_title as "lastTitle", l.last_shared as "lastAt", d.today, d.visits as "visitsToday", d.last24 as "last24Hours",
       coalesce(c.share_count, 0) as "reservedToday", coalesce(c.assumed, 0) as assumed,
       coalesce(c.offers_sent, 0) as "offersSent", coalesce(c.offers_total, 0) as "offersTotal", c.offers_until as "offersUntil",
       d.in_flight as "inFlight", a.in_flight as "inFlightOfRound", d.oldest as "oldestOf24Hours",
       ${kindColumns}, r.id as "roundId", r.started_at as "startedAt", r.cuts_at as "cutsAt", r.slot, r.planned, r.ended_at as "endedAt",
       coalesce(a.figures, array[r.shares, r.unknown, r.failed]) as "roundFigures",
       a.last_reserved as "lastReservedAt"
     from unnest($1::bigint[], $2::text[], $3::double precision[], $4::bigint[])
       as ask(user_id, day, day_starts_at, first_round)
     cross join lateral (
       select (count(*) filter (where is_shareable))::int as active, (count(*) filter (where is_skipped))::int as skipped,
         coalesce(sum(share_count), 0)::float8 as shares, max(last_shared) as last_shared,
         (array_agg(title order by last_shared desc) filter (where last_shared is not null))[1] as last_title
       from listing_shares where user_id = ask.user_id
     ) l
     cross join lateral (
       select ${counted(isOfDay)} as today, ${counted(isOf24Hours)} as last24,
         array[${[1, 2].map((kind) => `(count(*) filter (where outcome in (1, 3) and kind = ${kind} and ${isOfDay}))::int`).join(', ')}] as visits,
         count(*) filter (where outcome = 0)::int as in_flight, min(reserved_at) filter (where ${isOf24Hours}) as oldest
       from share_attempts
       where user_id = ask.user_id and reserved_at > ${at(5)} and round_id >= ask.first_round and round_id >= $7::bigint
     ) d
     left join lateral (
       select * from daily_share_counts where user_id = ask.user_id and share_date = ask.day offset 0
     ) c on true
     left join lateral (select * from rounds where user_id = ask.user_id order by id desc limit 1) r on true
     left join lateral (
       select ${counted('true')} as figures, max(reserved_at) as last_reserved,
         count(*) filter (where outcome = 0)::int as in_flight
       from share_attempts s
       where s.user_id = ask.user_id and s.round_id = r.id and s.round_id >= ask.first_round and s.round_id >= $7::bigint and r.ended_at is null
       having r.ended_at is null
     ) a on true`,
    [...listsOf(asks, 'userId', 'day', 'dayStartsAt', 'firstRound'), now - countedMs, now, String(oldest)],
  );
  return new Map(rows.map((row) => [row.userId, sumsOf(row)]));
}

const largestId = 2n ** 63n - 1n;

const sumsOf = (row: SumsRow): ShareSums => ({
  round:
    row.roundId === null
      ? null
      : {
          ...kindOf(row),
          id: row.roundId,
          startedAt: row.startedAt,
          cutsAt: row.cutsAt,
          slot: row.slot,
          planned: row.planned,
          figures: figuresOf(row.roundFigures),
          lastReservedAt: row.lastReservedAt,
          isRunning: row.endedAt === null,
        },
  activeListings: row.activeListings,
  skippedListings: row.skippedListings,
  totalShares: row.totalShares,
  last: row.lastTitle === null || row.lastAt === null ? null : { title: row.lastTitle, at: row.lastAt },
  today: figuresOf(row.today),
  visitsToday: { party: row.visitsToday[0] ?? 0, back: row.visitsToday[1] ?? 0 },
  last24Hours: figuresOf(row.last24Hours),
  reservedToday: row.reservedToday,
  assumed: row.assumed,
  offers: row.offersUntil === null ? null : { sent: row.offersSent, of: row.offersTotal, until: row.offersUntil },
  inFlight: Math.max(row.inFlight, row.inFlightOfRound ?? 0),
  oldestOf24Hours: row.oldestOf24Hours,
});

/**
 * For each of these sellers, a text that changes with everything that a status is read from, except shares of a bot that is
 * sharing and outcomes of shares in flight. A deleted seller is missing. A row's `xmin` changes whenever the row does. A
 * promoted standby counts transactions from where it was, so a number alone could come twice.
 */
export async function readVersions(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ userId: string; version: string }>(
    `/* prepared */ select u.user_id as "userId", row(u.timezone, c.practice, c.transport, c.reading_seen, b.xmin, l.version, r.id, r.xmin,
       d.share_date, d.xmin, v.xmin, m.held_until, k.restored_from, k.restored_at, (select database_timeline()))::text as version
     from sellers u left join bots b on b.user_id = u.user_id left join closet_connections c on c.user_id = u.user_id
       left join listing_changes l on l.user_id = u.user_id
       left join lateral (select id, xmin from rounds where user_id = u.user_id order by id desc limit 1) r on true
       left join lateral (
         select share_date, xmin from daily_share_counts where user_id = u.user_id order by share_date desc limit 1
       ) d on true
       left join bot_visits v on v.user_id = u.user_id
       left join open_circuits m on m.practice = c.practice and c.transport = 'server' left join known_timeline k on true
     where u.user_id = any($1::bigint[])`,
    [userIds],
  );
  return new Map(rows.map(({ userId, version }) => [userId, version]));
}

type PastRound = Omit<RoundSpan, 'kind' | 'party' | 'state' | 'slot'> & {
  kind: ShareKind;
  party: string | null;
  state: 'done' | 'cut' | 'stopped';
  slot: number | null;
};

/** Rounds that have ended and began since `since`, oldest first. */
export async function readPastRounds(db: Queryable, userId: string, since: Instant): Promise<PastRound[]> {
  const { rows } = await db.query<Omit<PastRound, 'kind' | 'party'> & KindColumns & Row>(
    `/* prepared */ select started_at as "startsAt", ended_at as "endsAt", shares, unknown as "notConfirmed",
       failed as refused, planned, state, slot, ${kindColumns} from rounds r
     where user_id = $1 and id >= floor($2::double precision)::bigint << 20 and ended_at is not null order by id`,
    [userId, since],
  );
  return rows.map(({ partyId, partyTitle, partyEndsAt, kind, ...span }) => {
    const { kind: ofRound, party } = kindOf({ partyId, partyTitle, partyEndsAt, kind });
    return { ...span, kind: ofRound, party: party?.title ?? null };
  });
}

export async function readSharesByDate(db: Queryable, userId: string, from: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ date: string; shares: number }>(
    `/* prepared */ select share_date as date, share_count - assumed as shares from daily_share_counts
     where user_id = $1 and share_date >= $2`,
    [userId, from],
  );
  return new Map(rows.map(({ date, shares }) => [date, shares]));
}
