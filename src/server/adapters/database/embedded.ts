// Starts and supervises the embedded PostgreSQL.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#domain/ports/clock.ts';
import { makeFolder } from '../files.ts';
import type { Log } from '../log/log.ts';
import { codeOf, orFullDisk, StartProblem } from '../start-problem.ts';
import { type Binaries, copyBinaries, findBinaries, linkLibraries } from './embedded/binaries.ts';
import { ensureCluster, removeIfWithoutData } from './embedded/cluster.ts';
import { answersOnSocket, serverUrl } from './embedded/entrance.ts';
import { withFolderLock } from './embedded/folder-lock.ts';
import { belongsToAnother, ensureFolder, handOverCluster } from './embedded/own-files.ts';
import { livingPostmaster, type Postmaster, readPostmaster } from './embedded/postmaster.ts';
import { identityLives, mayServe, processIdentity, processLives } from './embedded/processes.ts';
import { databaseName, ensureRoles } from './embedded/roles.ts';
import { chooseRunner, type Runner, reachableByAnyone } from './embedded/runner.ts';
import { launchServer, signal, stopServer, untilReady, watchServer } from './embedded/server.ts';

const usualConnections = 60;

export type EmbeddedPostgres = {
  /** The address for clients, as the role that owns only our tables. Secret, because it contains a password. */
  url: string;
  /** The same as the server's admin. For tests and benches: the program itself uses it only while it starts the server. */
  adminUrl: string;
  /** Whether this program created the cluster, started the server, or found it running. */
  origin: 'created' | 'started' | 'adopted';
  /** Who runs the server. */
  runsAs: {
    kind: Runner['kind'];
    /** The user's id; null if the system has none. */
    uid: number | null;
  };
  /**
   * A moment at which no other program used this data folder: whatever a program had locked until then, nobody uses anymore. null
   * if another one is running.
   */
  aloneAt: Instant | null;
  /** Identifies this program, and tells whether another program that used this data folder is still running. */
  processes: { readonly self: string; lives(identity: string): boolean };
  /** Leaves the server. The last program to leave stops it and waits until it has ended. */
  stop(): Promise<void>;
};

type Place = { home: string; cluster: string; runner: Runner };

/**
 * Runs a real PostgreSQL in `<dataDir>/postgres`. It adopts a server that a killed program left running, shares one that another
 * program uses, or else starts one, after creating the cluster on the first run. Anything that prevents this becomes a
 * `StartProblem`. Files of a cluster are never deleted. A server that dies later is started again.
 */
export const startEmbeddedPostgres = (asked: EmbeddedOptions): Promise<EmbeddedPostgres> =>
  start(asked).catch((error: unknown) => {
    throw orFullDisk(asked.dataDir, error);
  });

type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** More of them for several programs at once. */
  connections?: number;
};

async function start({ dataDir, log, connections = usualConnections }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = await preparePlace(resolve(dataDir));
  const { home, cluster, runner } = place;
  await refuseSecondContainer(place);
  const owner = registerOwner(home);
  const first = await withFolderLock(home, async () => ({
    ...(await findOrStart(place, { connections, log })),
    // A program that comes later waits for the folder's lock before it can connect.
    aloneAt: owner.isAlone() ? Date.now() : null,
  })).catch((error: unknown) => {
    owner.leave();
    throw error;
  });
  let { server } = first;
  let identity = processIdentity(server.pid);
  log.info({ database: first.origin, pid: server.pid }, 'Embedded database ready');

  let isStopped = false;
  const stopWatching = watchServer({
    identity: () => identity,
    restart: () =>
      withFolderLock(home, async () => {
        if (isStopped) return;
        ({ server } = await findOrStart(place, { connections, port: server.port, log }));
        identity = processIdentity(server.pid);
      }),
    log,
  });

  // If this program ends with an error instead of a normal stop, it still stops the server.
  const onExit = () => {
    if (!owner.leave().othersRemain) signal(identity, 'SIGINT');
  };
  process.on('exit', onExit);
  return {
    url: serverUrl(home, server, databaseName, 'application'),
    adminUrl: serverUrl(home, server, databaseName, 'admin'),
    origin: first.origin,
    runsAs: { kind: runner.kind, uid: runner.ids?.uid ?? process.getuid?.() ?? null },
    aloneAt: first.aloneAt,
    processes: { self: processIdentity(process.pid), lives: identityLives },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      stopWatching();
      await withFolderLock(home, async () => {
        if (owner.leave().othersRemain) return;
        await stopServer(cluster, identity);
        log.info({ pid: server.pid }, 'Embedded database stopped');
      });
      // Up to here, a program that exits also stops the server that it started.
      process.off('exit', onExit);
    },
  };
}

/** The socket of a server that was killed answers until the last of its processes has ended, too. */
const lastAnswerMs = 2_000;

/**
 * Containers don't see each other's processes. Two that share a data folder would each take the other's server for a dead one, and two
 * servers on one cluster destroy it. But both reach its socket.
 */
async function refuseSecondContainer({ home, cluster }: Place): Promise<void> {
  const giveUpAt = performance.now() + lastAnswerMs;
  do {
    const found = readPostmaster(cluster);
    const isSeen = found !== undefined && processLives(found.pid) && mayServe(found.pid, cluster);
    if (isSeen || !(await answersOnSocket(home))) return;
    await sleep(50);
  } while (performance.now() < giveUpAt);
  throw new StartProblem(
    `Hangtag is running on ${dirname(home)} in another container.`,
    'Run commands in that one (docker compose exec hangtag hangtag doctor), or stop it first.',
    { isTemporary: true },
  );
}

/** The caller must hold the folder's lock. */
async function findOrStart(
  place: Place,
  wanted: { connections: number; port?: number; log: Log },
): Promise<Pick<EmbeddedPostgres, 'origin'> & { server: Postmaster }> {
  const { home, cluster, runner } = place;
  const running = livingPostmaster(cluster) === undefined ? undefined : await untilReady(cluster);
  if (running !== undefined && (await untilItAnswers(place, running))) return { server: running, origin: 'adopted' };
  const binaries = usableBinaries(home, runner);
  const makeAndStart = async () => {
    const isNew = !existsSync(cluster);
    await ensureCluster(home, binaries, runner);
    const server = await launchServer({ home, cluster, binaries, runner, ...wanted });
    return { server, origin: isNew ? ('created' as const) : ('started' as const) };
  };
  const started = await makeAndStart().catch((error: unknown) => {
    if (!(error instanceof StartProblem) || error.isTemporary || !removeIfWithoutData(cluster)) throw error;
    return makeAndStart();
  });
  if (!(await untilItAnswers(place, started.server))) {
    throw new StartProblem(
      `The embedded database in ${place.home} ended right after it started.`,
      `See ${join(place.home, 'server.log')}.`,
    );
  }
  return started;
}

async function preparePlace(dataDir: string): Promise<Place> {
  const home = prepareHome(dataDir);
  const runner = chooseRunner(home);
  const { ids } = runner;
  if (ids !== null) {
    await withFolderLock(home, async () => handOverCluster(home, ids));
    // The database's group may go through the folder to its own, and sees nothing else.
    ensureFolder(home, { mode: 0o710, ids: { uid: 0, gid: ids.gid } });
  }
  return { home, cluster: join(home, 'cluster'), runner };
}

function prepareHome(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  const isRoot = process.getuid?.() === 0;
  try {
    makeFolder(home, 0o755);
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!isRoot) chmodSync(home, 0o700);
  } catch (cause) {
    throw new StartProblem(
      `Hangtag can't write to the data folder ${dataDir}${cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''}.`,
      'Make it writable for this user, or set DATA_DIR to another folder.',
      { cause },
    );
  }
  const real = realpathSync(home);
  if (isRoot) checkRootsFolder(dirname(real));
  return real;
}

/** Anyone who can change the data folder could put a link into it, and root would write through that link. */
function checkRootsFolder(folder: string): void {
  const { uid, gid, mode } = statSync(folder);
  if (uid !== 0) throw belongsToAnother(folder, uid);
  if ((mode & 0o002) === 0 && ((mode & 0o020) === 0 || gid === 0)) return;
  throw new StartProblem(
    `Hangtag was started as root, and other users can change the data folder ${folder}.`,
    `Let only root change it: chmod go-w ${folder}`,
  );
}

/** The package's own server if PostgreSQL's user can reach it and its libraries are linked, otherwise a copy in `home`. */
function usableBinaries(home: string, runner: Runner): Binaries {
  const bundled = findBinaries();
  const isSeen = runner.ids === null || (runner.kind === 'apart' && reachableByAnyone(bundled.postgres));
  if (isSeen && linkLibraries(bundled)) return bundled;
  const copied = copyBinaries(bundled, home);
  linkLibraries(copied);
  return copied;
}

/**
 * Errors of a server that is not ready yet, and of two programs creating our database at once: a killed program leaves its last
 * statement running, and the next start may collide with it.
 */
const passing = new Set<unknown>(['57P03', 'ECONNREFUSED', 'ENOENT', '42P04', '23505', '55006']);

/**
 * Checks that the server answers and serves our cluster, and creates our database on the first run. Resolves to false if it ended: one
 * that was just killed still looks alive for a moment.
 */
async function untilItAnswers({ home, runner }: Place, server: Postmaster): Promise<boolean> {
  const giveUpAt = performance.now() + 30_000;
  for (;;) {
    try {
      await ensureRoles({ home, server, runner });
      return true;
    } catch (error) {
      if (error instanceof StartProblem) throw error;
      if (!processLives(server.pid)) return false;
      const code = codeOf(error);
      if (!passing.has(code) || performance.now() > giveUpAt) {
        throw new StartProblem(
          `The embedded database in ${home} started but does not answer.`,
          `See ${join(home, 'server.log')}. Stop other programs that use this folder, then start again.`,
          { cause: error },
        );
      }
    }
    await sleep(20);
  }
}

/**
 * Registers this program as a user of the embedded server. Each program has a file. Several roles may share a server, so the last
 * one to leave stops it. Files of killed programs don't count.
 */
function registerOwner(folder: string): { isAlone(): boolean; leave(): { othersRemain: boolean } } {
  const owners = join(folder, 'owners');
  makeFolder(owners);
  const identity = processIdentity(process.pid);
  const name = `${identity}.${registrations++}`;
  rmSync(join(owners, name), { force: true });
  writeFileSync(join(owners, name), '', { mode: 0o600, flag: 'wx' });
  /** Also removes the files of killed programs. */
  const othersLive = (): boolean => {
    const living = readdirSync(owners).filter((file) => {
      const lives = identityLives(file.split('.')[0] ?? '');
      if (!lives) rmSync(join(owners, file), { force: true });
      return lives && file !== name;
    });
    return living.length > 0;
  };
  return {
    isAlone: () => !othersLive(),
    leave() {
      rmSync(join(owners, name), { force: true });
      return { othersRemain: othersLive() };
    },
  };
}

let registrations = 0;
