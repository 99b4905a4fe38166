// The SQL of a closet's row (finding it, its session, whose it is, its readings) and of its last API test.

import type { ApiTest } from '#contract/closet/closet.ts';
import { type ConnectionReason, type ConnectionState, type SyncCounts, sumOf } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstRow, firstValue, rowsOf, toJson, valuesOf } from '../../../sql.ts';

/** A row of `closets`. The three secrets are sealed. */
export type ClosetRow = {
  userId: string;
  practice: boolean;
  username: string | null;
  handle: string | null;
  marketUserId: string | null;
  credentials: string | null;
  session: string | null;
  pending: string | null;
  pendingUntil: Instant | null;
  codeRequestedAt: Instant | null;
  state: ConnectionState;
  reason: ConnectionReason | null;
  message: string | null;
  checkNeedsShare: boolean;
  checkSaidDone: boolean;
  revision: string;
  lastTestedAt: Instant | null;
  lastTestPassed: boolean | null;
  lastSyncedAt: Instant | null;
  /** `browser`: the session has no cookies, and calls travel through a paired browser. */
  transport: Transport;
  /** The seller allowed a paired browser to renew an expired session. */
  renewsSession: boolean;
};

const columns = `user_id as "userId", practice, username, handle, market_user_id as "marketUserId", credentials, session,
  pending_sign_in as pending, pending_until as "pendingUntil", code_requested_at as "codeRequestedAt", state, reason,
  reason_message as message, check_needs_share as "checkNeedsShare", check_said_done as "checkSaidDone", revision, last_tested_at as "lastTestedAt", last_test_passed as "lastTestPassed",
  last_synced_at as "lastSyncedAt",
  transport, renews_session as "renewsSession"`;

export const findCloset = (db: Queryable, userId: string): Promise<ClosetRow | null> =>
  firstRow(db, `select ${columns} from closets where user_id = $1`, [userId]);

/** Closets with a password that was typed at registration, and with which no worker has signed in yet. */
export const findSealedByWeb = (db: Queryable): Promise<ClosetRow[]> =>
  rowsOf(db, `select ${columns} from closets where credentials like 'v2.%'`);

/**
 * With `revision`, only if that is still the stored one, nobody holds the account lock, and no other transaction changes the row.
 * Resolves to the new revision, or null.
 */
export const saveSession = (
  tx: Queryable,
  { userId, session, revision }: { userId: string; session: string; revision?: string },
): Promise<string | null> =>
  firstValue(
    tx,
    `update closets set session = $2, revision = revision + 1
     where user_id = $1 and ($3::bigint is null or user_id in (
       select user_id from closets
       where user_id = $1 and revision = $3 and (locked_until is null or locked_until <= now()) for no key update skip locked
     ))
     returning revision`,
    [userId, session, revision ?? null],
  );

export async function saveIdentity(
  db: Queryable,
  { userId, handle, marketUserId }: { userId: string; handle: string; marketUserId: string },
): Promise<void> {
  await db.query('update closets set handle = $2, market_user_id = $3 where user_id = $1', [
    userId,
    handle,
    marketUserId,
  ]);
}

/** A complete reading that showed `shown` listings. */
export async function saveSynced(
  db: Queryable,
  { userId, now, shown }: { userId: string; now: Instant; shown: number },
): Promise<void> {
  await db.query(
    `update closets set last_synced_at = ${at(2)}, shown_listings = $3, read_failed_at = null where user_id = $1`,
    [userId, now, shown],
  );
}

/** A reading that failed. Resolves to whether it is the first one since the last that succeeded. */
export const saveFailedReading = async (db: Queryable, userId: string, now: Instant): Promise<boolean> =>
  (await firstValue<boolean>(
    db,
    `update closets c set read_failed_at = ${at(2)}
     from (select user_id, read_failed_at is null as is_first from closets where user_id = $1 for no key update) before
     where c.user_id = before.user_id returning is_first as "isFirst"`,
    [userId, now],
  )) ?? false;

/** Adds what a background sync found to what the seller has not seen since `since`. Runs while the row is locked. */
export async function addUnseenSync(
  tx: Queryable,
  userId: string,
  { found, at, since }: { found: SyncCounts; at: Instant; since: Instant },
): Promise<void> {
  const before = await takeUnseenSync(tx, userId, since);
  await tx.query('update closets set untold_sync = $2::jsonb where user_id = $1', [
    userId,
    toJson({ ...(before === null ? found : sumOf(before, found)), at }),
  ]);
}

/** Resolves to what the seller has not seen since `since`, to one caller only; null if there is nothing. */
export async function takeUnseenSync(db: Queryable, userId: string, since: Instant): Promise<SyncCounts | null> {
  const row = await firstRow<SyncCounts & { at: Instant }>(
    db,
    `with untold as (
       select user_id, untold_sync from closets where user_id = $1 and untold_sync is not null for no key update
     ), taken as (
       update closets c set untold_sync = null from untold where c.user_id = untold.user_id
     )
     select told.* from untold cross join jsonb_to_record(untold.untold_sync)
       as told(added int, updated int, sold int, removed int, at double precision)`,
    [userId],
  );
  if (row === null || row.at <= since) return null;
  const { at: _, ...found } = row;
  return found;
}

/** How far the reading is that runs under the account lock. */
export async function saveReading(
  db: Queryable,
  { userId, seen, total }: { userId: string; seen: number; total: number },
): Promise<void> {
  await db.query('update closets set reading_seen = $2, reading_total = $3 where user_id = $1', [userId, seen, total]);
}

/**
 * Other accounts on this server that are linked to the same real closet. A browser only says whose closet it is, so an account that is
 * linked by one is in nobody's way.
 */
export const findOthersOfCloset = (db: Queryable, userId: string): Promise<string[]> =>
  valuesOf(
    db,
    `select other.user_id as id from closets own join closets other on other.market_user_id = own.market_user_id
     where own.user_id = $1 and other.user_id <> $1 and not own.practice and not other.practice
       and other.transport = 'server'`,
    [userId],
  );

/** Resolves to null if this connection was not tested after `since`. */
export const findApiTest = (
  db: Queryable,
  { userId, connection, since }: { userId: string; connection: string; since: Instant },
): Promise<ApiTest | null> =>
  firstValue(db, `select answer from api_tests where user_id = $1 and connection = $2 and at > ${at(3)}`, [
    userId,
    connection,
    since,
  ]);

export async function saveApiTest(
  db: Queryable,
  { userId, now, connection, answer }: { userId: string; now: Instant; connection: string; answer: ApiTest },
): Promise<void> {
  await db.query(
    `insert into api_tests (user_id, at, connection, answer) values ($1, ${at(2)}, $3, $4)
     on conflict (user_id) do update set at = excluded.at, connection = excluded.connection, answer = excluded.answer`,
    [userId, now, connection, JSON.stringify(answer)],
  );
}

export async function dropApiTests(db: Queryable, { before }: { before: Instant }): Promise<void> {
  await db.query(`delete from api_tests where at <= ${at(1)}`, [before]);
}
