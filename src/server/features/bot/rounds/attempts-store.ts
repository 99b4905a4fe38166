// The SQL of share attempts that nobody has settled, and of the last ones of sellers.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../../sql.ts';
import type { RoundKey } from './store.ts';

export type OpenAttempt = RoundKey & { listingId: number; reservedAt: Instant };

/** The columns of an open attempt `s`. */
const openAttempt = `s.user_id as "userId", s.round_id as "roundId", s.listing_id as "listingId", s.reserved_at as "reservedAt"`;

type AttemptRow = Omit<OpenAttempt, 'listingId'> & { listingId: string };
const toAttempt = (row: AttemptRow): OpenAttempt => ({ ...row, listingId: Number(row.listingId) });

/** Attempts of these sellers that nobody has settled, of rounds that began after `since`. */
export async function readOpenAttempts(
  db: Queryable,
  userIds: readonly string[],
  since: Instant,
): Promise<OpenAttempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `/* prepared */ select ${openAttempt}
     from unnest($1::bigint[]) as a(user_id) cross join lateral (
       select * from share_attempts t
       where t.user_id = a.user_id and t.outcome = 0 and t.round_id >= floor($2::double precision)::bigint << 20
         and t.reserved_at >= ${at(2)}
     ) s`,
    [userIds, since],
  );
  return rows.map(toAttempt);
}

/**
 * The latest moment at which each seller's last share may have reached the marketplace, in rounds that began after `since`. A
 * share that was settled had arrived by then.
 */
export async function readLastShares(
  db: Queryable,
  userIds: readonly string[],
  since: Instant,
): Promise<Map<string, Instant>> {
  const { rows } = await db.query<{ userId: string; at: Instant }>(
    `/* prepared */ select s.user_id as "userId", greatest(s.reserved_at, s.settled_at) as at
     from unnest($1::bigint[]) as a(user_id) cross join lateral (
       select * from share_attempts t
       where t.user_id = a.user_id and t.round_id >= floor($2::double precision)::bigint << 20 and t.reserved_at >= ${at(2)}
       order by t.reserved_at desc limit 1
     ) s`,
    [userIds, since],
  );
  return new Map(rows.map((row) => [row.userId, row.at]));
}

/** The most attempts that one of these reads finds. The next sweep finds the others. */
export const mostFound = 10_000;

/**
 * Attempts that were reserved before `before` and never settled, of rounds that began since `began` and ended since `ended`. A
 * round that ends counts its open attempts among the unknown ones, so only rounds with an unknown share are looked into.
 */
export async function readOrphanedAttempts(
  db: Queryable,
  { began, ended, before }: { began: Instant; ended: Instant; before: Instant },
): Promise<OpenAttempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${openAttempt}
     from rounds r cross join lateral (
       select * from share_attempts t
       where t.user_id = r.user_id and t.round_id = r.id and t.outcome = 0 and t.reserved_at < ${at(3)}
     ) s
     where r.unknown > 0 and r.id >= floor($1::double precision)::bigint << 20 and r.ended_at >= ${at(2)}
     limit ${mostFound}`,
    [began, ended, before],
  );
  return rows.map(toAttempt);
}

/** Attempts that were reserved before `before` and never settled, of the rounds that bots are in: one of `of` parts of all bots. */
export async function readForgottenAttempts(
  db: Queryable,
  { part, of, before }: { part: number; of: number; before: Instant },
): Promise<OpenAttempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${openAttempt}
     from bots b cross join lateral (
       select * from share_attempts t
       where t.user_id = b.user_id and t.round_id = b.round_id and t.outcome = 0 and t.reserved_at < ${at(3)}
     ) s
     where b.round_id is not null and b.user_id % $2::int = $1::int
     limit ${mostFound}`,
    [part, of, before],
  );
  return rows.map(toAttempt);
}

/** Those of these listings of a round that have no attempt anymore: what an owner had reserved for them was never sent. */
export async function findUnsent(
  db: Queryable,
  { userId, roundId }: RoundKey,
  listingIds: number[],
): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `select wanted.id from unnest($3::bigint[]) as wanted(id)
     where not exists (select from share_attempts s where s.user_id = $1 and s.round_id = $2 and s.listing_id = wanted.id)`,
    [userId, roundId, listingIds],
  );
  return rows.map(({ id }) => Number(id));
}
