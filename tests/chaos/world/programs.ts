// The programs of a chaos run, as they are shipped: web processes and workers, each behind proxies of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/process.ts';
import type { HostEvent } from './host.ts';
import { openProxy, targetOf, through } from './proxy.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const host = new URL('./host.ts', import.meta.url).href;
const startLimitMs = 90_000;
/** A program that is asked to end has given back its leases by then. */
const endLimitMs = 10_000;
const mostTries = 30;
const startAgainMs = 1_000;
/** Where the proxy of a program leads that reaches its database by itself. */
const nowhere = { port: 9 };

export type Role = 'web' | 'worker' | 'all';

/** A place in the fleet. The programs in it come and go; its proxies and its port stay. */
export type Place = Awaited<ReturnType<typeof openPlace>>;

export type ProgramSetting = {
  /** Each program has a folder of its own in it, unless it starts the database. */
  dataDir: string;
  /** The address of the database; null if the program starts the embedded one in `dataDir`. */
  databaseUrl: string | null;
  /** The address has two hosts, so no proxy can stand for it. */
  isPair: boolean;
  standinOrigin: string;
  meanPauseMs: number;
  logLevel: 'warn' | 'debug';
  random: () => number;
};

/** Opens a place without a program in it. */
export async function openPlace(setting: ProgramSetting, role: Role, name: string) {
  const { databaseUrl } = setting;
  const proxied = setting.isPair ? null : databaseUrl;
  const [database, marketplace, port] = await Promise.all([
    openProxy(proxied === null ? nowhere : targetOf(proxied), setting.random),
    openProxy({ port: Number(new URL(setting.standinOrigin).port) }, setting.random),
    freePort(),
  ]);
  const folder = path.join(setting.dataDir, name);
  mkdirSync(folder, { recursive: true });
  const logFile = path.join(folder, 'log');
  const log = createWriteStream(logFile, { flags: 'a' });
  const logged = (words: RegExp) =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => words.test(line));
  const env = (ownPort: number) => ({
    DATA_DIR: databaseUrl === null ? setting.dataDir : folder,
    ...(databaseUrl !== null && {
      DATABASE_URL: proxied === null ? databaseUrl : through(proxied, database.port),
    }),
    PORT: String(ownPort),
    ROLE: role,
    MARKETPLACE_URL: 'none',
    PRACTICE_URL: `http://127.0.0.1:${marketplace.port}`,
    SECRET_KEY: 'c0'.repeat(32),
    SHARE_INTERVAL_MS: String(setting.meanPauseMs),
    BUDGET_FACTOR: '1000',
    LOG_LEVEL: setting.logLevel,
  });
  let running: ChildProcess | null = null;
  let healthPort = port;
  /** Starts a program as a supervisor does: again and again, while the database is away. */
  const run = async (version = root): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      place.starts += 1;
      // A worker's port is only for health checks, and two programs can't listen on one.
      const child = launch(version, env(role === 'worker' ? 0 : port), log);
      running = child;
      const found = await ready(child, name).catch((error: unknown) => ({ problem: error }));
      if (typeof found === 'number') {
        healthPort = found;
        return watch(child);
      }
      if (tries === mostTries) throw found.problem;
      await gone(child, 'SIGKILL');
      await sleep(startAgainMs);
    }
  };
  const asked = new WeakSet<ChildProcess>();
  const watch = (child: ChildProcess): void =>
    void child.once('exit', (code, signal) => {
      if (asked.has(child)) return;
      place.ends.push(`${name} ended unexpectedly: ${signal ?? code}`);
      void run().catch(() => {});
    });
  const end = async (child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> => {
    if (child === null) return;
    asked.add(child);
    const isForced = await gone(child, signal);
    if (isForced) place.ends.push(`${name} did not end within ${endLimitMs / 1_000} s of ${signal}`);
  };
  const place = {
    ...{ name, role, origin: `http://127.0.0.1:${port}`, database, marketplace },
    /** A fault is at work here, so no other one may be. */
    isBusy: false,
    /** How often its program was started. */
    starts: 0,
    /** Programs that ended although nobody asked them to, or did not end when they were asked to. */
    ends: [] as string[],
    /** What its log says about calls that were answered with 500, by itself or by a worker that it had asked. */
    crashes: () => logged(/Request crashed|Call of a web process failed/).map((line) => `${name}: ${line}`),
    /** From now on nobody reads the log of its program, or somebody does again. */
    readLog(isRead: boolean) {
      const stdout = running?.stdout?.unpipe(log);
      if (isRead) stdout?.pipe(log, { end: false });
    },
    /** How many lines its log lacks, because nobody read them. */
    missedLines: () =>
      logged(/Log lines dropped/).reduce((sum, line) => sum + Number(/"count":(\d+)/.exec(line)?.[1] ?? 0), 0),
    /** Asks its program whether it is well, which is a line in its log at `debug`. */
    async askHealth() {
      const reply = await fetch(`http://127.0.0.1:${healthPort}/healthz`);
      await reply.arrayBuffer();
    },
    /** The memory of its program in MB; 0 if that can't be read. */
    memoryMb: () => memoryOf(running),
    kill: () => end(running, 'SIGKILL'),
    /** Starts a program, after the old one has gone. */
    start: run,
    /** Starts the next program first, as a rolling upgrade does, calls `meanwhile`, and then ends the old one. */
    async replace(meanwhile?: () => unknown) {
      const old = running;
      if (role !== 'worker') await end(old, 'SIGTERM');
      try {
        await run();
        await meanwhile?.();
      } finally {
        await end(old, 'SIGTERM');
      }
    },
    signal: (signal: NodeJS.Signals) => void running?.kill(signal),
    send: (event: HostEvent) => void (running?.connected && running.send(event)),
    async close() {
      await end(running, 'SIGTERM');
      await Promise.all([database.close(), marketplace.close()]);
      log.end();
    },
  };
  return place;
}

function launch(folder: string, env: Record<string, string>, log: WriteStream): ChildProcess {
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((key) =>
      process.env[key] ? [[key, process.env[key]]] : [],
    ),
  );
  const child = spawn(process.execPath, ['--import', host, path.join(folder, 'src/server/main.ts')], {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  return child;
}

/** Resolves to the port at which it answers. */
function ready(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let words = '';
    const limit = setTimeout(() => reject(new Error(`${name} did not start in time. It said: ${words}`)), startLimitMs);
    const look = (chunk: string) => {
      words = (words + chunk).slice(-2_000);
      const [, port] = /is ready .*?(\d+)\n/.exec(words) ?? [];
      if (port === undefined) return;
      clearTimeout(limit);
      child.stdout?.off('data', look);
      resolve(Number(port));
    };
    child.stdout?.setEncoding('utf8').on('data', look);
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      reject(new Error(`${name} ended (${signal ?? code}) before it had started. It said: ${words}`));
    });
  });
}

/** Without Linux's `/proc`, 0. */
function memoryOf(child: ChildProcess | null): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Ends a program, by force if it does not go. Resolves to whether that was necessary. */
async function gone(child: ChildProcess | null, signal: NodeJS.Signals): Promise<boolean> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return false;
  let isForced = false;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGCONT');
  child.kill(signal);
  const overdue = setTimeout(() => {
    isForced = true;
    child.kill('SIGKILL');
  }, endLimitMs);
  await ended;
  clearTimeout(overdue);
  return isForced;
}
