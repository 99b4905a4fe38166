import { beforeAll, expect, test } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { sealEnvelope } from './encryption.ts';
import { webKeyOf } from './key-ring.ts';
import type { SecretKey } from './secret-key.ts';
import { ann, app, bob, first, second, vaultRig } from './vault.fixture.ts';
import { openVault, openWebVault } from './vault.ts';

let database: Database;
const { arrive, bothVaults, keyIds } = vaultRig();
beforeAll(async () => {
  database = await arrive();
});

test('rotation rewraps every data key, in batches, and leaves the encrypted values unchanged', async () => {
  const old = await openVault({ database, keys: [first] });
  const sealed: string[] = [];
  for (let user = 1; user <= 25; user++) {
    sealed.push(await old.seal(database, { userId: String(user), column: 'session' }, `jar ${user}`));
  }
  const both = await openVault({ database, keys: [second, first] });
  expect(await both.rotate({ batch: 10 })).toBe(25);
  expect(await both.rotate()).toBe(0);
  expect(await keyIds()).toEqual([second.id]);

  const alone = await openVault({ database, keys: [second] });
  for (const [index, each] of sealed.entries()) {
    const place = { userId: String(index + 1), column: 'session' } as const;
    expect(await alone.open(database, place, each)).toBe(`jar ${index + 1}`);
  }
  await expect(openVault({ database, keys: [first] })).rejects.toThrow(`encrypted with the key ${second.id}`);
});

test('rotates ten thousand sellers in a few seconds', async () => {
  const old = await openVault({ database, keys: [first] });
  await old.seal(database, ann, 'one');
  const wrapped = Array.from({ length: 10_000 }, (_, index) =>
    sealEnvelope(Buffer.alloc(32, index), {
      key: first.key,
      keyId: first.id,
      place: `data_keys.wrapped|${index + 10}`,
    }),
  );
  await database.query(
    'insert into data_keys (user_id, wrapped, key_id) select 9 + number, text, $1 from unnest($2::text[]) with ordinality as given (text, number)',
    [first.id, wrapped],
  );
  const both = await openVault({ database, keys: [second, first] });
  const startedAt = performance.now();
  expect(await both.rotate()).toBe(10_001);
  // Takes half a second here. The limit leaves room for a busy machine.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('rotation moves both kinds of keys, even after an interruption, and the old web key opens nothing anymore', async () => {
  const old = await bothVaults();
  const credentials = await old.worker.seal(database, ann, 'by another worker');
  const session = await old.worker.seal(database, bob, 'by the worker');
  const totp = await old.web.seal(database, app, 'totp');
  await old.web.own('push', () => 'pair');
  await expect(old.web.rotate()).rejects.toThrow('Run rotate-keys where the secret key is');

  const { rows } = await database.query<{ wrapped: string }>('select wrapped from data_keys where user_id = 2');
  await database.query("update data_keys set wrapped = 'v1.damaged.' where user_id = 2");
  const both = await openVault({ database, keys: [second, first] });
  await expect(both.rotate({ batch: 1 })).rejects.toThrow();
  await database.query('update data_keys set wrapped = $1 where user_id = 2', [rows[0]?.wrapped]);
  expect(await both.rotate({ batch: 1 })).toBe(2);
  expect(await keyIds()).toEqual([second.id, webKeyOf(second).web.id]);

  const { worker, web } = await bothVaults(second);
  expect(await worker.open(database, ann, credentials)).toBe('by another worker');
  expect(await worker.open(database, bob, session)).toBe('by the worker');
  expect(await web.open(database, app, totp)).toBe('totp');
  expect(await web.own('push', () => 'another')).toBe('pair');
  await expect(openWebVault({ database, keys: [webKeyOf(first)] })).rejects.toThrow('does not belong');
});

test('processes that are restarted one after the other read what the others write, if a new key comes second at first', async () => {
  const open = async (keys: readonly [SecretKey, ...SecretKey[]]) => {
    const worker = await openVault({ database, keys });
    const [current, ...others] = keys;
    return { worker, web: await openWebVault({ database, keys: [webKeyOf(current), ...others.map(webKeyOf)] }) };
  };
  let seller = 0;
  /** Whatever a process of one generation seals, those of both open. */
  const together = async (before: Awaited<ReturnType<typeof open>>, after: Awaited<ReturnType<typeof open>>) => {
    const [workers, webs] = [
      [before.worker, after.worker],
      [before.web, after.web],
    ];
    for (const writer of [...workers, ...webs]) {
      seller += 1;
      const [closet, totp] = [
        { userId: `${seller}`, column: 'credentials' },
        { userId: `${seller}`, column: 'totp_secret' },
      ] as const;
      const sealed = [await writer.seal(database, closet, 'closet'), await writer.seal(database, totp, 'app')] as const;
      for (const worker of workers) expect(await worker.open(database, closet, sealed[0])).toBe('closet');
      for (const reader of [...workers, ...webs]) expect(await reader.open(database, totp, sealed[1])).toBe('app');
    }
  };
  const old = await open([first]);
  await old.web.own('push', () => 'pair');
  const knowing = await open([first, second]);
  await together(old, knowing);
  const changing = await open([second, first]);
  await together(knowing, changing);
  await changing.worker.rotate();
  const done = await open([second]);
  await together(changing, done);
  expect(await done.web.own('push', () => 'another')).toBe('pair');

  // What goes wrong without the step between: the old process can't read what the new one writes.
  await expect(together(old, changing)).rejects.toThrow('which is not given');
});
