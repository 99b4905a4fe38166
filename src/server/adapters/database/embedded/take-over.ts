// Gives a data folder to the users that it belongs to: the cluster to the database's user, and everything else to root.

import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from '../../start-problem.ts';
import { openAsIs, openFolder } from './own-files.ts';
import { livingOwners } from './owners.ts';
import { livingPostmaster } from './postmaster.ts';
import { pidOf, processIdentity } from './processes.ts';
import { nobodyId, ownId } from './runner.ts';
import { stopServer } from './server.ts';

type DatabaseIds = { uid: number; gid: number };

/** What an earlier version left in a folder that the user `nobody` could write to. Nothing of it can be trusted. */
const untrusted =
  /^(password|app-password|pg_hba\.conf|pg_ident\.conf|server\.log(\.old)?|lock.*|owners|socket|server-.*|cluster\.new-.*)$/;

/** Whether parts of `home` still belong to others than root and the database's user. */
export const needsTakeOver = (home: string, { uid }: DatabaseIds): boolean =>
  statSync(home).uid !== 0 || ![uid, undefined].includes(ownerOf(join(home, 'cluster')));

/** How long a program that is ending or starting may take to leave the folder, or to take it over itself. */
const restartLimitMs = 10_000;

/** Waits while another program restarts. It may need the lock of the folder for that, so the caller must not hold it. */
export async function untilRestarted(home: string, ids: DatabaseIds): Promise<void> {
  const giveUpAt = performance.now() + restartLimitMs;
  while (needsTakeOver(home, ids) && livingOwners(home).length > 0 && performance.now() < giveUpAt) await sleep(100);
}

const ownerOf = (path: string): number | undefined => lstatSync(path, { throwIfNoEntry: false })?.uid;

/**
 * Takes over a folder that an earlier version, or a copy, left to others. It goes from open folder to open folder and never
 * through a path that somebody could change meanwhile: anyone who could write there may have planted links. The cluster gets its
 * new owner last, so an interrupted takeover starts again. Resolves to whether the folder was one of an earlier version.
 */
export async function takeOver(home: string, ids: DatabaseIds): Promise<boolean> {
  if (!needsTakeOver(home, ids)) return false;
  const cluster = join(home, 'cluster');
  const wasNobodys = statSync(home).uid !== 0 || ownerOf(cluster) === nobodyId;
  checkOwners(home, ids);
  const [other] = livingOwners(home);
  if (other !== undefined) throw isInUse(home, ownerOf(`/proc/${pidOf(other)}`));
  const left = livingPostmaster(cluster);
  if (left !== undefined) await stopServer(cluster, processIdentity(left.pid));
  if (ownerOf(cluster) !== undefined) giveTree(cluster, ids, { onlyCheck: true });

  const fd = openFolder(home);
  fchownSync(fd, 0, ids.gid);
  fchmodSync(fd, 0o710);
  closeSync(fd);
  // From here on, nobody else can add anything to the folder.
  if (wasNobodys) for (const name of readdirSync(home).filter((each) => untrusted.test(each))) remove(home, name);
  if (ownerOf(cluster) !== undefined) giveTree(cluster, ids);
  return wasNobodys;
}

/** An earlier version ran as root, too. Any other user's program is this version, or may be. */
const isInUse = (home: string, user: number | undefined): StartProblem =>
  user === 0
    ? new StartProblem(
        `An earlier version of Hangtag is still using the database folder ${home}.`,
        'Stop it, then start this one. If it is just restarting, try again in a moment.',
        { isTemporary: true },
      )
    : new StartProblem(
        `Hangtag is using the database folder ${home}, and runs as the user ${user ?? 'who has just ended it'}.`,
        'Run this as the same user. If Hangtag is just restarting, try again in a moment.',
        { isTemporary: true },
      );

/** Root, the database's users, and `nobody`, to whom earlier versions gave the folder. */
const knownOwners = ({ uid }: DatabaseIds): ReadonlySet<number> => new Set([0, uid, ownId, nobodyId]);

function checkOwners(home: string, ids: DatabaseIds): void {
  for (const path of [home, join(home, 'cluster')]) {
    const owner = ownerOf(path);
    if (owner !== undefined && !knownOwners(ids).has(owner)) throw belongsToAnother(path, owner);
  }
}

export const belongsToAnother = (folder: string, owner: number): StartProblem =>
  new StartProblem(
    `The folder ${folder} belongs to the user ${owner}, but Hangtag was started as root.`,
    `Start Hangtag as that user, or give the folder to root: chown -R root:root ${realpathSync(folder)}`,
  );

/** A folder is taken first, so that its former owner can't exchange what is deleted in it. */
function remove(home: string, name: string): void {
  const path = join(home, name);
  if (lstatSync(path).isDirectory()) giveTree(path, { uid: 0, gid: 0 }, { skipsOthers: true });
  rmSync(path, { recursive: true, force: true });
}

/**
 * Gives a folder and everything in it to a user. Refuses links, special files, hard links, and files of unknown owners, because
 * changing their owner could give away files that are not the database's.
 */
export function giveTree(top: string, ids: DatabaseIds, { onlyCheck = false, skipsOthers = false } = {}): void {
  const fd = openTop(top);
  try {
    if (!onlyCheck) {
      // Keeps its former owner out, and marks it as not finished.
      fchownSync(fd, 0, 0);
      fchmodSync(fd, 0o700);
    }
    giveContent(fd, { shown: top, ids, onlyCheck, skipsOthers });
    if (!onlyCheck) fchownSync(fd, ids.uid, ids.gid);
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

type Giving = {
  shown: string;
  ids: DatabaseIds;
  onlyCheck: boolean;
  skipsOthers: boolean;
};

function giveContent(folder: number, giving: Giving): void {
  // The kernel resolves this to the open folder itself, whatever its path has become meanwhile.
  const held = `/proc/self/fd/${folder}`;
  for (const name of readdirSync(held)) {
    const shown = join(giving.shown, name);
    const fd = openOwn(join(held, name), shown, giving);
    if (fd === null) continue;
    try {
      if (!giving.onlyCheck) fchownSync(fd, giving.ids.uid, giving.ids.gid);
      if (fstatSync(fd).isDirectory()) giveContent(fd, { ...giving, shown });
    } finally {
      closeSync(fd);
    }
  }
}

/** Opens a plain file or folder. Anything else is refused, or skipped if it will be deleted. */
function openOwn(path: string, shown: string, { ids, skipsOthers }: Giving): number | null {
  let fd: number | undefined;
  try {
    fd = openAsIs(path);
    const found = fstatSync(fd);
    const isPlain = found.isDirectory() || (found.isFile() && found.nlink === 1);
    if (isPlain && knownOwners(ids).has(found.uid)) return fd;
  } catch {
    // A link, or a socket: it can't be opened like this.
  }
  if (fd !== undefined) closeSync(fd);
  if (skipsOthers) return null;
  throw isNotOurs(shown);
}

const isNotOurs = (shown: string): StartProblem =>
  new StartProblem(
    `The database folder contains ${shown}, which is a link or belongs to another user.`,
    'Hangtag changed nothing. If you put it there, replace it with the file itself. Otherwise, restore a backup.',
  );
