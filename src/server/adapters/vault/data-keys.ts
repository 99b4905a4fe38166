// The SQL of the vault: wrapped data keys, the server's own secrets, and the proofs of which key belongs here.

import type { Queryable } from '#domain/ports/database.ts';
import { firstValue, listsOf, rowsOf } from '../../sql.ts';
import type { Wrapped } from './key-ring.ts';

/** What a seller's data key is for. The closet's key is deleted when the closet is disconnected. */
export type Purpose = 'closet' | 'push' | 'sign-in';

/** Wraps again what another key wrapped. */
type WrapAgain = (place: string, text: string) => Wrapped;

type OfUser = { userId: string; purpose: Purpose };

export const readDataKey = (tx: Queryable, { userId, purpose }: OfUser): Promise<string | null> =>
  firstValue(tx, 'select wrapped from data_keys where user_id = $1 and purpose = $2', [userId, purpose]);

/**
 * Locks the data key until the transaction ends, so that nothing is sealed with a key that is being deleted. Only for sealing: a
 * row lock is written to the WAL, and a worker that takes over thousands of bots opens that many sessions.
 */
export const lockDataKey = (tx: Queryable, { userId, purpose }: OfUser): Promise<string | null> =>
  firstValue(tx, 'select wrapped from data_keys where user_id = $1 and purpose = $2 for key share', [userId, purpose]);

/** Creates a seller's first key. If two processes do this at once, one of both stays. */
export async function makeDataKey(tx: Queryable, { userId, purpose, text, keyId }: OfUser & Wrapped): Promise<void> {
  await tx.query(
    'insert into data_keys (user_id, wrapped, key_id, purpose) values ($1, $2, $3, $4) on conflict do nothing',
    [userId, text, keyId, purpose],
  );
}

export async function deleteClosetKey(tx: Queryable, userId: string): Promise<void> {
  await tx.query("delete from data_keys where user_id = $1 and purpose = 'closet'", [userId]);
}

export const dataKeyPlace = ({ userId, purpose }: OfUser): string =>
  purpose === 'closet' ? `data_keys.wrapped|${userId}` : `data_keys.wrapped|${userId}|${purpose}`;

/** Wraps at most `batch` of those that another key than `currentId` wraps again. Resolves to their number. */
export async function rewrapDataKeys(
  tx: Queryable,
  { purposes, currentId, batch }: { purposes: readonly Purpose[]; currentId: string; batch: number },
  wrapAgain: WrapAgain,
): Promise<number> {
  const rows = await rowsOf<OfUser & { wrapped: string }>(
    tx,
    `select user_id as "userId", purpose, wrapped from data_keys
     where key_id <> $1 and purpose = any($2) order by user_id, purpose limit $3 for no key update`,
    [currentId, purposes, batch],
  );
  if (rows.length === 0) return 0;
  await tx.query(
    `update data_keys d set wrapped = fresh.wrapped, key_id = $1
     from unnest($2::bigint[], $3::text[], $4::text[]) as fresh (user_id, purpose, wrapped)
     where d.user_id = fresh.user_id and d.purpose = fresh.purpose`,
    [
      currentId,
      ...listsOf(rows, 'userId', 'purpose'),
      rows.map((row) => wrapAgain(dataKeyPlace(row), row.wrapped).text),
    ],
  );
  return rows.length;
}

export const readOwnSecret = (db: Queryable, name: string): Promise<string | null> =>
  firstValue(db, 'select sealed from installation_secrets where name = $1', [name]);

/** Another process may have been faster. In that case its secret stays. */
export async function saveOwnSecret(db: Queryable, { name, text, keyId }: { name: string } & Wrapped): Promise<void> {
  await db.query('insert into installation_secrets (name, sealed, key_id) values ($1, $2, $3) on conflict do nothing', [
    name,
    text,
    keyId,
  ]);
}

export const ownPlace = (name: string): string => `installation_secrets.sealed|${name}`;

/** Wraps the few secrets of the server itself again. */
export async function rewrapOwnSecrets(tx: Queryable, currentId: string, wrapAgain: WrapAgain): Promise<void> {
  const rows = await rowsOf<{ name: string; sealed: string }>(
    tx,
    'select name, sealed from installation_secrets where key_id <> $1 order by name for no key update',
    [currentId],
  );
  for (const { name, sealed } of rows) {
    await tx.query('update installation_secrets set sealed = $2, key_id = $3 where name = $1', [
      name,
      wrapAgain(ownPlace(name), sealed).text,
      currentId,
    ]);
  }
}

/** The key of each proof and of everything that is wrapped; `sealed` is null for the latter. */
export const findKeysInUse = (
  tx: Queryable,
): Promise<{ keyId: string; sealed: string | null; isOfClosets: boolean }[]> =>
  rowsOf(
    tx,
    `select key_id as "keyId", sealed, key_id not like 'web-%' as "isOfClosets" from vault_canary
     union all
     select key_id, null, bool_and(purpose = 'closet') from data_keys group by key_id
     union all
     select distinct key_id, null, false from installation_secrets order by 1`,
  );

export async function saveProof(tx: Queryable, { text, keyId }: Wrapped): Promise<void> {
  await tx.query('insert into vault_canary (key_id, sealed) values ($1, $2) on conflict do nothing', [keyId, text]);
}

/** Deletes the proofs of keys that nothing is wrapped with anymore. */
export async function dropOldProofs(db: Queryable, currentIds: readonly string[]): Promise<void> {
  await db.query(
    `delete from vault_canary where key_id <> all ($1)
       and not exists (select from data_keys where key_id = vault_canary.key_id)
       and not exists (select from installation_secrets where key_id = vault_canary.key_id)`,
    [currentIds],
  );
}

/** Deletes what any of these keys wraps, and their proofs. Resolves to whose data keys those were. */
export async function deleteWrappedWith(tx: Queryable, keyIds: readonly string[]): Promise<OfUser[]> {
  await tx.query('delete from vault_canary where key_id = any($1)', [keyIds]);
  await tx.query('delete from installation_secrets where key_id = any($1)', [keyIds]);
  return rowsOf(tx, 'delete from data_keys where key_id = any($1) returning user_id as "userId", purpose', [keyIds]);
}

/** Called before a backup is restored. Deletes the server's own secrets, so that those of the backup replace them. */
export async function forgetOwnSecrets(tx: Queryable): Promise<void> {
  await tx.query('delete from vault_canary');
  await tx.query('delete from installation_secrets');
}
