// A leg of a chaos run: where it runs, what is struck, and what it measures.

import type { WorkerTimes } from '#server/features/bot/needs/needs.ts';
import type { Strike } from '../strikes.ts';

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
  /** How often something is struck, and what. Those of the database and `disk` need a server that the leg starts itself. */
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
   * remaining workers take over, or from the order to end. `back` measures it for all bots, from when the database answers again. A
   * bot that takes longer than `limitMs` breaks a promise.
   */
  recovery?: { from: 'ready' | 'death' | 'order' | 'back'; limitMs: number };
};
