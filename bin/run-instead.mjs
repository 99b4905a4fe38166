// Runs a program in this one's place: it gets our output, our environment and our signals, and we end as it ends.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Never resolves: this process ends with the exit code of `node` with these arguments. */
export const runInstead = (node, args) => {
  const child = spawn(node, [...process.execArgv, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm takes SIGTERM for itself, and its shell dies without passing it on: see src/server/parent-process.ts.
  const parent = process.ppid;
  setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)));
  return new Promise(() => {});
};
