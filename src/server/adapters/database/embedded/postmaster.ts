// Reads PostgreSQL's `postmaster.pid`.

import { lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPlain } from './own-files.ts';
import { mayServe, processLives } from './processes.ts';

/** The content of `postmaster.pid`. PostgreSQL defines the order of its lines. */
export type Postmaster = {
  pid: number;
  port: number;
  listenAddress: string;
  ready: boolean;
};

export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readIfPlain(join(cluster, 'postmaster.pid'))?.split('\n');
  if (lines === undefined) return undefined;
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  return {
    pid,
    port: Number(lines[3] ?? 0),
    listenAddress: lines[5]?.trim() ?? '',
    ready: lines[7]?.trim() === 'ready',
  };
}

/**
 * The running server of `cluster`, if any. If the file names an unrelated process, because the id was reused, it is renamed:
 * PostgreSQL would take that process for a running server. If a server was running after all, its shared memory still keeps a
 * second one from starting.
 */
export function livingPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid');
  // A link or a pipe in its place is not PostgreSQL's, and would keep a new server waiting.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) rmSync(file);
  const found = readPostmaster(cluster);
  if (found === undefined || !processLives(found.pid)) return undefined;
  if (mayServe(found.pid, cluster)) return found;
  renameSync(file, `${file}.stale`);
  return undefined;
}
