import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { openProxy, targetOf, through } from '#tests/chaos/world/proxy.ts';
import { emptyDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { openPostgres, preparedMark } from './postgres.ts';

let fresh: TestDatabase;
beforeAll(async () => {
  fresh = await emptyDatabase({ max: 3 });
  await fresh.database.query(
    'create table things (id bigint primary key generated always as identity, name text unique)',
  );
});
afterAll(() => fresh.drop());

test.each([
  ['int8 as text, since ids may pass 2^53', 'select 9007199254740993::int8 as value', '9007199254740993'],
  ['timestamptz as epoch milliseconds', "select '2026-03-08T07:30:00.123456Z'::timestamptz as value", 1772955000123],
  ['timestamptz before 1970', "select '1969-12-31T23:59:59.999Z'::timestamptz as value", -1],
  ['timestamptz given in another zone', "select '2026-01-01T00:00:00+05:45'::timestamptz as value", 1767204900000],
  ['null timestamptz as null', 'select null::timestamptz as value', null],
  ['lists of timestamptz', "select array['1970-01-01T00:00:01Z'::timestamptz, null] as value", [1000, null]],
  ['date as the day it is', "select '2026-11-01'::date as value", '2026-11-01'],
  ['lists of dates', "select array['2026-11-01'::date] as value", ['2026-11-01']],
  ['json parsed', `select '{"a":[1,null]}'::jsonb as value`, { a: [1, null] }],
  ['int4 as number', 'select 42 as value', 42],
  ['lists of int8 as text', 'select array[1::int8, 2::int8] as value', ['1', '2']],
])('reads %s', async (_, sql, value) => {
  const { rows } = await fresh.database.query(sql);
  expect(rows).toEqual([{ value }]);
});

test.each<[string, string, unknown[]]>([
  ['numbers', 'double precision[]', [1, -2.5, 1e21, Number.POSITIVE_INFINITY]],
  ['ids', 'bigint[]', ['9007199254740993', '1']],
  ['texts with signs that lists use', 'text[]', ['a,b', '{}', '"', '\\', ' ', '', 'NULL', 'null', 'é \n"\\"']],
  ['texts with gaps', 'text[]', ['NULL', null, 'a"b\\c', null]],
  ['numbers with gaps', 'int[]', [1, null]],
  ['truths', 'bool[]', [true, false, null]],
  [
    'lists of lists',
    'text[]',
    [
      ['a', '"'],
      ['NULL', ''],
    ],
  ],
  ['nothing', 'text[]', []],
])('writes lists of %s', async (_, type, list) => {
  const { rows } = await fresh.database.query(`select $1::${type} as value`, [list]);
  expect(rows).toEqual([{ value: list }]);
});

test('no plan is compiled to machine code, also where the database would', async () => {
  const name = new URL(fresh.url).pathname.slice(1);
  await fresh.database.query(`alter database ${name} set jit = on`);
  const database = await openPostgres({ url: fresh.url, max: 1, log: silentLog });
  const setting = 'show jit';
  expect((await database.query(setting)).rows).toEqual([{ jit: 'off' }]);
  expect((await database.transaction((tx) => tx.query(setting), { isLong: true })).rows).toEqual([{ jit: 'off' }]);
  await database.close();
  await fresh.database.query(`alter database ${name} reset jit`);
});

test.each([{}, { indexesOnly: true }])(
  'rolls a transaction back when its work throws, and throws what it threw: %j',
  async (options) => {
    const work = fresh.database.transaction(async (tx) => {
      await tx.query("insert into things (name) values ('lost')");
      throw new Error('changed my mind');
    }, options);
    await expect(work).rejects.toThrow('changed my mind');
    expect((await fresh.database.query("select 1 from things where name = 'lost'")).rows).toEqual([]);
  },
);

test('never reports a transaction as committed when a statement in it had failed', async () => {
  const work = fresh.database.transaction(async (tx) => {
    await tx.query("insert into things (name) values ('swallowed')");
    await tx.query('select nonsense').catch(() => {});
  });
  await expect(work).rejects.toThrow('rolled back');
});

test('lets a transaction of one statement commit by itself, and refuses a second one', async () => {
  const numbers: unknown[] = [];
  const work = fresh.database.transaction(
    async (tx) => {
      const { rows } = await tx.query(
        "insert into things (name) values ('alone') returning pg_current_xact_id()::text as id",
      );
      numbers.push(rows[0]?.id);
      await tx.query('select 1');
    },
    { isOneStatement: true },
  );
  await expect(work).rejects.toThrow('has committed');
  const { rows } = await fresh.database.query("select xmin::text as id from things where name = 'alone'");
  expect(rows.map(({ id }) => id)).toEqual(numbers);
});

test('refuses a statement of a transaction that has ended', async () => {
  let leaked: (() => Promise<unknown>) | undefined;
  await fresh.database.transaction(async (tx) => {
    leaked = async () => tx.query('select 1');
  });
  await expect(leaked?.()).rejects.toThrow('has ended');
});

test.each<[string, string, unknown[]]>([
  ['a constraint that was violated', "insert into things (name) values ('twice'), ('twice')", []],
  ['nonsense', 'select nonsense', []],
  ['its time limit', 'select pg_sleep(10)', []],
  ['a value of the wrong type', 'select $1::int', ['one']],
])('keeps the connection of a statement that failed because of %s', async (_, sql, params) => {
  const { url } = fresh;
  const database = await openPostgres({ url, max: 1, limits: { statementMs: 50 }, log: silentLog });
  const connection = async () => (await database.query('select pg_backend_pid() as id')).rows;
  const before = await connection();
  await expect(database.query(sql, params)).rejects.toThrow();
  expect(await connection()).toEqual(before);
  await database.close();
});

test('opens another connection after one that may have a statement half sent', async () => {
  const database = await openPostgres({ url: fresh.url, max: 1, log: silentLog });
  const circle: { self?: unknown } = {};
  circle.self = circle;
  await expect(database.query('select $1::jsonb', [circle])).rejects.toThrow('circular');
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await database.close();
});

test('prepares only the marked statements', async () => {
  await fresh.database.transaction(async (tx) => {
    await tx.query(`${preparedMark} select $1::int + 1 as value`, [1]);
    await tx.query(`${preparedMark} select $1::int + 1 as value`, [2]);
    await tx.query('select $1::int + 2 as value', [1]);
    const { rows } = await tx.query('select statement from pg_prepared_statements');
    expect(rows).toEqual([{ statement: `${preparedMark} select $1::int + 1 as value` }]);
  });
});

test('works again after the server closed every connection', async () => {
  const { database, drop } = await emptyDatabase({ max: 2 });
  await Promise.all([database.query('select 1'), database.query('select 1')]);
  const held = database.transaction(async (tx) => {
    await fresh.database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [(await tx.query<{ name: string }>('select current_database() as name')).rows[0]?.name],
    );
    await tx.query('select 1');
  });
  await expect(held).rejects.toMatchObject({ name: 'DatabaseAway', mayBeDone: false });
  await expect
    .poll(() => database.query('select 2 as two').catch(() => undefined))
    .toMatchObject({ rows: [{ two: 2 }] });
  await drop();
});

test('a connection that ends in the middle of a statement or a commit says that it may be done', async () => {
  const { database, drop } = await emptyDatabase({ max: 2 });
  const end = 'select pg_terminate_backend(pg_backend_pid())';
  await expect(database.query(end)).rejects.toMatchObject({ name: 'DatabaseAway', code: '57P01', mayBeDone: true });
  await database.query(`create table ends (id int); create function end_it() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
    create constraint trigger at_commit after insert on ends deferrable initially deferred for each row
    execute function end_it()`);
  const committed = database.transaction((tx) => tx.query('insert into ends values (1)'));
  await expect(committed).rejects.toMatchObject({ name: 'DatabaseAway', code: '57P01', mayBeDone: true });
  expect((await database.query('select from ends')).count).toBe(0);
  await drop();
});

describe('a server that has gone silent', () => {
  const answerMs = 500;

  test.each<[string, (database: Database) => Promise<unknown>, boolean]>([
    ['a statement', (database) => database.query('select 1'), true],
    // A rollback would wait as long again for its own answer.
    ['a transaction', (database) => database.transaction((tx) => tx.query('select 1')), false],
  ])('is given up after one wait in %s, and works again when it is back', async (_, ask, mayBeDone) => {
    const proxy = await openProxy(targetOf(fresh.url), Math.random);
    const url = through(fresh.url, proxy.port);
    const database = await openPostgres({ url, max: 1, limits: { answerMs }, log: silentLog });
    await database.query('select 1');
    proxy.swallow();
    await expect(ask(database)).rejects.toMatchObject({ name: 'DatabaseAway', mayBeDone });
    expect(proxy.longestSilenceMs()).toBeLessThan(2 * answerMs);
    proxy.heal();
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
    await proxy.close();
  });
});

test.each([
  ['nonsense', 'DATABASE_URL is not the address of a PostgreSQL database.'],
  ['postgres://me:s3cret-word@127.0.0.1:1/x', "Hangtag can't reach the database at 127.0.0.1:1 (ECONNREFUSED)."],
  ['postgres://me:s3cret-word@nowhere.invalid/x', "Hangtag can't find the host nowhere.invalid:5432 of DATABASE_URL."],
])('says in one sentence why %s cannot be opened, without its password', async (url, sentence) => {
  const problem = await openPostgres({ url, log: silentLog }).catch((error: unknown) => error);
  expect(problem).toMatchObject({ name: 'StartProblem', message: expect.stringContaining(sentence) });
  expect(String(problem)).not.toContain('s3cret-word');
});

test('reads and joins by indexes only if a transaction asks for it, and in none after it', async () => {
  const settings = `select current_setting('enable_hashjoin') as hash, current_setting('enable_mergejoin') as merge,
    current_setting('enable_seqscan') as scan, pg_backend_pid() as connection`;
  const read = async (indexesOnly: boolean) =>
    (await fresh.database.transaction((tx) => tx.query(settings), { indexesOnly })).rows[0];
  const asked = await read(true);
  expect(asked).toMatchObject({ hash: 'off', merge: 'off', scan: 'off' });
  // The same connection, as the pool gives the one that was used last.
  expect(await read(false)).toEqual({ ...asked, hash: 'on', merge: 'on', scan: 'on' });
});
