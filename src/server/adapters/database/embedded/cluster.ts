// Creates and configures the data folder of the embedded PostgreSQL.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../../start-problem.ts';
import type { Binaries } from './binaries.ts';
import type { Runner } from './runner.ts';

export const DATABASE_USER = 'hangtag';

/** PostgreSQL's programs get nothing from our environment, because it contains keys. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

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
  runner.own(cluster);
  // A folder restored from a copy is often readable by others, and PostgreSQL then refuses it.
  chmodSync(cluster, 0o700);
  return cluster;
}

/** The password of the embedded server's only user. Needed only if the server listens on loopback. */
export function readPassword(home: string): string {
  return readFileSync(join(home, 'password'), 'utf8').trim();
}

function checkCluster(cluster: string, programVersion: string): void {
  let version: string;
  try {
    version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
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

/** Creates the cluster beside its place and renames it, so that a start that is killed leaves no incomplete cluster. */
async function buildCluster(home: string, cluster: string, binaries: Binaries, runner: Runner): Promise<void> {
  const draft = join(home, `cluster.new-${randomBytes(4).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  runner.own(draft);
  const passwordFile = join(home, 'password');
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  runner.own(passwordFile);
  const { code, output } = await runToEnd(runner, binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    '--no-instructions',
  ]);
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartProblem(
      `Hangtag can't create the embedded database in ${home}: ${lastProblem(output)}.`,
      'Check that the folder is writable and has 100 MB of free space, or set DATABASE_URL.',
    );
  }
  renameSync(draft, cluster);
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

function runToEnd(runner: Runner, file: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const command = runner.command(file, args);
  return new Promise((resolve) => {
    const child = spawn(command.file, command.args, {
      ...command.ids,
      env: serverEnvironment,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-20_000);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ code: null, output: `${output}\n${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** The line of a PostgreSQL program's output that says what went wrong. */
export function lastProblem(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const told =
    lines.findLast((line) => /\b(FATAL|PANIC|error|ERROR):/.test(line)) ?? lines.at(-1) ?? 'it gave no reason';
  return told
    .replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s*/, '')
    .replace(/\.$/, '')
    .trim();
}
