// Runs the practice marketplace as a child process.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isObject, parseJson } from '#domain/json.ts';
import { identityLives, processIdentity, processorTime } from './database/embedded/processes.ts';
import type { Log } from './log/log.ts';
import { StartProblem } from './start-problem.ts';

type PracticeProcess = { origin: string; stop(): Promise<void> };

const practiceProgram = fileURLToPath(new URL('../../marketplace/standin/main.ts', import.meta.url));
/**
 * Practice closets need little memory, so use a young generation of 3 x 4 MB, one garbage collection after the start, and no threads
 * of V8's own, which take 2 of 30 MB.
 */
const leanProcess = ['--max-semi-space-size=4', '--expose-gc', '--single-threaded'];
/** A program that uses no processor time for this long, and has not answered, will not. */
const silentLimitMs = 15_000;
/** On a busy machine a start may take this long. */
const startLimitMs = 120_000;
const lookEveryMs = 500;
/** How long a practice process may take to save its state and exit after its server was killed. */
const exitTimeoutMs = 5_000;

/**
 * Runs the practice marketplace as a child process on a free loopback port, with its state in `stateFile`. It reuses the previous
 * port if that is free, so that links to pictures and listings stay valid. It exits when we exit, even after kill -9, because it
 * watches the IPC channel. Resolves to null, and says why in the log, if it doesn't start: real closets don't need it. Throws a
 * `StartProblem` if another process uses the same state file, because they would overwrite each other.
 */
export async function startPracticeProcess(needs: {
  stateFile: string;
  limits: 'demo' | 'off';
  log: Log;
  /** For tests. */
  program?: string;
  silentMs?: number;
}): Promise<PracticeProcess | null> {
  const { stateFile, limits, log, program = practiceProgram, silentMs = silentLimitMs } = needs;
  const portFile = `${stateFile}.port`;
  const port = await portToTake(portFile);
  const listens = ['--port', String(port), '--host', '127.0.0.1'];
  const args = [...leanProcess, program, ...listens, '--state', stateFile, '--limits', limits, '--json'];
  // Its own process group, so that Ctrl-C reaches only us and we can stop it in the right order.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let lastOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (words: string) => {
    lastOutput = (lastOutput + words).slice(-2_000);
    log.warn({}, `Practice marketplace: ${words.trim()}`);
  });
  const origin = await Promise.race([readOrigin(child), ended.then(() => null), untilStuck(child, silentMs)]);
  if (origin === null) {
    child.kill('SIGKILL');
    const why = lastOutput.trim() || (child.exitCode === null ? 'It did not answer' : 'It ended');
    log.error({ error: why }, 'Practice marketplace did not start, practice closets are unavailable until a restart');
    return null;
  }
  writeFileSync(portFile, `${new URL(origin).port} ${processIdentity(child.pid ?? 0)}`);
  let isStopping = false;
  void ended.then((code) => {
    if (!isStopping)
      log.error({ code }, 'Practice marketplace exited, practice closets are unavailable until a restart');
  });
  return {
    origin,
    async stop() {
      if (isStopping || child.exitCode !== null) return;
      isStopping = true;
      // On Windows, `kill` would end it before it has saved its state.
      if (process.platform === 'win32') child.disconnect();
      else child.kill('SIGTERM');
      const overdue = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await ended;
      clearTimeout(overdue);
    },
  };
}

/** Loads the program without starting it, with the same flags, to fill its compile cache. */
export function loadPracticeProgram(): void {
  spawnSync(process.execPath, [...leanProcess, practiceProgram, '--load-only']);
}

/** 0 means any free port. */
const portToTake = async (file: string): Promise<number> => {
  const [text = '', identity = ''] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1024 || port > 65_535) return 0;
  for (let waitedMs = 0; waitedMs < exitTimeoutMs; waitedMs += 50) {
    if (await isFree(port)) return port;
    if (!identityLives(identity)) return 0;
    await sleep(50);
  }
  throw new StartProblem(
    'Another Hangtag is already using this data folder.',
    'Stop the other one, or set DATA_DIR to another folder for this one.',
  );
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const readOrigin = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('The practice marketplace has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const message = parseJson(line);
    if (isObject(message) && typeof message.standin === 'string') return message.standin;
  }
  return new Promise(() => {});
};

/** Resolves when the process has made no progress for a while, or has taken too long. */
async function untilStuck({ pid = 0 }: ChildProcess, silentMs: number): Promise<null> {
  const startedAt = performance.now();
  let used = processorTime(pid);
  let usedAt = startedAt;
  for (;;) {
    await sleep(lookEveryMs, undefined, { ref: false });
    const now = performance.now();
    const present = processorTime(pid);
    if (present === null || present !== used) usedAt = now;
    used = present;
    if (now - usedAt > silentMs || now - startedAt > startLimitMs) return null;
  }
}
