// SQL for single price writes of the journal.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstRow, firstValue, isAny, rowsOf, toJson, valuesOf } from '../../../../sql.ts';
import type { BatchRow } from './batch-store.ts';

export type OpenWrite = {
  id: string;
  userId: string;
  batchId: string;
  listingId: string;
  marketId: string;
  marketUserId: string;
  title: string;
  currency: string;
  newPrice: number;
  /** What the seller was shown; null if the client did not say. */
  expectedPrice: number | null;
  oldPrice: number | null;
  /** For an undo: the price that the change had set. */
  undoesPrice: number | null;
  state: 'waiting' | 'sending';
  /** Fences off the previous owner of this write. */
  tries: number;
  source: BatchRow['source'];
  confirmedLarge: boolean;
  askedAt: Instant;
  sentAt: Instant | null;
  /** The marketplace's answer to it was lost or unclear. */
  isUncertain: boolean;
  /** When the latest earlier write of the same listing with an unknown outcome was sent; null if there is none. */
  unresolvedSentAt: Instant | null;
};

/** A write and the try that its caller owns. */
type OwnedWrite = Pick<OpenWrite, 'userId' | 'id' | 'tries'>;

const open = `state in ('waiting', 'sending')`;

/** A write with an unknown outcome that the current price can still show, because no later write of the listing was sent. */
const unresolved = `w.state = 'unknown' and w.old_price is not null
  and not exists (select from price_writes later where later.user_id = w.user_id and later.listing_id = w.listing_id
    and later.id > w.id and later.sent_at is not null)`;

/**
 * The seller's next write: the oldest that is not settled. One that was asked for alone doesn't wait for the rest of a long batch,
 * unless that has a write of the same listing.
 */
export const findOpen = (db: Queryable, userId: string): Promise<OpenWrite | null> =>
  firstRow(
    db,
    `select next.id, next.user_id as "userId", next.batch_id as "batchId", next.listing_id as "listingId",
       l.poshmark_id as "marketId", l.market_user_id as "marketUserId", l.title, l.currency, next.new_price as "newPrice",
       next.expected_price as "expectedPrice", next.old_price as "oldPrice", u.new_price as "undoesPrice", next.state, next.tries, b.source,
       b.confirmed_large as "confirmedLarge", next.asked_at as "askedAt", next.sent_at as "sentAt",
       next.error is not distinct from 'outcome_unknown' as "isUncertain", (
         select max(w.sent_at) from price_writes w
         where w.user_id = $1 and w.listing_id = l.id and w.id < next.id and ${unresolved}
       ) as "unresolvedSentAt"
     from (
       select *, count(*) over (partition by batch_id) as batch_size,
         row_number() over (partition by listing_id order by id) as rank
       from price_writes where user_id = $1 and ${open}
     ) next
     join price_batches b on b.user_id = $1 and b.id = next.batch_id
     join listings l on l.user_id = $1 and l.id = next.listing_id
     left join price_writes u on u.user_id = $1 and u.id = next.undoes
     order by (next.batch_size = 1 and next.rank = 1) desc, next.id limit 1`,
    [userId],
  );

/**
 * Stores the price that the write is about to overwrite, before it is sent. Resolves to false if another process owns the write
 * now.
 */
export const saveSending = (
  db: Queryable,
  { userId, id, tries, oldPrice, now }: OwnedWrite & { oldPrice: number; now: Instant },
): Promise<boolean> =>
  isAny(
    db,
    `update price_writes set state = 'sending', old_price = $4, sent_at = ${at(5)}
     where user_id = $1 and id = $2 and tries = $3 and ${open}`,
    [userId, id, tries, oldPrice, now],
  );

/** The reply was lost or unclear. The write stays open until reading shows its outcome, and is never sent again. */
export async function saveUncertain(db: Queryable, { userId, id, tries }: OwnedWrite): Promise<void> {
  await db.query(
    `update price_writes set error = 'outcome_unknown'
     where user_id = $1 and id = $2 and tries = $3 and state = 'sending'`,
    [userId, id, tries],
  );
}

/** The write was certainly not done, so it may be sent again. */
export async function saveUnsent(db: Queryable, { userId, id, tries }: OwnedWrite): Promise<void> {
  await db.query(
    `update price_writes set state = 'waiting', old_price = null, sent_at = null, tries = tries + 1
     where user_id = $1 and id = $2 and tries = $3 and state = 'sending'`,
    [userId, id, tries],
  );
}

export type Settled = OwnedWrite & {
  state: 'updated' | 'failed' | 'unknown';
  /** If left out, the stored one stays. */
  oldPrice?: number;
  error?: string;
  message?: string;
  now: Instant;
};

/** Resolves to true for the one call that settles it. */
export const saveSettled = (tx: Queryable, settled: Settled): Promise<boolean> =>
  isAny(
    tx,
    `update price_writes set state = $4, old_price = coalesce($5, old_price), error = $6, message = $7,
       settled_at = ${at(8)}
     where user_id = $1 and id = $2 and tries = $3 and ${open}`,
    [
      settled.userId,
      settled.id,
      settled.tries,
      settled.state,
      settled.oldPrice ?? null,
      settled.error ?? null,
      settled.message ?? null,
      settled.now,
    ],
  );

/**
 * Ends all open writes of the seller: unsent ones as failed, and those in flight as unknown. The first one gets `message`, and
 * the others get it with `others` before it.
 */
export async function endRest(
  tx: Queryable,
  rest: {
    userId: string;
    firstId: string;
    error: string;
    message: string;
    others: string;
    unknownMessage: string;
    now: Instant;
  },
): Promise<void> {
  await tx.query(
    `update price_writes set settled_at = ${at(7)},
       state = case state when 'sending' then 'unknown' else 'failed' end,
       error = case state when 'sending' then 'outcome_unknown' else $3 end,
       message = case when state = 'sending' then $6 when id = $2 then $4 else $5 || $4 end
     where user_id = $1 and ${open}`,
    [rest.userId, rest.firstId, rest.error, rest.message, rest.others, rest.unknownMessage, rest.now],
  );
}

/** Ends the writes of a batch that were not sent yet as failed. */
export async function endWaiting(
  db: Queryable,
  given: { userId: string; batchId: string; error: string; message: string; now: Instant },
): Promise<void> {
  const { userId, batchId, error, message, now } = given;
  await db.query(
    `update price_writes set state = 'failed', error = $3, message = $4, settled_at = ${at(5)}
     where user_id = $1 and batch_id = $2 and state = 'waiting'`,
    [userId, batchId, error, message, now],
  );
}

type ResolvedWrite = {
  batchId: string;
  listingId: string;
  title: string;
  currency: string;
  source: BatchRow['source'];
  isUndo: boolean;
  state: 'updated' | 'failed';
  oldPrice: number;
  newPrice: number;
};

/**
 * Resolves writes of unknown outcome by the prices that the marketplace shows. The wanted price proves that a write arrived, even
 * one that is still in flight. Any other price proves that it did not, but only if it was sent before `sentBefore`.
 */
export function resolveUnknown(
  tx: Queryable,
  given: {
    userId: string;
    seen: readonly { poshmark_id: string; price: number | null }[];
    /** Writes sent before this moment could no longer arrive when the prices were read. */
    sentBefore: Instant;
    /** The message for writes that did not arrive. */
    message: string;
    now: Instant;
  },
): Promise<ResolvedWrite[]> {
  const { userId, seen, sentBefore, message, now } = given;
  return rowsOf(
    tx,
    `update price_writes w set settled_at = ${at(3)},
       state = case when shown.price = w.new_price then 'updated' else 'failed' end,
       error = case when shown.price = w.new_price then null else 'marketplace_unavailable' end,
       message = case when shown.price = w.new_price then null else $4 end
     from jsonb_to_recordset($2::jsonb) as shown(poshmark_id text, price int), listings l, price_batches b
     where w.user_id = $1 and shown.price is not null and l.user_id = $1 and l.poshmark_id = shown.poshmark_id
       and w.listing_id = l.id and b.user_id = $1 and b.id = w.batch_id
       and (${unresolved} and (shown.price = w.new_price or w.sent_at is null or w.sent_at <= ${at(5)})
         or w.state = 'sending' and shown.price = w.new_price)
     returning w.batch_id as "batchId", w.listing_id as "listingId", l.title, l.currency, b.source, w.undoes is not null as "isUndo",
       w.state, w.old_price as "oldPrice", w.new_price as "newPrice"`,
    [userId, toJson(seen), now, message, sentBefore],
  );
}

/** Sellers with open writes, and how long ago any of them changed, by the database's clock. */
export const findUnfinished = (db: Queryable, before: Instant): Promise<string[]> =>
  valuesOf(
    db,
    `select user_id as "userId" from price_writes where ${open}
     group by user_id having max(greatest(asked_at, coalesce(sent_at, asked_at))) <= ${at(1)}`,
    [before],
  );

/**
 * Returns ended batches of which the seller was not notified yet, and marks them as notified, so that only one of two callers
 * notifies. `tookMs` is the time from a batch's start to its last write.
 */
export const takeEnded = (
  tx: Queryable,
  { userId, now }: { userId: string; now: Instant },
): Promise<{ batchId: string; tookMs: number }[]> =>
  rowsOf(
    tx,
    `update price_batches b set notified_at = ${at(2)}
     where b.user_id = $1 and b.notified_at is null
       and not exists (select from price_writes w where w.user_id = $1 and w.batch_id = b.id and w.${open})
     returning b.id as "batchId", (extract(epoch from (
       select max(settled_at) from price_writes w where w.user_id = $1 and w.batch_id = b.id
     ) - b.created_at) * 1000)::float8 as "tookMs"`,
    [userId, now],
  );

/** When the seller's last earlier write was sent, of those that ended after `since`; null if there is none. */
export const lastSentBefore = (
  db: Queryable,
  { userId, id, since }: { userId: string; id: string; since: Instant },
): Promise<Instant | null> =>
  firstValue(
    db,
    `select max(sent_at) as at from price_writes where user_id = $1 and settled_at >= ${at(3)} and id < $2`,
    [userId, id, since],
  );

/** When the seller's journal last changed; null if nothing in it is open. */
export const lastMoved = (db: Queryable, userId: string): Promise<Instant | null> =>
  firstValue(
    db, // Nobody waits for a drop, so that one which was asked for is no sign of a process that works on it.
    `select case when bool_or(${open}) then coalesce(
       max(greatest(case when b.source <> 'drop' or undoes is not null then asked_at end, sent_at, settled_at)), 'epoch'
     ) end as at
     from price_writes w join price_batches b on b.user_id = $1 and b.id = w.batch_id
     where w.user_id = $1 and w.batch_id in (
       select batch_id from price_writes where user_id = $1 and ${open}
     )`,
    [userId],
  );
