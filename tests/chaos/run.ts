// One leg of a chaos run: sellers share, something is struck at random moments, and the oracle checks the promises.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { standardSettings } from '#domain/bot/bot.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import type { WorkerTimes } from '#server/features/bot/worker/worker.ts';
import { growSchema } from './mixed/faults.ts';
import { openProxy, type TcpProxy, targetOf, through } from './mixed/proxy.ts';
import { judge, type Verdict } from './oracle/oracle.ts';
import { type Running, spawnStandin, spawnWorker } from './processes.ts';
import { addSeller, openProduct, type Product } from './product.ts';
import { allSettled } from './settled.ts';
import { fillDisk, mountSmallDisk } from './small-disk.ts';
import { commandStandin } from './standin.ts';
import { hurt, restartDatabase, type Strike, strikes } from './strikes.ts';
import { watchJournal } from './watch.ts';

/**
 * Leases and deadlines are a quarter to a seventh of Hangtag's: the same rules, with more kills per hour. Another leg runs with
 * Hangtag's own.
 */
export const shortTimes: Partial<WorkerTimes> = {
  leaseMs: 1_500,
  renewMs: 400,
  claimEveryMs: 200,
  sendWindowMs: 500,
  shareDeadlineMs: 1_500,
};

export type Leg = {
  name: string;
  /** With `embedded` each worker starts the embedded database, as Hangtag does. Otherwise it is an address. */
  database: 'embedded' | 'server' | { url: string };
  workers: number;
  /** How often something is struck, and what. `database` and `disk` need a server that the leg starts itself. */
  kills: number;
  strikes: readonly Strike[];
  /** The database is on a disk of this size, which is mounted for it. */
  diskMb?: number;
  /** One strike after the other, instead of random ones. */
  inTurn?: boolean;
  sellers: number;
  listings: number;
  meanPauseMs: number;
  /** null means Hangtag's own. */
  times: Partial<WorkerTimes> | null;
  /** After this many kills, the leg waits for every bot. */
  restEvery: number;
  /**
   * Measures how soon the killed worker's bots share again: from when the next worker is ready, or from the kill, if the
   * remaining workers take over, or from the order to end. A bot that takes longer than `limitMs` breaks a promise.
   */
  recovery?: { from: 'ready' | 'death' | 'order'; limitMs: number };
};

export type LegResult = Verdict & { done: Record<Strike, number>; seconds: number; slowestResumeMs: number };

/** Running bots must share again within this time, whatever was killed. */
const resumeLimitMs = 30_000;
/** A share in flight at a kill is accepted within this time, so it does not show that the bot shares again. */
const inFlightSlackMs = 300;
/** How long the marketplace takes to reply, so that a kill may fall in between. */
const latencyMs = 40;
const firstLimit = 200;
const limitStep = 150;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

type Seller = { userId: string; account: string; limit: number };

/** Runs one leg: sellers share, something is struck at random moments, and at the end the oracle checks. */
export async function runLeg(
  leg: Leg,
  { random, say, signal }: { random: () => number; say: (words: string) => void; signal?: AbortSignal },
): Promise<LegResult> {
  const startedAt = Date.now();
  const dataDir = mkdtempSync(join(tmpdir(), 'hangtag-chaos-'));
  const unmount = leg.diskMb === undefined ? () => {} : mountSmallDisk(dataDir, leg.diskMb);
  chmodSync(dataDir, 0o755);
  const cluster = join(dataDir, 'postgres/cluster');
  const standin = await spawnStandin();
  await commandStandin(standin.origin, 'config', { latencyMs });
  const server = leg.database === 'server' ? await startEmbeddedPostgres({ dataDir, log: quiet }) : null;
  const setup = { standinOrigin: standin.origin, meanPauseMs: leg.meanPauseMs, times: leg.times };
  const where =
    leg.database === 'embedded'
      ? { dataDir, databaseUrl: undefined }
      : { databaseUrl: server?.url ?? (leg.database as { url: string }).url };
  if (server) await migrate({ url: server.url, log: quiet });

  const ways: TcpProxy[] = [];
  const spawnAt = async (place: number) => {
    if (where.databaseUrl === undefined) return spawnWorker({ ...setup, ...where });
    const way = ways[place] ?? (await openProxy(targetOf(where.databaseUrl), random));
    ways[place] = way;
    return spawnWorker({ ...setup, databaseUrl: through(where.databaseUrl, way.port) });
  };
  const workers: (Running & { databaseUrl: string })[] = [];
  for (let n = 0; n < leg.workers; n += 1) workers.push(await spawnAt(n));
  const databaseUrl = where.databaseUrl ?? workers[0]?.databaseUrl ?? '';
  const product = await openProduct({ ...setup, databaseUrl });
  const journal = watchJournal(standin.origin);
  const kills: number[] = [];
  const healed: number[] = [];
  const done = Object.fromEntries(strikes.map((one) => [one, 0])) as Record<Strike, number>;
  const violations: string[] = [];
  let slowestResumeMs = 0;

  try {
    const sellers = await openSellers(product, standin.origin, leg);
    const keeper = keepRunning(product, sellers);
    const limitMs = leg.recovery?.limitMs ?? resumeLimitMs;
    /** Waits for a share of each bot after `since`, and measures how long after `from` it came. */
    const rest = async ({ since, from }: { since: number; from: number }, waited: readonly Seller[] = sellers) => {
      for (const { account } of waited) {
        const first = () => journal.firstAfter(account, since);
        while (first() === null && Date.now() - since < resumeLimitMs) await sleep(100);
        const took = (first() ?? Number.POSITIVE_INFINITY) - from;
        if (took > limitMs) violations.push(`${account} did not share again within ${limitMs / 1000} s`);
        if (Number.isFinite(took)) slowestResumeMs = Math.max(slowestResumeMs, took);
      }
    };
    const restFromNow = () => rest({ since: Date.now(), from: Date.now() });

    await restFromNow();
    slowestResumeMs = 0;
    // All sellers start at once, which does not count as a recovery.
    if (leg.recovery) violations.length = 0;
    while (kills.length < leg.kills) {
      await sleep(200 + random() * 3_800);
      signal?.throwIfAborted();
      const victim = Math.floor(random() * workers.length);
      const worker = workers[victim];
      if (!worker) continue;
      const place = leg.inTurn ? kills.length % leg.strikes.length : Math.floor(random() * leg.strikes.length);
      const strike = leg.strikes[place] ?? 'kill';
      const chance = random();
      done[strike] += 1;
      if (strike === 'kill') {
        const owned = await owners(product);
        await worker.kill();
        const diedAt = Date.now();
        kills.push(diedAt);
        if (leg.recovery?.from === 'death') {
          // The other workers take over before there is a new one.
          await sleep(limitMs);
          const lost = await lostBots(product, owned);
          const waited = sellers.filter(({ userId }) => lost.has(userId));
          await rest({ since: diedAt + inFlightSlackMs, from: diedAt }, waited);
        }
        workers[victim] = await spawnAt(victim);
        if (leg.recovery?.from === 'ready') await rest({ since: diedAt + inFlightSlackMs, from: Date.now() });
      } else if (strike === 'roll') {
        workers[victim] = await spawnAt(victim);
        await growSchema(product.database, random);
        const orderedAt = Date.now();
        kills.push(orderedAt);
        await worker.end();
        if (leg.recovery) await rest({ since: orderedAt + inFlightSlackMs, from: orderedAt });
      } else {
        kills.push(Date.now());
        const way = ways[victim];
        if (strike === 'database')
          await restartDatabase(cluster, product.database, chance < 0.5 ? 'SIGINT' : 'SIGQUIT');
        else if (strike === 'disk') {
          const makeRoom = fillDisk(dataDir);
          await sleep(longerThanLease(leg) * (1 + 2 * chance));
          makeRoom();
        } else if (way)
          await hurt(worker, way, { how: strike, ms: longerThanLease(leg) * (1 + (leg.inTurn ? 0.2 : 2) * chance) });
        healed.push(Date.now());
      }
      if (kills.length % leg.restEvery === 0 || kills.length === leg.kills) {
        if (!leg.recovery) await restFromNow();
        say(`${leg.name}: ${kills.length} of ${leg.kills} strikes, ${journal.accepted.length} shares`);
      }
    }
    await keeper.stop();
    for (const { userId } of sellers) await product.bot.stop(userId).catch(() => {});
    await allSettled(product.database, leg.meanPauseMs);

    const limits = new Map(sellers.map(({ account, limit }) => [account, limit]));
    const verdict = await judge({
      database: product.database,
      accepted: await journal.end(),
      limits,
      kills: [...kills, ...healed],
    });
    return {
      ...verdict,
      violations: [...violations, ...verdict.violations],
      done,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      slowestResumeMs,
    };
  } finally {
    await journal.end().catch(() => {});
    await product.close();
    for (const worker of workers) await worker.end();
    for (const way of ways) await way.close();
    await server?.stop();
    await standin.end();
    unmount();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A little longer than a worker's lease, in milliseconds. Hangtag's own lease is five seconds. */
const longerThanLease = ({ times }: Leg): number => 1.1 * (times?.leaseMs ?? 5_000);

/** Sellers with closets whose rounds last longer than a minute, so that their bots always have work. */
async function openSellers(product: Product, origin: string, leg: Leg): Promise<Seller[]> {
  const sellers: Seller[] = [];
  for (let n = 0; n < leg.sellers; n += 1) {
    const added = await addSeller(product, { origin, listings: leg.listings });
    // Every second seller reaches the daily limit repeatedly, unless recovery is measured, because a stopped bot shares nothing.
    const limit = n % 2 === 0 || leg.recovery ? 50_000 : firstLimit;
    const seller = { ...added, limit };
    await start(product, seller);
    sellers.push(seller);
  }
  return sellers;
}

const start = (product: Product, { userId, limit }: Seller) =>
  product.bot.start(userId, { ...standardSettings, shareFrequency: 1, dailyShareLimit: limit });

/** Makes sellers raise their limit and start again whenever their bot has stopped. */
function keepRunning(product: Product, sellers: readonly Seller[]) {
  let isOver = false;
  const keeping = (async () => {
    while (!isOver) {
      await sleep(500);
      const { rows } = await product.database
        .query<{ user_id: string }>(`select user_id from bots where state = 'stopped' and limit_reached_at is not null`)
        .catch(() => ({ rows: [] }));
      for (const { user_id } of rows) {
        const seller = sellers.find(({ userId }) => userId === user_id);
        if (!seller || isOver) continue;
        seller.limit += limitStep;
        await start(product, seller).catch(() => {});
      }
    }
  })();
  return {
    stop() {
      isOver = true;
      return keeping;
    },
  };
}

/** Who owns each bot. */
async function owners({ database }: Product): Promise<Map<string, string>> {
  const { rows } = await database.query<{ user_id: string; owner: string }>(
    'select user_id, owner from bots where owner is not null',
  );
  return new Map(rows.map(({ user_id, owner }) => [user_id, owner]));
}

/** Bots whose owner is no longer a worker. */
async function lostBots({ database }: Product, owned: ReadonlyMap<string, string>): Promise<Set<string>> {
  const { rows } = await database.query<{ id: string }>('select id from workers');
  const living = new Set(rows.map(({ id }) => id));
  return new Set([...owned].flatMap(([userId, owner]) => (living.has(owner) ? [] : [userId])));
}
