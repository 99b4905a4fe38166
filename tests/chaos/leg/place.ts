// Where a leg runs: a database, a practice marketplace, workers in processes of their own, and the sellers' side of the product.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openProxy, type TcpProxy, targetOf, through } from '../mixed/proxy.ts';
import { type Running, spawnStandin, spawnWorker } from '../processes.ts';
import { commandStandin, openProduct, type Product } from '../product.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { watchJournal } from '../watch.ts';
import type { Leg } from './leg.ts';

/** How long the marketplace takes to reply, so that a kill may fall in between. */
const latencyMs = 40;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export type Place = {
  readonly dataDir: string;
  /** The folder of the embedded database. */
  readonly cluster: string;
  readonly origin: string;
  readonly product: Product;
  readonly journal: ReturnType<typeof watchJournal>;
  readonly workers: Running[];
  /** What lies between each worker and a database that is a server. */
  readonly ways: TcpProxy[];
  /** Starts the worker of this number. */
  spawnAt(number: number): Promise<Running>;
  close(): Promise<void>;
};

export async function openPlace(leg: Leg, random: () => number): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hangtag-chaos-'));
  const unmount = leg.diskMb === undefined ? () => {} : mountSmallDisk(dataDir, leg.diskMb);
  chmodSync(dataDir, 0o755);
  const standin = await spawnStandin();
  await commandStandin(standin.origin, 'config', { latencyMs });
  const server = leg.database === 'server' ? await startEmbeddedPostgres({ dataDir, log: quiet }) : null;
  const setup = { standinOrigin: standin.origin, meanPauseMs: leg.meanPauseMs, times: leg.times };
  const serverUrl = server?.url ?? (typeof leg.database === 'object' ? leg.database.url : null);
  if (server) await migrate({ url: server.url, log: quiet });

  const ways: TcpProxy[] = [];
  const spawnAt = async (number: number) => {
    if (serverUrl === null) return spawnWorker({ ...setup, dataDir, databaseUrl: undefined });
    const way = ways[number] ?? (await openProxy(targetOf(serverUrl), random));
    ways[number] = way;
    return spawnWorker({ ...setup, databaseUrl: through(serverUrl, way.port) });
  };
  const first = await spawnAt(0);
  const workers: Running[] = [first];
  while (workers.length < leg.workers) workers.push(await spawnAt(workers.length));
  const product = await openProduct({ ...setup, databaseUrl: serverUrl ?? first.databaseUrl });
  const journal = watchJournal(standin.origin);
  return {
    dataDir,
    cluster: join(dataDir, 'postgres/cluster'),
    origin: standin.origin,
    product,
    journal,
    workers,
    ways,
    spawnAt,
    async close() {
      await journal.end().catch(() => {});
      await product.close();
      for (const worker of workers) await worker.end();
      for (const way of ways) await way.close();
      await server?.stop();
      await standin.end();
      unmount();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
