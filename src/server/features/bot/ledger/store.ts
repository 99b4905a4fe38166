// The ledger's SQL: reserving and settling share attempts, many bots in one transaction.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { pinClosets, type SharingCloset } from '../../closet/closet.ts';
import { countShares } from '../../listings/listings.ts';
import { at as moment } from '../../sql-moment.ts';
import { lockForReservations, type ReservingRow, writeShareDays } from '../state/bot-row.ts';
import { shareDayAfter } from '../state/transitions.ts';

export type ReserveAsk = {
  userId: string;
  /** The claim under which the worker acts. */
  owner: string;
  epoch: string;
  roundId: string;
  listingId: number;
  /** The seller's date by the clock. The row's date never moves backward. */
  shareDay: string;
  /** The revisions of bot and closet that the worker knows. If they are out of date, it must read them again first. */
  revision: string;
  closetRevision: string;
};

export type Refusal =
  /** Another transaction is changing the row right now. */
  | 'busy'
  /** Another worker owns the bot, it was claimed again, or this worker's lease has ended. Let go of the bot. */
  | 'lost'
  /** Settings, state, or session have changed. Read them and decide again. */
  | 'changed'
  /** Another call of the account is running. */
  | 'held'
  /** This listing already had its attempt in this round. */
  | 'already'
  /** No longer for sale, or left out of rounds by the seller. */
  | 'not_available'
  /** The limit in force is used up. */
  | 'limit';

export type ReserveAnswer =
  | { kind: 'reserved'; marketId: string; tries: number; sharesToday: number }
  | { kind: 'refused'; why: Refusal };

/**
 * Reserves one share each for many bots, in one transaction. First it locks the bots' rows and skips those that others have
 * locked, so no two workers wait for each other; then the closets' rows, so that a call that takes the account lock sees this
 * reservation. The next statements read what can't change under them: every reservation of a seller holds these locks up to
 * its commit. The statement that writes reads the lease as well, under the locks: another worker that frees these bots waits for
 * this commit, and then finds what was reserved.
 */
export async function reserve(tx: Queryable, asks: readonly ReserveAsk[], at: Instant): Promise<ReserveAnswer[]> {
  const userIds = asks.map(({ userId }) => userId);
  const bots = await lockForReservations(tx, userIds);
  const closets = new Map((await pinClosets(tx, userIds)).map((closet) => [closet.userId, closet]));
  const able = new Map<string, Able[]>();
  const refusals = asks.map((ask) => {
    const bot = bots.get(ask.userId);
    const why = refusalOf(ask, bot, closets.get(ask.userId));
    if (why !== null) return refused[why];
    const day = shareDayAfter(bot ?? { shareDay: null }, ask.shareDay);
    const ofOwner = able.get(ask.owner) ?? [];
    if (ofOwner.length === 0) able.set(ask.owner, ofOwner);
    ofOwner.push({ ask, day, isNewDay: bot?.shareDay !== day });
    return null;
  });
  const written = new Map<string, Written>();
  // A worker asks for itself alone, so this is one statement.
  for (const [owner, ofOwner] of able)
    for (const row of await writeReservations(tx, ofOwner, { owner, at })) written.set(row.user_id, row);
  const moved = [...able.values()].flat().filter(({ ask, isNewDay }) => isNewDay && written.has(ask.userId));
  if (moved.length > 0)
    await writeShareDays(
      tx,
      moved.map(({ ask, day }) => ({ userId: ask.userId, shareDay: day })),
    );
  return asks.map(({ userId }, index) => {
    const row = written.get(userId);
    return refusals[index] ?? (row === undefined ? refused.lost : answerOf(row));
  });
}

/** What the locked rows allow, with the share day that it counts for. */
type Able = { ask: ReserveAsk; day: string; isNewDay: boolean };

const refusalKinds = ['busy', 'lost', 'changed', 'held', 'already', 'not_available', 'limit'] as const;
const refused = Object.fromEntries(refusalKinds.map((why) => [why, { kind: 'refused', why }])) as Record<
  Refusal,
  ReserveAnswer
>;

function refusalOf(ask: ReserveAsk, bot: ReservingRow | undefined, closet: SharingCloset | undefined): Refusal | null {
  if (bot === undefined) return 'busy';
  if (bot.owner !== ask.owner || bot.epoch !== ask.epoch) return 'lost';
  if (bot.state !== 'sharing' || bot.roundId !== ask.roundId || bot.revision !== ask.revision) return 'changed';
  if (closet === undefined) return 'busy';
  if (closet.isLocked) return 'held';
  if (closet.revision !== ask.closetRevision) return 'changed';
  return null;
}

type Written = {
  user_id: string;
  is_available: boolean;
  has_room: boolean;
  poshmark_id: string | null;
  tries: number | null;
  share_count: number | null;
};

/**
 * The day's count is raised only where the attempt was written, and the attempt is written only where the count has room. The
 * parts are combined by grouping, not by joins: with index joins alone, joining the parts compared every bot with every other
 * one, and a batch of 1,000 took half a second.
 *
 * Resolves to no rows if the worker's lease isn't valid now, which may be later than the start of the transaction: a host may
 * sleep and wake in the middle of it. After the promotion of a standby, no lease is until a worker has counted what that standby
 * may have missed.
 */
async function writeReservations(
  tx: Queryable,
  able: readonly Able[],
  { owner, at }: { owner: string; at: Instant },
): Promise<Written[]> {
  const { rows } = await tx.query<Written>(
    `/* prepared */ with standing as materialized (
       select id from workers where id = $6 and lease_until > clock_timestamp() and timeline = database_timeline()
     ), asked as (
       select a.user_id, a.round_id, a.listing_id, a.day, ${moment(5)} as at
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) as a(user_id, round_id, listing_id, day)
     ), looked as materialized (
       select a.*, l.poshmark_id,
         coalesce(not l.skip_sharing, false) as is_available,
         coalesce(d.share_count, 0) < b.limit_in_force and (
           b.rolling_until is null or b.rolling_until <= a.at or b.limit_in_force > (
             select count(*) from share_attempts s
             where s.user_id = a.user_id and s.reserved_at > a.at - interval '24 hours' and s.outcome <> 2
           ) + (
             select coalesce(sum(c.assumed), 0) from daily_share_counts c
             where c.user_id = a.user_id and c.share_date::date >= (a.at - interval '2 days')::date
           )
         ) as has_room
       from asked a
       join bots b on b.user_id = a.user_id
       left join shareable_listings l on l.id = a.listing_id and l.user_id = a.user_id
       left join daily_share_counts d on d.user_id = a.user_id and d.share_date = a.day
       where exists (select from standing)
     ), written as (
       insert into share_attempts as s (round_id, listing_id, user_id, share_date, reserved_at)
       select round_id, listing_id, user_id, day::date, at from looked where is_available and has_room
       on conflict (round_id, listing_id) do update
         set outcome = 0, tries = s.tries + 1, share_date = excluded.share_date, reserved_at = excluded.reserved_at,
           settled_at = null, evidence = null
         where s.outcome = 2 and s.tries = 1
           and split_part(s.evidence, ':', 1) in ('token_rejected', 'session_expired', 'not_sent')
       returning user_id, share_date, tries
     ), counted as (
       insert into daily_share_counts as d (user_id, share_date, share_count)
       select user_id, share_date::text, 1 from written
       on conflict (user_id, share_date) do update
         set share_count = d.share_count + 1, updated_at = now()
         where d.share_count < (select b.limit_in_force from bots b where b.user_id = d.user_id)
       returning user_id, share_count
     )
     select user_id, bool_or(is_available) as is_available, bool_or(has_room) as has_room, max(poshmark_id) as poshmark_id,
       max(tries) as tries, max(share_count) as share_count
     from (
       select user_id, is_available, has_room, poshmark_id, null::smallint as tries, null::integer as share_count
       from looked
       union all select user_id, null, null, null, tries, null from written
       union all select user_id, null, null, null, null, share_count from counted
     ) parts
     group by user_id`,
    [
      able.map(({ ask }) => ask.userId),
      able.map(({ ask }) => ask.roundId),
      able.map(({ ask }) => ask.listingId),
      able.map(({ day }) => day),
      at,
      owner,
    ],
  );
  return rows;
}

function answerOf(row: Written): ReserveAnswer {
  if (!row.is_available) return refused.not_available;
  if (!row.has_room) return refused.limit;
  if (row.tries === null) return refused.already;
  // A share that is stored but not counted would be outside the limit, so the whole transaction is rolled back.
  if (row.share_count === null || row.poshmark_id === null)
    throw new Error('A reservation was written and not counted.');
  return {
    kind: 'reserved',
    marketId: row.poshmark_id,
    tries: row.tries,
    sharesToday: row.share_count,
  };
}

export type Outcome = 'shared' | 'refused' | 'unknown';
const outcomeNumbers: Record<Outcome, number> = { shared: 1, refused: 2, unknown: 3 };

export type SettleAsk = {
  roundId: string;
  listingId: number;
  /** When the reservation to settle was made, because a later one of the same listing is another. If left out, the current one. */
  reservedAt?: Instant;
  outcome: Outcome;
  /** Trace id of a confirmed share, or else the kind of the answer, a colon, and its message. */
  evidence: string | null;
  at: Instant;
};

/**
 * Settles each attempt once; true for those that this call settled. A share raises the listing's count, a refusal gives the
 * reservation back to the day it was taken from, an unknown outcome stays counted.
 */
export async function settle(tx: Queryable, asks: readonly SettleAsk[]): Promise<boolean[]> {
  const { rows } = await tx.query<{ place: number }>(
    `/* prepared */ with settlements as (
       select t.place, t.round_id, t.listing_id, t.outcome, t.evidence, to_timestamp(t.at / 1000) as at,
         to_timestamp(t.reserved_at / 1000) as reserved_at
       from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::double precision[], $6::double precision[])
         with ordinality as t(round_id, listing_id, outcome, evidence, at, reserved_at, place)
     ), done as (
       update share_attempts s set outcome = t.outcome, settled_at = t.at, evidence = t.evidence
       from settlements t where s.round_id = t.round_id and s.listing_id = t.listing_id and s.outcome = 0
         and s.reserved_at = coalesce(t.reserved_at, s.reserved_at)
       returning t.place::integer, s.user_id, s.share_date, s.outcome
     ), given_back as (
       update daily_share_counts c set share_count = c.share_count - d.attempts, updated_at = now()
       from (
         select user_id, share_date::text as day, count(*) as attempts from done where outcome = 2
         group by user_id, share_date order by user_id, share_date
       ) d
       where c.user_id = d.user_id and c.share_date = d.day
     )
     select place from done`,
    [
      asks.map(({ roundId }) => roundId),
      asks.map(({ listingId }) => listingId),
      asks.map(({ outcome }) => outcomeNumbers[outcome]),
      asks.map(({ evidence }) => evidence?.slice(0, 300) ?? null),
      asks.map(({ at }) => at),
      asks.map(({ reservedAt }) => reservedAt ?? null),
    ],
  );
  const isDone = asks.map(() => false);
  for (const { place } of rows) isDone[place - 1] = true;
  await countShares(
    tx,
    asks.filter(({ outcome }, index) => outcome === 'shared' && isDone[index]),
  );
  return isDone;
}
