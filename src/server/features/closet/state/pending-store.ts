// The SQL of sign-ins that wait for their one-time code.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

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
