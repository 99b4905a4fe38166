// Connects to PostgreSQL through a pool.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Database, DatabaseAway, type Queryable, type Row } from '#domain/ports/database.ts';
import type { Log } from '../log/log.ts';
import { StartProblem } from '../start-problem.ts';
import { connectionTo, usualAnswerLimitMs } from './servers.ts';
import { orAway, type Stage, whyUnreachable } from './unreachable.ts';
import { getTypeParser, toParameter } from './values.ts';

const oldestVersion = 15;
/** The server cancels a statement before we give up waiting for it. */
type Limits = { connectMs: number; statementMs: number; answerMs: number };
const usualLimits: Limits = { connectMs: 5_000, statementMs: 8_000, answerMs: usualAnswerLimitMs };

const retryForMs = 5_000;
const askAgainMs = 250;

/** Marks a statement to be prepared once per connection, for the few that run hundreds of times a second. */
export const preparedMark = '/* prepared */';

/**
 * Opens a pool on PostgreSQL 15 or newer and checks that it answers; otherwise throws a `StartProblem`. In rows, int8 is a string
 * (for ids), timestamptz is in epoch milliseconds, date is `YYYY-MM-DD`, and json is parsed. A statement whose text starts with
 * `preparedMark` is prepared under a hash of its text. A connection that has not answered for `answerMs` is considered
 * half-open and dropped. Throws `DatabaseAway` for what is no fault of a statement.
 */
export async function openPostgres(needs: {
  url: string;
  max?: number;
  limits?: Partial<Limits>;
  log: Log;
}): Promise<Database> {
  const { url, max = 10, limits, log } = needs;
  const pool = openPool({ url, max, limits: { ...usualLimits, ...limits }, log });
  try {
    await checkVersion(pool);
  } catch (error) {
    await pool.end();
    throw error instanceof StartProblem ? error : whyUnreachable(url, error);
  }
  return {
    query: (sql, params) => queryOnce(pool, sql, params),
    async transaction(work, { isLong = false, indexesOnly = false, isOneStatement = false } = {}) {
      if (isOneStatement) return work(onlyOne((sql, params) => queryOnce(pool, sql, params)));
      const begin = indexesOnly ? beginWithIndexesOnly : 'begin';
      if (!isLong) {
        const client = await away('connecting', pool.connect());
        return transaction(client, work, { begin, release: (broken) => client.release(broken) });
      }
      const client = await away('connecting', connectUnlimited(url));
      return transaction(client, work, { begin, release: () => client.end().catch(() => {}) });
    },
    askWithRetries,
    close: () => pool.end(),
  };
}

function openPool({ url, max, limits, log }: { url: string; max: number; limits: Limits; log: Log }): pg.Pool {
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({
      ...connectionOptions(url, limits.connectMs),
      max,
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.statementMs * 2,
      query_timeout: limits.answerMs,
    });
  } catch (error) {
    throw whyUnreachable(url, error);
  }
  // Without listeners a lost connection ends the process. The pool reports idle connections, and each connection reports itself.
  const logLost = (error: Error) => log.warn({ error: error.message }, 'Database connection lost');
  pool.on('error', logLost);
  let last: string | null = null;
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (!(client instanceof pg.Client)) return;
    const host = `${client.host}:${client.port}`;
    if (last !== null && host !== last) log.info({ host }, 'Database moved to another server');
    last = host;
  });
  return pool;
}

/**
 * With `indexesOnly`, a plan that reads even one tiny table without an index costs 10^10. From 10^5 on, PostgreSQL compiles a plan to
 * machine code before it runs it, unless it was built without LLVM or `jit` is off. On two busy cores, reading a status took 1.6 to
 * 4.5 s that way, and 0.1 to 0.7 s without.
 */
const withoutCompiling = '-c jit=off';

const connectionOptions = (url: string, connectMs = usualLimits.connectMs) => ({
  ...connectionTo(url),
  types: { getTypeParser },
  application_name: 'hangtag',
  // `timestampToInstant` only understands UTC.
  options: `-c TimeZone=UTC ${withoutCompiling}`,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
});

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string }>("select current_setting('server_version_num') as version");
  const major = Math.floor(Number(rows[0]?.version ?? 0) / 10_000);
  if (major < oldestVersion) {
    throw new StartProblem(
      `The database at DATABASE_URL is PostgreSQL ${major}, but Hangtag needs PostgreSQL ${oldestVersion} or newer.`,
      'Upgrade it, or remove DATABASE_URL to use the embedded database.',
    );
  }
}

/** A connection without the pool's time limits, both on the server and in the client. */
async function connectUnlimited(url: string): Promise<pg.Client> {
  const options = connectionOptions(url);
  const client = new options.Client(options);
  // Without a listener, a lost connection ends the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

const away = <T>(stage: Stage, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw orAway(error, stage);
  });

async function queryOnce<R extends Row>(pool: pg.Pool, sql: string, params: readonly unknown[] | undefined) {
  const client = await away('connecting', pool.connect());
  let broken: Error | undefined;
  try {
    return await away('a single statement', runOn<R>(client, sql, params));
  } catch (error) {
    // After an error of the driver's own, half of the statement may be on its way.
    if (!isAnswer(error) || isLost(error)) broken = new Error('The connection can’t be used again.');
    throw error;
  } finally {
    client.release(broken);
  }
}

function onlyOne(query: Queryable['query']): Queryable {
  let hasRun = false;
  return {
    query(sql, params) {
      if (hasRun) throw new Error('This transaction is one statement, which has committed.');
      hasRun = true;
      return query(sql, params);
    },
  };
}

/**
 * Keeps the promise that dashboards and bots are as quick after midnight as before. For statements that are prepared and read the
 * ledger: a prepared statement keeps its plan, and one that was planned while a day's part of the ledger was known to be empty would
 * keep reading all of it until the database has looked at that part again. Counted with 2,000 sellers and 20 shares of each: without
 * this, ten readings of 250 statuses went through 205 million rows, and with it through none but their own. Any other statement gets
 * the plan that its tables ask for.
 *
 * In one message, because under load each answer waits for a turn of the event loop: up to 10 ms. */
const beginWithIndexesOnly =
  'begin; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off';

/** Calls `release` at the end, with an error if the connection can't be used again. */
async function transaction<T>(
  client: pg.ClientBase,
  work: (tx: Queryable) => Promise<T>,
  { begin, release }: { begin: string; release: (broken: Error | undefined) => unknown },
): Promise<T> {
  let isOpen = true;
  let broken: Error | undefined;
  const tx: Queryable = {
    query: (sql, params) => {
      if (!isOpen) throw new Error('This transaction has ended: its connection may serve another one by now.');
      return away('in a transaction', runOn(client, sql, params));
    },
  };
  try {
    await away('in a transaction', client.query(begin));
    const result = await work(tx);
    isOpen = false;
    const { command } = await away('a commit', client.query('commit'));
    // If a statement failed, PostgreSQL answers the commit with a rollback and reports no error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
    return result;
  } catch (error) {
    isOpen = false;
    // Over a connection that is closed or dead, a rollback would only wait. After any other error, it shows whether it still works.
    broken = isLost(error) ? new Error('The connection was lost.') : await rollback(client);
    throw error;
  } finally {
    await release(broken);
  }
}

const causeOf = (error: unknown): unknown => (error instanceof DatabaseAway ? error.cause : error);

const isAnswer = (error: unknown): boolean => causeOf(error) instanceof pg.DatabaseError;

/** Whether the connection is lost: the server closed it with a fatal error, or the driver or the network gave it up. */
const isLost = (error: unknown): boolean => {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError ? cause.severity === 'FATAL' : error instanceof DatabaseAway;
};

/** Resolves to an error if the connection can't be used again. */
async function rollback(client: pg.ClientBase): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('Rollback failed');
  }
}

async function askWithRetries<T>(ask: () => Promise<T>): Promise<T | null> {
  const endsAt = performance.now() + retryForMs;
  for (;;) {
    try {
      return await ask();
    } catch {
      if (performance.now() >= endsAt) return null;
      await sleep(askAgainMs);
    }
  }
}

async function runOn<R extends Row>(
  client: pg.ClientBase,
  sql: string,
  params: readonly unknown[] = [],
): Promise<{ rows: R[]; count: number }> {
  const name = sql.startsWith(preparedMark) ? statementName(sql) : undefined;
  const { rows, rowCount } = await client.query<R>({
    text: sql,
    values: params.map(toParameter),
    ...(name && { name }),
  });
  return { rows, count: rowCount ?? 0 };
}

const statementNames = new Map<string, string>();

function statementName(sql: string): string {
  let name = statementNames.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('hex').slice(0, 24);
    statementNames.set(sql, name);
  }
  return name;
}
