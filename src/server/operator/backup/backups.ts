// Makes a backup and records it, and restores one for a test: into an empty database of its own, which is deleted again.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '#domain/ports/database.ts';
import { startEmbeddedPostgres } from '../../adapters/database/embedded.ts';
import { migrate } from '../../adapters/database/migrate.ts';
import { openPostgres } from '../../adapters/database/postgres.ts';
import { connectionTo, withDatabase } from '../../adapters/database/servers.ts';
import { whyUnreachable } from '../../adapters/database/unreachable.ts';
import type { Log } from '../../adapters/log/log.ts';
import { codeOf, StartProblem } from '../../adapters/start-problem.ts';
import { findLostKeys } from '../../adapters/vault/vault.ts';
import type { Config } from '../../config/config.ts';
import { recordBackup } from '../../features/operation/operation.ts';
import { backup } from './backup.ts';
import { readTakenAt } from './backup-file.ts';
import type { Keys } from './lost-key.ts';
import { restore } from './restore.ts';

/** The same as `backup`. The operator page shows it. */
export async function backupOnRecord(
  database: Database,
  file: string,
  { password, workFactor }: { password?: string | undefined; workFactor?: number },
): Promise<Record<string, number>> {
  let takenAt = '';
  const onTaken = (at: string): void => {
    takenAt = at;
  };
  const rows = await backup(database, file, { password, onTaken, ...(workFactor !== undefined && { workFactor }) });
  const { size: bytes } = statSync(file);
  await recordBackup(database, { takenAt, file: path.basename(file), bytes, isEncrypted: password !== undefined });
  return rows;
}

/** PostgreSQL's SQLSTATE. */
const insufficientPrivilege = '42501';

type Scratch = { url: string; remove(): Promise<void> };

/**
 * Resolves to the number of rows by table, when the backup was taken, and a key that its credentials need and that is not among
 * `keys`. Throws if it can't be restored.
 */
export async function tryBackup(
  {
    databaseUrl,
    backupPassword: password,
    keys,
  }: Pick<Config, 'databaseUrl' | 'backupPassword'> & { keys?: Keys | undefined },
  file: string,
  log: Log,
): Promise<{ rows: Record<string, number>; takenAt: string; lostKey: string | null }> {
  const takenAt = await readTakenAt(file, password);
  const scratch = databaseUrl === undefined ? await startScratch(log) : await createScratch(databaseUrl);
  try {
    await migrate({ url: scratch.url, log });
    const database = await openPostgres({ url: scratch.url, max: 2, log });
    try {
      const rows = await restore(database, file, { password });
      const [lostKey = null] = keys === undefined ? [] : await findLostKeys(database, keys);
      return { rows, takenAt, lostKey };
    } finally {
      await database.close();
    }
  } finally {
    await scratch.remove();
  }
}

/** A second embedded PostgreSQL, beside the one that serves sellers. */
async function startScratch(log: Log): Promise<Scratch> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-trial-'));
  const clean = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    const embedded = await startEmbeddedPostgres({ dataDir: folder, log });
    return {
      url: embedded.url,
      async remove() {
        await embedded.stop();
        clean();
      },
    };
  } catch (error) {
    clean();
    throw error;
  }
}

/** A database beside the one in DATABASE_URL. */
async function createScratch(databaseUrl: string): Promise<Scratch> {
  const name = `hangtag_trial_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string): Promise<void> => {
    const { connectionString, Client } = connectionTo(databaseUrl);
    const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
    await client.connect().catch((error: unknown) => {
      throw whyUnreachable(databaseUrl, error);
    });
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`).catch((cause: unknown) => {
    if (codeOf(cause) !== insufficientPrivilege) throw cause;
    throw new StartProblem(
      'The user in DATABASE_URL can’t create a database for the test.',
      'Let it (alter role … createdb), or try the backup on another machine without DATABASE_URL.',
      { cause },
    );
  });
  return { url: withDatabase(databaseUrl, name), remove: () => run(`drop database ${name} with (force)`) };
}
