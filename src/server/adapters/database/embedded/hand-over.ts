// Gives the cluster to the database's user when Hangtag runs as root, and nothing that isn't the cluster's.

import { closeSync, fchmodSync, fchownSync, fstatSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../../start-problem.ts';
import { openAsIs, openFolder } from './own-files.ts';

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
