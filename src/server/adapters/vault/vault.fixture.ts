// Secret keys, two sellers' values, and a database with the tables of the vault for a test file.

import { createHash } from 'node:crypto';
import { afterAll, beforeEach } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { emptyDatabase, type TestDatabase } from '#tests/database.ts';
import { webKeyOf } from './key-ring.ts';
import type { SecretKey } from './secret-key.ts';
import { openVault, openWebVault } from './vault.ts';

const keyOf = (word: string): SecretKey => {
  const key = createHash('sha256').update(word).digest();
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
};
export const [first, second] = [keyOf('first'), keyOf('second')];

export const ann = { userId: '1', column: 'credentials' } as const;
export const bob = { userId: '2', column: 'credentials' } as const;
export const app = { userId: '1', column: 'totp_secret' } as const;

/** Opened by `arrive`, emptied before each test, and dropped after the last one. */
export function vaultRig() {
  let fresh: TestDatabase | null = null;
  const database = (): Database => {
    if (fresh === null) throw new Error('Nobody has arrived yet.');
    return fresh.database;
  };
  beforeEach(() => database().query('truncate data_keys, vault_canary, installation_secrets'));
  afterAll(() => fresh?.drop());

  return {
    async arrive(): Promise<Database> {
      fresh = await emptyDatabase();
      await database().query(
        `create table data_keys (user_id bigint, purpose text not null default 'closet', wrapped text not null,
           key_id text not null, created_at timestamptz not null default now(), primary key (user_id, purpose))`,
      );
      await database().query(
        'create table installation_secrets (name text primary key, sealed text not null, key_id text not null)',
      );
      await database().query('create table vault_canary (key_id text primary key, sealed text not null)');
      return database();
    },
    /** The keys that data keys are wrapped with. */
    async keyIds(): Promise<string[]> {
      const { rows } = await database().query<{ id: string }>('select distinct key_id as id from data_keys order by 1');
      return rows.map(({ id }) => id);
    },
    /** A worker and a web process of one installation. */
    async bothVaults(master = first) {
      const worker = await openVault({ database: database(), keys: [master] });
      return { worker, web: await openWebVault({ database: database(), keys: [webKeyOf(master)] }) };
    },
  };
}
