// Starts and stops the processes of a chaos run.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { HostEvent } from './mixed/host.ts';

const standinProgram = fileURLToPath(new URL('../../src/marketplace/standin/main.ts', import.meta.url));
const workerProgram = fileURLToPath(new URL('./worker.ts', import.meta.url));
const host = new URL('./mixed/host.ts', import.meta.url).href;
const startLimitMs = 60_000;

export type Running = {
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** What its machine goes through. Only a worker listens. */
  send(event: HostEvent): void;
  kill(): Promise<void>;
  end(): Promise<void>;
};

const running = (child: ChildProcess): Running => {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(name);
  };
  const endBy = (name: NodeJS.Signals) => async () => {
    signal(name);
    await ended;
  };
  const send = (event: HostEvent) => void (child.connected && child.send(event));
  return { pid: child.pid ?? 0, signal, send, kill: endBy('SIGKILL'), end: endBy('SIGTERM') };
};

/** Starts the practice marketplace as a process. Its journal shows what really happened. */
export async function spawnStandin(): Promise<Running & { origin: string }> {
  const flags = ['--port', '0', '--limits', 'off', '--journal', '5000000', '--json'];
  const child = spawn(process.execPath, [standinProgram, ...flags], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const { stdout } = child;
  if (stdout === null) throw new Error('It was started with a pipe.');
  const line = await first<string>('the practice marketplace', child, (resolve) =>
    createInterface({ input: stdout }).once('line', resolve),
  );
  const { standin } = JSON.parse(line) as { standin: string };
  return { ...running(child), origin: standin };
}

/** Starts a worker. Resolves to the database's address when the worker is ready. */
export async function spawnWorker(setup: object): Promise<Running & { databaseUrl: string }> {
  const child = spawn(process.execPath, ['--import', host, workerProgram, JSON.stringify(setup)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { databaseUrl } = await first<{ databaseUrl: string }>('a worker', child, (resolve) =>
    child.once('message', (message) => resolve(message as { databaseUrl: string })),
  );
  return { ...running(child), databaseUrl };
}

function first<T>(what: string, child: ChildProcess, listen: (resolve: (value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${what} did not start in time`)), startLimitMs);
    child.once('exit', () => reject(new Error(`${what} ended before it had started`)));
    listen((value) => {
      clearTimeout(limit);
      resolve(value);
    });
  });
}
