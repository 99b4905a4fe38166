// What happens to workers and their database in a chaos run: each kind of strike, and how it is healed.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#domain/ports/database.ts';
import { livingPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import type { TcpProxy } from './mixed/proxy.ts';
import type { Running } from './processes.ts';

/**
 * A worker is killed, replaced by the next one as in a rolling upgrade while the schema grows, stopped for longer than its lease,
 * asleep for as long, or has its wall clock set; its connections to the database are cut or lose their commits; the database is
 * restarted or crashes; or its disk is full. `database` is a restart or a crash at random.
 */
export const strikes = [
  'kill',
  'roll',
  'freeze',
  'sleep',
  'clock',
  'cut',
  'commits',
  'database',
  'restart',
  'crash',
  'disk',
] as const;
export type Strike = (typeof strikes)[number];
/** Strikes that hurt one worker and leave it running. */
type Hurt = Exclude<Strike, 'kill' | 'roll' | OfDatabase | 'disk'>;
type OfDatabase = 'database' | 'restart' | 'crash';

const backLimitMs = 30_000;

const clockStepMs = 7_200_000;

/** Hurts a worker for `ms`, and heals it. Others may take its bots over meanwhile. */
export async function hurt(worker: Running, way: TcpProxy, { how, ms }: { how: Hurt; ms: number }): Promise<void> {
  if (how === 'freeze') worker.signal('SIGSTOP');
  if (how === 'sleep') worker.send({ kind: 'sleep', ms });
  if (how === 'clock') worker.send({ kind: 'clock', stepMs: clockStepMs });
  if (how === 'cut') way.cut();
  if (how === 'commits') way.loseCommits(0.3);
  try {
    // A step of the clock is over at once.
    if (how !== 'clock') await sleep(ms);
  } finally {
    worker.signal('SIGCONT');
    way.heal();
  }
}

/** `SIGINT` stops a server normally, `SIGQUIT` at once, and `SIGKILL` leaves its processes behind for a moment. */
export type HowToEnd = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

/** `chance` is from 0 to below 1. */
export function howToEnd(strike: OfDatabase, chance: number): HowToEnd {
  if (strike === 'restart') return 'SIGINT';
  if (strike === 'crash') return chance < 0.5 ? 'SIGQUIT' : 'SIGKILL';
  return chance < 0.5 ? 'SIGINT' : 'SIGQUIT';
}

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
