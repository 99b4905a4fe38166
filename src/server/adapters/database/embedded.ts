// Starts and supervises the embedded PostgreSQL.

import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { StartProblem } from '../start-problem.ts';
import { type Binaries, copyBinaries, findBinaries, linkLibraries } from './embedded/binaries.ts';
import { ensureCluster } from './embedded/cluster.ts';
import { withFolderLock } from './embedded/folder-lock.ts';
import { registerOwner } from './embedded/owners.ts';
import { livingPostmaster, type Postmaster } from './embedded/postmaster.ts';
import { identityLives, processIdentity, processLives } from './embedded/processes.ts';
import { chooseRunner, type Runner, reachableByAnyone } from './embedded/runner.ts';
import { launchServer, serverUrl, signal, stopServer, untilReady } from './embedded/server.ts';

const DATABASE = 'hangtag';
const WATCH_EVERY_MS = 1_000;
const usualConnections = 60;

export type EmbeddedPostgres = {
  /** The address for clients. Secret if it contains a password, so it is never logged. */
  url: string;
  /** Whether this program created the cluster, started the server, or found it running. */
  origin: 'created' | 'started' | 'adopted';
  /** The operating system user that runs the server: the current user, nobody, or root seen as nobody in a namespace. */
  runsAs: Runner['kind'];
  /** Identifies this program, and tells whether another program that used this data folder is still running. */
  processes: { readonly self: string; lives(identity: string): boolean };
  /** Leaves the server. The last program to leave stops it and waits until it has ended. */
  stop(): Promise<void>;
};

/**
 * Runs a real PostgreSQL in `<dataDir>/postgres`. It adopts a server that a killed program left running, shares one that another
 * program uses, or else starts one, after creating the cluster on the first run. Anything that prevents this becomes a
 * `StartProblem`. Files of a cluster are never deleted. A server that dies later is started again.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  connections = usualConnections,
}: {
  dataDir: string;
  log: Log;
  /** More of them for several programs at once. */
  connections?: number;
}): Promise<EmbeddedPostgres> {
  const home = prepareHome(resolve(dataDir));
  const cluster = join(home, 'cluster');
  const owner = registerOwner(home);
  const first = await withFolderLock(home, () => findOrStart({ home, cluster, connections })).catch(
    (error: unknown) => {
      owner.leave();
      throw error;
    },
  );
  let { server } = first;
  log.info({ database: first.origin, pid: server.pid }, 'Embedded database ready');

  // A server that dies (out of memory, or killed by hand) is started again at the same address.
  let isStopped = false;
  let isWatching = false;
  const watch = setInterval(async () => {
    if (isStopped || isWatching || processLives(server.pid)) return;
    isWatching = true;
    try {
      log.warn({ pid: server.pid }, 'Embedded database exited, restarting it');
      await withFolderLock(home, async () => {
        if (!isStopped) ({ server } = await findOrStart({ home, cluster, connections, port: server.port }));
      });
      log.info({ pid: server.pid }, 'Embedded database restarted');
    } catch (error) {
      log.error({ error }, 'Embedded database restart failed');
    } finally {
      isWatching = false;
    }
  }, WATCH_EVERY_MS).unref();

  // If this program ends with an error instead of a normal stop, it still stops the server.
  const onExit = () => {
    if (!owner.leave().othersRemain) signal(server.pid, 'SIGINT');
  };
  process.on('exit', onExit);
  return {
    url: serverUrl(home, server, DATABASE),
    origin: first.origin,
    runsAs: first.runsAs,
    processes: { self: processIdentity(process.pid), lives: identityLives },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      clearInterval(watch);
      await withFolderLock(home, async () => {
        if (owner.leave().othersRemain) return;
        await stopServer(cluster, server.pid);
        log.info({ pid: server.pid }, 'Embedded database stopped');
      });
      // Up to here, a program that exits also stops the server that it started.
      process.off('exit', onExit);
    },
  };
}

/** The caller must hold the folder's lock. */
async function findOrStart({
  home,
  cluster,
  ...wanted
}: {
  home: string;
  cluster: string;
  connections: number;
  port?: number;
}): Promise<Pick<EmbeddedPostgres, 'origin' | 'runsAs'> & { server: Postmaster }> {
  const isNew = !existsSync(cluster);
  const running = livingPostmaster(cluster) === undefined ? undefined : await untilReady(cluster);
  const runner = chooseRunner(home);
  if (running !== undefined) {
    await untilItAnswers(home, running);
    return { server: running, origin: 'adopted', runsAs: runner.kind };
  }
  const binaries = usableBinaries(home, runner);
  await ensureCluster(home, binaries, runner);
  const server = await launchServer({ home, cluster, binaries, runner, ...wanted });
  await untilItAnswers(home, server);
  return { server, origin: isNew ? 'created' : 'started', runsAs: runner.kind };
}

function prepareHome(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 });
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    chmodSync(home, 0o700);
  } catch (cause) {
    throw new StartProblem(
      `Hangtag can't write to the data folder ${dataDir}${cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''}.`,
      'Make it writable for this user, or set DATA_DIR to another folder.',
      { cause },
    );
  }
  return home;
}

/** The package's own server if PostgreSQL's user can reach it and its libraries are linked, otherwise a copy in `home`. */
function usableBinaries(home: string, runner: Runner): Binaries {
  const bundled = findBinaries();
  const reachable = runner.kind !== 'nobody' || reachableByAnyone(join(bundled.root, 'bin'));
  if (reachable && linkLibraries(bundled)) return bundled;
  const copied = copyBinaries(bundled, home);
  runner.own(copied.root);
  linkLibraries(copied);
  return copied;
}

/**
 * Errors of a server that is not ready yet, and of two programs creating our database at once: a killed program leaves its last
 * statement running, and the next start may collide with it.
 */
const passing = new Set<unknown>(['57P03', 'ECONNREFUSED', 'ENOENT', '42P04', '23505', '55006']);

/** Checks that the server answers and serves our cluster, and creates our database on the first run. */
async function untilItAnswers(home: string, server: Postmaster): Promise<void> {
  const giveUpAt = performance.now() + 30_000;
  for (;;) {
    try {
      return await ensureDatabase(home, server);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (!passing.has(code) || performance.now() > giveUpAt) {
        throw new StartProblem(
          `The embedded database in ${home} started but does not answer.`,
          `See ${join(home, 'server.log')}. Stop other programs that use this folder, then start again.`,
          { cause: error },
        );
      }
    }
    await wait(20);
  }
}

async function ensureDatabase(home: string, server: Postmaster): Promise<void> {
  const client = new pg.Client({
    connectionString: serverUrl(home, server, 'postgres'),
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end().catch(() => {});
  }
}
