import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { identityLives, processIdentity } from '#server/adapters/database/embedded/processes.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { migrate, migrationsFolder } from '#server/adapters/database/migrate.ts';
import { silentLog } from '../database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's server, its first database in it; a template, migrated, beside it. */
    databaseServer: string;
    databaseTemplate: string;
  }
}

const PREFIX = 'hangtag-tests-';

/** One embedded PostgreSQL for the whole run, in a folder of its own, with a migrated database to clone from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearLeftovers();
  // Its name tells a later run whose folder it is, should this one be killed.
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${processIdentity(process.pid)}_`));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    project.provide('databaseTemplate', await buildTemplate(server.url));
    project.provide('databaseServer', server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function buildTemplate(serverUrl: string): Promise<string> {
  const hasSchema = readdirSync(migrationsFolder).some((name) => name.endsWith('.sql'));
  if (!hasSchema) return 'template1';
  const name = 'hangtag_template';
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  // Nothing here outlives the run: no commit waits for the disk.
  await client.query('alter role current_user set synchronous_commit = off');
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate({ url: url.href, log: silentLog });
  return name;
}

/** A run that was killed leaves its server running: this one stops it. */
async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const owner = name.slice(PREFIX.length).split('_')[0] ?? '';
    if (identityLives(owner)) continue;
    const dataDir = join(tmpdir(), name);
    // Adopts what runs there, so that stopping it is the supervisor's own business.
    await startEmbeddedPostgres({ dataDir, log: silentLog })
      .then((server) => server.stop())
      .catch(() => {});
    // Another run may be clearing it in the same moment.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
