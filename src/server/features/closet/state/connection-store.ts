// The SQL of a connection's state, as the connection panel shows it, and of sign-ins that wait for their one-time code.

import { type ConnectionReason, connectionReasons } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, countOf, isAny, rowsOf } from '../../../sql.ts';

export async function saveConnectionIssue(
  db: Queryable,
  given: {
    userId: string;
    reason: ConnectionReason;
    message: string;
    /** A write may have met it, so a read that is answered later proves nothing about a human check. */
    isByWrite?: boolean;
  },
): Promise<void> {
  const { userId, reason, message, isByWrite = false } = given;
  await db.query(
    `update closets set state = 'connection_issue', reason = $2, reason_message = $3,
       check_needs_share = $2 = 'human_check' and $4, check_said_done = false
     where user_id = $1 and (credentials is not null or session is not null or pending_sign_in is not null
       or transport = 'browser')`,
    [userId, reason, message, isByWrite],
  );
}

export async function saveReady(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update closets set state = 'ready', reason = null, reason_message = null
     where user_id = $1 and session is not null and state <> 'ready'`,
    [userId],
  );
}

/** Ready again if the connection issue was one of `reasons`; any other one stays. */
export async function endConnectionIssue(
  db: Queryable,
  userId: string,
  reasons: readonly ConnectionReason[],
): Promise<void> {
  await db.query(
    `update closets set state = 'ready', reason = null, reason_message = null
     where user_id = $1 and session is not null and reason = any($2::text[])`,
    [userId, reasons],
  );
}

/** The seller says that an open human check is done. `message`: what shows whether it is. */
export async function saveCheckSaidDone(db: Queryable, userId: string, message: string): Promise<void> {
  await db.query(
    `update closets set check_said_done = true, reason_message = $2
     where user_id = $1 and state = 'connection_issue' and reason = 'human_check'`,
    [userId, message],
  );
}

/** Ends every connection issue but a human check, which concerns writes: only a write shows that it is done. */
export const endSignInIssue = (db: Queryable, userId: string): Promise<void> =>
  endConnectionIssue(
    db,
    userId,
    connectionReasons.filter((reason) => reason !== 'human_check'),
  );

export const endCheck = (db: Queryable, userId: string): Promise<void> =>
  endConnectionIssue(db, userId, ['human_check']);

export async function saveTested(
  db: Queryable,
  { userId, now, hasPassed }: { userId: string; now: Instant; hasPassed: boolean },
): Promise<void> {
  await db.query(`update closets set last_tested_at = ${at(2)}, last_test_passed = $3 where user_id = $1`, [
    userId,
    now,
    hasPassed,
  ]);
}

export async function savePending(
  tx: Queryable,
  { userId, pending, until }: { userId: string; pending: string; until: Instant },
): Promise<void> {
  await tx.query(`update closets set pending_sign_in = $2, pending_until = ${at(3)} where user_id = $1`, [
    userId,
    pending,
    until,
  ]);
}

/** Stores the marketplace's answer to a code request, if the same sign-in is still waiting. */
export async function renewPending(
  tx: Queryable,
  { userId, pending, before }: { userId: string; pending: string; before: string },
): Promise<void> {
  await tx.query('update closets set pending_sign_in = $2 where user_id = $1 and pending_sign_in = $3', [
    userId,
    pending,
    before,
  ]);
}

export async function clearPending(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update closets set pending_sign_in = null, pending_until = null, code_requested_at = null where user_id = $1`,
    [userId],
  );
}

/** Deletes sign-ins whose ten minutes are over, with their passwords. */
export const dropStalePending = (db: Queryable, now: Instant): Promise<number> =>
  countOf(
    db,
    `update closets set pending_sign_in = null, pending_until = null, code_requested_at = null
     where pending_until <= ${at(1)}`,
    [now],
  );

/** Returns true at most once in `spacingMs`. That caller may request a code. */
export const claimCodeRequest = (
  db: Queryable,
  { userId, now, spacingMs }: { userId: string; now: Instant; spacingMs: number },
): Promise<boolean> =>
  isAny(
    db,
    `update closets set code_requested_at = ${at(2)}
     where user_id = $1 and (code_requested_at is null or code_requested_at <= ${at(3)})`,
    [userId, now, now - spacingMs],
  );

/** Creates the row that account locks and links need. An empty row means that nothing is linked. */
export async function ensureCloset(
  db: Queryable,
  { userId, practice, username, now }: { userId: string; practice: boolean; username?: string; now: Instant },
): Promise<void> {
  await db.query(
    `insert into closets (user_id, practice, state, linked_at, username)
     values ($1, $2, 'setup_required', ${at(3)}, $4)
     on conflict (user_id) do nothing`,
    [userId, practice, now, username ?? null],
  );
}

/** Stores a link whose session works, in place of what was linked before. */
export async function saveLinked(
  tx: Queryable,
  closet: {
    userId: string;
    practice: boolean;
    username: string;
    handle: string;
    marketUserId: string;
    credentials: string | null;
    session: string;
    transport: Transport;
    now: Instant;
  },
): Promise<void> {
  await tx.query(
    `update closets set practice = $2, username = $3, handle = $4,
       last_synced_at = case when market_user_id = $5 and practice = $2 then last_synced_at end,
       untold_sync = case when market_user_id = $5 and practice = $2 then untold_sync end,
       shown_listings = case when market_user_id = $5 and practice = $2 then shown_listings end, read_failed_at = null,
       market_user_id = $5, credentials = $6, session = $7,
       pending_sign_in = null, pending_until = null, code_requested_at = null,
       state = 'ready', reason = null, reason_message = null,
       revision = revision + 1, linked_at = ${at(8)}, last_tested_at = ${at(8)}, last_test_passed = true, transport = $9,
       renews_session = renews_session and $9 = 'server' and market_user_id is not distinct from $5
     where user_id = $1`,
    [
      closet.userId,
      closet.practice,
      closet.username,
      closet.handle,
      closet.marketUserId,
      closet.credentials,
      closet.session,
      closet.now,
      closet.transport,
    ],
  );
}

/**
 * Stores credentials whose sign-in has not succeeded. With `forgetSession` they belong to another closet than the stored
 * session, which is erased together with its identity.
 */
export async function saveUnproven(
  tx: Queryable,
  closet: {
    userId: string;
    practice: boolean;
    username: string;
    credentials: string | null;
    forgetSession: boolean;
    now: Instant;
  },
): Promise<void> {
  await tx.query(
    `update closets set practice = $2, username = $3, credentials = $4,
       session = case when $5 then null else session end,
       handle = case when $5 then null else handle end,
       market_user_id = case when $5 then null else market_user_id end,
       last_synced_at = case when $5 then null else last_synced_at end,
       untold_sync = case when $5 then null else untold_sync end,
       pending_sign_in = null, pending_until = null, code_requested_at = null,
       state = 'connection_issue', reason = null, reason_message = null, transport = 'server',
       revision = revision + 1, linked_at = ${at(6)}
     where user_id = $1`,
    [closet.userId, closet.practice, closet.username, closet.credentials, closet.forgetSession, closet.now],
  );
}

/** Changes nothing if they were replaced in the meantime. */
export async function replaceCredentials(
  tx: Queryable,
  { userId, credentials, sealed }: { userId: string; credentials: string | null; sealed: string },
): Promise<void> {
  await tx.query('update closets set credentials = $3 where user_id = $1 and credentials = $2', [
    userId,
    credentials,
    sealed,
  ]);
}

/** If nothing is linked, the closet is to be linked by the browser that was just paired. */
export async function expectBrowser(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update closets set transport = 'browser'
     where user_id = $1 and session is null and credentials is null and pending_sign_in is null`,
    [userId],
  );
}

export async function saveRenewal(db: Queryable, userId: string, renewsSession: boolean): Promise<void> {
  await db.query(`update closets set renews_session = $2 where user_id = $1 and transport = 'server'`, [
    userId,
    renewsSession,
  ]);
}

/** Credentials and session are deleted with the row. */
export async function removeCloset(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from closets where user_id = $1', [userId]);
}

/** Removes those of these sellers' closets that have something sealed, and resolves to them. */
export const removeSealedClosets = (
  tx: Queryable,
  userIds: readonly string[],
): Promise<{ userId: string; handle: string | null }[]> =>
  rowsOf(
    tx,
    `delete from closets
     where user_id = any($1) and (credentials is not null or session is not null or pending_sign_in is not null)
     returning user_id as "userId", handle`,
    [userIds],
  );
