import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { isId } from './listing-id.ts';

export type BatchRow = {
  id: string;
  source: 'manual' | 'optimizer' | 'analysis';
  bodyHash: string | null;
  createdAt: Instant;
};

export type WriteState = 'waiting' | 'sending' | 'updated' | 'failed' | 'unknown';

/** One intended change of one price, or the undoing of one. Prices are whole dollars. */
export type WriteRow = {
  id: string;
  askedId: string;
  listingId: string | null;
  undoes: string | null;
  newPrice: number;
  oldPrice: number | null;
  state: WriteState;
  error: string | null;
  message: string | null;
};

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

const at = (n: number): string => `to_timestamp($${n}::double precision / 1000)`;
const writeColumns = `id, asked_id as "askedId", listing_id as "listingId", undoes, new_price as "newPrice",
  old_price as "oldPrice", state, error, message`;
const open = `state in ('waiting', 'sending')`;

/** One at a time makes or undoes a batch of this seller, so that their writes stand in the order of their batches. */
export async function lockPrices(tx: Queryable, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('prices ' || $1::text, 0))`, [userId]);
}

const batchColumns = `id, source, body_hash as "bodyHash", created_at as "createdAt"`;

export async function findBatchByKey(db: Queryable, userId: string, key: string): Promise<BatchRow | null> {
  const { rows } = await db.query<BatchRow & Row>(
    `select ${batchColumns} from price_batches where user_id = $1 and idempotency_key = $2`,
    [userId, key],
  );
  return rows[0] ?? null;
}

/** By its id, or by the key it came with: who still waits for the answer knows only that one. */
export async function findBatch(db: Queryable, userId: string, name: string): Promise<BatchRow | null> {
  const { rows } = await db.query<BatchRow & Row>(
    `select ${batchColumns} from price_batches
     where user_id = $1 and (id = $2::bigint or idempotency_key = $3) order by id = $2::bigint desc nulls last limit 1`,
    [userId, isId(name) ? name : null, name],
  );
  return rows[0] ?? null;
}

export async function insertBatch(
  tx: Queryable,
  batch: {
    userId: string;
    source: BatchRow['source'];
    confirmedLarge: boolean;
    key: string | null;
    bodyHash: string;
    now: Instant;
  },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into price_batches (user_id, source, confirmed_large, idempotency_key, body_hash, created_at)
     values ($1, $2, $3, $4, $5, ${at(6)}) returning id`,
    [batch.userId, batch.source, batch.confirmedLarge, batch.key, batch.bodyHash, batch.now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The batch was not written.');
  return row.id;
}

export type NewWrite = {
  askedId: string;
  /** null: none of the seller's, and failed from the beginning. */
  listingId: string | null;
  newPrice: number;
  undoes: string | null;
};

/** In their order. Of a change that is being put back already nothing is written. */
export async function insertWrites(
  tx: Queryable,
  {
    userId,
    batchId,
    writes,
    notFound,
    now,
  }: { userId: string; batchId: string; writes: readonly NewWrite[]; notFound: string; now: Instant },
): Promise<void> {
  await tx.query(
    `insert into price_writes (batch_id, user_id, asked_id, listing_id, undoes, new_price, asked_at, state, error, message,
       settled_at)
     select $1, $2, w.asked_id, w.listing_id, w.undoes, w.new_price, ${at(4)},
       case when w.listing_id is null then 'failed' else 'waiting' end,
       case when w.listing_id is null then 'not_found' end,
       case when w.listing_id is null then $5 end,
       case when w.listing_id is null then ${at(4)} end
     from jsonb_to_recordset($3::jsonb) as w(place int, asked_id text, listing_id bigint, undoes bigint, new_price int)
     order by w.place on conflict do nothing`,
    [
      batchId,
      userId,
      JSON.stringify(
        writes.map(({ askedId, listingId, undoes, newPrice }, place) => ({
          place,
          asked_id: askedId,
          listing_id: listingId,
          undoes,
          new_price: newPrice,
        })),
      ),
      now,
      notFound,
    ],
  );
}

/** An undo of unknown outcome is looked at again by whoever asks for it again. */
export async function reopenUnknown(
  tx: Queryable,
  { userId, undoIds, now }: { userId: string; undoIds: readonly string[]; now: Instant },
): Promise<void> {
  await tx.query(
    `update price_writes set state = 'sending', settled_at = null, error = null, message = null, tries = tries + 1,
       asked_at = ${at(3)}
     where user_id = $1 and id = any($2::bigint[]) and state = 'unknown'`,
    [userId, undoIds, now],
  );
}

/** Changes first, then what puts them back, each in its order. */
export async function findWrites(db: Queryable, userId: string, batchId: string): Promise<WriteRow[]> {
  const { rows } = await db.query<WriteRow & Row>(
    `select ${writeColumns} from price_writes where user_id = $1 and batch_id = $2 order by id`,
    [userId, batchId],
  );
  return rows;
}

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

export async function isBatchOpen(db: Queryable, userId: string, batchId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 as one from price_writes where user_id = $1 and batch_id = $2 and ${open} limit 1`,
    [userId, batchId],
  );
  return rows.length > 0;
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

export async function dropOldKeys(db: Queryable, before: Instant): Promise<void> {
  await db.query(
    `update price_batches set idempotency_key = null, body_hash = null
     where idempotency_key is not null and created_at < ${at(1)}`,
    [before],
  );
}
