// Chooses the user that runs the embedded PostgreSQL.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { StartProblem } from '../../start-problem.ts';
import type { Ids } from './own-files.ts';
import { plainPath } from './windows.ts';

/** The user whom an operator can create for the database. */
const namedUser = 'hangtag';
/** Otherwise the database gets this user id. Debian and systemd never assign 65521, and containers map numbers up to 65535. */
const ownId = 65_521;
/** The user and group `nobody`: any service may run as this user, so it owns nothing of ours once initdb has ended. */
export const nobodyId = 65_534;
/** Where a server that can't reach its folder sees it, in a mount namespace of its own. */
const mountPoint = '/mnt';

/** How PostgreSQL's programs are run here, and who must own their files. */
export type Runner = {
  /** As the current user, as a user apart from root, the same where only root may enter the folder, or as a user without a name. */
  kind: 'self' | 'apart' | 'mounted' | 'namespace';
  /** Who owns the cluster. null: the current user. */
  ids: Ids;
  /** initdb refuses to run as a user without a name, so it may need another one, in the same group. */
  initdbUid: number | null;
  command(
    file: string,
    args: string[],
    uid?: number | null,
  ): { file: string; args: string[]; ids: { uid?: number; gid?: number } };
  /** The path at which the server finds a path of ours. */
  seen(path: string): string;
};

const asIs = (path: string): string => path;

/**
 * Chooses how to run PostgreSQL on `home`, which must exist. It runs as the current user. If that is root, it runs as a user of
 * its own, who owns nothing but the cluster and its socket. If that user can't reach the folder (a checkout below /root), the
 * server sees it in a mount namespace. Hangtag refuses root if none of this is possible.
 */
export function chooseRunner(home: string): Runner {
  const self: Runner = {
    kind: 'self',
    ids: null,
    initdbUid: null,
    command: (file, args) => ({ file, args, ids: {} }),
    seen: asIs,
  };
  if (process.platform === 'win32') return { ...self, seen: (path) => plainPath(path, home) };
  if (process.getuid?.() !== 0) return hasName() ? self : (namespaceRunner() ?? self);
  // Handing over the cluster safely needs /proc.
  if (process.platform !== 'linux')
    throw refuseRoot('Hangtag was started as root, which works with the embedded database on Linux only.');
  const { ids, hasEntry } = databaseUser();
  const shared = { ids, initdbUid: hasEntry ? ids.uid : nobodyId };
  if (makeReachable(dirname(home), ids.gid)) {
    return {
      ...shared,
      kind: 'apart',
      command: (file, args, uid) => ({ file, args, ids: { uid: uid ?? ids.uid, gid: ids.gid } }),
      seen: asIs,
    };
  }
  const mounted = mountedRunner(home, shared);
  if (mounted !== undefined) return mounted;
  throw refuseRoot(`Hangtag was started as root, and the database's own user can't reach the folder ${home}.`);
}

const refuseRoot = (why: string): StartProblem =>
  new StartProblem(
    why,
    'Start Hangtag as an ordinary user, set DATA_DIR to a folder that every user can enter, or set DATABASE_URL.',
  );

/** The user `hangtag` if the system has one, or else a number that nobody else uses. It needs no entry in /etc/passwd. */
export function databaseUser(passwd = readIfThere('/etc/passwd')): {
  ids: { uid: number; gid: number };
  hasEntry: boolean;
} {
  const [, , uid, gid] =
    passwd
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === namedUser) ?? [];
  const ids = { uid: Number(uid), gid: Number(gid) };
  const isOrdinary = Number.isInteger(ids.uid) && ids.uid > 0 && Number.isInteger(ids.gid) && ids.gid > 0;
  return isOrdinary ? { ids, hasEntry: true } : { ids: { uid: ownId, gid: ownId }, hasEntry: false };
}

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** The root of a folder's mount becomes visible to the server only, and the server drops root before it starts. */
function mountedRunner(home: string, shared: Pick<Runner, 'initdbUid'> & { ids: { uid: number; gid: number } }) {
  const { ids } = shared;
  const command: Runner['command'] = (file, args, uid) => ({
    file: 'unshare',
    args: [
      ...['--mount', '--propagation', 'private', '--', 'sh', '-c'],
      'mount --bind "$1" "$2" && shift 2 && exec setpriv "$@"',
      ...['sh', home, mountPoint],
      ...[`--reuid=${uid ?? ids.uid}`, `--regid=${ids.gid}`, '--clear-groups', '--no-new-privs', '--', file],
      ...args,
    ],
    ids: {},
  });
  const probe = command('true', []);
  if (spawnSync(probe.file, probe.args, { timeout: 5_000 }).status !== 0) return undefined;
  const seen = (path: string) => join(mountPoint, relative(home, path));
  return { ...shared, kind: 'mounted', command, seen } satisfies Runner;
}

function namespaceRunner(): Runner | undefined {
  if (process.platform !== 'linux') return undefined;
  const asNobody = ['-U', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`];
  if (spawnSync('unshare', [...asNobody, 'true'], { timeout: 5_000 }).status !== 0) return undefined;
  return {
    kind: 'namespace',
    ids: null,
    initdbUid: null,
    command: (file, args) => ({ file: 'unshare', args: [...asNobody, '--', file, ...args], ids: {} }),
    seen: asIs,
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

/**
 * Whether the group can enter `dataDir`. If root has closed only this folder itself, the group is let through it, and can still
 * list nothing in it.
 */
function makeReachable(dataDir: string, gid: number): boolean {
  const above = dirname(dataDir);
  if (above !== dataDir && !reachableByAnyone(above)) return false;
  const found = statSync(dataDir);
  if ((found.mode & 0o001) !== 0 || (found.gid === gid && (found.mode & 0o010) !== 0)) return true;
  if (found.uid !== 0) return false;
  if ((found.mode & 0o070) === 0) {
    chownSync(dataDir, 0, gid);
    chmodSync(dataDir, (found.mode & 0o7777) | 0o010);
  } else {
    chmodSync(dataDir, (found.mode & 0o7777) | 0o001);
  }
  return true;
}

/** Whether every user may enter `path` and all folders above it. */
export function reachableByAnyone(path: string): boolean {
  const parent = dirname(path);
  return (statSync(path).mode & 0o001) !== 0 && (parent === path || reachableByAnyone(parent));
}
