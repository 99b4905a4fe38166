// The SQL of the second step: passkeys, their questions, authenticator apps, and recovery codes.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { NewPasskey, StoredPasskey } from '#domain/ports/passkeys.ts';
import { at, firstRow, firstValue, isAny, rowsOf } from '../../../sql.ts';

/** Serializes the changes of one account's second step. Resolves to null if there is no such account. */
export const lockOwner = (
  tx: Queryable,
  userId: string,
): Promise<{ email: string; handle: string; isGuest: boolean } | null> =>
  firstRow(
    tx,
    `select email, passkey_handle as handle, guest_until is not null as "isGuest" from users
     where id = $1 for no key update`,
    [userId],
  );

export type Methods = { hasApp: boolean; hasPasskey: boolean };

export const findMethods = async (db: Queryable, userId: string): Promise<Methods> =>
  (await firstRow<Methods>(
    db,
    `select exists (select from authenticator_apps where user_id = $1 and confirmed_at is not null) as "hasApp",
       exists (select from passkeys where user_id = $1) as "hasPasskey"`,
    [userId],
  )) ?? { hasApp: false, hasPasskey: false };

export type PasskeyRow = StoredPasskey & {
  id: string;
  userId: string;
  userAgent: string;
  isSynced: boolean;
  createdAt: Instant;
  lastUsedAt: Instant | null;
};

const passkeyColumns = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, transports, is_synced as "isSynced", user_agent as "userAgent",
  created_at as "createdAt", last_used_at as "lastUsedAt"`;

export const listPasskeys = (db: Queryable, userId: string): Promise<PasskeyRow[]> =>
  rowsOf(db, `select ${passkeyColumns} from passkeys where user_id = $1 order by created_at, id`, [userId]);

export const findPasskey = (db: Queryable, credentialId: string): Promise<PasskeyRow | null> =>
  firstRow(db, `select ${passkeyColumns} from passkeys where credential_id = $1`, [credentialId]);

/** Resolves to false if an account has this passkey already. */
export const insertPasskey = (
  tx: Queryable,
  passkey: NewPasskey & { userId: string; userAgent: string; now: Instant },
): Promise<boolean> =>
  isAny(
    tx,
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, is_synced, user_agent, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, ${at(8)}) on conflict (credential_id) do nothing`,
    [
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.isSynced,
      passkey.userAgent,
      passkey.now,
    ],
  );

/** Resolves to false if the passkey was removed in the meantime. */
export const saveUse = (tx: Queryable, use: { id: string; counter: number; now: Instant }): Promise<boolean> =>
  isAny(tx, `update passkeys set counter = greatest(counter, $2), last_used_at = ${at(3)} where id = $1`, [
    use.id,
    use.counter,
    use.now,
  ]);

export const removePasskey = (tx: Queryable, userId: string, id: string): Promise<boolean> =>
  isAny(tx, 'delete from passkeys where user_id = $1 and id = $2', [userId, id]);

export type Purpose = 'create' | 'use';

export async function insertQuestion(
  db: Queryable,
  question: { hash: string; userId: string | null; purpose: Purpose; expiresAt: Instant },
): Promise<void> {
  await db.query(`insert into passkey_challenges (hash, user_id, purpose, expires_at) values ($1, $2, $3, ${at(4)})`, [
    question.hash,
    question.userId,
    question.purpose,
    question.expiresAt,
  ]);
}

/** Of several answers to one question, one gets true. */
export const takeQuestion = (
  db: Queryable,
  question: { hash: string; userId: string | null; purpose: Purpose; now: Instant },
): Promise<boolean> =>
  isAny(
    db,
    `delete from passkey_challenges
     where hash = $1 and user_id is not distinct from $2::bigint and purpose = $3 and expires_at > ${at(4)}`,
    [question.hash, question.userId, question.purpose, question.now],
  );

export async function pruneQuestions(db: Queryable, now: Instant): Promise<void> {
  await db.query(`delete from passkey_challenges where expires_at <= ${at(1)}`, [now]);
}

/** Resolves to false if an app is on already: its key stays. */
export const saveKey = (tx: Queryable, app: { userId: string; secret: string; now: Instant }): Promise<boolean> =>
  isAny(
    tx,
    `insert into authenticator_apps (user_id, secret, created_at) values ($1, $2, ${at(3)})
     on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
       where authenticator_apps.confirmed_at is null`,
    [app.userId, app.secret, app.now],
  );

type AppRow = { secret: string; confirmedAt: Instant | null };

export const findApp = (db: Queryable, userId: string): Promise<AppRow | null> =>
  firstRow(db, 'select secret, confirmed_at as "confirmedAt" from authenticator_apps where user_id = $1', [userId]);

/** Takes a code's time step. Resolves to false if this or a later one was taken before: then the code is a copy. */
export const takeStep = (tx: Queryable, userId: string, step: number): Promise<boolean> =>
  isAny(tx, 'update authenticator_apps set last_step = $2 where user_id = $1 and last_step < $2', [userId, step]);

export async function turnAppOn(tx: Queryable, userId: string, now: Instant): Promise<void> {
  await tx.query(`update authenticator_apps set confirmed_at = ${at(2)} where user_id = $1`, [userId, now]);
}

/** Resolves to whether it was on. */
export const removeApp = async (tx: Queryable, userId: string): Promise<boolean> =>
  (await firstValue(tx, 'delete from authenticator_apps where user_id = $1 returning confirmed_at is not null', [
    userId,
  ])) === true;

/** The new codes replace the old ones. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  codes: { userId: string; hashes: readonly string[]; now: Instant },
): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [codes.userId]);
  await tx.query(
    `insert into recovery_codes (user_id, code_hash, created_at) select $1, hash, ${at(3)} from unnest($2::text[]) hash`,
    [codes.userId, codes.hashes, codes.now],
  );
}

/** Of several uses of one code, one gets true. */
export const takeRecoveryCode = (
  tx: Queryable,
  code: { userId: string; hash: string; now: Instant },
): Promise<boolean> =>
  isAny(tx, `update recovery_codes set used_at = ${at(3)} where user_id = $1 and code_hash = $2 and used_at is null`, [
    code.userId,
    code.hash,
    code.now,
  ]);

export const countRecoveryCodes = async (db: Queryable, userId: string): Promise<{ left: number; of: number }> =>
  (await firstRow<{ left: number; of: number }>(
    db,
    `select (count(*) filter (where used_at is null))::int as left, count(*)::int as of
     from recovery_codes where user_id = $1`,
    [userId],
  )) ?? { left: 0, of: 0 };

/** Resolves to whether there was a second step. */
export async function removeEverything(tx: Queryable, userId: string): Promise<boolean> {
  const passkeys = await tx.query('delete from passkeys where user_id = $1', [userId]);
  const hadApp = await removeApp(tx, userId);
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
  return passkeys.count > 0 || hadApp;
}
