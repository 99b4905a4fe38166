import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { migrate } from './migrate.ts';

let fresh: TestDatabase;
let folder: string;
beforeEach(async () => {
  fresh = await emptyDatabase({ max: 4 });
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await write('0001-first.sql', 'create table first (id int); insert into first values (1);');
  await write('0002-second.sql', 'alter table first add column name text;');
});
afterEach(async () => {
  await fresh.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = () => migrate({ url: fresh.url, log: silentLog, folder });

test('applies each file once, in order, and says in one line that it created the tables, later each file', async () => {
  const lines: unknown[] = [];
  const log = { ...silentLog, info: (fields: object, message: string) => void lines.push([message, fields]) };
  const runLogged = () => migrate({ url: fresh.url, log, folder });
  expect(await runLogged()).toEqual(['0001-first.sql', '0002-second.sql']);
  expect(await runLogged()).toEqual([]);
  await write('0003-third.sql', 'drop table first;');
  expect(await runLogged()).toEqual(['0003-third.sql']);
  expect(lines).toEqual([
    ['Tables created', { migrations: 2 }],
    ['Migration applied', { migration: '0003-third.sql' }],
  ]);
  const { rows } = await fresh.database.query(
    'select number, name, length(sha256) as digits from migrations order by 1',
  );
  expect(rows).toEqual([
    { number: 1, name: '0001-first.sql', digits: 64 },
    { number: 2, name: '0002-second.sql', digits: 64 },
    { number: 3, name: '0003-third.sql', digits: 64 },
  ]);
});

test('lets one of several programs migrate while the others wait', async () => {
  const applied = await Promise.all([run(), run(), run(), run()]);
  expect(applied.flat().sort()).toEqual(['0001-first.sql', '0002-second.sql']);
  expect((await fresh.database.query('select id from first')).rows).toEqual([{ id: 1 }]);
});

describe('a file with a query for its preparation', () => {
  const third = 'create unique index if not exists first_once on first (id);';
  const building = "select 'create unique index concurrently first_once on first (id)' as statement";
  const writeBoth = async (before = building) => {
    await write('0003-third.sql', third);
    await write('0003-third.before.sql', before);
  };
  const isBuilt = async () => (await fresh.database.query("select to_regclass('first_once') as name")).rows[0]?.name;

  test('is prepared by the statements that it returns, while other programs wait for their turn', async () => {
    await run();
    await writeBoth(`${building} union all select 'create table second ()'`);
    // An index is built concurrently only outside of a transaction, and only if no other program waits in the middle of a statement.
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(['0003-third.sql']);
    const { rows } = await fresh.database.query("select to_regclass('second') as second");
    expect([await isBuilt(), rows]).toEqual(['first_once', [{ second: 'second' }]]);
  });

  test('needs no preparation in a new database', async () => {
    await writeBoth('select nonsense');
    await run();
    expect(await isBuilt()).toBe('first_once');
  });

  test('changes nothing and is named if its preparation fails', async () => {
    await run();
    await writeBoth("select 'select nonsense' as statement");
    await expect(run()).rejects.toThrow('Preparing migration 0003-third.sql failed: column "nonsense" does not exist.');
    expect(await isBuilt()).toBeNull();
    await writeBoth();
    expect(await run()).toEqual(['0003-third.sql']);
  });

  test('is refused if its preparation was edited after it had been applied', async () => {
    await run();
    await writeBoth();
    await run();
    await writeBoth(`${building} where true`);
    await expect(run()).rejects.toThrow('The migration file 0003-third.sql was changed after it was applied');
  });
});

test('waits for a table that is in use without holding up others for long', async () => {
  await run();
  await write('0003-third.sql', 'alter table first add column note text;');
  const waits = Promise.withResolvers<void>();
  const log = { ...silentLog, info: (_: object, message: string) => void (/waits/.test(message) && waits.resolve()) };
  let migrating: Promise<string[]> | undefined;
  await fresh.database.transaction(async (tx) => {
    await tx.query('select * from first');
    migrating = migrate({ url: fresh.url, log, folder });
    await waits.promise;
    // Behind a migration that held its place in the queue, this would wait as long as the reader's transaction.
    expect((await fresh.database.query('select id from first')).rows).toEqual([{ id: 1 }]);
  });
  expect(await migrating).toEqual(['0003-third.sql']);
});

test('gives way before PostgreSQL ends the statement of another program for a deadlock', async () => {
  await run();
  const { database } = fresh;
  await database.query('create table second ()');
  await database.query('create table third ()');
  await write('0003-third.sql', 'lock table first, second, third; alter table first add column note text;');
  const waiting = async (which: string) => {
    const { rows } = await database.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and ${which}`,
    );
    return rows.length;
  };
  let migrating: Promise<string[]> | undefined;
  await database.transaction(async (reader) => {
    await reader.query('select * from third');
    let asked: Promise<unknown> | undefined;
    let isAnswered = false;
    await database.transaction(async (other) => {
      await other.query('select * from second');
      migrating = run();
      await expect.poll(() => waiting(`application_name = 'hangtag migrate'`)).toBe(1);
      // From here on, the reader waits for longer than the migration waits for the third table.
      asked = reader.query('select id from first').finally(() => {
        isAnswered = true;
      });
      asked.catch(() => {});
      await expect.poll(async () => isAnswered || (await waiting(`query = 'select id from first'`)) === 1).toBe(true);
    });
    expect(await asked).toMatchObject({ rows: [{ id: 1 }] });
  });
  expect(await migrating).toEqual(['0003-third.sql']);
});

test('rolls back a file that fails halfway, keeps those before it, and names it', async () => {
  await write('0003-broken.sql', 'create table third (id int); select nonsense;');
  await expect(run()).rejects.toThrow('Migration 0003-broken.sql failed: column "nonsense" does not exist.');
  const { rows } = await fresh.database.query(
    "select to_regclass('third') as third, max(number) as last from migrations",
  );
  expect(rows).toEqual([{ third: null, last: 2 }]);
  await write('0003-broken.sql', 'create table third (id int);');
  expect(await run()).toEqual(['0003-broken.sql']);
});

test('says in one sentence that its role may create no tables, and what to do', async () => {
  await fresh.database.query('revoke create on schema public from pg_database_owner');
  const name = new URL(fresh.url).pathname.slice(1);
  await expect(run()).rejects.toMatchObject({
    name: 'StartProblem',
    message: expect.stringContaining(`The user in DATABASE_URL lacks rights in the database "${name}"`),
    remedy: `Make that user the owner of the database: alter database "${name}" owner to …`,
  });
});

test('treats a file with another system’s line endings as the same file', async () => {
  await write('0003-third.sql', 'create table a (id int);\ncreate table b (id int);\n');
  await run();
  await write('0003-third.sql', 'create table a (id int);\r\ncreate table b (id int);\r\n');
  expect(await run()).toEqual([]);
});

test('refuses a database that does not match the files, and says what to do', async () => {
  await run();
  const [first, second] = [join(folder, '0001-first.sql'), join(folder, '0002-second.sql')];
  const written = readFileSync(first);
  await write('0001-first.sql', 'create table first (id bigint);');
  await expect(run()).rejects.toThrow('The migration file 0001-first.sql was changed after it was applied');
  // Such as one from before the first release.
  await rm(first);
  await write('0001-other.sql', 'select 1;');
  await expect(run()).rejects.toMatchObject({
    message: expect.stringContaining(
      'The database has the migration 0001-first.sql, which is missing from this copy of Hangtag. Nothing was changed.',
    ),
    remedy: expect.stringContaining('A database from before the first release can’t be upgraded'),
  });
  await rm(join(folder, '0001-other.sql'));
  await writeFile(first, written);
  await rm(second);
  await expect(run()).rejects.toThrow(
    'The database was upgraded by a newer version of Hangtag: this version does not know its migration 0002-second.sql.',
  );
  const { rows } = await fresh.database.query('select name from migrations order by number');
  expect(rows).toEqual([{ name: '0001-first.sql' }, { name: '0002-second.sql' }]);
});

test('refuses other file names', async () => {
  for (const name of ['0004-gap.sql', '3-short.sql', '0003_underscore.sql']) {
    await write(name, 'select 1;');
    await expect(run(), name).rejects.toThrow('numbered from 0001 without gaps');
    await rm(join(folder, name));
  }
});
