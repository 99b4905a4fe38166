/** The strikes of a chaos run. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#domain/ports/database.ts';
import { livingPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import type { Running } from './processes.ts';

/** A worker is killed, a worker is stopped for longer than its lease, or the database is restarted. */
export const strikes = ['kill', 'freeze', 'database'] as const;
export type Strike = (typeof strikes)[number];

const backLimitMs = 30_000;

/** Stops a worker at a random point, so that others take its bots over, and then lets it continue as if no time had passed. */
export async function freeze(worker: Running, ms: number): Promise<void> {
  worker.signal('SIGSTOP');
  try {
    await sleep(ms);
  } finally {
    worker.signal('SIGCONT');
  }
}

/** `SIGINT` stops a server normally, `SIGQUIT` at once, and `SIGKILL` leaves its processes behind for a moment. */
export type HowToEnd = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

/**
 * Stops the database's server, normally or at once without flushing its memory, and waits until it answers again. The program
 * that supervises the embedded server starts it again.
 */
export async function restartDatabase(cluster: string, database: Database, how: HowToEnd): Promise<void> {
  const server = livingPostmaster(cluster);
  if (server === undefined) throw new Error('There is no database to restart.');
  process.kill(server.pid, how);
  const giveUpAt = performance.now() + backLimitMs;
  for (;;) {
    const pid = livingPostmaster(cluster)?.pid;
    const answers =
      pid !== undefined && pid !== server.pid && (await database.query('select 1 as one').catch(() => null));
    if (answers) return;
    if (performance.now() > giveUpAt) throw new Error('The database did not come back.');
    await sleep(50);
  }
}
