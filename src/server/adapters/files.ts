// Makes folders, renames files, and puts their names on the disk, also while an antivirus reads them or the power fails.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import path, { dirname } from 'node:path';
import { codeOf, StartProblem } from './start-problem.ts';

/**
 * Only its user can look into what is made. Not `recursive`: in a folder that takes no others, such as /proc, Node tries that forever.
 * The folders above are made, too: root's can be passed, because its database runs as another user.
 */
export const makeFolder = (folder: string, mode = 0o700): void => {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) makeFolder(parent, process.getuid?.() === 0 ? 0o711 : 0o700);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};

/** On Windows, nobody can rename what another program has open, and an antivirus opens every new file for a moment. */
const heldCodes = process.platform === 'win32' ? ['EPERM', 'EACCES', 'EBUSY'] : ['EBUSY'];
const waitsMs = [10, 20, 50, 100, 200, 400, 800, 1_600];

const wait = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Tries for three seconds. Throws a `StartProblem` if another program still holds it. */
export function renameFile(from: string, to: string, { rename = renameSync, pause = wait } = {}): void {
  for (const ms of [...waitsMs, null]) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!heldCodes.includes(codeOf(error))) throw error;
      if (ms === null)
        throw new StartProblem(
          `Another program, most likely an antivirus, holds ${from}.`,
          'Exclude Hangtag’s data folder from its checks, then start again.',
          { cause: error },
        );
      pause(ms);
    }
  }
}

/** Folders that we may write to and not read, and file systems that sync no folders. PostgreSQL ignores the same errors. */
const unable = new Set(['EACCES', 'EPERM', 'EISDIR', 'EBADF', 'EINVAL', 'ENOTSUP']);

/**
 * Waits until the entries of `folder` are on the disk, if the platform can do that. Windows can't.
 * @throws if the disk fails.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (!unable.has(codeOf(error))) throw error;
  }
}

const atOnce = 16;

export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (let at = 0; at < entries.length; at += atOnce)
    await Promise.all(
      entries.slice(at, at + atOnce).map(async (entry) => {
        const place = path.join(folder, entry.name);
        if (entry.isDirectory()) return syncTree(place);
        if (!entry.isFile()) return;
        // Windows syncs only what may be written.
        const file = await open(place, process.platform === 'win32' ? 'r+' : 'r');
        await file.sync().finally(() => file.close());
      }),
    );
  syncFolder(folder);
}

/**
 * Makes a new file that only its owner may read, and waits until it and its name are on the disk. Until then it has another name,
 * `FILE.….unfinished`, under which a killed program leaves it. Rejects with `EEXIST` if there is a file of this name.
 */
export async function makeNewFile(file: string, write: (made: FileHandle) => Promise<void>): Promise<void> {
  refuseExisting(file);
  const draft = `${file}.${randomBytes(4).toString('hex')}.unfinished`;
  const made = await open(draft, 'wx', 0o600);
  try {
    await write(made);
    await made.sync();
    await made.close();
    giveName(draft, file);
    syncFolder(dirname(file));
  } catch (error) {
    await made.close().catch(() => {});
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A link never replaces a file that has come in the meantime. Some file systems have no links. */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
    rmSync(draft);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    refuseExisting(file);
    renameFile(draft, file);
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw Object.assign(new Error(`EEXIST: ${file} exists already`), { code: 'EEXIST' });
}
