// Runs a program in place of this one, with the same output, environment, and signals, and the same exit code.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Never resolves, because this process ends with the exit code of `node` with these arguments. */
export const runInstead = (node, args) => {
  const child = spawn(node, [...process.execArgv, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm keeps SIGTERM for itself, and its shell dies without forwarding it: see src/server/parent-process.ts.
  const parent = process.ppid;
  setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)));
  return new Promise(() => {});
};
