// Starts PostgreSQL on Windows and gives it signals, both by PostgreSQL's own pg_ctl.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** Where `cmd` is, by which PostgreSQL's programs start each other. */
export const programFolders = (): NodeJS.ProcessEnv => ({
  PATH: `${process.env.SystemRoot}\\System32`,
  ComSpec: process.env.ComSpec,
});

/**
 * Windows opens a window for each process of a server that has no console. pg_ctl gives it a hidden one, takes an administrator's rights
 * away, with which PostgreSQL refuses to start, and ends with 0 when the server is ready. `cmd` runs the options, so they contain no path.
 */
export const spawnWithPgCtl = ({
  pgCtl,
  home,
  cluster,
  log,
  options,
  env,
  limitMs,
}: {
  pgCtl: string;
  home: string;
  cluster: string;
  log: string;
  options: readonly string[];
  env: NodeJS.ProcessEnv;
  limitMs: number;
}): ChildProcess =>
  spawn(pgCtl, ['start', '-s', '-w', '-t', String(limitMs / 1000), '-D', cluster, '-l', log, '-o', options.join(' ')], {
    cwd: home,
    env,
    windowsHide: true,
    stdio: 'ignore',
  });

/** Windows has no signals: there, `process.kill` would end a server at once. */
export const signalWithPgCtl = (pgCtl: string, pid: number, name: 'SIGINT' | 'SIGQUIT'): boolean =>
  spawnSync(pgCtl, ['kill', name.slice(3), String(pid)], { windowsHide: true }).status === 0;
