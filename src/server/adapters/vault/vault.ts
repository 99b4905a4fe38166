// The vault: envelope encryption with one data key per seller.

import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { SecretPlace, Vault } from '#domain/ports/vault.ts';
import { StartProblem } from '../start-problem.ts';
import { envelopeKeyId, openEnvelope, sealEnvelope } from './envelope.ts';
import type { SecretKey } from './secret-key.ts';

export type KeyVault = Vault & {
  /**
   * Rewraps every seller's data key with the first key, `batch` per transaction, while the server runs. Resolves to the number of
   * rewrapped keys. The encrypted values themselves do not change. An interrupted run can be repeated. After it, the other
   * keys can be removed from SECRET_KEY.
   */
  rotate(options?: { batch?: number }): Promise<number>;
  /** A secret of the server itself, created on first use. If several processes create it at once, all get the same one. */
  own(name: string, make: () => string): Promise<string>;
};

/** What a seller's data key is for. The closet's key is deleted when the closet is disconnected. */
type Purpose = 'closet' | 'push' | 'sign-in';

/** Serializes the key check at startup: one process at a time compares its keys and stores its canary. */
const LOCK = 4_871_220_718;
const CANARY = 'hangtag';

/**
 * Opens the vault with `keys`: the first wraps, all unwrap. Throws a `StartProblem` if the database uses a key that is not among
 * them, because all stored credentials would be unreadable.
 */
export async function openVault({
  database,
  keys,
}: {
  database: Database;
  keys: readonly [SecretKey, ...SecretKey[]];
}): Promise<KeyVault> {
  const current = keys[0];
  const byId = new Map(keys.map((key) => [key.id, key]));
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await refuseMissingKeys(tx, byId);
    await leaveCanary(tx, current);
  });

  /** Unwraps a data key with the secret key that wrapped it. */
  const unwrap = (place: string, wrapped: string): Buffer => {
    const keyId = envelopeKeyId(wrapped) ?? 'unknown';
    const key = byId.get(keyId);
    if (key === undefined) throw new Error(`A data key is wrapped with key ${keyId}, which is not given.`);
    const plain = openEnvelope(wrapped, { key: key.key, keyId, place });
    if (plain === undefined) throw new Error('A data key does not open: its row was changed.');
    return plain;
  };
  const wrap = (place: string, plain: Buffer) => sealEnvelope(plain, { key: current.key, keyId: current.id, place });

  return {
    async seal(tx, place, plain) {
      const purpose = purposeOf(place);
      const keyPlace = dataKeyPlace(place.userId, purpose);
      const wrapped =
        (await lockDataKey(tx, place.userId, purpose)) ??
        (await makeDataKey(tx, {
          userId: place.userId,
          purpose,
          wrapped: wrap(keyPlace, randomBytes(32)),
          keyId: current.id,
        }));
      const dataKey = unwrap(keyPlace, wrapped);
      return sealEnvelope(Buffer.from(plain), { key: dataKey, keyId: dataKeyId(dataKey), place: valuePlace(place) });
    },
    async open(tx, place, sealed) {
      const purpose = purposeOf(place);
      const wrapped = await readDataKey(tx, place.userId, purpose);
      if (wrapped === undefined)
        throw new Error('The data key of this seller was erased: nothing sealed with it opens.');
      const dataKey = unwrap(dataKeyPlace(place.userId, purpose), wrapped);
      const plain = openEnvelope(sealed, { key: dataKey, keyId: dataKeyId(dataKey), place: valuePlace(place) });
      if (plain === undefined) throw new Error('A sealed value does not open: it was changed or belongs elsewhere.');
      return plain.toString();
    },
    async forget(tx, userId) {
      await tx.query("delete from data_keys where user_id = $1 and purpose = 'closet'", [userId]);
    },
    async rotate({ batch = 500 } = {}) {
      let wrapped = 0;
      for (let moved = batch; moved > 0; wrapped += moved) {
        moved = await database.transaction((tx) =>
          rewrap(tx, current.id, batch, (place, text) => wrap(place, unwrap(place, text))),
        );
      }
      await database.transaction((tx) =>
        rewrapInstallationSecrets(tx, current.id, (place, text) => wrap(place, unwrap(place, text))),
      );
      await database.query(
        `delete from vault_canary where key_id <> $1
           and not exists (select from data_keys where key_id = vault_canary.key_id)
           and not exists (select from installation_secrets where key_id = vault_canary.key_id)`,
        [current.id],
      );
      return wrapped;
    },
    async own(name, make) {
      const place = ownPlace(name);
      const read = async (): Promise<string | undefined> => {
        const { rows } = await database.query<{ sealed: string }>(
          'select sealed from installation_secrets where name = $1',
          [name],
        );
        return rows[0]?.sealed;
      };
      let sealed = await read();
      if (sealed === undefined) {
        await database.query(
          'insert into installation_secrets (name, sealed, key_id) values ($1, $2, $3) on conflict do nothing',
          [name, wrap(place, Buffer.from(make())), current.id],
        );
        // Another process may have been faster. In that case its key counts.
        sealed = await read();
      }
      if (sealed === undefined) throw new Error(`The secret ${name} was not kept.`);
      return unwrap(place, sealed).toString();
    },
  };
}

/** Called before a backup is restored. Deletes the server's own secrets, so that those of the backup replace them. */
export async function forgetOwnSecrets(tx: Queryable): Promise<void> {
  await tx.query('delete from vault_canary');
  await tx.query('delete from installation_secrets');
}

async function refuseMissingKeys(tx: Queryable, byId: Map<string, SecretKey>): Promise<void> {
  const { rows } = await tx.query<{ keyId: string; sealed: string | null }>(
    `select key_id as "keyId", sealed from vault_canary
     union all
     select distinct key_id, null from data_keys where key_id <> all ($1)
     union all
     select distinct key_id, null from installation_secrets where key_id <> all ($1) order by 1`,
    [[...byId.keys()]],
  );
  for (const { keyId, sealed } of rows) {
    const key = byId.get(keyId);
    if (key === undefined) {
      throw new StartProblem(
        `The credentials in this database were encrypted with the key ${keyId}, and Hangtag does not have that key.`,
        'Put the key back in SECRET_KEY, SECRET_KEY_FILE, or the file secret.key in DATA_DIR. Nothing was changed.',
      );
    }
    const opened =
      sealed === null ? CANARY : openEnvelope(sealed, { key: key.key, keyId, place: 'canary' })?.toString();
    if (opened !== CANARY) {
      throw new StartProblem(
        `Hangtag can't verify the key ${keyId}: the table vault_canary in this database was changed.`,
        'Restore a backup into an empty database.',
      );
    }
  }
}

async function leaveCanary(tx: Queryable, { id, key }: SecretKey): Promise<void> {
  await tx.query('insert into vault_canary (key_id, sealed) values ($1, $2) on conflict do nothing', [
    id,
    sealEnvelope(Buffer.from(CANARY), { key, keyId: id, place: 'canary' }),
  ]);
}

async function readDataKey(tx: Queryable, userId: string, purpose: Purpose): Promise<string | undefined> {
  const { rows } = await tx.query<{ wrapped: string }>(
    'select wrapped from data_keys where user_id = $1 and purpose = $2',
    [userId, purpose],
  );
  return rows[0]?.wrapped;
}

/**
 * Locks the data key until the transaction ends, so that nothing is sealed with a key that is being deleted. Only for sealing: a
 * row lock is written to the WAL, and a worker that takes over thousands of bots opens that many sessions.
 */
async function lockDataKey(tx: Queryable, userId: string, purpose: Purpose): Promise<string | undefined> {
  const { rows } = await tx.query<{ wrapped: string }>(
    'select wrapped from data_keys where user_id = $1 and purpose = $2 for key share',
    [userId, purpose],
  );
  return rows[0]?.wrapped;
}

/** Creates a seller's first key. If two processes do this at once, both use the same key. */
async function makeDataKey(
  tx: Queryable,
  { userId, purpose, wrapped, keyId }: { userId: string; purpose: Purpose; wrapped: string; keyId: string },
): Promise<string> {
  const { rows } = await tx.query<{ wrapped: string }>(
    `insert into data_keys (user_id, wrapped, key_id, purpose) values ($1, $2, $3, $4)
     on conflict (user_id, purpose) do update set user_id = excluded.user_id returning wrapped`,
    [userId, wrapped, keyId, purpose],
  );
  return rows[0]?.wrapped ?? wrapped;
}

async function rewrap(
  tx: Queryable,
  currentId: string,
  batch: number,
  wrapAgain: (place: string, wrapped: string) => string,
): Promise<number> {
  const { rows } = await tx.query<{ userId: string; purpose: Purpose; wrapped: string }>(
    `select user_id as "userId", purpose, wrapped from data_keys where key_id <> $1
     order by user_id, purpose limit $2 for no key update`,
    [currentId, batch],
  );
  if (rows.length === 0) return 0;
  await tx.query(
    `update data_keys d set wrapped = fresh.wrapped, key_id = $1
     from unnest($2::bigint[], $3::text[], $4::text[]) as fresh (user_id, purpose, wrapped)
     where d.user_id = fresh.user_id and d.purpose = fresh.purpose`,
    [
      currentId,
      rows.map(({ userId }) => userId),
      rows.map(({ purpose }) => purpose),
      rows.map(({ userId, purpose, wrapped }) => wrapAgain(dataKeyPlace(userId, purpose), wrapped)),
    ],
  );
  return rows.length;
}

/** Rewraps the few secrets of the server itself. */
async function rewrapInstallationSecrets(
  tx: Queryable,
  currentId: string,
  wrapAgain: (place: string, wrapped: string) => string,
): Promise<void> {
  const { rows } = await tx.query<{ name: string; sealed: string }>(
    'select name, sealed from installation_secrets where key_id <> $1 order by name for no key update',
    [currentId],
  );
  for (const { name, sealed } of rows) {
    await tx.query('update installation_secrets set sealed = $2, key_id = $3 where name = $1', [
      name,
      wrapAgain(ownPlace(name), sealed),
      currentId,
    ]);
  }
}

/** Secrets outside of the table `closets`: what their data key is for, and where they are. */
const elsewhere: Partial<Record<SecretPlace['column'], { purpose: Purpose; place: string }>> = {
  push_target: { purpose: 'push', place: 'push_subscriptions.target' },
  totp_secret: { purpose: 'sign-in', place: 'authenticator_apps.secret' },
};
const purposeOf = ({ column }: SecretPlace): Purpose => elsewhere[column]?.purpose ?? 'closet';
const dataKeyPlace = (userId: string, purpose: Purpose) =>
  purpose === 'closet' ? `data_keys.wrapped|${userId}` : `data_keys.wrapped|${userId}|${purpose}`;
const ownPlace = (name: string) => `installation_secrets.sealed|${name}`;
const valuePlace = ({ userId, column }: SecretPlace) => `${elsewhere[column]?.place ?? `closets.${column}`}|${userId}`;
const dataKeyId = (dataKey: Buffer) =>
  createHash('sha256').update('hangtag data key id\0').update(dataKey).digest('hex').slice(0, 8);
