// Runs programs of Hangtag for tests, and finds free ports.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

export type Program = ReturnType<typeof runProgram>;

const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'];

/**
 * Runs a program of Hangtag as an operator would: as a process, with only the given environment. With `stdout`, a file descriptor,
 * its `output` is only what it writes to stderr.
 */
export const runProgram = (
  file: string,
  env: Record<string, string>,
  args: readonly string[] = [],
  { stdout = 'pipe' }: { stdout?: number | 'pipe' } = {},
) => {
  const own = Object.fromEntries(inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child: ChildProcess = spawn(process.execPath, [path.join(root, file), ...args], {
    cwd: root,
    env: { ...own, ...env },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let words = '';
  const listeners = new Set<() => void>();
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (chunk: string) => {
      words += chunk;
      for (const listener of listeners) listener();
    });
  /** Resolves to the exit code when it has ended; null if a signal ended it. */
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const howItEnded = () => (child.signalCode === null ? `with ${child.exitCode}` : `by ${child.signalCode}`);
  return {
    /** All its output so far, from stdout and stderr. */
    output: () => words,
    /** Resolves when these words were printed. Rejects if the program ends before that. */
    until: (wanted: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (words.includes(wanted)) resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() =>
          reject(new Error(`The program ended ${howItEnded()}, without "${wanted}". It said: ${words}`)),
        );
      }),
    ended,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    pid: child.pid ?? 0,
  };
};

/**
 * A port that nobody uses. It is below those that systems hand out on their own (from 32768 on Linux, from 49152 elsewhere), so
 * no other test gets it before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
