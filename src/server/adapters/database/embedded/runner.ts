// Chooses the user that runs the embedded PostgreSQL.

import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { StartProblem } from '../../start-problem.ts';

/** The user and group `nobody`, for a server started as root: PostgreSQL refuses to run as root. */
const NOBODY = 65534;

/** How PostgreSQL's programs are run here, and who must own their files. */
export type Runner = {
  kind: 'self' | 'nobody' | 'namespace';
  command(file: string, args: string[]): { file: string; args: string[]; ids: { uid?: number; gid?: number } };
  /** Gives a file, or a folder with its content, to the user that runs PostgreSQL. */
  own(path: string): void;
};

/**
 * Chooses how to run PostgreSQL on `folder`, which must exist. It runs as the current user, or as `nobody` if that is root. If
 * `nobody` cannot reach the folder (a checkout below /root), it runs in a user namespace in which root's files belong to nobody.
 * The same namespace gives a name to a user without one, as in a container started with an arbitrary user id.
 */
export function chooseRunner(folder: string): Runner {
  const self: Runner = { kind: 'self', command: (file, args) => ({ file, args, ids: {} }), own: () => {} };
  if (process.getuid?.() !== 0) return hasName() ? self : (namespaceRunner(() => {}) ?? self);
  if (reachableByAnyone(dirname(folder)) && canGiveAway(folder)) {
    return {
      kind: 'nobody',
      command: (file, args) => ({ file, args, ids: { uid: NOBODY, gid: NOBODY } }),
      own: (path) => ownTree(path, NOBODY),
    };
  }
  const runner = namespaceRunner((path) => ownTree(path, 0));
  if (runner === undefined) {
    throw new StartProblem(
      `PostgreSQL can't run as root, and no other user can access the folder ${folder}.`,
      'Set DATA_DIR to a folder that every user can enter, start Hangtag as another user, or set DATABASE_URL.',
    );
  }
  chownSync(folder, 0, 0);
  return runner;
}

function namespaceRunner(own: (path: string) => void): Runner | undefined {
  if (process.platform !== 'linux') return undefined;
  const asNobody = ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (spawnSync('unshare', [...asNobody, 'true'], { timeout: 5_000 }).status !== 0) return undefined;
  return {
    kind: 'namespace',
    command: (file, args) => ({ file: 'unshare', args: [...asNobody, '--', file, ...args], ids: {} }),
    own,
  };
}

/** initdb refuses to run as a user without a name. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Whether every user may enter `folder` and all folders above it. */
export function reachableByAnyone(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || reachableByAnyone(parent));
}

function canGiveAway(folder: string): boolean {
  try {
    chownSync(folder, NOBODY, NOBODY);
    return true;
  } catch {
    return false;
  }
}

/** Changes the owner of the whole tree, but only if its top has another owner: a cluster has more than a thousand files. */
function ownTree(path: string, id: number): void {
  const found = lstatSync(path);
  if (found.uid === id && found.gid === id) return;
  // Children first, so that an interrupted walk starts again the next time.
  if (found.isDirectory()) for (const name of readdirSync(path)) ownTree(join(path, name), id);
  lchownSync(path, id, id);
}
