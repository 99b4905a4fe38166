import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';
import { toJson } from '../store.ts';
import type { BatchRow } from './batch-store.ts';

/** The next write of a seller, with all that is needed to make it. */
export type OpenWrite = {
  id: string;
  userId: string;
  batchId: string;
  listingId: string;
  marketId: string;
  marketUserId: string;
  title: string;
  newPrice: number;
  oldPrice: number | null;
  /** Of an undo: the price that its change has set. */
  undoesPrice: number | null;
  state: 'waiting' | 'sending';
  /** Fences off whoever held this write before. */
  tries: number;
  source: BatchRow['source'];
  confirmedLarge: boolean;
  askedAt: Instant;
  sentAt: Instant | null;
};

const open = `state in ('waiting', 'sending')`;

/** The oldest write of the seller that is not settled: batches go one after another. */
export async function findOpen(db: Queryable, userId: string): Promise<OpenWrite | null> {
  const { rows } = await db.query<OpenWrite & Row>(
    `select w.id, w.user_id as "userId", w.batch_id as "batchId", w.listing_id as "listingId", l.poshmark_id as "marketId",
       l.market_user_id as "marketUserId", l.title, w.new_price as "newPrice", w.old_price as "oldPrice",
       u.new_price as "undoesPrice", w.state, w.tries, b.source, b.confirmed_large as "confirmedLarge",
       w.asked_at as "askedAt", w.sent_at as "sentAt"
     from price_writes w
     join price_batches b on b.id = w.batch_id
     join listings l on l.id = w.listing_id
     left join price_writes u on u.id = w.undoes
     where w.user_id = $1 and w.${open} order by w.id limit 1`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Before the write leaves us: what it will overwrite. False: it is another's by now. */
export async function saveSending(
  db: Queryable,
  { id, tries, oldPrice, now }: { id: string; tries: number; oldPrice: number; now: Instant },
): Promise<boolean> {
  const { count } = await db.query(
    `update price_writes set state = 'sending', old_price = $3, sent_at = ${at(4)}
     where id = $1 and tries = $2 and ${open}`,
    [id, tries, oldPrice, now],
  );
  return count === 1;
}

/** It was not done, for sure: it may be sent again. */
export async function saveUnsent(db: Queryable, { id, tries }: { id: string; tries: number }): Promise<void> {
  await db.query(
    `update price_writes set state = 'waiting', old_price = null, sent_at = null, tries = tries + 1
     where id = $1 and tries = $2 and state = 'sending'`,
    [id, tries],
  );
}

export type Settled = {
  id: string;
  tries: number;
  state: 'updated' | 'failed' | 'unknown';
  /** Left out: the one that is kept already. */
  oldPrice?: number;
  error?: string;
  message?: string;
  now: Instant;
};

/** True for the one call that settles it. */
export async function saveSettled(tx: Queryable, settled: Settled): Promise<boolean> {
  const { count } = await tx.query(
    `update price_writes set state = $3, old_price = coalesce($4, old_price), error = $5, message = $6,
       settled_at = ${at(7)}
     where id = $1 and tries = $2 and ${open}`,
    [
      settled.id,
      settled.tries,
      settled.state,
      settled.oldPrice ?? null,
      settled.error ?? null,
      settled.message ?? null,
      settled.now,
    ],
  );
  return count === 1;
}

/**
 * Ends all that the seller has open: what was not sent has failed, and of what was on its way nobody knows what became of
 * it. The first of them is told `message`, the others the same with `others` before it.
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

/** A write of unknown outcome that a later look has told about. */
export type ResolvedWrite = {
  batchId: string;
  listingId: string;
  title: string;
  source: BatchRow['source'];
  isUndo: boolean;
  state: 'updated' | 'failed';
  oldPrice: number;
  newPrice: number;
};

/**
 * What is of unknown outcome, and the last that was wanted of its listing, is decided by the price that the marketplace shows
 * now.
 */
export async function resolveUnknown(
  tx: Queryable,
  {
    userId,
    seen,
    message,
    now,
  }: {
    userId: string;
    seen: readonly { poshmark_id: string; price: number | null }[];
    /** For those that turn out not to be made. */
    message: string;
    now: Instant;
  },
): Promise<ResolvedWrite[]> {
  const { rows } = await tx.query<ResolvedWrite & Row>(
    `update price_writes w set settled_at = ${at(3)},
       state = case when told.price = w.new_price then 'updated' else 'failed' end,
       error = case when told.price = w.new_price then null else 'marketplace_unavailable' end,
       message = case when told.price = w.new_price then null else $4 end
     from jsonb_to_recordset($2::jsonb) as told(poshmark_id text, price int), listings l, price_batches b
     where w.user_id = $1 and w.state = 'unknown' and told.price is not null and w.old_price is not null
       and l.user_id = $1 and l.poshmark_id = told.poshmark_id and w.listing_id = l.id and b.id = w.batch_id
       and not exists (select from price_writes later where later.listing_id = w.listing_id and later.id > w.id)
     returning w.batch_id as "batchId", w.listing_id as "listingId", l.title, b.source, w.undoes is not null as "isUndo",
       w.state, w.old_price as "oldPrice", w.new_price as "newPrice"`,
    [userId, toJson(seen), now, message],
  );
  return rows;
}

/** Sellers with something left to do, and how long ago any of it moved, by the database's clock of its rows. */
export async function findUnfinished(db: Queryable, before: Instant): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `select user_id as "userId" from price_writes where ${open}
     group by user_id having max(greatest(asked_at, coalesce(sent_at, asked_at))) <= ${at(1)}`,
    [before],
  );
  return rows.map(({ userId }) => userId);
}

/**
 * Every batch of the seller that has its end and was not told of yet counts as told from now on: of two that look at once, one
 * tells. `tookMs` is from its beginning to its last write.
 */
export async function takeEnded(
  tx: Queryable,
  { userId, now }: { userId: string; now: Instant },
): Promise<{ batchId: string; tookMs: number }[]> {
  const { rows } = await tx.query<{ batchId: string; tookMs: number }>(
    `update price_batches b set notified_at = ${at(2)}
     where b.user_id = $1 and b.notified_at is null
       and not exists (select from price_writes w where w.batch_id = b.id and w.${open})
     returning b.id as "batchId", (extract(epoch from (
       select max(settled_at) from price_writes w where w.batch_id = b.id) - b.created_at) * 1000)::float8 as "tookMs"`,
    [userId, now],
  );
  return rows;
}

/** When the seller's journal last moved; null: nothing in it is open. */
export async function lastMoved(db: Queryable, userId: string): Promise<Instant | null> {
  const { rows } = await db.query<{ at: Instant | null }>(
    `select case when bool_or(${open}) then max(greatest(asked_at, sent_at, settled_at)) end as at
     from price_writes where user_id = $1 and batch_id in (
       select batch_id from price_writes where user_id = $1 and ${open}
     )`,
    [userId],
  );
  return rows[0]?.at ?? null;
}
