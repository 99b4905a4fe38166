// What PostgreSQL needs on Windows: its own pg_ctl to start it and to give it signals, and a path with plain letters.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { realpathSync, symlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { StartProblem } from '../../start-problem.ts';
import { readIfPlain, replaceFile } from './own-files.ts';

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

const isPlain = (path: string): boolean => /^[ -~]*$/.test(path);

/** The same place by a plain path. `home` remembers the junction. Throws a `StartProblem` where none can be made. */
export function plainPath(
  path: string,
  home: string,
  junctions = process.env.ProgramData ?? 'C:\\ProgramData',
): string {
  if (isPlain(path)) return path;
  const names = path.split(sep);
  const end = names.findLastIndex((name) => !isPlain(name)) + 1;
  const target = names.slice(0, end).join(sep);
  const note = join(home, `junction-${createHash('sha256').update(target).digest('hex').slice(0, 8)}`);
  const known = readIfPlain(note);
  if (known !== undefined && leadsTo(known, target)) return join(known, ...names.slice(end));
  // Everybody may make folders there, so nobody must be able to guess its name.
  const made = join(junctions, `Hangtag-${randomBytes(8).toString('hex')}`);
  try {
    symlinkSync(target, made, 'junction');
    replaceFile(note, made, { mode: 0o600, ids: null });
    return join(made, ...names.slice(end));
  } catch (cause) {
    throw new StartProblem(
      `The database can't work in ${target}, because that name has letters other than a to z, and Windows didn't let Hangtag make a second path to it in ${junctions}.`,
      'Let this user make folders there.',
      { cause },
    );
  }
}

function leadsTo(junction: string, target: string): boolean {
  try {
    return realpathSync.native(junction) === realpathSync.native(target);
  } catch {
    return false;
  }
}
