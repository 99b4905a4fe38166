import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Database, Queryable, Row } from '#domain/ports/database.ts';
import type { Log } from '../log/log.ts';
import { StartProblem } from '../start-problem.ts';
import { timestampToInstant } from './timestamps.ts';
import { whyUnreachable } from './unreachable.ts';

const OLDEST_VERSION = 15;
const CONNECT_LIMIT_MS = 5_000;
/** The server ends a statement itself, before we give up waiting for its answer. */
const STATEMENT_LIMIT_MS = 8_000;

/** Begins the text of a statement that is worth preparing once a connection: the few that run hundreds of times a second. */
export const PREPARED = '/* prepared */';

/**
 * Opens a pool on any PostgreSQL 15 or newer and proves that it answers; else throws a `StartProblem`. Rows come back as
 * the product wants them: int8 as string (ids), timestamptz as epoch milliseconds, date as `YYYY-MM-DD`, json parsed.
 * A statement whose text begins with `PREPARED` is prepared under a name made of its text. A connection that has not
 * answered for `answerLimitMs` is taken for half-open and dropped.
 */
export async function openPostgres({
  url,
  max = 10,
  answerLimitMs = 10_000,
  log,
}: {
  url: string;
  max?: number;
  answerLimitMs?: number;
  log: Log;
}): Promise<Database> {
  const pool = openPool({ url, max, answerLimitMs, log });
  try {
    await checkVersion(pool);
  } catch (error) {
    await pool.end();
    throw error instanceof StartProblem ? error : whyUnreachable(url, error);
  }
  return {
    query: (sql, params) => runOn(pool, sql, params),
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  };
}

function openPool({
  url,
  max,
  answerLimitMs,
  log,
}: {
  url: string;
  max: number;
  answerLimitMs: number;
  log: Log;
}): pg.Pool {
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({
      connectionString: url,
      max,
      types: { getTypeParser },
      application_name: 'hangtag',
      // The rows' timestamps are read as UTC.
      options: '-c TimeZone=UTC',
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      statement_timeout: STATEMENT_LIMIT_MS,
      idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS * 2,
      query_timeout: answerLimitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    });
  } catch (error) {
    throw whyUnreachable(url, error);
  }
  // Without listeners a server that goes away ends the process: the pool tells of idle connections, a connection of itself.
  const tell = (error: Error) => log.warn({ error: error.message }, 'A database connection was lost');
  pool.on('error', tell);
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string }>("select current_setting('server_version_num') as version");
  const major = Math.floor(Number(rows[0]?.version ?? 0) / 10_000);
  if (major < OLDEST_VERSION) {
    throw new StartProblem(
      `The database at DATABASE_URL is PostgreSQL ${major}, but Hangtag needs PostgreSQL ${OLDEST_VERSION} or newer.`,
      'Upgrade it, or remove DATABASE_URL to use the embedded database.',
    );
  }
}

async function transaction<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isOpen = true;
  let broken: Error | undefined;
  const tx: Queryable = {
    query: (sql, params) => {
      if (!isOpen) throw new Error('This transaction has ended: its connection may serve another one by now.');
      return runOn(client, sql, params);
    },
  };
  try {
    await client.query('begin');
    const result = await work(tx);
    isOpen = false;
    const { command } = await client.query('commit');
    // PostgreSQL answers a commit after a failed statement with a roll-back, and no error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
    return result;
  } catch (error) {
    isOpen = false;
    // An error without an SQLSTATE is one of the connection: such a connection is not used again.
    if (!(error instanceof pg.DatabaseError)) broken = await rollback(client);
    else if (error.severity === 'FATAL') broken = error;
    else broken = await rollback(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Resolves to the error where the connection is of no use any more. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('roll-back failed');
  }
}

async function runOn<R extends Row>(
  target: pg.Pool | pg.PoolClient,
  sql: string,
  params: readonly unknown[] = [],
): Promise<{ rows: R[]; count: number }> {
  const name = sql.startsWith(PREPARED) ? statementName(sql) : undefined;
  const { rows, rowCount } = await target.query<R>({ text: sql, values: [...params], ...(name && { name }) });
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

const { builtins } = pg.types;
const TIMESTAMPTZ_ARRAY = 1185;
const DATE_ARRAY = 1182;
const asText = (text: string) => text;
const TEXT_ARRAY: number = 1009;
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary') {
    if (oid === builtins.TIMESTAMPTZ) return timestampToInstant;
    if (oid === builtins.DATE) return asText;
    if (oid === TIMESTAMPTZ_ARRAY) {
      return (text: string) => parseTextArray(text).map((each: string | null) => each && timestampToInstant(each));
    }
    if (oid === DATE_ARRAY) return parseTextArray;
  }
  return pg.types.getTypeParser(oid, format);
};
