// SQL of the account lock, and of what must not happen while it is held.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, countOf, firstValue, isAny } from '../../../sql.ts';

/** How long a lock lasts if its holder dies. */
export const usualLockMs = 8_000;

/**
 * Locks the account for `lockMs` if nobody else has locked it. `epoch` fences off the previous holder, and is null if another
 * caller holds the lock. `exists` is false if there is no closet.
 */
export async function takeLock(
  db: Queryable,
  userId: string,
  lockMs: number,
): Promise<{ exists: boolean; epoch: string | null }> {
  const epoch = await firstValue<string>(
    db,
    `update closets set locked_until = now() + $2 * interval '1 millisecond', lock_epoch = lock_epoch + 1,
       reading_seen = null, reading_total = null
     where user_id = $1 and (locked_until is null or locked_until <= now()) returning lock_epoch as epoch`,
    [userId, lockMs],
  );
  return { exists: epoch !== null || (await isAny(db, 'select 1 from closets where user_id = $1', [userId])), epoch };
}

const isHeld = 'user_id = $1 and lock_epoch = $2 and locked_until > now()';

/** An expired lock is never renewed, because a share may be in flight. */
export async function renewLock(db: Queryable, userId: string, epoch: string, lockMs: number): Promise<void> {
  await db.query(`update closets set locked_until = now() + $3 * interval '1 millisecond' where ${isHeld}`, [
    ...[userId, epoch, lockMs],
  ]);
}

export const isLockHeld = (db: Queryable, userId: string, epoch: string): Promise<boolean> =>
  isAny(db, `select 1 from closets where ${isHeld}`, [userId, epoch]);

/** The same, and nobody can take the lock before the transaction ends. */
export const pinLock = (tx: Queryable, userId: string, epoch: string): Promise<boolean> =>
  isAny(tx, `select 1 from closets where ${isHeld} for no key update`, [userId, epoch]);

export async function releaseLock(db: Queryable, userId: string, epoch: string): Promise<void> {
  await db.query('update closets set locked_until = null where user_id = $1 and lock_epoch = $2', [userId, epoch]);
}

/**
 * Frees the accounts that were locked at `aloneAt` or before, when every holder was dead, so that their bots don't wait for the locks to
 * expire. A lock that would last longer than a usual one is from before the clock was set back.
 */
export const endLocksOfTheDead = (db: Queryable, aloneAt: Instant): Promise<number> =>
  countOf(
    db,
    `update closets set locked_until = null
     where locked_until > now() and (
       locked_until <= ${at(1)} + $2 * interval '1 millisecond' or locked_until > now() + $2 * interval '1 millisecond'
     )`,
    [aloneAt, usualLockMs],
  );

/** After a restore: the holders of these locks are gone. */
export async function releaseRestoredLocks(tx: Queryable): Promise<void> {
  await tx.query('update closets set locked_until = null');
}

/** Whether a share that was reserved less than `deadlineMs` ago may still be in flight. */
export const isShareInFlight = (db: Queryable, userId: string, deadlineMs: number): Promise<boolean> =>
  isAny(
    db,
    `select 1 from shares_in_flight
     where user_id = $1 and reserved_at > now() - $2 * interval '1 millisecond' limit 1`,
    [userId, deadlineMs],
  );

/** Locks a real closet against a start by another account until the transaction ends. */
export async function lockRealCloset(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('closet ' || market_user_id, 0))
     from closets where user_id = $1 and market_user_id is not null and not practice`,
    [userId],
  );
}
