import { beforeAll, expect, test } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { webKeyOf } from './key-ring.ts';
import { ann, bob, first, second, vaultRig } from './vault.fixture.ts';
import { openVault } from './vault.ts';

let database: Database;
const { arrive, keyIds } = vaultRig();
beforeAll(async () => {
  database = await arrive();
});

test.each(['', 'hunter2', 'ünï🔑'.repeat(10_000)])(
  'opens what it sealed, and the sealed text shows nothing of it (%#)',
  async (plain) => {
    const vault = await openVault({ database, keys: [first] });
    const sealed = await vault.seal(database, ann, plain);
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    if (plain !== '')
      expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').includes(plain.slice(0, 20))).toBe(false);
    expect(await vault.open(database, ann, sealed)).toBe(plain);
  },
);

test('seals the same value differently every time', async () => {
  const vault = await openVault({ database, keys: [first] });
  const sealed = await Promise.all(Array.from({ length: 20 }, () => vault.seal(database, ann, 'same')));
  expect(new Set(sealed).size).toBe(20);
  for (const each of sealed) expect(await vault.open(database, ann, each)).toBe('same');
});

test('a value that was moved to another seller or column, or modified, cannot be decrypted', async () => {
  const vault = await openVault({ database, keys: [first] });
  const sealed = await vault.seal(database, ann, 'secret');
  await vault.seal(database, bob, 'his own');
  await expect(vault.open(database, bob, sealed)).rejects.toThrow('does not open');
  await expect(vault.open(database, { ...ann, column: 'session' }, sealed)).rejects.toThrow('does not open');
  for (let place = 0; place < sealed.length; place++) {
    const other = sealed[place] === 'A' ? 'B' : 'A';
    const changed = `${sealed.slice(0, place)}${other}${sealed.slice(place + 1)}`;
    // Some bits of the last letter are unused. Changing only those does not change the value.
    if (
      Buffer.from(changed.split('.')[2] ?? '', 'base64url').equals(Buffer.from(sealed.split('.')[2] ?? '', 'base64url'))
    ) {
      if (changed.split('.').slice(0, 2).join() === sealed.split('.').slice(0, 2).join()) continue;
    }
    await expect(vault.open(database, ann, changed)).rejects.toThrow('does not open');
  }
});

test("a seller's data key put into another seller's row cannot be used", async () => {
  const vault = await openVault({ database, keys: [first] });
  const sealed = await vault.seal(database, ann, 'secret');
  await vault.seal(database, bob, 'his own');
  await database.query(
    'update data_keys set wrapped = (select wrapped from data_keys where user_id = 1) where user_id = 2',
  );
  await expect(vault.open(database, bob, sealed)).rejects.toThrow('its row was changed');
});

test('creates one data key per seller, even if two calls start at once', async () => {
  const vault = await openVault({ database, keys: [first] });
  const sealed = await Promise.all(Array.from({ length: 8 }, (_, index) => vault.seal(database, ann, String(index))));
  const { rows } = await database.query('select key_id from data_keys');
  expect(rows).toEqual([{ key_id: first.id }]);
  expect(await Promise.all(sealed.map((each) => vault.open(database, ann, each)))).toEqual([...'01234567']);
});

test('works in the caller’s transaction, so a rollback removes the data key as well', async () => {
  const vault = await openVault({ database, keys: [first] });
  await database
    .transaction(async (tx) => {
      await vault.seal(tx, ann, 'secret');
      throw new Error('changed my mind');
    })
    .catch(() => {});
  expect(await keyIds()).toEqual([]);
});

test('the values of a deleted seller stay unreadable, even if the seller gets a new key', async () => {
  const vault = await openVault({ database, keys: [first] });
  const sealed = await vault.seal(database, ann, 'secret');
  await vault.forget(database, ann.userId);
  await expect(vault.open(database, ann, sealed)).rejects.toThrow('was erased');
  await vault.seal(database, ann, 'new');
  await expect(vault.open(database, ann, sealed)).rejects.toThrow('does not open');
});

test('refuses another key with one sentence, and leaves everything as it was', async () => {
  const vault = await openVault({ database, keys: [first] });
  const sealed = await vault.seal(database, ann, 'secret');
  const problem = await openVault({ database, keys: [second] }).catch((error: unknown) => error);
  expect(problem).toMatchObject({
    name: 'StartProblem',
    message: `The credentials in this database were encrypted with the key ${first.id}, and Hangtag does not have that key. Put the key back in SECRET_KEY, SECRET_KEY_FILE, or the file secret.key in DATA_DIR. If it is lost, run npm run hangtag -- forget-credentials. Nothing was changed.`,
  });
  const { rows } = await database.query('select key_id from vault_canary order by 1');
  expect(rows).toEqual([{ key_id: first.id }, { key_id: webKeyOf(first).web.id }]);
  expect(await (await openVault({ database, keys: [first] })).open(database, ann, sealed)).toBe('secret');
});

test('refuses another key even if only wrapped data keys can show it', async () => {
  await (await openVault({ database, keys: [first] })).seal(database, ann, 'secret');
  await database.query('truncate vault_canary');
  await expect(openVault({ database, keys: [second] })).rejects.toThrow(`encrypted with the key ${first.id}`);
});

test('of two programs with different keys on an empty database, only one starts', async () => {
  const outcomes = await Promise.allSettled([
    openVault({ database, keys: [first] }),
    openVault({ database, keys: [second] }),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a modified canary is detected', async () => {
  await openVault({ database, keys: [first] });
  await database.query("update vault_canary set sealed = sealed || 'AAAA'");
  await expect(openVault({ database, keys: [first] })).rejects.toThrow(
    'the table vault_canary in this database was changed',
  );
});

test('with several keys the first encrypts and all decrypt', async () => {
  const old = await openVault({ database, keys: [first] });
  const before = await old.seal(database, ann, 'before');
  const both = await openVault({ database, keys: [second, first] });
  await both.seal(database, bob, 'after');
  expect(await both.open(database, ann, before)).toBe('before');
  expect(await keyIds()).toEqual([first.id, second.id].sort());
});

test('deleting a disconnected closet’s key leaves the secrets of devices readable', async () => {
  const vault = await openVault({ database, keys: [first] });
  const device = { ...ann, column: 'push_target' } as const;
  const [closet, target] = [await vault.seal(database, ann, 'closet'), await vault.seal(database, device, 'endpoint')];
  await expect(vault.open(database, device, closet)).rejects.toThrow('does not open');
  await vault.forget(database, ann.userId);
  await expect(vault.open(database, ann, closet)).rejects.toThrow('was erased');
  expect(await vault.open(database, device, target)).toBe('endpoint');
});

test('creates a secret of the server once, even if two programs need it first at once', async () => {
  const vaults = await Promise.all(Array.from({ length: 4 }, () => openVault({ database, keys: [first] })));
  let made = 0;
  const secrets = await Promise.all(vaults.map((vault) => vault.own('pair', () => `made ${++made}`)));
  expect(new Set(secrets).size).toBe(1);
  const { rows } = await database.query<{ sealed: string }>('select sealed from installation_secrets');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.sealed).not.toContain('made');
  expect(await vaults[0]?.own('other', () => 'another')).toBe('another');
});
