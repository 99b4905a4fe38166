// Reads PostgreSQL's `postmaster.pid`.
import { lstatSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { renameFile } from '../../files.ts';
import { readIfPlain } from './own-files.ts';
import { canLookForServers, isServed, mayServe, processLives } from './processes.ts';

/** The content of `postmaster.pid`. PostgreSQL defines the order of its lines. */
export type Postmaster = { pid: number; port: number; listenAddress: string; ready: boolean };

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
 * The running server of `cluster`, if any. The caller must hold the folder's lock. What PostgreSQL would take for the file of a running
 * server is set aside: one that names an unrelated process, because the id was reused, and one that is empty or unreadable, because
 * the server was killed or the power failed while it was written. If a server was running after all, its shared memory still keeps
 * a second one from starting.
 */
export function livingPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid');
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there === undefined) return undefined;
  // A link or a pipe in its place is not PostgreSQL's, and would keep a new server waiting.
  if (!there.isFile() && !there.isDirectory()) {
    rmSync(file);
    return undefined;
  }
  const found = readPostmaster(cluster);
  if (found !== undefined && processLives(found.pid)) {
    if (mayServe(found.pid, cluster)) return found;
    setAside(file);
    return undefined;
  }
  // The file of a dead server tells PostgreSQL about processes that it left, unless PostgreSQL's user can't read it.
  const isUsable = found !== undefined && there.uid === statSync(cluster).uid;
  const mayBeWriting = canLookForServers ? isServed(cluster) : Date.now() - there.mtimeMs < writingLimitMs;
  if (!isUsable && !mayBeWriting) setAside(file);
  return undefined;
}

/** A server writes its file as soon as it has made it. */
const writingLimitMs = 5_000;

function setAside(file: string): void {
  const aside = `${file}.stale`;
  rmSync(aside, { recursive: true, force: true });
  renameFile(file, aside);
}
