/** What is done to the product in a chaos run. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#domain/ports/database.ts';
import { livingPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import type { Running } from './processes.ts';

/** What is done to the product: a worker killed, a worker stopped for longer than its lease, or the database restarted. */
export const strikes = ['kill', 'freeze', 'database'] as const;
export type Strike = (typeof strikes)[number];

const backLimitMs = 30_000;

/** Stops a worker in the middle of whatever it does; others take its bots over; then it goes on as if no time had passed. */
export async function freeze(worker: Running, ms: number): Promise<void> {
  worker.signal('SIGSTOP');
  try {
    await sleep(ms);
  } finally {
    worker.signal('SIGCONT');
  }
}

/**
 * Ends the database's server, in order or at once without writing its memory down, and waits until it answers again: who
 * watches over the embedded server starts it again.
 */
export async function restartDatabase(cluster: string, database: Database, how: 'SIGINT' | 'SIGQUIT'): Promise<void> {
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
