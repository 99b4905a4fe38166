// The SQL of password resets.

import type { Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

/**
 * Stores a new token for the account with this email address, and voids older ones. Resolves to the stored address: the mail goes
 * there, and not to the address that was typed. Resolves to null if there is no such account; nothing is written then. The account
 * is locked first: an address that is replaced at this moment gets no link.
 */
export const makeReset = (
  database: Database,
  reset: { email: string; tokenHash: string; now: Instant; expiresAt: Instant },
): Promise<{ email: string } | null> =>
  database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; email: string }>(
      'select id, email from users where email = $1 and guest_until is null for no key update',
      [reset.email],
    );
    const [account] = rows;
    if (account === undefined) return null;
    await voidResets(tx, account.id);
    await tx.query(
      `insert into password_resets (user_id, token, expires_at, created_at) values ($1, $2, ${at(4)}, ${at(3)})`,
      [account.id, reset.tokenHash, reset.now, reset.expiresAt],
    );
    return { email: account.email };
  });

export async function isResetOpen(db: Queryable, tokenHash: string, now: Instant): Promise<boolean> {
  const { count } = await db.query(
    `select 1 from password_resets where token = $1 and not used and expires_at > ${at(2)}`,
    [tokenHash, now],
  );
  return count > 0;
}

/** Notes that the account's address is its owner's, so no link has to show it. Resolves to false if that was known. */
export async function saveProof(tx: Queryable, userId: string): Promise<boolean> {
  const { count } = await tx.query(
    'update users set confirmed_email = email where id = $1 and confirmed_email is distinct from email',
    [userId],
  );
  if (count === 1) await tx.query('delete from email_confirmations where user_id = $1', [userId]);
  return count === 1;
}

/** Locks the account that a token is for, before the token is used, as every other change locks the account first. */
export async function lockOwnerOf(tx: Queryable, tokenHash: string): Promise<void> {
  await tx.query(
    `select 1 from users where id = (select user_id from password_resets where token = $1) for no key update`,
    [tokenHash],
  );
}

/** Uses a token. Of several callers at once, one gets the user and the others get null. */
export async function useReset(tx: Queryable, tokenHash: string, now: Instant): Promise<string | null> {
  const { rows } = await tx.query<{ userId: string }>(
    `update password_resets set used = true where token = $1 and not used and expires_at > ${at(2)}
     returning user_id as "userId"`,
    [tokenHash, now],
  );
  return rows[0]?.userId ?? null;
}

export async function voidResets(tx: Queryable, userId: string): Promise<void> {
  await tx.query('update password_resets set used = true where user_id = $1 and not used', [userId]);
}

export async function pruneResets(db: Queryable, before: Instant): Promise<void> {
  await db.query(`delete from password_resets where expires_at < ${at(1)}`, [before]);
}
