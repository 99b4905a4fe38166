// Starts, watches, and stops the embedded PostgreSQL server.
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, fstatSync, lstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Instant, oneAtATime } from '#domain/ports/clock.ts';
import { renameFile } from '../../files.ts';
import type { Log } from '../../log/log.ts';
import { StartProblem } from '../../start-problem.ts';
import { type Binaries, type Ended, findBinaries, lastProblem, serverEnvironment, whyEnded } from './binaries.ts';
import { listenSettings } from './entrance.ts';
import { openAsIs, openLog } from './own-files.ts';
import { livingPostmaster, type Postmaster, readPostmaster } from './postmaster.ts';
import { identityLives, pidOf, processLives } from './processes.ts';
import type { Runner } from './runner.ts';
import { signalWithPgCtl, spawnWithPgCtl } from './windows.ts';

/** Recovery after a crash replays at most `max_wal_size`: seconds, or longer on a slow disk. */
const startLimitMs = 120_000;
/** How long child processes may take to notice that their postmaster was killed. */
const remainsLimitMs = 10_000;
const mostLogBytes = 5_000_000;
const watchEveryMs = 1_000;
const isWindows = process.platform === 'win32';

/** For a small machine that also runs Hangtag. No setting trades durability for speed; Hangtag groups its writes instead. */
const settings: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // After each checkpoint the first change of a page logs all of it. Without compression a share needs a quarter more log, but
  // with 10,000 bots fewer shares are late in those seconds.
  wal_compression: 'pglz',
  shared_buffers: '256MB',
  // A batch of shares writes 400 KB. The default of 8 MB would be cycled through, and so all of it would stay in memory.
  wal_buffers: '2MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // An embedded server has no replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // With 10,000 bots, a checkpoint every three minutes.
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  // Saves three processes that only help with large scans.
  io_method: 'sync',
  jit: 'off',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Where processes of the server share memory: files of the system's, or of its own where a container has none. */
function sharedMemory(): 'posix' | 'mmap' | 'windows' {
  if (process.platform === 'win32') return 'windows';
  if (process.platform !== 'linux') return 'posix';
  try {
    accessSync('/dev/shm', constants.W_OK);
    return 'posix';
  } catch {
    return 'mmap';
  }
}

type ServerPlace = {
  home: string;
  cluster: string;
  binaries: Binaries;
  runner: Runner;
  port?: number | undefined;
  /** The most at once. */
  connections: number;
  log: Log;
};

/**
 * Starts the server of `cluster` and resolves when it accepts connections, on `port` if it needs one and that is free. It runs in
 * its own session and logs to a file, so that neither Ctrl-C nor the death of this program stops it. The caller must hold the
 * folder's lock.
 */
export async function launchServer(place: ServerPlace): Promise<Postmaster> {
  const { home, cluster } = place;
  const giveUpAt = performance.now() + remainsLimitMs;
  for (;;) {
    const attempt = await launchOnce(place);
    if ('pid' in attempt) return attempt;
    // A program that was killed while starting a server may have left one that is still starting.
    const other = livingPostmaster(cluster) === undefined ? undefined : await untilReady(cluster);
    if (other !== undefined) return other;
    if (!passing.test(attempt.output) || performance.now() > giveUpAt) {
      throw (
        whyEnded(home, attempt) ??
        new StartProblem(
          `The embedded database in ${cluster} does not start: ${lastProblem(attempt.output)}.`,
          `Hangtag changed nothing in it. See ${join(home, 'server.log')}. To start with an empty database and restore a backup, move the folder away.`,
        )
      );
    }
    await sleep(100);
  }
}

/** Failures that pass on their own: the last processes of a dead server, or a port or pid file that is just being released. */
const passing =
  /pre-existing shared memory block|could not bind|Address already in use|lock file .* (?:already exists|is empty)|bogus data in lock file|could not open lock file/;

async function launchOnce(given: ServerPlace): Promise<Postmaster | Ended> {
  const { home, cluster, binaries, runner, port, connections, log } = given;
  const listens = await listenSettings(home, runner, port);
  const logFile = serverLogIn(home);
  const options = Object.entries({
    ...settings,
    ...listens,
    max_connections: String(connections),
    dynamic_shared_memory_type: sharedMemory(),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = runner.command(runner.seen(binaries.postgres), ['-D', runner.seen(cluster), ...options]);
  const child = isWindows
    ? spawnWithPgCtl({
        pgCtl: runner.seen(binaries.pgCtl),
        home: runner.seen(home),
        cluster: runner.seen(cluster),
        log: runner.seen(logFile.file),
        options,
        env: serverEnvironment,
        limitMs: startLimitMs,
      })
    : spawnApart(command, logFile.file);
  let ended: Ended | undefined;
  let isReady = false;
  child.on('error', ({ message }) => {
    ended = { output: message, signal: null };
  });
  child.on('exit', (code, signal) => {
    isReady = isWindows && code === 0;
    ended ??= { output: '', signal };
  });
  child.unref();

  const giveUpAt = performance.now() + startLimitMs;
  for (;;) {
    if (ended !== undefined && !isReady) return { ...ended, output: `${logFile.written()}\n${ended.output}` };
    const found = readPostmaster(cluster);
    if (found?.ready && (isReady || found.pid === child.pid)) {
      if (damageIn(logFile.written()) !== null)
        log.error(
          { file: join(home, 'server.log') },
          'Database log has a damaged end after a crash, what was stored last may be missing',
        );
      return found;
    }
    if (performance.now() > giveUpAt) {
      child.kill('SIGINT');
      return { output: 'FATAL: it was not ready after two minutes', signal: null };
    }
    await sleep(10);
  }
}

function spawnApart({ file, args, ids }: ReturnType<Runner['command']>, log: string): ChildProcess {
  const fd = openLog(log);
  try {
    return spawn(file, args, {
      ...ids,
      env: serverEnvironment,
      cwd: '/',
      detached: true,
      stdio: ['ignore', fd, fd],
    });
  } finally {
    closeSync(fd);
  }
}

/** Waits for a server that another program started. Resolves to undefined if it ended instead. */
export async function untilReady(cluster: string): Promise<Postmaster | undefined> {
  const giveUpAt = performance.now() + startLimitMs;
  while (performance.now() < giveUpAt) {
    const found = readPostmaster(cluster);
    if (found === undefined || !processLives(found.pid)) return undefined;
    if (found.ready) return found;
    await sleep(10);
  }
  throw new StartProblem(
    `The embedded database in ${cluster} is running but accepts no connections.`,
    'Wait until it has recovered, or stop it. Then start again.',
    { isTemporary: true },
  );
}

/**
 * Stops a server: cuts off its clients and flushes its files (`fast`). If it has not ended after 3.5 s it is stopped at once,
 * which costs a recovery at the next start but no data.
 */
export async function stopServer(cluster: string, identity: string): Promise<void> {
  if (!signal(identity, 'SIGINT')) return;
  const hurryAt = performance.now() + 3_500;
  let hurried = false;
  const giveUpAt = performance.now() + 8_000;
  while (identityLives(identity) && readPostmaster(cluster)?.pid === pidOf(identity) && performance.now() < giveUpAt) {
    if (!hurried && performance.now() > hurryAt) {
      hurried = true;
      signal(identity, 'SIGQUIT');
    }
    await sleep(5);
  }
  while (identityLives(identity) && performance.now() < giveUpAt) await sleep(5);
}

/** Returns false if the process is already gone. Another one that has its id by now gets no signal. */
export function signal(identity: string, name: 'SIGINT' | 'SIGQUIT'): boolean {
  try {
    if (!identityLives(identity)) return false;
    const pid = pidOf(identity);
    return isWindows ? signalWithPgCtl(findBinaries().pgCtl, pid, name) : process.kill(pid, name);
  } catch {
    return false;
  }
}

/** A server that dies (out of memory, or killed by hand) is started again at the same address. */
export function watchServer(needs: { identity: () => string; restart: () => Promise<void>; log: Log }): () => void {
  const { identity, restart, log } = needs;
  const look = oneAtATime(async () => {
    if (identityLives(identity())) return;
    try {
      log.warn({ pid: pidOf(identity()) }, 'Embedded database exited, restarting it');
      await restart();
      log.info({ pid: pidOf(identity()) }, 'Embedded database restarted');
    } catch (error) {
      log.error({ error }, 'Embedded database restart failed');
    }
  });
  const watch = setInterval(look, watchEveryMs).unref();
  return () => clearInterval(watch);
}

/**
 * The line of a recovery that met a record with a wrong checksum, which it takes for the end of the write-ahead log. Either the record
 * was being written when the machine lost power, and nobody was told that it was stored, or the disk has damaged it, and what came
 * after it is lost. Every other end of the log looks the same as a usual one.
 */
const damageIn = (text: string): string | null =>
  text.split('\n').findLast((line) => line.includes('incorrect resource manager data checksum in record')) ?? null;

/** When the server of a data folder last found the end of its write-ahead log damaged, by its log; null if never. */
export function lastDamage(dataDir: string): Instant | null {
  try {
    const line = damageIn(readFrom(join(dataDir, 'postgres', 'server.log'), 0));
    const [, day, time] = line?.match(/^([\d-]+) ([\d:]+)/) ?? [];
    return day === undefined ? null : Date.parse(`${day}T${time}Z`);
  } catch {
    return null;
  }
}

function serverLogIn(home: string): { file: string; written(): string } {
  const file = join(home, 'server.log');
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) {
    throw new StartProblem(
      `The log of the database, ${file}, is a link. Hangtag doesn't write through links.`,
      'Delete the link. Hangtag makes a new log when it starts.',
    );
  }
  if ((found?.size ?? 0) > mostLogBytes) renameFile(file, `${file}.old`);
  // On Windows, what is left of a killed server keeps others from writing to it.
  if (!isWindows || !existsSync(file)) closeSync(openLog(file));
  const from = lstatSync(file).size;
  return { file, written: () => readFrom(file, from) };
}

function readFrom(file: string, from: number): string {
  const fd = openAsIs(file);
  try {
    const text = Buffer.alloc(Math.max(0, fstatSync(fd).size - from));
    return text.toString('utf8', 0, readSync(fd, text, 0, text.length, from));
  } finally {
    closeSync(fd);
  }
}
