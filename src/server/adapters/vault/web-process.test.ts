import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { sealEnvelope } from './encryption.ts';
import { webKeyOf, webRing } from './key-ring.ts';
import { ann, app, bob, first, second, vaultRig } from './vault.fixture.ts';
import { openWebVault } from './vault.ts';

let database: Database;
const { arrive, bothVaults, keyIds } = vaultRig();
const session = { ...ann, column: 'session' } as const;
beforeAll(async () => {
  database = await arrive();
});

test('a web process seals a password that only a worker opens, and never has the key of a closet', async () => {
  const { worker, web } = await bothVaults();
  const typed = await web.seal(database, ann, 'hunter2');
  expect(await keyIds()).toEqual([]);
  expect(await worker.open(database, ann, typed)).toBe('hunter2');
  await expect(worker.open(database, bob, typed)).rejects.toThrow('does not open');
  await expect(web.open(database, ann, typed)).rejects.toThrow('only a web key');
  await expect(web.seal(database, session, 'a session')).rejects.toThrow('seals no session');
  await expect(worker.open(database, session, typed)).rejects.toThrow('nothing sealed with it opens');

  const kept = await worker.seal(database, session, 'a session');
  expect(await keyIds()).toEqual([first.id]);
  await expect(web.open(database, session, kept)).rejects.toThrow('only a web key');
  expect([web.opensClosets, worker.opensClosets]).toEqual([false, true]);

  const asked = web.sealForWorkers('worker_calls.input|1', 'hunter2');
  expect(worker.openAsWorker('worker_calls.input|1', asked)).toBe('hunter2');
  expect(() => worker.openAsWorker('worker_calls.input|2', asked)).toThrow('does not open');
  expect(() => web.openAsWorker('worker_calls.input|1', asked)).toThrow('only a web key');
});

describe('a web process that puts a data key of its own in place of a seller’s', () => {
  const own = Buffer.alloc(32, 7);
  const place = `data_keys.wrapped|${ann.userId}`;
  const { web: webKey, box } = webKeyOf(first);
  const wraps = {
    'in a box for workers': [webRing([webKeyOf(first)]).sealForWorkers(place, own), box.id],
    'with the web key': [sealEnvelope(own, { key: webKey.key, keyId: webKey.id, place }), webKey.id],
    'with no key at all': ['v1.none.', 'none'],
  } as const;
  const put = (text: string, keyId: string) =>
    database.query(
      `insert into data_keys (user_id, wrapped, key_id, purpose) values ($1, $2, $3, 'closet')
       on conflict (user_id, purpose) do update set wrapped = excluded.wrapped, key_id = excluded.key_id`,
      [ann.userId, text, keyId],
    );

  test.each(Object.entries(wraps))('gets nothing sealed with it: %s', async (_, [text, keyId]) => {
    const { worker } = await bothVaults();
    await worker.seal(database, session, 'a session');
    await put(text, keyId);
    await expect(worker.seal(database, session, 'a new session')).rejects.toThrow();
    await database.query('delete from data_keys');
    await put(text, keyId);
    await expect(worker.seal(database, session, 'a first session')).rejects.toThrow();
  });

  test('keeps nobody from linking again, which makes a new key', async () => {
    const { worker } = await bothVaults();
    await put(...wraps['in a box for workers']);
    await worker.forget(database, ann.userId);
    const sealed = await worker.seal(database, session, 'a session');
    expect(await keyIds()).toEqual([first.id]);
    expect(await worker.open(database, session, sealed)).toBe('a session');
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
  expect(webRing([key]).keys).toEqual({ closet: [], web: [key.web] });
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
