import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { sealEnvelope } from './envelope.ts';
import { webKeyOf, webRing } from './key-ring.ts';
import { ann, app, bob, first, second, vaultRig } from './vault.fixture.ts';
import { openWebVault } from './vault.ts';

let database: Database;
const { arrive, bothVaults, keyIds } = vaultRig();
beforeAll(async () => {
  database = await arrive();
});

test('a web process seals credentials, and only a worker opens them', async () => {
  const { worker, web } = await bothVaults();
  const sealed = await web.seal(database, ann, 'hunter2');
  expect(await worker.open(database, ann, sealed)).toBe('hunter2');
  await expect(web.open(database, ann, sealed)).rejects.toThrow('only a web key');
  expect(await keyIds()).toEqual([webKeyOf(first).box.id]);
  // The worker wraps the data key itself as soon as it seals with it: opening a box takes 0.3 ms.
  await worker.seal(database, { ...ann, column: 'session' }, 'a session');
  expect(await keyIds()).toEqual([first.id]);
  expect(await worker.open(database, ann, sealed)).toBe('hunter2');
  const session = await worker.seal(database, bob, 'a session');
  await expect(web.open(database, bob, session)).rejects.toThrow('only a web key');
  expect([web.opensClosets, worker.opensClosets]).toEqual([false, true]);

  const asked = web.sealForWorkers('worker_calls.input|1', 'hunter2');
  expect(worker.openAsWorker('worker_calls.input|1', asked)).toBe('hunter2');
  expect(() => worker.openAsWorker('worker_calls.input|2', asked)).toThrow('does not open');
  expect(() => web.openAsWorker('worker_calls.input|1', asked)).toThrow('only a web key');
});

describe('a web process that puts a data key of its own in place of a seller’s', () => {
  const own = Buffer.alloc(32, 7);
  const [session, credentials] = [
    { ...ann, column: 'session' },
    { ...ann, column: 'credentials' },
  ] as const;
  const replace = async () => {
    const { text, keyId } = webRing([webKeyOf(first)]).wrap('closet', `data_keys.wrapped|${ann.userId}`, own);
    await database.query(
      `insert into data_keys (user_id, wrapped, key_id, purpose) values ($1, $2, $3, 'closet')
       on conflict (user_id, purpose) do update set wrapped = excluded.wrapped, key_id = excluded.key_id`,
      [ann.userId, text, keyId],
    );
  };
  const sealedWithOwn = ({ column }: { column: string }) =>
    sealEnvelope(Buffer.from('made up'), {
      key: own,
      keyId: createHash('sha256').update('hangtag data key id\0').update(own).digest('hex').slice(0, 8),
      place: `closets.${column}|${ann.userId}`,
    });

  test('gets nothing sealed with it, whatever else it replaces', async () => {
    const { worker } = await bothVaults();
    const password = await worker.seal(database, credentials, 'hunter2');
    const stored = [{ column: 'credentials', sealed: password }] as const;
    await expect(worker.seal(database, session, 'a session', stored)).resolves.toBeTruthy();
    await replace();
    await expect(worker.seal(database, session, 'a session', stored)).rejects.toThrow('was replaced');
    const forged = [
      { column: 'credentials', sealed: sealedWithOwn(credentials) },
      { column: 'session', sealed: sealedWithOwn(session) },
    ] as const;
    await expect(worker.seal(database, session, 'a session', forged)).rejects.toThrow('was replaced');
  });

  test('does not know the key of the closet once it is linked', async () => {
    const { worker, web } = await bothVaults();
    await replace();
    expect(await web.renewKey(database, ann.userId)).toBe(false);
    expect(await worker.renewKey(database, ann.userId)).toBe(true);
    const sealed = await worker.seal(database, session, 'a session');
    expect(await keyIds()).toEqual([first.id]);
    expect(await worker.open(database, session, sealed)).toBe('a session');
    expect(await worker.renewKey(database, ann.userId)).toBe(false);
  });
});

test('the key ring of a web process is made of one derived key and one public key, and of nothing else', () => {
  const key = webKeyOf(first);
  expect(Object.entries(key).map(([part, fields]) => [part, Object.keys(fields)])).toEqual([
    ['web', ['id', 'key']],
    ['box', ['id', 'publicKey']],
  ]);
  expect(key.box.publicKey.type).toBe('public');
  expect(key.web.key.equals(first.key)).toBe(false);
  expect(webRing([key]).knows(first.id)).toBe(false);
});

test('web processes and workers open the secrets that web processes need', async () => {
  const { worker, web } = await bothVaults();
  for (const [one, other] of [
    [web, worker],
    [worker, web],
  ] as const) {
    await database.query('truncate data_keys, installation_secrets');
    const sealed = await one.seal(database, app, 'totp');
    expect(await other.open(database, app, sealed)).toBe('totp');
    await one.own('push', () => 'pair');
    expect(await other.own('push', () => 'another pair')).toBe('pair');
  }
});

test('a web key of another installation is refused, and so is one that the database has not met', async () => {
  const stranger = { database, keys: [webKeyOf(second)] as const };
  await bothVaults();
  await expect(openWebVault(stranger)).rejects.toThrow('does not belong to this database');
  // Written before there were web keys.
  await database.query("delete from vault_canary where key_id like 'web-%'");
  await expect(openWebVault({ database, keys: [webKeyOf(first)] })).rejects.toThrow('Start a worker');
  await bothVaults();
});
