// Runs Hangtag as a person would, with `npm start` or from the installed package, and finds all processes that belong to it.

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/process.ts';
import { commandOf, descendantsOf, isRunning, pssMb } from '../engine/processes.ts';

export type Product = {
  port: number;
  /** Seconds from the command to the line that says it is ready. */
  readyS: number;
  /** PSS in MB, by part. */
  memory(): Record<string, number>;
  /** Stops it as a person would, and waits until all its processes have ended. */
  end(): Promise<void>;
  /** kill -9 for npm, the server, and the practice marketplace. The next start finds the database running. */
  kill(): Promise<void>;
};

export const startWithNpm = (root: string, dataDir: string, env: Record<string, string> = {}): Promise<Product> =>
  startWith(['npm', 'start'], root, { DATA_DIR: dataDir, ...env });

/** `folder`: where the package is installed. npx stays beside the command that it runs. */
export const startPackage = (folder: string, dataDir: string, { npx = false } = {}): Promise<Product> =>
  startWith([...(npx ? ['npx', 'hangtag'] : ['node_modules/.bin/hangtag']), '--no-open'], folder, {
    DATA_DIR: dataDir,
  });

async function startWith(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Product> {
  const port = Number(env.PORT ?? (await freePort()));
  const since = performance.now();
  const npm = spawn(program, args, {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (words: string) => {
      output += words;
      if (output.includes('Hangtag is ready')) resolve();
    });
    npm.once('exit', () => reject(new Error(`${program} has ended. It said: ${output}`)));
  });
  const readyS = (performance.now() - since) / 1000;
  const all = (): Running[] => familyOf(npm.pid ?? 0);
  const gone = async (pids: readonly number[]): Promise<void> => {
    while (pids.some(isRunning)) await sleep(20);
  };
  return {
    port,
    readyS,
    memory() {
      const parts: Record<string, number> = {};
      for (const { pid, part } of all()) parts[part] = (parts[part] ?? 0) + pssMb(pid);
      return parts;
    },
    async end() {
      const pids = all().map(({ pid }) => pid);
      npm.kill('SIGTERM');
      await gone(pids);
    },
    async kill() {
      const pids = all()
        .filter(({ part }) => part !== 'PostgreSQL')
        .map(({ pid }) => pid);
      for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      await gone(pids);
    },
  };
}

type Running = { pid: number; part: string };

/** A process and its descendants, named by their roles. */
const familyOf = (ancestor: number): Running[] =>
  [ancestor, ...descendantsOf(ancestor)].map((pid) => ({ pid, part: partOf(commandOf(pid)) }));

function partOf(command: string): string {
  if (command.includes('postgres')) return 'PostgreSQL';
  if (command.includes('standin')) return 'practice marketplace';
  if (/^sh\b|^npm/.test(command)) return 'npm and its shell';
  if (command.includes('--no-open')) return 'the command beside it';
  return 'server';
}
