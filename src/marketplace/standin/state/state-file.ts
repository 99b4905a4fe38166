import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

const restMs = 500;
/** Characters written at once: a few milliseconds of work. */
const batchLength = 256 * 1024;
/** A large world takes long to write down; it may use a tenth of the time for it, no more. */
const restPerWrite = 9;

export type StateFile = {
  /** Something changed: it will be on disk about half a second later. */
  changed(): void;
  /** Writes what is not yet written. */
  close(): Promise<void>;
};

/** The text of the state file; null where there is none yet. */
export async function readState(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Moves a file that cannot be read out of the way; nothing is ever deleted. Returns its new name. */
export async function setAside(path: string, now: number): Promise<string> {
  const aside = `${path}.unreadable-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(path, aside);
  return aside;
}

/** Lets the world turn between two batches: ten thousand sellers do not wait for one file. */
async function writePieces(file: FileHandle, pieces: Iterable<string>): Promise<void> {
  let batch = '';
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < batchLength) continue;
    await file.appendFile(batch);
    batch = '';
  }
  await file.appendFile(batch);
}

/**
 * Keeps what `pieces()` tell on disk: written beside the file and renamed over it, so that a kill at any moment leaves the old file
 * or the new one whole.
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
    const file = await open(beside, 'w', 0o600);
    try {
      await writePieces(file, pieces());
      await file.sync();
    } finally {
      await file.close();
    }
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
