// Reads PostgreSQL's `postmaster.pid`.

import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { mayServe, processLives } from './processes.ts';

/** The content of `postmaster.pid`. PostgreSQL defines the order of its lines. */
export type Postmaster = {
  pid: number;
  port: number;
  socketFolder: string;
  listenAddress: string;
  ready: boolean;
};

export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  return {
    pid,
    port: Number(lines[3] ?? 0),
    socketFolder: lines[4]?.trim() ?? '',
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
  const found = readPostmaster(cluster);
  if (found === undefined || !processLives(found.pid)) return undefined;
  if (mayServe(found.pid, cluster)) return found;
  const file = join(cluster, 'postmaster.pid');
  renameSync(file, `${file}.stale`);
  return undefined;
}
