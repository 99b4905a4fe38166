// Databases for tests: each test file gets its own, cloned from a migrated template.
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import type { Log } from '#server/adapters/log/log.ts';
import { opened } from './opened.ts';

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** On a machine that is busy with other work, 50 calls at once have waited longer than Hangtag does. */
const patience = { connectMs: 40_000, statementMs: 40_000, answerMs: 45_000 };

export type TestDatabase = Awaited<ReturnType<typeof clone>>;

/**
 * A database for one test file, cloned from the migrated template in about 30 ms. `max` is the size of the pool.
 */
export const freshDatabase = ({ max = 10 }: { max?: number } = {}): Promise<TestDatabase> =>
  clone(inject('databaseTemplate'), max);

/** The same, opened before the first test of a file or a group and dropped after the last one. */
export const ownDatabase = (options?: { max?: number }): TestDatabase =>
  opened(
    () => freshDatabase(options),
    ({ drop }) => drop(),
  );

/** A seller whose address nobody else has. */
export async function addUser(db: Queryable, timezone = 'UTC'): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into users (first_name, last_name, email, password, timezone, created_at)
     values ('Jo', 'Example', gen_random_uuid() || '@example.org', 'none', $1, now()) returning id`,
    [timezone],
  );
  return rows[0]?.id ?? '';
}

/** An empty database without Hangtag's schema, for tests of the migrations. */
export const emptyDatabase = ({ max = 10 }: { max?: number } = {}): Promise<TestDatabase> => clone('template0', max);

async function clone(template: string, max: number) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const address = new URL(inject('databaseOfProgram'));
  // Pages that go through the log are written twice: creating and dropping a database then takes 83 ms instead of 39.
  await onServer(`create database ${name} template ${template} strategy file_copy owner ${address.username}`);
  address.pathname = `/${name}`;
  const url = address.href;
  const { database, settled } = counted(await openPostgres({ url, max, limits: patience, log: silentLog }));
  return {
    database,
    url,
    /** Resolves when no query and no transaction is in progress. The manual clock waits for this. */
    settled,
    /** Ends all connections and refuses new ones, as a server that is down does. Resolves to what brings the database back. */
    async takeAway() {
      await onServer(`alter database ${name} with allow_connections false`);
      await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
      return () => onServer(`alter database ${name} with allow_connections true`);
    },
    async drop() {
      await database.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

type See = (db: Queryable, sql: string, params: readonly unknown[] | undefined) => unknown;

/** The same database. Each statement, of transactions too, runs after `see` has seen it, with what it will run on. */
export function watching(database: Database, see: See): Database {
  const watched = (db: Queryable): Queryable => ({
    async query(sql, params) {
      await see(db, sql, params);
      return db.query(sql, params);
    },
  });
  return {
    ...database,
    ...watched(database),
    transaction: (work, options) => database.transaction((tx) => work(watched(tx)), options),
  };
}

function counted(database: Database): { database: Database; settled(): Promise<void> } {
  let underWay = 0;
  let waiting: (() => void)[] = [];
  const during = async <T>(work: Promise<T>): Promise<T> => {
    underWay++;
    try {
      return await work;
    } finally {
      underWay--;
      if (underWay === 0) {
        for (const resolve of waiting) resolve();
        waiting = [];
      }
    }
  };
  return {
    database: {
      query: (sql, params) => during(database.query(sql, params)),
      transaction: (work, options) => during(database.transaction(work, options)),
      askWithRetries: (ask) => database.askWithRetries(ask),
      close: () => database.close(),
    },
    async settled() {
      // A query's result may cause another query.
      for (let quietTurns = 0; quietTurns < 5; quietTurns++) {
        if (underWay > 0) {
          await new Promise<void>((resolve) => waiting.push(resolve));
          quietTurns = 0;
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** A role that may connect and do nothing else, as an administrator would create it, until it is dropped. */
export async function newRole(): Promise<{ name: string; urlOf(url: string): string; drop(): Promise<void> }> {
  const name = `role_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  await client.connect();
  await client.query(`create role ${name} login password 'secret'`);
  // The embedded server lets only its own two roles in.
  const { rows } = await client.query<{ file: string }>("select current_setting('hba_file') as file");
  appendFileSync(rows[0]?.file ?? '', `local all ${name} scram-sha-256\nhost all ${name} 127.0.0.1/32 scram-sha-256\n`);
  await client.query('select pg_reload_conf()');
  await client.end();
  return {
    name,
    urlOf(url) {
      const own = new URL(url);
      own.username = name;
      own.password = 'secret';
      return own.href;
    },
    drop: () => onServer(`drop role ${name}`),
  };
}

/** Two clones of one template at once would fail, so they wait for each other. */
async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    await client.query(sql);
  } finally {
    await client.end();
  }
}
