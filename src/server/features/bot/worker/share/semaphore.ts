// Limits how many of the bots' own database calls run at once.

import type { Database } from '#domain/ports/database.ts';

export type Semaphore = {
  /** Runs `work` when a slot is free, first come, first served. */
  run<T>(work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
};

/**
 * Database calls of single bots (sessions, plans, pauses) queue here instead of for the ledger's connections: 10,000 bots that
 * opened their sessions at the same time kept every reservation waiting until it timed out.
 */
export function createSemaphore(slots: number): Semaphore {
  const queue: (() => void)[] = [];
  let free = slots;
  let first = 0;

  const leave = () => {
    const next = queue[first];
    if (next === undefined) {
      free += 1;
      return;
    }
    first += 1;
    // Dropped in blocks, because shifting an array of thousands costs more than the call itself.
    if (first > 1_000) {
      queue.splice(0, first);
      first = 0;
    }
    next();
  };
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await work();
      } finally {
        leave();
      }
    },
    get waiting() {
      return queue.length - first;
    },
  };
}

/** The same database, with at most as many calls at once as the semaphore has slots. */
export const throughSemaphore = (semaphore: Semaphore, database: Database): Database => ({
  query: (sql, params) => semaphore.run(() => database.query(sql, params)),
  transaction: (work) => semaphore.run(() => database.transaction(work)),
  askWithRetries: (ask) => database.askWithRetries(ask),
  close: () => database.close(),
});
