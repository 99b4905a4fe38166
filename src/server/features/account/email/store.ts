// The SQL of addresses that wait to be confirmed.
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

/** An account has one link at a time: a new one replaces the old one, and its address. */
export async function saveConfirmation(
  tx: Queryable,
  link: { userId: string; email: string; tokenHash: string; now: Instant; expiresAt: Instant },
): Promise<void> {
  await tx.query(
    `insert into email_confirmations (user_id, email, token_hash, created_at, expires_at)
     values ($1, $2, $3, ${at(4)}, ${at(5)})
     on conflict (user_id) do update set email = excluded.email, token_hash = excluded.token_hash,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [link.userId, link.email, link.tokenHash, link.now, link.expiresAt],
  );
}

/** Whose link this is. To be locked before the link is used, as every other change locks the account first. */
export async function findAsking(db: Queryable, tokenHash: string): Promise<string | null> {
  const { rows } = await db.query<{ userId: string }>(
    'select user_id as "userId" from email_confirmations where token_hash = $1',
    [tokenHash],
  );
  return rows[0]?.userId ?? null;
}

/** Uses a token up. Of several callers at once, one gets its address and the others get null. */
export async function useConfirmation(tx: Queryable, tokenHash: string, now: Instant): Promise<string | null> {
  const { rows } = await tx.query<{ email: string }>(
    `delete from email_confirmations where token_hash = $1 and expires_at > ${at(2)} returning email`,
    [tokenHash, now],
  );
  return rows[0]?.email ?? null;
}

/** Locks the account until the transaction ends. `asked`: the address that waits; null if none does. */
export async function lockAddresses(
  tx: Queryable,
  userId: string,
): Promise<{ own: string; confirmed: string | null; asked: string | null } | null> {
  const { rows } = await tx.query<{ own: string; confirmed: string | null; asked: string | null }>(
    `select u.email as own, u.confirmed_email as confirmed, c.email as asked
     from users u left join email_confirmations c on c.user_id = u.id
     where u.id = $1 and u.guest_until is null for no key update of u`,
    [userId],
  );
  return rows[0] ?? null;
}

export async function isTaken(db: Queryable, email: string): Promise<boolean> {
  return (await db.query('select 1 from users where email = $1', [email])).count > 0;
}

/** Throws the database's own error if another account has this address. */
export async function saveConfirmed(tx: Queryable, userId: string, email: string): Promise<void> {
  await tx.query('update users set email = $2, confirmed_email = $2 where id = $1', [userId, email]);
}

/** Also makes its link useless. An account's own address keeps its link. */
export async function dropNewAddress(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `delete from email_confirmations c using users u where c.user_id = $1 and u.id = c.user_id and u.email <> c.email`,
    [userId],
  );
}

export async function dropConfirmation(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from email_confirmations where user_id = $1', [userId]);
}

export async function pruneConfirmations(db: Queryable, before: Instant): Promise<void> {
  await db.query(`delete from email_confirmations where created_at < ${at(1)}`, [before]);
}
