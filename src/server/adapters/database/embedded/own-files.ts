// Opens files in folders that other users may write to: never through a link, and never one that somebody else put there.

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { renameFile } from '../../rename-file.ts';
import { syncFolder } from '../../sync-folder.ts';

/** A user and a group; null is the one that runs this program. */
export type Ids = { uid: number; gid: number } | null;

// Windows has neither. It has no root and no unprivileged links either.
const noFollow = constants.O_NOFOLLOW ?? 0;
const noBlock = constants.O_NONBLOCK ?? 0;
const folderOnly = constants.O_DIRECTORY ?? 0;
/** What we read there are a few lines. */
const mostReadBytes = 65_536;

/** Opens a file or a folder without following a link, and without waiting for the other end of a pipe. */
export const openAsIs = (path: string): number => openSync(path, constants.O_RDONLY | noFollow | noBlock);
export const openFolder = (path: string): number => openSync(path, constants.O_RDONLY | noFollow | folderOnly);

/** The text of a small file. Throws if it is a link or no file at all. */
export function readPlainFile(path: string): string {
  const fd = openAsIs(path);
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`${path} is not a file`);
    const text = Buffer.alloc(mostReadBytes);
    let length = 0;
    for (;;) {
      const more = readSync(fd, text, length, mostReadBytes - length, null);
      length += more;
      if (more === 0 || length === mostReadBytes) return text.toString('utf8', 0, length);
    }
  } finally {
    closeSync(fd);
  }
}

/** Like `readPlainFile`, but undefined if the file can't be read. */
export function readIfPlain(path: string): string | undefined {
  try {
    return readPlainFile(path);
  } catch {
    return undefined;
  }
}

/** Puts a complete new file in the place of an old one, of the program's own user and the given group. */
export function replaceFile(path: string, text: string, { mode, ids }: { mode: number; ids: Ids }): void {
  const draft = `${path}.${randomUUID()}`;
  const fd = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, 0o600);
  try {
    writeSync(fd, text);
    if (ids !== null) fchownSync(fd, ids.uid, ids.gid);
    fchmodSync(fd, mode);
    fsyncSync(fd);
    closeSync(fd);
    renameFile(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Opens a log of our own to write at its end. */
export const openLog = (path: string): number =>
  openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | noFollow, 0o600);

/** Makes `path` a folder with this owner and mode, in a folder that only we can write to. A link in its place is removed. */
export function ensureFolder(path: string, { mode, ids }: { mode: number; ids: Ids }): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) rmSync(path);
  if (found === undefined || !found.isDirectory()) mkdirSync(path, { mode });
  if (process.platform === 'win32') return;
  const fd = openFolder(path);
  try {
    if (ids !== null) fchownSync(fd, ids.uid, ids.gid);
    fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}
