// Locks the data folder, so that only one process starts or stops its PostgreSQL.

import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, StartProblem } from '../../start-problem.ts';
import { identityLives, processIdentity } from './processes.ts';

const usualWaitMs = 60_000;
const pollMs = 15;
const oldMs = 10_000;

/**
 * Runs `work` while no other program works on `folder`. The lock is a file that names its holder, so a lock left by a killed
 * program can be taken over. Waits up to a minute for a running holder, then throws a `StartProblem`.
 */
export async function withFolderLock<T>(
  folder: string,
  work: () => Promise<T>,
  { waitMs = usualWaitMs, problem }: { waitMs?: number; problem?: string } = {},
): Promise<T> {
  const lock = join(folder, 'lock');
  const mine = `${processIdentity(process.pid)} ${randomUUID()}`;
  const giveUpAt = performance.now() + waitMs;
  while (!tryTake(lock, mine)) {
    takeFromTheDead(lock, mine);
    if (performance.now() > giveUpAt) {
      throw new StartProblem(
        problem ?? `Another program has been using the database folder ${folder} for a minute.`,
        `Wait until it has finished, or stop it. If no such program is running, delete the file ${lock} and start again.`,
      );
    }
    await sleep(pollMs);
  }
  try {
    return await work();
  } finally {
    if (read(lock) === mine) rmSync(lock, { force: true });
  }
}

/** A hard link appears complete or not at all, so nobody ever reads a lock without the name of its holder. */
function tryTake(lock: string, mine: string): boolean {
  const draft = `${lock}.${mine.split(' ')[1]}`;
  writeFileSync(draft, mine, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes the lock of a program that has died. A second lock, named after the first, decides which program may remove it; if that
 * program dies, its lock is removed the same way. The first lock is read again before it is removed, because another program may have
 * taken it in the meantime.
 */
function takeFromTheDead(lock: string, mine: string): void {
  const seen = read(lock);
  if (seen === undefined) return;
  const [, holder, nonce] = /^([\d-]+) ([\w-]+)$/.exec(seen) ?? [];
  if (holder === undefined ? !isOld(lock) : identityLives(holder)) return;
  const right = `${lock}.${nonce ?? 'unreadable'}.dead`;
  if (!tryTake(right, mine)) {
    takeFromTheDead(right, mine);
    return;
  }
  if (read(lock) === seen) rmSync(lock, { force: true });
  rmSync(right, { force: true });
}

/** A lock without the name of its holder is what a power failure left. */
function isOld(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false });
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > oldMs;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
