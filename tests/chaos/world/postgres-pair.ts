// Two real PostgreSQL servers on this machine: a primary, and a standby that streams from it over a line that can be cut.

import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, linkLibraries } from '#server/adapters/database/embedded/binaries.ts';
import { freePort } from '#tests/process.ts';
import { openProxy } from './proxy.ts';

export type Mode = 'synchronous' | 'asynchronous';

/** PostgreSQL refuses to run as root. */
const nobody = 65_534;
const ids = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
const startLimitMs = 60_000;

export type PostgresServer = Awaited<ReturnType<typeof startServer>>;

/** Creates an empty cluster and starts its server. */
export async function startPrimary(home: string, mode: Mode): Promise<PostgresServer> {
  const binaries = findBinaries();
  linkLibraries(binaries);
  const folder = join(home, 'first');
  mkdirSync(folder, { mode: 0o700 });
  own(folder);
  await toEnd(binaries.initdb, ['-D', folder, '-U', 'hangtag', '--auth=trust', '--encoding=UTF8', '--no-locale']);
  appendFileSync(
    join(folder, 'postgresql.conf'),
    [
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      'max_connections = 60',
      'wal_keep_size = 256MB',
      "timezone = 'UTC'",
      `synchronous_standby_names = '${mode === 'synchronous' ? 'standby' : ''}'`,
      '',
    ].join('\n'),
  );
  return startServer(folder);
}

/** Copies a running primary to a folder and starts the copy as its standby, which streams from it over that port. */
async function startStandby(primary: PostgresServer, folder: string, port: number): Promise<PostgresServer> {
  const session = new pg.Client(addressOf(primary.port, 'postgres'));
  await session.connect();
  await session.query("select pg_backup_start('standby', true)");
  cpSync(primary.folder, folder, {
    recursive: true,
    filter: (file) => !/postmaster\.(pid|opts)$|\/pg_wal\/.+/.test(file),
  });
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await session.end();
  writeFileSync(join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(folder, 'standby.signal'), '');
  appendFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=hangtag application_name=standby'\n`,
  );
  own(folder);
  const standby = await startServer(folder);
  await until('the standby streams', async () => {
    const streaming = await primary.query('select 1 from pg_stat_replication where state = $$streaming$$');
    return streaming.length > 0;
  });
  return standby;
}

/**
 * Makes a standby the primary, and resolves when it takes writes. Its settings are a copy of the old primary's, so a synchronous
 * one would wait for a standby that it does not have.
 */
async function promote(standby: PostgresServer): Promise<void> {
  await standby.query("alter system set synchronous_standby_names = ''");
  await standby.query('select pg_reload_conf()');
  await standby.query('select pg_promote(true, 30)');
}

/** A primary with an empty database of Hangtag, and its standby. */
export async function startPair(home: string, mode: Mode) {
  const primary = await startPrimary(home, mode);
  const line = await openProxy({ port: primary.port }, Math.random);
  const standby = await startStandby(primary, join(home, 'second'), line.port);
  await primary.query('create database hangtag');
  return {
    url: `postgres://hangtag@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/hangtag`,
    /** Ends the primary, and promotes its standby two seconds later. An asynchronous one lacks the last seconds. */
    async failOver() {
      if (mode === 'asynchronous') {
        // What the primary commits from now on never reaches the standby.
        line.cut();
        await sleep(4_000);
      }
      await primary.kill();
      line.cut();
      await sleep(2_000);
      await promote(standby);
    },
    async close() {
      for (const server of [primary, standby]) await server.kill();
      await line.close();
    },
  };
}

async function startServer(folder: string) {
  const port = await freePort();
  const log = openSync(join(folder, '..', `${folder.split('/').at(-1)}.log`), 'a');
  const child = spawn(findBinaries().postgres, ['-D', folder, '-c', `port=${port}`], {
    ...ids,
    cwd: '/',
    // Its own process group, so that all its processes can be killed at one moment.
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const server = {
    port,
    folder,
    async query<R extends pg.QueryResultRow>(sql: string): Promise<R[]> {
      const client = new pg.Client(addressOf(port, 'postgres'));
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<R>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    /** Ends it as a power failure would: no process of it does anything anymore. */
    async kill() {
      killGroup(child);
      await ended;
    },
  };
  await until('the server starts', () =>
    server.query('select 1').then(
      () => true,
      () => false,
    ),
  );
  return server;
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const addressOf = (port: number, database: string) => ({ host: '127.0.0.1', port, user: 'hangtag', database });

async function toEnd(file: string, args: string[]): Promise<void> {
  const child = spawn(file, args, { ...ids, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${file} ended with ${code}.`);
}

function own(path: string): void {
  const { uid, gid } = ids;
  if (uid === undefined || gid === undefined) return;
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, entry), uid, gid);
  chownSync(path, uid, gid);
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + startLimitMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${startLimitMs / 1000} s`);
    await sleep(50);
  }
}
