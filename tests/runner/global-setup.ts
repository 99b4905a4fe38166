// Starts the one PostgreSQL that all Vitest files share.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { identityLives, processIdentity } from '#server/adapters/database/embedded/processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { migrate, migrationsFolder } from '#server/adapters/database/migrate.ts';
import { copyDataFolder } from '../data-folder.ts';
import { silentLog } from '../database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's server with its first database, as its admin. The migrated template is on the same server. */
    databaseServer: string;
    /** The same as the role that the program works as. */
    databaseOfProgram: string;
    databaseTemplate: string;
    /** A data folder on which the embedded database was started and stopped. */
    startedFolder: string;
  }
}

const PREFIX = 'hangtag-tests-';

/** One embedded PostgreSQL for the whole run, in its own folder, with a migrated database to clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearLeftovers();
  // The name tells a later run whose folder it is, in case this run is killed.
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${processIdentity(process.pid)}_`));
  const startedFolder = join(dataDir, 'started');
  await (await startEmbeddedPostgres({ dataDir: startedFolder, log: silentLog })).stop();
  project.provide('startedFolder', startedFolder);
  copyDataFolder(startedFolder, dataDir);
  // Each of six test files at a time may have two processes with a pool of ten, and their listeners.
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, connections: 180 });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    project.provide('databaseTemplate', await buildTemplate(server));
    project.provide('databaseServer', server.adminUrl);
    project.provide('databaseOfProgram', server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function buildTemplate(server: EmbeddedPostgres): Promise<string> {
  const hasSchema = readdirSync(migrationsFolder).some((name) => name.endsWith('.sql'));
  if (!hasSchema) return 'template1';
  const name = 'hangtag_template';
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  const url = new URL(server.url);
  // Nothing here outlives the run, so no commit needs to wait for the disk, and a log in memory needs no compression.
  for (const role of [url.username, new URL(server.adminUrl).username]) {
    await client.query(`alter role ${role} set synchronous_commit = off`);
    await client.query(`alter role ${role} set wal_compression = off`);
  }
  await client.query(`create database ${name} owner ${url.username}`);
  await client.end();
  url.pathname = `/${name}`;
  await migrate({ url: url.href, log: silentLog });
  return name;
}

/** Stops servers that killed runs left running. */
async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const owner = name.slice(PREFIX.length).split('_')[0] ?? '';
    if (identityLives(owner)) continue;
    const dataDir = join(tmpdir(), name);
    // Adopts the running server, so that the supervisor stops it.
    await startEmbeddedPostgres({ dataDir, log: silentLog })
      .then((server) => server.stop())
      .catch(() => {});
    // Another run may be deleting it at the same moment.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
