// The SQL of addresses that wait to be confirmed.
import type { Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { at, firstRow, firstValue, isAny, oneRow } from '../../../sql.ts';

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
export const findAsking = (db: Queryable, tokenHash: string): Promise<string | null> =>
  firstValue(db, 'select user_id as "userId" from email_confirmations where token_hash = $1', [tokenHash]);

/** Uses a token up. Of several callers at once, one gets its address and the others get null. */
export const useConfirmation = (tx: Queryable, tokenHash: string, now: Instant): Promise<string | null> =>
  firstValue(tx, `delete from email_confirmations where token_hash = $1 and expires_at > ${at(2)} returning email`, [
    tokenHash,
    now,
  ]);

/** Locks the account until the transaction ends. `asked`: the address that waits; null if none does. */
export const lockAddresses = (
  tx: Queryable,
  userId: string,
): Promise<{ own: string; confirmed: string | null; asked: string | null } | null> =>
  firstRow(
    tx,
    `select u.email as own, u.confirmed_email as confirmed, c.email as asked
     from users u left join email_confirmations c on c.user_id = u.id
     where u.id = $1 and u.guest_until is null for no key update of u`,
    [userId],
  );

export const isTaken = (db: Queryable, email: string): Promise<boolean> =>
  isAny(db, 'select 1 from users where email = $1', [email]);

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

export const isResetOpen = (db: Queryable, tokenHash: string, now: Instant): Promise<boolean> =>
  isAny(db, `select 1 from password_resets where token = $1 and not used and expires_at > ${at(2)}`, [tokenHash, now]);

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
export const useReset = (tx: Queryable, tokenHash: string, now: Instant): Promise<string | null> =>
  firstValue(
    tx,
    `update password_resets set used = true where token = $1 and not used and expires_at > ${at(2)}
     returning user_id as "userId"`,
    [tokenHash, now],
  );

export async function voidResets(tx: Queryable, userId: string): Promise<void> {
  await tx.query('update password_resets set used = true where user_id = $1 and not used', [userId]);
}

export async function pruneResets(db: Queryable, before: Instant): Promise<void> {
  await db.query(`delete from password_resets where expires_at < ${at(1)}`, [before]);
}

/** Replaces the account's link before. Resolves to the new one's id. */
export async function saveLink(
  tx: Queryable,
  link: { userId: string; sessionId: string; tokenHash: string; expiresAt: Instant },
): Promise<string> {
  await tx.query('delete from phone_links where user_id = $1', [link.userId]);
  const { id } = await oneRow<{ id: string }>(
    tx,
    `insert into phone_links (user_id, session_id, token_hash, expires_at) values ($1, $2, $3, ${at(4)}) returning id`,
    [link.userId, link.sessionId, link.tokenHash, link.expiresAt],
  );
  return id;
}

/** `isOver`: it has expired, or the session that made it has ended. */
type FoundLink = {
  userId: string;
  firstName: string;
  email: string;
  expiresAt: Instant;
  isUsed: boolean;
  isOver: boolean;
};

export const findLink = (db: Queryable, tokenHash: string, now: Instant): Promise<FoundLink | null> =>
  firstRow(
    db,
    `select l.user_id as "userId", u.first_name as "firstName", u.email, l.expires_at as "expiresAt",
       l.used_at is not null as "isUsed",
       l.expires_at <= ${at(2)} or not exists (
         select from sessions s where s.id = l.session_id and s.expires_at > ${at(2)}
       ) as "isOver"
     from phone_links l join users u on u.id = l.user_id where l.token_hash = $1`,
    [tokenHash, now],
  );

/** Resolves to false if another device was faster. */
export const useLink = (tx: Queryable, tokenHash: string, now: Instant): Promise<boolean> =>
  isAny(tx, `update phone_links set used_at = ${at(2)} where token_hash = $1 and used_at is null`, [tokenHash, now]);

export async function saveUser(
  tx: Queryable,
  { tokenHash, sessionId, userAgent, address }: Record<'tokenHash' | 'sessionId' | 'userAgent' | 'address', string>,
): Promise<void> {
  await tx.query(
    'update phone_links set used_session_id = $2, used_by_agent = $3, used_by_address = $4 where token_hash = $1',
    [tokenHash, sessionId, userAgent, address],
  );
}

type LinkUse = {
  expiresAt: Instant;
  usedAt: Instant | null;
  sessionId: string | null;
  userAgent: string | null;
  address: string | null;
  isSignedIn: boolean;
};

export const findUse = (
  db: Queryable,
  { userId, id, now }: { userId: string; id: string; now: Instant },
): Promise<LinkUse | null> =>
  firstRow(
    db,
    `select l.expires_at as "expiresAt", l.used_at as "usedAt", l.used_session_id as "sessionId",
       l.used_by_agent as "userAgent", l.used_by_address as address,
       exists (select from sessions s where s.id = l.used_session_id and s.expires_at > ${at(3)}) as "isSignedIn"
     from phone_links l where l.user_id = $1 and l.id = $2`,
    [userId, id, now],
  );

export async function pruneLinks(db: Queryable, before: Instant): Promise<void> {
  await db.query(`delete from phone_links where expires_at < ${at(1)}`, [before]);
}
