// Migrates the database's schema to the current version.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Queryable } from '#domain/ports/database.ts';
import { firstValue } from '../../sql.ts';
import type { Log } from '../log/log.ts';
import { codeOf, StartProblem } from '../start-problem.ts';
import { connectionTo } from './servers.ts';
import { orLacksRights, whyUnreachable } from './unreachable.ts';
import { ownsTables } from './web-role.ts';

/**
 * The migrations, as files `NNNN-name.sql`. They only go forward, and a released file is never edited. Beside one, a file
 * `NNNN-name.before.sql` can hold a query for statements that prepare it: see `prepare`.
 */
export const migrationsFolder = fileURLToPath(new URL('./migrations/', import.meta.url));

/** An arbitrary number for the advisory lock that lets only one program at a time migrate a database. */
const lockKey = 4_871_220_717;
/**
 * How long a migration waits for the lock of a table before it lets everyone through and tries again. Every statement that comes
 * later waits behind it, so a backup that reads a table for minutes would stop all bots. After one second of waiting, PostgreSQL
 * looks for deadlocks and ends a statement of one. A migration gives way earlier, because that might be a share.
 */
const lockTimeoutMs = 100;
const retryMs = 500;
/** PostgreSQL ends its automatic vacuum of a table only for somebody who has waited a second. So some tries wait longer. */
const longLockTimeoutMs = 1_500;
const triesPerLongOne = 20;

type Migration = { number: number; name: string; sql: string; before: string | null; sha256: string };
type Applied = { number: number; name: string; sha256: string };

/**
 * Applies every file that was not applied yet, in order, each in its own transaction, while other programs wait. Resolves to the
 * names of the applied files. Throws a `StartProblem` if an applied file was edited or removed, if the database is newer than the
 * program, or if a file fails. Files before a failed one stay applied.
 */
export async function migrate(given: { url: string; log: Log; folder?: string }): Promise<string[]> {
  const { url, log, folder = migrationsFolder } = given;
  const migrations = await readMigrations(folder);
  const client = await connect(url);
  try {
    if (!(await ownsTables(client))) {
      await refuseUnlessCurrent(client, migrations);
      return [];
    }
    await takeTurn(client);
    const applied = await readApplied(client).catch((error: unknown) => {
      throw orLacksRights(url, error);
    });
    checkHistory(migrations, applied);
    const isNew = applied.length === 0;
    const pending = migrations.slice(applied.length);
    for (const migration of pending) {
      if (!isNew) await prepare(client, migration);
      await apply(client, migration, log);
      if (!isNew) log.info({ migration: migration.name }, 'Migration applied');
    }
    // A new database gets all of them in a tenth of a second, so one line is enough.
    if (isNew && pending.length > 0) log.info({ migrations: pending.length }, 'Tables created');
    return pending.map(({ name }) => name);
  } finally {
    // Closing the session releases the lock.
    await client.end().catch(() => {});
  }
}

/** For a web process whose role changes no tables. */
async function refuseUnlessCurrent(client: pg.Client, migrations: Migration[]): Promise<void> {
  const applied = await selectApplied(client);
  checkHistory(migrations, applied);
  if (applied.length < migrations.length)
    throw new StartProblem(
      'This version of Hangtag needs an upgraded database, and the user in DATABASE_URL can’t upgrade it.',
      'Start a worker of this version first.',
      { isTemporary: true },
    );
}

/**
 * Waits until no other program migrates. It asks again and again, because an index that is built concurrently waits for every
 * statement that has begun, and would wait for this one.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
    if (rows[0]?.mine) return;
    await setTimeout(100);
  }
}

/** Creates the table of the applied migrations if it is missing. */
async function readApplied(client: pg.Client): Promise<Applied[]> {
  await client.query(`create table if not exists migrations (
    number integer primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
  return selectApplied(client);
}

const selectApplied = async (client: pg.Client): Promise<Applied[]> =>
  (await client.query<Applied>('select number, name, sha256 from migrations order by number')).rows;

export const latestMigration = async (db: Queryable): Promise<number> =>
  (await firstValue<number>(db, 'select max(number) from migrations')) ?? 0;

async function connect(url: string): Promise<pg.Client> {
  try {
    // No time limit: a migration may rewrite a large table, or wait for another program's migration.
    const { Client, connectionString } = connectionTo(url);
    const client = new Client({
      connectionString,
      application_name: 'hangtag migrate',
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw whyUnreachable(url, error);
  }
}

const preparation = '.before.sql';

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const names = files.filter((name) => !name.endsWith(preparation));
  const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      if (number !== index + 1) {
        throw new Error(`${name}: migrations are named NNNN-name.sql and numbered from 0001 without gaps.`);
      }
      const sql = await read(name);
      const beside = name.replace(/\.sql$/, preparation);
      const before = files.includes(beside) ? await read(beside) : null;
      const sha256 = createHash('sha256')
        .update(`${before ?? ''}${sql}`)
        .digest('hex');
      return { number, name, sql, before, sha256 };
    }),
  );
}

function checkHistory(migrations: Migration[], applied: Applied[]): void {
  for (const [index, done] of applied.entries()) {
    const file = migrations[index];
    if (file === undefined && done.number > migrations.length) {
      throw new StartProblem(
        `The database was upgraded by a newer version of Hangtag: this version does not know its migration ${done.name}.`,
        'Start the newer version, or restore a backup from before the upgrade into an empty database.',
      );
    }
    if (file === undefined || file.number !== done.number || file.name !== done.name) {
      throw new StartProblem(
        `The database has the migration ${done.name}, which is missing from this copy of Hangtag. Nothing was changed.`,
        'Start the version of Hangtag that made it. A database from before the first release can’t be upgraded: move its data folder away, or name an empty database in DATABASE_URL, and start again.',
      );
    }
    if (file.sha256 !== done.sha256) {
      throw new StartProblem(
        `The migration file ${done.name} was changed after it was applied to this database.`,
        'Restore the released file. To change the schema, add a new migration.',
      );
    }
  }
}

/**
 * Runs the statements that the migration's query for its preparation returns, one by one and outside of a transaction, while the
 * programs that run continue: `create index concurrently` needs that. The migration must not depend on it, because a new database
 * is made without it, and it must be possible to run it again after it was interrupted.
 */
async function prepare(client: pg.Client, { name, before }: Migration): Promise<void> {
  if (before === null) return;
  try {
    const { rows } = await client.query<{ statement: string }>(before);
    for (const { statement } of rows) await client.query(statement);
  } catch (cause) {
    throw new StartProblem(
      `Preparing migration ${name} failed${cause instanceof Error ? `: ${cause.message}` : ''}.`,
      'No data was changed. Fix the cause, or start the version of Hangtag that you used before.',
      { cause, isTemporary: isLockConflict(cause) },
    );
  }
}

async function apply(client: pg.Client, { number, name, sql, sha256 }: Migration, log: Log): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin');
      await client.query(
        `set local lock_timeout = ${tries % triesPerLongOne === 0 ? longLockTimeoutMs : lockTimeoutMs}`,
      );
      await client.query(sql);
      await client.query('insert into migrations (number, name, sha256) values ($1, $2, $3)', [number, name, sha256]);
      await client.query('commit');
      return;
    } catch (cause) {
      await client.query('rollback').catch(() => {});
      if (!isLockConflict(cause)) {
        throw new StartProblem(
          `Migration ${name} failed${cause instanceof Error ? `: ${cause.message}` : ''}.`,
          'It was rolled back, and no data was lost. Fix the cause, or start the version of Hangtag that you used before.',
          { cause },
        );
      }
      if (tries === 1) log.info({ migration: name }, 'Migration waits for a table that is in use');
      await setTimeout(retryMs);
    }
  }
}

/** It lost a deadlock, or waited for too long. */
const isLockConflict = (error: unknown): boolean => ['40P01', '55P03'].includes(codeOf(error));
