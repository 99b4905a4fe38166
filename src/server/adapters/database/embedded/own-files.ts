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
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { renameFile, syncFolder } from '../../files.ts';
import { StartProblem } from '../../start-problem.ts';

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
const openFolder = (path: string): number => openSync(path, constants.O_RDONLY | noFollow | folderOnly);

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

type DatabaseIds = { uid: number; gid: number };

/** `owner`: whose files these may be, beside root's and the database's. initdb may have run as another user. */
type Giving = { ids: DatabaseIds; owner: number };

/** Gives a cluster that root has copied or was given (`chown -R root:root`) to the database's user. Refuses one of anybody else. */
export function handOverCluster(home: string, ids: DatabaseIds): void {
  const cluster = join(home, 'cluster');
  const ownerOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.uid ?? ids.uid;
  if (ownerOf(home) !== 0) throw belongsToAnother(home, ownerOf(home));
  const owner = ownerOf(cluster);
  if (owner === ids.uid) return;
  if (owner !== 0) throw belongsToAnother(cluster, owner);
  giveTree(cluster, { ids, owner });
}

export const belongsToAnother = (folder: string, owner: number): StartProblem =>
  new StartProblem(
    `The folder ${folder} belongs to the user ${owner}, but Hangtag was started as root.`,
    `Start Hangtag as that user, or give the folder to root: chown -R root:root ${realpathSync(folder)}`,
  );

/**
 * Gives a folder and everything in it to the database's user. It goes from open folder to open folder and never through a path:
 * whoever could write there may have planted links. Links, special files, hard links, and files of other owners are refused, because
 * changing their owner could give away files that are not the database's. The folder itself gets its new owner last, so that an
 * interrupted start begins again.
 */
export function giveTree(top: string, giving: Giving): void {
  const fd = openTop(top);
  try {
    // Keeps its former owner out, and marks it as not finished.
    fchownSync(fd, 0, 0);
    fchmodSync(fd, 0o700);
    giveContent(fd, top, giving);
    fchownSync(fd, giving.ids.uid, giving.ids.gid);
  } finally {
    closeSync(fd);
  }
}

function openTop(top: string): number {
  try {
    return openFolder(top);
  } catch {
    throw isNotOurs(top);
  }
}

function giveContent(folder: number, shown: string, giving: Giving): void {
  // The kernel resolves this to the open folder itself, whatever its path has become meanwhile.
  const held = `/proc/self/fd/${folder}`;
  for (const name of readdirSync(held)) {
    const fd = openOwn(join(held, name), join(shown, name), giving);
    try {
      fchownSync(fd, giving.ids.uid, giving.ids.gid);
      if (fstatSync(fd).isDirectory()) giveContent(fd, join(shown, name), giving);
    } finally {
      closeSync(fd);
    }
  }
}

/** Opens a plain file or folder. Anything else is refused. */
function openOwn(path: string, shown: string, { ids, owner }: Giving): number {
  let fd: number | undefined;
  try {
    fd = openAsIs(path);
    const found = fstatSync(fd);
    const isPlain = found.isDirectory() || (found.isFile() && found.nlink === 1);
    if (isPlain && [0, ids.uid, owner].includes(found.uid)) return fd;
  } catch {
    // A link, or a socket: it can't be opened like this.
  }
  if (fd !== undefined) closeSync(fd);
  throw isNotOurs(shown);
}

const isNotOurs = (shown: string): StartProblem =>
  new StartProblem(
    `The database folder contains ${shown}, which is a link or belongs to another user.`,
    'If you put it there, replace it with the file itself. Otherwise, restore a backup.',
  );
