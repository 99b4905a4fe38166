// SQL of the journal's batches: storing, finding, and pacing them, and what a restore and a demo do to them.

import type { DemoPrices } from '#domain/demo/demo-history.ts';
import { isId } from '#domain/id.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { changeEveryMs, nextChangeAt, remembersMs } from '#domain/prices/price-change.ts';
import { at, firstRow, isAny, listsOf, oneRow, oneValue, rowsOf, valuesOf } from '../../../../sql.ts';

export type BatchRow = {
  id: string;
  source: 'manual' | 'optimizer' | 'analysis' | 'drop';
  bodyHash: string | null;
  createdAt: Instant;
};

type WriteState = 'waiting' | 'sending' | 'updated' | 'failed' | 'unknown';

/** One intended price change, or the undo of one. Prices are in whole dollars. */
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

const writeColumns = `id, asked_id as "askedId", listing_id as "listingId", undoes, new_price as "newPrice",
  old_price as "oldPrice", state, error, message`;
const open = `state in ('waiting', 'sending')`;

/** Lets one transaction at a time create or undo a batch of this seller, so that the writes are in the order of their batches. */
export async function lockPrices(tx: Queryable, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('prices ' || $1::text, 0))`, [userId]);
}

const batchColumns = `id, source, body_hash as "bodyHash", created_at as "createdAt"`;

export const findBatchByKey = (db: Queryable, userId: string, key: string): Promise<BatchRow | null> =>
  firstRow(db, `select ${batchColumns} from price_batches where user_id = $1 and idempotency_key = $2`, [userId, key]);

/** Finds a batch by its id or its idempotency key, because a client that still waits for the answer knows only the key. */
export const findBatch = (db: Queryable, userId: string, name: string): Promise<BatchRow | null> =>
  firstRow(
    db,
    `select ${batchColumns} from price_batches
     where user_id = $1 and (id = $2::bigint or idempotency_key = $3) order by id = $2::bigint desc nulls last limit 1`,
    [userId, isId(name) ? name : null, name],
  );

export async function insertBatch(
  tx: Queryable,
  batch: {
    userId: string;
    source: BatchRow['source'];
    confirmedLarge: boolean;
    key: string | null;
    bodyHash: string | null;
    now: Instant;
    /** No device is notified of its end. */
    isQuiet?: boolean;
  },
): Promise<string> {
  const { id } = await oneRow<{ id: string }>(
    tx,
    `insert into price_batches (user_id, source, confirmed_large, idempotency_key, body_hash, created_at, notified_at)
     values ($1, $2, $3, $4, $5, ${at(6)}, case when $7 then ${at(6)} end) returning id`,
    [batch.userId, batch.source, batch.confirmedLarge, batch.key, batch.bodyHash, batch.now, batch.isQuiet === true],
  );
  return id;
}

export type NewWrite = {
  askedId: string;
  listingId: string;
  newPrice: number;
  /** What the seller was shown; null if the client did not say. */
  expectedPrice: number | null;
  undoes: string | null;
};

/** In their order. Writes nothing for a change that is already being undone. */
export async function insertWrites(
  tx: Queryable,
  { userId, batchId, writes, now }: { userId: string; batchId: string; writes: readonly NewWrite[]; now: Instant },
): Promise<void> {
  await tx.query(
    `insert into price_writes (batch_id, user_id, asked_id, listing_id, undoes, new_price, expected_price, asked_at)
     select $1, $2, w.asked_id, w.listing_id, w.undoes, w.new_price, w.expected_price, ${at(4)}
     from jsonb_to_recordset($3::jsonb) as w(index int, asked_id text, listing_id bigint, undoes bigint, new_price int,
       expected_price int)
     order by w.index on conflict do nothing`,
    [
      batchId,
      userId,
      JSON.stringify(
        writes.map(({ askedId, listingId, undoes, newPrice, expectedPrice }, index) => ({
          index,
          asked_id: askedId,
          listing_id: listingId,
          undoes,
          new_price: newPrice,
          expected_price: expectedPrice,
        })),
      ),
      now,
    ],
  );
}

/** How many changes and undos the seller asked for. */
export const countWritesSince = (db: Queryable, userId: string, since: Instant): Promise<number> =>
  oneValue(db, `select count(*)::int as count from price_writes where user_id = $1 and asked_at > ${at(2)}`, [
    userId,
    since,
  ]);

/** If an undo with unknown outcome is requested again, its outcome is read again. */
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

/** Changes first, then their undos, each in its order. */
export const findWrites = (db: Queryable, userId: string, batchId: string): Promise<WriteRow[]> =>
  rowsOf(db, `select ${writeColumns} from price_writes where user_id = $1 and batch_id = $2 order by id`, [
    userId,
    batchId,
  ]);

export const isBatchOpen = (db: Queryable, userId: string, batchId: string): Promise<boolean> =>
  isAny(db, `select 1 as one from price_writes where user_id = $1 and batch_id = $2 and ${open} limit 1`, [
    userId,
    batchId,
  ]);

export async function dropOldKeys(db: Queryable, before: Instant): Promise<void> {
  await db.query(
    `update price_batches set idempotency_key = null, body_hash = null
     where idempotency_key is not null and created_at < ${at(1)}`,
    [before],
  );
}

/**
 * An invented batch of a demo account, whose last prices are those that the listings have. Resolves to its id.
 */
export const insertInventedBatch = (
  tx: Queryable,
  userId: string,
  { source, appliedAt, undoneAt, changes }: DemoPrices,
): Promise<string> =>
  oneValue(
    tx,
    `with batch as (
       insert into price_batches (user_id, source, confirmed_large, body_hash, created_at, notified_at)
       values ($1, $8, false, 'demo', ${at(2)}, ${at(2)}) returning id
     ), asked as (
       select * from unnest($4::bigint[], $5::int[], $6::int[], $7::double precision[])
         as a(listing_id, old_price, new_price, at)
     ), applied as (
       insert into price_writes (batch_id, user_id, asked_id, listing_id, new_price, old_price, state, tries, asked_at,
         sent_at, settled_at)
       select batch.id, $1, listing_id::text, listing_id, new_price, old_price, 'updated', 1, moment, moment, moment
       from asked, batch, to_timestamp(asked.at / 1000) as moment returning id, listing_id, new_price, old_price, batch_id, sent_at
     ), undone as (
       insert into price_writes (batch_id, user_id, asked_id, listing_id, undoes, new_price, old_price, state, tries, asked_at,
         sent_at, settled_at)
       select batch_id, $1, listing_id::text, listing_id, id, old_price, new_price, 'updated', 1, ${at(3)}, ${at(3)}, ${at(3)}
       from applied where $3::double precision is not null
     ), changed as (
       insert into price_changes (user_id, listing_id, at, old_price, new_price, source, batch_id)
       select $1, listing_id, sent_at, old_price, new_price, $8, batch_id from applied
       union all
       select $1, listing_id, ${at(3)}, new_price, old_price, 'undo', batch_id from applied where $3::double precision is not null
     )
     select id from batch`,
    [userId, appliedAt, undoneAt, ...listsOf(changes, 'listingId', 'oldPrice', 'newPrice', 'at'), source],
  );

/**
 * The earliest moment for the seller's next change, or for the one after `ahead` others that are still waiting. `meanPauseMs` is the
 * mean pause between two shares.
 */
export async function findNextChangeAt(
  db: Queryable,
  { userId, ahead = 0, meanPauseMs, now }: { userId: string; ahead?: number; meanPauseMs: number; now: Instant },
): Promise<Instant> {
  const sentAt = await valuesOf<Instant>(
    db,
    // A write is settled after it was sent, so the index of settled writes finds these.
    `select sent_at as at from price_writes where user_id = $1 and settled_at >= ${at(2)} and sent_at >= ${at(2)}`,
    [userId, now - remembersMs],
  );
  const sent = [...sentAt, ...Array<Instant>(ahead).fill(now)];
  return nextChangeAt(sent, changeEveryMs(meanPauseMs));
}

/** Changes that were open when the backup was taken are not made now, and no device is notified of their end. */
export async function endRestoredPrices(tx: Queryable): Promise<void> {
  await tx.query(
    `update price_writes set settled_at = now(),
       state = case state when 'sending' then 'unknown' else 'failed' end,
       error = case state when 'sending' then 'outcome_unknown' else 'interrupted' end,
       message = 'A backup was restored before this was done.'
     where state in ('waiting', 'sending')`,
  );
  await tx.query('update price_batches set notified_at = created_at where notified_at is null');
}

type PriceSource = BatchRow['source'] | 'undo' | 'marketplace';

/** A listing and its price before a change: in whole dollars, as of the last sync or write; null if it has none. */
export type CurrentPrice = { id: string; title: string; price: number | null; currency: string };

export type PriceRow = {
  at: Instant;
  oldPrice: number | null;
  newPrice: number;
  source: PriceSource;
  batchId: string | null;
};

/** Those of `ids` that are the user's. */
export const findCurrentPrices = (db: Queryable, userId: string, ids: readonly string[]): Promise<CurrentPrice[]> =>
  rowsOf(db, 'select id, title, price, currency from listings where user_id = $1 and id = any($2::bigint[])', [
    userId,
    ids,
  ]);

/** Newest first. */
export const findPriceHistory = (db: Queryable, userId: string, listingId: string): Promise<PriceRow[]> =>
  rowsOf(
    db,
    `select at, old_price as "oldPrice", new_price as "newPrice", source, batch_id as "batchId"
     from price_changes where user_id = $1 and listing_id = $2 order by at desc, id desc`,
    [userId, listingId],
  );

type NewPrice = { userId: string; listingId: string; price: number; now: Instant };

/** Stores a change of ours that the marketplace shows: price and history together. */
export async function saveOwnPrice(
  tx: Queryable,
  change: NewPrice & { oldPrice: number; source: PriceSource; batchId: string },
): Promise<void> {
  await tx.query(
    // The marketplace refuses a price above the original one, so a higher price also raises the original one.
    `update listings set price = $3, original_price = greatest(original_price, $3)
     where user_id = $1 and id = $2`,
    [change.userId, change.listingId, change.price],
  );
  await tx.query(
    `insert into price_changes (user_id, listing_id, at, old_price, new_price, source, batch_id)
     values ($1, $2, ${at(6)}, $3, $4, $5, $7)`,
    [change.userId, change.listingId, change.oldPrice, change.price, change.source, change.now, change.batchId],
  );
}
