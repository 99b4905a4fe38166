// The ledger's SQL: reserving and settling share attempts, many bots in one transaction.

import type { ShareOutcome } from '#domain/bot/backoff.ts';
import type { ShareKind } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { listsOf, at as moment } from '../../../sql.ts';
import { countShares } from '../../listings/listings.ts';

export type ReserveAsk = {
  userId: string;
  /** The claim under which the worker acts. */
  owner: string;
  epoch: string;
  roundId: string;
  /** Of a share-back, minus its id. */
  listingId: number;
  kind: ShareKind;
  /** The most shares a day of this kind. An ordinary share ignores it. */
  mostOfKind: number;
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
  | 'limit'
  /** The day has as many shares of this kind as the seller wants. */
  | 'enough';

export type ReserveAnswer =
  | { kind: 'reserved'; marketId: string | null; tries: number; sharesToday: number }
  | { kind: 'refused'; why: Refusal };

/**
 * Reserves one share each for bots of different sellers, in one statement: `reserve_shares` of the database locks the rows, and
 * then writes what they allow. One answer for each of `asks`, in their order.
 */
export async function reserve(tx: Queryable, asks: readonly ReserveAsk[], at: Instant): Promise<ReserveAnswer[]> {
  const { rows } = await tx.query<AnswerRow>(
    `/* prepared */ select ordinal, refusal, market_id, tries, shares_today
     from reserve_shares($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[],
       $9::smallint[], $10::integer[], ${moment(11)})`,
    [
      ...listsOf(asks, 'userId', 'owner', 'epoch', 'roundId', 'listingId', 'shareDay', 'revision', 'closetRevision'),
      asks.map(({ kind }) => kindNumbers[kind]),
      asks.map(({ mostOfKind }) => mostOfKind),
      at,
    ],
  );
  const answers: ReserveAnswer[] = asks.map(() => busy);
  for (const row of rows) answers[row.ordinal - 1] = answerOf(row);
  return answers;
}

type AnswerRow = { ordinal: number } & (
  | { refusal: Refusal }
  | { refusal: null; market_id: string | null; tries: number; shares_today: number }
);

const busy: ReserveAnswer = { kind: 'refused', why: 'busy' };

const answerOf = (row: AnswerRow): ReserveAnswer =>
  row.refusal === null
    ? { kind: 'reserved', marketId: row.market_id, tries: row.tries, sharesToday: row.shares_today }
    : { kind: 'refused', why: row.refusal };

/** As rounds and attempts have them. */
export const kindNumbers: Record<ShareKind, number> = { self: 0, party: 1, back: 2 };

/** 0: an attempt that is open. As an outcome, it has the row deleted: nobody refused it, and its listing may be shared again. */
const outcomeNumbers: Record<ShareOutcome, number> = { shared: 1, refused: 2, unknown: 3, not_sent: 0 };

export type SettleAsk = {
  userId: string;
  roundId: string;
  listingId: number;
  /** When the reservation to settle was made, because a later one of the same listing is another. If left out, the current one. */
  reservedAt?: Instant;
  outcome: ShareOutcome;
  /** Trace id of a confirmed share, or else the kind of the answer, a colon, and its message. */
  evidence: string | null;
  at: Instant;
};

/**
 * Settles each attempt once; true for those that this call settled. A share raises the listing's count, a refusal gives the
 * reservation back to the day it was taken from, an unknown outcome stays counted. One that was never sent leaves no trace.
 */
export async function settle(tx: Queryable, asks: readonly SettleAsk[]): Promise<boolean[]> {
  const { rows } = await tx.query<{ ordinal: number }>(
    `/* prepared */ with settlements as (
       select t.ordinal, t.user_id, t.round_id, t.listing_id, t.outcome, t.evidence, to_timestamp(t.at / 1000) as at,
         to_timestamp(t.reserved_at / 1000) as reserved_at
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::text[], $6::double precision[],
           $7::double precision[])
         with ordinality as t(user_id, round_id, listing_id, outcome, evidence, at, reserved_at, ordinal)
     ), done as (
       update share_attempts s set outcome = t.outcome, settled_at = t.at, evidence = t.evidence
       from settlements t where s.user_id = t.user_id and s.round_id = t.round_id and s.listing_id = t.listing_id
         and s.outcome = 0 and s.reserved_at = coalesce(t.reserved_at, s.reserved_at) and t.outcome > 0
       returning t.ordinal::integer, s.user_id, s.share_date, s.kind, s.outcome
     ), unsent as (
       delete from share_attempts s
       using settlements t where s.user_id = t.user_id and s.round_id = t.round_id and s.listing_id = t.listing_id
         and s.outcome = 0 and s.reserved_at = coalesce(t.reserved_at, s.reserved_at) and t.outcome = 0
       returning t.ordinal::integer, s.user_id, s.share_date, s.kind
     ), given_back as (
       update daily_share_counts c set share_count = c.share_count - d.attempts, party_count = c.party_count - d.parties,
         back_count = c.back_count - d.backs, updated_at = now()
       from (
         select user_id, share_date::text as day, count(*) as attempts, count(*) filter (where kind = 1) as parties,
           count(*) filter (where kind = 2) as backs
         from (
           select user_id, share_date, kind from done where outcome = 2 union all select user_id, share_date, kind from unsent
         ) r
         group by user_id, share_date order by user_id, share_date
       ) d
       where c.user_id = d.user_id and c.share_date = d.day
     )
     select ordinal from done union all select ordinal from unsent`,
    [
      ...listsOf(asks, 'userId', 'roundId', 'listingId'),
      asks.map(({ outcome }) => outcomeNumbers[outcome]),
      asks.map(({ evidence }) => evidence?.slice(0, 300) ?? null),
      asks.map(({ at }) => at),
      asks.map(({ reservedAt }) => reservedAt ?? null),
    ],
  );
  const isDone = asks.map(() => false);
  const shares: { userId: string; listingId: number; at: Instant }[] = [];
  for (const { ordinal } of rows) {
    isDone[ordinal - 1] = true;
    const { userId, outcome, listingId, at } = asks[ordinal - 1] as SettleAsk;
    // Listings of other people are counted together.
    if (outcome === 'shared') shares.push({ userId, listingId: Math.max(listingId, 0), at });
  }
  await countShares(tx, shares);
  return isDone;
}
