// The faults of the database of a chaos run, of its disk, and of the connections to it.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { livingPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import type { Place } from '../world/programs.ts';
import { fillDisk } from '../world/small-disk.ts';
import { between, type Fault, type Ground, lasting, measure } from './ground.ts';

/**
 * Ends the database's server, and waits until it answers again: the program that supervises it starts it. `SIGINT` stops it normally,
 * `SIGQUIT` at once without flushing its memory, and `SIGKILL` leaves its processes behind for a moment.
 */
export const endDatabase =
  (how: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Fault['run'] =>
  async ({ cluster, database }) => {
    const server = livingPostmaster(cluster);
    if (server === undefined) throw new Error('There is no database to end.');
    process.kill(server.pid, how);
    const giveUpAt = performance.now() + recoveryLimitMs;
    for (;;) {
      const pid = livingPostmaster(cluster)?.pid;
      const answers =
        pid !== undefined && pid !== server.pid && (await database.query('select 1 as one').catch(() => null));
      if (answers) return true;
      if (performance.now() > giveUpAt) throw new Error('The database did not come back.');
      await sleep(50);
    }
  };

export async function fullDisk(ground: Ground): Promise<boolean> {
  const makeRoom = fillDisk(ground.disk);
  await sleep(lasting(ground, [6_000, 12_000]));
  makeRoom();
  return true;
}

export async function failOver(ground: Ground): Promise<boolean> {
  await ground.failOver();
  return true;
}

/** Five a second: for three seconds, or alone for the rest of the run. */
export async function endConnections(ground: Ground): Promise<boolean> {
  for (let n = 0; ground.isAlone ? !ground.isOver : n < 15; n += 1) {
    await ground.database
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`,
      )
      .catch(() => {});
    await sleep(200);
  }
  return true;
}

export async function takeAllConnections(ground: Ground): Promise<boolean> {
  const held: pg.Client[] = [];
  for (let n = 0; n < 300; n += 1) {
    const client = new pg.Client({ connectionString: ground.databaseUrl, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    const isIn = await client.connect().then(
      () => true,
      () => false,
    );
    if (!isIn) break;
    held.push(client);
  }
  await sleep(between(ground, 2_000, 5_000));
  await Promise.all(held.map((client) => client.end().catch(() => {})));
  ground.found.recoveriesMs.push(await untilAllWorks(ground));
  return held.length > 0;
}

/** Measures how long after the cut the program still sent something that changes the marketplace. */
export async function cutDatabase({ database, marketplace }: Place, ground: Ground): Promise<void> {
  database.cut();
  const cutAt = performance.now();
  await sleep(ground.isAlone ? 30_000 : lasting(ground, [500, 8_000]));
  if (marketplace.lastWriteAt > 0) measure(ground, 'cut-database', Math.max(0, marketplace.lastWriteAt - cutAt));
  database.heal();
}

/** Measures how long the program waited for an answer over a dead connection. */
export async function killConnections({ database }: Place, ground: Ground): Promise<void> {
  database.swallow();
  await sleep(ground.isAlone ? 15_000 : between(ground, 2_000, 12_000));
  measure(ground, 'dead-database', database.longestSilenceMs());
  database.heal();
}

const recoveryLimitMs = 30_000;

/** Until every web process says that it is ready, and a worker has reserved a share. */
async function untilAllWorks({ places, database }: Ground): Promise<number> {
  const begunAt = performance.now();
  const since = new Date();
  const isReady = ({ origin }: Place) =>
    fetch(`${origin}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  const isShared = () =>
    database.query('select from share_attempts where reserved_at > $1 limit 1', [since]).then(
      ({ count }) => count > 0,
      () => false,
    );
  const webs = places.filter(({ role }) => role === 'web');
  while (performance.now() - begunAt < recoveryLimitMs) {
    if ((await isShared()) && (await Promise.all(webs.map(isReady))).every(Boolean)) break;
    await sleep(100);
  }
  return performance.now() - begunAt;
}

/** What the migration of a next version would do: new columns and a new index in tables that are in use. */
export async function growSchema({ database, random }: Ground): Promise<boolean> {
  const name = `chaos_${Math.floor(random() * 1e9)}`;
  return database
    .transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '2s'`);
      for (const table of ['bots', 'closets', 'listings', 'share_attempts', 'price_writes'])
        await tx.query(`alter table ${table} add column ${name} integer`);
      await tx.query(`create index ${name} on price_writes (${name})`);
    })
    .then(
      () => true,
      () => false,
    );
}
