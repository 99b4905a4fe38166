// Where a leg runs: the practice marketplace, a PostgreSQL, and the programs, each behind proxies of its own.

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serverUrl } from '#server/adapters/database/embedded/entrance.ts';
import { livingPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { databaseName } from '#server/adapters/database/embedded/roles.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import type { Leg } from '../legs.ts';
import { type Mode, startPair } from './postgres-pair.ts';
import { openPlace, type Place, type ProgramSetting, type Role } from './programs.ts';
import { mountSmallDisk } from './small-disk.ts';
import { startStandin } from './standin.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

type Setting = Pick<Leg, 'database' | 'workers' | 'webs' | 'meanPauseMs' | 'diskMb' | 'blocksLogs' | 'oldFolder'>;

export async function openWorld(leg: Setting, random: () => number) {
  const home = mkdtempSync(path.join(tmpdir(), 'hangtag-chaos-'));
  chmodSync(home, 0o755);
  const closing: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const standin = await startStandin();
    closing.push(() => standin.close());
    const disk = path.join(home, 'disk');
    mkdirSync(disk);
    if (leg.diskMb !== undefined) closing.push(mountSmallDisk(disk, leg.diskMb));
    const server = await openDatabase(leg, disk);
    closing.push(server.close);
    const setting: ProgramSetting = {
      dataDir: leg.database === 'embedded' ? disk : path.join(home, 'programs'),
      databaseUrl: server.url,
      isPair: server.failOver !== undefined,
      standinOrigin: standin.origin,
      meanPauseMs: leg.meanPauseMs,
      logLevel: leg.blocksLogs ? 'debug' : 'warn',
      random,
    };
    const places: Place[] = [];
    closing.push(() => Promise.all(places.map((place) => place.close())));
    const open = async (role: Role, count: number) => {
      for (let n = 1; n <= count; n += 1) places.push(await openPlace(setting, role, `${role}-${n}`));
    };
    await open('web', leg.webs);
    await open(leg.webs === 0 ? 'all' : 'worker', leg.workers);
    for (const place of places) await place.start(leg.oldFolder ?? undefined);
    const cluster = path.join(disk, 'postgres/cluster');
    const databaseUrl = server.url ?? embeddedUrl(cluster);
    // Without a proxy.
    const database = await openPostgres({ url: databaseUrl, max: 3, log: quiet });
    closing.push(() => database.close());
    const failOver = server.failOver ?? (async () => {});
    return { places, database, databaseUrl, cluster, disk, failOver, standin, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Server = { url: string | null; failOver?: () => Promise<void>; close(): unknown };

async function openDatabase({ database }: Setting, dataDir: string): Promise<Server> {
  if (typeof database === 'object') return { ...database, close() {} };
  if (database === 'embedded') return { url: null, close() {} };
  if (isMode(database)) return startPair(dataDir, database);
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, connections: 150 });
  return { url: server.url, close: server.stop };
}

export const isMode = (database: Leg['database']): database is Mode =>
  database === 'synchronous' || database === 'asynchronous';

/** The address of the server that a program has started. */
function embeddedUrl(cluster: string): string {
  const server = livingPostmaster(cluster);
  if (server === undefined) throw new Error('The program has no database.');
  return serverUrl(path.dirname(cluster), server, databaseName, 'application');
}
