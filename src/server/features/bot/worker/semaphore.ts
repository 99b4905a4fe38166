import type { Database } from '#domain/ports/database.ts';

export type Gate = {
  /** Runs `work` when one of the places is free, first come, first served. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
};

/**
 * Lets a few through at a time. What single bots want of the database (sessions, plans, pauses) goes through one, so that
 * thousands that wake at once queue up here and not before the ledger's own connection: 10,000 bots that opened their
 * sessions at the same time kept every reservation waiting until it timed out.
 */
export function createGate(places: number): Gate {
  const queue: (() => void)[] = [];
  let free = places;
  let first = 0;

  const leave = () => {
    const next = queue[first];
    if (next === undefined) {
      free += 1;
      return;
    }
    first += 1;
    if (first > 1_000) queue.splice(0, first);
    if (first > 1_000) first = 0;
    next();
  };
  return {
    async pass(work) {
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

/** The same database, behind a gate. */
export const throughGate = (gate: Gate, database: Database): Database => ({
  query: (sql, params) => gate.pass(() => database.query(sql, params)),
  transaction: (work) => gate.pass(() => database.transaction(work)),
  close: () => database.close(),
});
