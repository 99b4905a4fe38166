// Creates and configures the data folder of the embedded PostgreSQL.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { renameFile, syncFolder } from '../../files.ts';
import { StartProblem } from '../../start-problem.ts';
import { type Binaries, lastProblem, runToEnd, whyEnded } from './binaries.ts';
import { adminRole, passwordOf } from './entrance.ts';
import { ensureFolder, giveTree, type Ids, readPlainFile, replaceFile } from './own-files.ts';
import { livingPostmaster } from './postmaster.ts';
import { isServed } from './processes.ts';
import type { Runner } from './runner.ts';

/**
 * Creates the cluster at `<home>/cluster` if there is none, and otherwise checks it. A wrong version, or something that is not a
 * cluster, is a `StartProblem`, and nothing is changed. The caller must hold the folder's lock.
 */
export async function ensureCluster(home: string, binaries: Binaries, runner: Runner): Promise<string> {
  const cluster = join(home, 'cluster');
  clearDrafts(home);
  if (existsSync(cluster)) {
    checkCluster(cluster, binaries.version);
  } else {
    await buildCluster(home, cluster, binaries, runner);
  }
  // A folder restored from a copy is often readable by others, and PostgreSQL then refuses it.
  chmodSync(cluster, 0o700);
  return cluster;
}

function checkCluster(cluster: string, programVersion: string): void {
  let version: string;
  try {
    version = readPlainFile(join(cluster, 'PG_VERSION')).trim();
  } catch (cause) {
    throw new StartProblem(
      `The database folder ${cluster} is damaged: it has no readable PG_VERSION file.`,
      'Hangtag changed nothing in it. Move the folder away to start with an empty database, then restore a backup.',
      { cause },
    );
  }
  const wanted = programVersion.split('.')[0] ?? '';
  if (version !== wanted) {
    throw new StartProblem(
      `The database folder ${cluster} was created by PostgreSQL ${/^\d+$/.test(version) ? version : 'of an unknown version'}, but this version of Hangtag comes with PostgreSQL ${wanted}.`,
      'Hangtag changed nothing in it. Start the version of Hangtag that created it and make a backup. Then move the folder away and restore the backup with this version.',
    );
  }
}

/** The databases that initdb makes have smaller numbers than any other. */
const firstOwnDatabase = 16_384;
/** initdb writes one or two segments, and making our database not a third. */
const lastSegmentOfInitdb = '000000010000000000000003';
const ofPostgres = /^(?:PG_VERSION|base|global|pg_.*|postgresql\.(?:auto\.)?conf|postmaster\..*|current_logfiles)$/;

/**
 * Removes a cluster in which no database was ever made, such as an empty folder, or what a cut off first start left. Returns false,
 * and touches nothing, if it may hold data. The caller must hold the folder's lock.
 */
export function removeIfWithoutData(cluster: string): boolean {
  const names = (...folder: string[]): string[] => {
    const path = join(cluster, ...folder);
    return existsSync(path) ? readdirSync(path) : [];
  };
  const isWithoutData =
    lstatSync(cluster, { throwIfNoEntry: false })?.isDirectory() === true &&
    names().every((name) => ofPostgres.test(name)) &&
    names('base').every((name) => name.startsWith('pgsql_tmp') || Number(name) < firstOwnDatabase) &&
    names('pg_tblspc').length === 0 &&
    names('pg_wal').every((name) => !/^[0-9A-F]{24}/.test(name) || name <= lastSegmentOfInitdb);
  if (!isWithoutData || livingPostmaster(cluster) !== undefined || isServed(cluster)) return false;
  rmSync(cluster, { recursive: true, force: true });
  return true;
}

/** Creates the cluster beside its place and renames it, so that a start that is killed leaves no incomplete cluster. */
async function buildCluster(home: string, cluster: string, binaries: Binaries, runner: Runner): Promise<void> {
  const draft = join(home, `cluster.new-${randomBytes(4).toString('hex')}`);
  const maker: Ids = runner.ids && { uid: runner.initdbUid ?? runner.ids.uid, gid: runner.ids.gid };
  ensureFolder(draft, { mode: 0o700, ids: maker });
  const passwordFile = `${draft}.password`;
  replaceFile(passwordFile, passwordOf(home, 'admin'), { mode: 0o600, ids: maker });
  const { code, ...ended } = await runToEnd(runner, runner.seen(binaries.initdb), [
    `--pgdata=${runner.seen(draft)}`,
    `--username=${adminRole}`,
    `--pwfile=${runner.seen(passwordFile)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    '--no-instructions',
  ]).finally(() => rmSync(passwordFile, { force: true }));
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw (
      whyEnded(home, ended) ??
      new StartProblem(
        `Hangtag can't create the embedded database in ${home}: ${lastProblem(ended.output)}.`,
        'Check that the folder is writable and has 150 MB of free space, or set DATABASE_URL.',
      )
    );
  }
  if (runner.ids) giveTree(draft, { ids: runner.ids, owner: maker?.uid ?? runner.ids.uid });
  renameFile(draft, cluster);
  syncFolder(home);
}

/** Deletes what killed starts had begun to build. If an initdb is still running there, a later start deletes it. */
function clearDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith('cluster.new-')) continue;
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // Something wrote to it during the removal.
    }
  }
}
