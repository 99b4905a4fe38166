// Saves the snapshot to disk without blocking, and reads it back.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const restMs = 500;
/** After a save, it rests this many times as long, so that saving a large state uses at most a tenth of the time. */
const restPerWrite = 9;

export type StateFile = {
  /** Schedules a save. It is on disk about half a second later. */
  changed(): void;
  /** Saves pending changes now. */
  close(): Promise<void>;
};

/** Content of the state file, or null if there is none. */
export async function readState(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Renames an unreadable state file, so that nothing is lost. Returns the new name. */
export async function setAside(path: string, now: number): Promise<string> {
  const aside = `${path}.unreadable-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(path, aside);
  return aside;
}

/**
 * Saves `pieces()` to disk. It writes a temporary file and renames it, so that a kill at any time leaves either the old or the
 * new file intact.
 */
export function keepState(path: string, pieces: () => Iterable<string>, complain: (error: unknown) => void): StateFile {
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isDirty = false;
  let pauseMs = restMs;
  const save = async () => {
    isDirty = false;
    const begun = performance.now();
    const beside = `${path}.writing-${process.pid}`;
    await mkdir(dirname(path), { recursive: true });
    // One account after the other, so that saving a large state does not block other calls.
    await writeFile(beside, pieces(), { mode: 0o600, flush: true });
    await rename(beside, path);
    pauseMs = Math.max(restMs, (performance.now() - begun) * restPerWrite);
  };
  const run = () => {
    timer = null;
    writing = writing.then(save).catch((error: unknown) => {
      isDirty = true;
      complain(error);
    });
  };
  return {
    changed: () => {
      isDirty = true;
      timer ??= setTimeout(run, pauseMs);
    },
    close: async () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await writing;
      if (isDirty) await save();
    },
  };
}
