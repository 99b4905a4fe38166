// The SQL of a connection's state, as the connection panel shows it, and of sign-ins that wait for their one-time code.

import { type ConnectionReason, connectionReasons } from '#domain/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

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
export async function dropStalePending(db: Queryable, now: Instant): Promise<number> {
  const { count } = await db.query(
    `update closets set pending_sign_in = null, pending_until = null, code_requested_at = null
     where pending_until <= ${at(1)}`,
    [now],
  );
  return count;
}

/** Returns true at most once in `spacingMs`. That caller may request a code. */
export async function claimCodeRequest(
  db: Queryable,
  { userId, now, spacingMs }: { userId: string; now: Instant; spacingMs: number },
): Promise<boolean> {
  const { count } = await db.query(
    `update closets set code_requested_at = ${at(2)}
     where user_id = $1 and (code_requested_at is null or code_requested_at <= ${at(3)})`,
    [userId, now, now - spacingMs],
  );
  return count === 1;
}
