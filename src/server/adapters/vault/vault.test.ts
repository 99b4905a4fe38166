import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { emptyDatabase, type TestDatabase } from '#tests/database.ts';
import { sealEnvelope } from './envelope.ts';
import { webKeyOf, webRing } from './key-ring.ts';
import type { SecretKey } from './secret-key.ts';
import { openVault, openWebVault } from './vault.ts';

const keyOf = (word: string): SecretKey => {
  const key = createHash('sha256').update(word).digest();
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
};
const [first, second, third] = [keyOf('first'), keyOf('second'), keyOf('third')];
const ann = { userId: '1', column: 'credentials' } as const;
const bob = { userId: '2', column: 'credentials' } as const;

let fresh: TestDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await emptyDatabase();
  database = fresh.database;
  await database.query(
    `create table data_keys (user_id bigint, purpose text not null default 'closet', wrapped text not null,
       key_id text not null, created_at timestamptz not null default now(), primary key (user_id, purpose))`,
  );
  await database.query(
    'create table installation_secrets (name text primary key, sealed text not null, key_id text not null)',
  );
  await database.query('create table vault_canary (key_id text primary key, sealed text not null)');
});
afterAll(() => fresh.drop());
beforeEach(() => database.query('truncate data_keys, vault_canary, installation_secrets'));

const keyIds = async () => {
  const { rows } = await database.query<{ id: string }>('select distinct key_id as id from data_keys order by 1');
  return rows.map(({ id }) => id);
};

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

test('an interrupted rotation continues where it stopped', async () => {
  const old = await openVault({ database, keys: [first] });
  for (let user = 1; user <= 6; user++) await old.seal(database, { userId: String(user), column: 'session' }, 'jar');
  // The fourth row can't be decrypted, so the second batch of two fails.
  const { rows } = await database.query<{ wrapped: string }>('select wrapped from data_keys where user_id = 4');
  await database.query("update data_keys set wrapped = 'v1.damaged.' where user_id = 4");
  const both = await openVault({ database, keys: [third, first] });
  await expect(both.rotate({ batch: 2 })).rejects.toThrow();
  expect(await keyIds()).toEqual([first.id, third.id].sort());
  await database.query('update data_keys set wrapped = $1 where user_id = 4', [rows[0]?.wrapped]);
  expect(await both.rotate({ batch: 2 })).toBe(4);
  expect(await keyIds()).toEqual([third.id]);
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

test('rotation also rewraps the secrets of the server, and another key is refused for them', async () => {
  const old = await openVault({ database, keys: [first] });
  await old.own('pair', () => 'kept');
  const both = await openVault({ database, keys: [second, first] });
  await both.rotate();
  const alone = await openVault({ database, keys: [second] });
  expect(await alone.own('pair', () => 'made again')).toBe('kept');
  await expect(openVault({ database, keys: [first] })).rejects.toThrow(`encrypted with the key ${second.id}`);
});

/** A worker and a web process of one installation. */
const bothVaults = async (master = first) => {
  const worker = await openVault({ database, keys: [master] });
  return { worker, web: await openWebVault({ database, keys: [webKeyOf(master)] }) };
};
const app = { userId: '1', column: 'totp_secret' } as const;

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

/** What versions without web keys wrote: the secret key itself wrapped everything. */
async function writtenBefore() {
  const valueKey = (byte: number) => Buffer.alloc(32, byte);
  const idOf = (key: Buffer) =>
    createHash('sha256').update('hangtag data key id\0').update(key).digest('hex').slice(0, 8);
  const rows = [
    { purpose: 'closet', place: 'data_keys.wrapped|1', key: valueKey(1), value: 'closets.credentials|1' },
    {
      purpose: 'sign-in',
      place: 'data_keys.wrapped|1|sign-in',
      key: valueKey(2),
      value: 'authenticator_apps.secret|1',
    },
  ];
  const sealed: string[] = [];
  for (const { purpose, place, key, value } of rows) {
    const wrapped = sealEnvelope(key, { key: first.key, keyId: first.id, place });
    await database.query('insert into data_keys (user_id, purpose, wrapped, key_id) values (1, $1, $2, $3)', [
      purpose,
      wrapped,
      first.id,
    ]);
    sealed.push(sealEnvelope(Buffer.from(`old ${purpose}`), { key, keyId: idOf(key), place: value }));
  }
  const own = sealEnvelope(Buffer.from('old pair'), {
    key: first.key,
    keyId: first.id,
    place: 'installation_secrets.sealed|push',
  });
  await database.query("insert into installation_secrets (name, sealed, key_id) values ('push', $1, $2)", [
    own,
    first.id,
  ]);
  const canary = sealEnvelope(Buffer.from('hangtag'), { key: first.key, keyId: first.id, place: 'canary' });
  await database.query('insert into vault_canary (key_id, sealed) values ($1, $2)', [first.id, canary]);
  return { credentials: sealed[0] ?? '', totp: sealed[1] ?? '' };
}

test('what was sealed before there were web keys is readable, and its first start hands over what web processes need', async () => {
  const old = await writtenBefore();
  await expect(openWebVault({ database, keys: [webKeyOf(first)] })).rejects.toThrow('does not belong to this database');
  const { worker, web } = await bothVaults();
  for (const vault of [worker, web]) {
    expect(await vault.open(database, app, old.totp)).toBe('old sign-in');
    expect(await vault.own('push', () => 'new pair')).toBe('old pair');
  }
  expect(await worker.open(database, ann, old.credentials)).toBe('old closet');
  await expect(web.open(database, ann, old.credentials)).rejects.toThrow('only a web key');
  // The seller's next secrets are sealed under the same data key.
  expect(await worker.open(database, ann, await worker.seal(database, ann, 'new'))).toBe('new');
});

test('rotation moves both kinds of keys, also where it was interrupted, and the old web key opens nothing anymore', async () => {
  const old = await bothVaults();
  const credentials = await old.web.seal(database, ann, 'by the web process');
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
  expect(await worker.open(database, ann, credentials)).toBe('by the web process');
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
