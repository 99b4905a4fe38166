// The legs of the chaos command: where each runs, what is struck, and how soon bots must share again.

import type { Mode } from './world/postgres-pair.ts';

export type Leg = {
  name: string;
  /** With `embedded` the program starts the database, as `npm start` does. A pair has a standby that can be promoted. */
  database: 'embedded' | 'server' | Mode | { url: string };
  workers: number;
  /** 0 if the program is everything at once. */
  webs: number;
  sellers: number;
  /** Of each seller's closet. */
  listings: number;
  meanPauseMs: number;
  /** Every so many sellers begin with a low limit, and raise it when it is reached. null: no limit is ever reached. */
  limits: { every: number; first: number; step: number } | null;
  strikes: Counted | Timed;
  /** The database is on a disk of this size, which is mounted for it. */
  diskMb?: number;
  /** Nobody reads the logs of programs now and then, so they have to be long. */
  blocksLogs?: boolean;
  /** A checkout of an older version, which all programs run at first. Each that is started again runs this one. */
  oldFolder?: string | null;
};

/** So many strikes at workers and the database, one after the other, each followed by the next one when it is over. */
export type Counted = {
  count: number;
  faults: readonly string[];
  /** One fault after the other, instead of random ones. */
  inTurn?: boolean;
  /** How many leases long a strike is that leaves the worker alive. */
  leases: readonly [number, number];
  /** After this many strikes, the leg waits for every bot. */
  restEvery: number;
  /**
   * Bots must share again within `limitMs`: all of them from the order to end, or from when everything is back; or those of the
   * worker that died, from its death. Without it, all within half a minute of a rest.
   */
  recovery?: { from: 'order' | 'back' | 'death'; limitMs: number };
};

/** Faults at random moments, several at once, while sellers use the web processes. Compared with a calm time. */
export type Timed = {
  minutes: number;
  /** The mean time between two faults. */
  everyMs: number;
  /** Only these faults; null for all. */
  only: readonly string[] | null;
};

/** Hangtag's own pause between two shares. */
export const usualPauseMs = 2_000;
/** How soon bots must share again if nothing sharper is promised. */
export const resumeLimitMs = 30_000;
/** Rounds last longer than a minute, so bots always have work. */
const busy = {
  database: 'server',
  workers: 2,
  webs: 1,
  sellers: 12,
  listings: 300,
  meanPauseMs: 250,
  limits: { every: 2, first: 200, step: 150 },
} as const;
const inOneProgram = { database: 'embedded', workers: 1, webs: 0 } as const;
/** A stopped bot shares nothing, so where recovery is measured, no limit is reached. */
const measured = { ...busy, limits: null };
const asShipped = { ...measured, meanPauseMs: usualPauseMs };
/** Every second limit is reached soon after the promotion, so that shares that were forgotten would pass it. */
const promoted = { ...busy, sellers: 10, meanPauseMs: 1_000, limits: { every: 2, first: 50, step: 0 } };

const strikes = (count: number, faults: readonly string[], more: Partial<Counted> = {}): Counted => ({
  ...{ count: Math.ceil(count), faults, leases: [1.1, 3], restEvery: 1 },
  ...more,
});
const within = (limitMs: number, from: NonNullable<Counted['recovery']>['from'] = 'back') => ({
  recovery: { from, limitMs },
});
const promotion = strikes(1, ['failover'], within(resumeLimitMs));

/** Half of the kills go to each of the two setups of Hangtag. A tenth as many strikes are freezes, and restarts of the database. */
export const legsOf = (kills: number): Record<string, Leg> => ({
  embedded: {
    ...{ ...busy, ...inOneProgram },
    name: 'embedded database, everything in one program',
    strikes: strikes(Math.floor(kills / 2), ['kill-worker'], { restEvery: 20 }),
  },
  workers: {
    ...busy,
    name: 'PostgreSQL, two workers',
    strikes: strikes(kills / 2, ['kill-worker'], { restEvery: 20 }),
  },
  frozen: {
    ...{ ...busy, workers: 3 },
    name: 'PostgreSQL, three workers that freeze, sleep, or lose the database',
    strikes: strikes(kills / 10, ['freeze', 'sleep', 'clock', 'cut-database', 'lost-commits'], { restEvery: 5 }),
  },
  restarts: {
    ...busy,
    name: 'two workers and a PostgreSQL that restarts',
    strikes: strikes(kills / 10, ['restart-database', 'crash-database', 'kill-worker', 'freeze'], { restEvery: 5 }),
  },
  reborn: {
    ...{ ...busy, ...inOneProgram },
    name: 'one program whose embedded database ends under it',
    strikes: strikes(kills / 20, ['restart-database', 'crash-database', 'kill-worker'], { restEvery: 5 }),
  },
  restart: {
    ...{ ...asShipped, ...inOneProgram },
    name: 'embedded database, everything in one program, as it is shipped',
    strikes: strikes(kills / 20, ['kill-worker'], within(3_000)),
  },
  takeover: {
    ...asShipped,
    name: 'PostgreSQL, two workers, one of which dies',
    strikes: strikes(kills / 20, ['lose-worker'], within(8_000, 'death')),
  },
  roll: {
    ...measured,
    name: 'PostgreSQL, two workers that are replaced while the schema grows',
    // The longest pause between two shares is four times the mean. A bot may wait two seconds more.
    strikes: strikes(kills / 20, ['upgrade'], within(4 * measured.meanPauseMs + 2_000, 'order')),
  },
  restarted: {
    ...measured,
    name: 'two workers and a PostgreSQL that restarts: how soon bots share',
    strikes: strikes(kills / 10, ['restart-database'], within(3_000)),
  },
  crashed: {
    ...measured,
    name: 'two workers and a PostgreSQL that crashes or is killed: how soon bots share',
    strikes: strikes(kills / 20, ['crash-database', 'kill-database'], within(10_000)),
  },
  disk: {
    ...{ ...busy, diskMb: 900 },
    name: 'two workers and a PostgreSQL whose disk is full',
    strikes: strikes(kills / 20, ['full-disk']),
  },
  // One worker alone also has to know after the promotion that nothing was lost.
  synchronous: {
    ...{ ...promoted, database: 'synchronous', workers: 1 },
    name: 'a synchronous standby',
    strikes: promotion,
  },
  asynchronous: { ...promoted, database: 'asynchronous', name: 'an asynchronous standby', strikes: promotion },
});

/** The legs that run if none is named. The others need root, or take their time. */
export const usualLegs = 'embedded,workers,frozen,restarts,reborn,restart,takeover,roll,restarted,crashed';
