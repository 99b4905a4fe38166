// A process that is killed at a chosen step of its work with the database.

import type { Database, Queryable } from '#domain/ports/database.ts';

/** Before or after the n-th step of a process at its database. */
export type Moment = { step: number; when: 'before' | 'after' };

/**
 * A database as seen by a process that is killed at its n-th step: `before` the statement (or the commit) reaches the server, or
 * `after` it, when nobody receives the reply. An open transaction is rolled back, as the server does for a lost connection. The
 * dead process does nothing more. `look` is called at every moment that the process lives through.
 */
export function dyingAt(
  real: Database,
  { step, when, look = async () => {} }: Moment & { look?: (moment: Moment) => Promise<void> },
) {
  let steps = 0;
  let isDead = false;
  const silence = new Promise<never>(() => {});
  let reportDeath = (): void => {};
  const death = new Promise<'dead'>((resolve) => {
    reportDeath = () => resolve('dead');
  });
  const die = (): Promise<never> => {
    isDead = true;
    reportDeath();
    return silence;
  };

  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) return silence;
    steps += 1;
    const own = steps;
    const isLast = own === step;
    if (isLast && when === 'before') return die();
    await look({ step: own, when: 'before' });
    const result = await work();
    if (isLast || isDead) return die();
    await look({ step: own, when: 'after' });
    return result;
  };
  const queryable = (db: Queryable): Queryable => ({ query: (sql, params) => through(() => db.query(sql, params)) });

  const database: Database = {
    ...queryable(real),
    async transaction(work) {
      if (isDead) return silence;
      const rollBack = new Error('the process is gone');
      let isCommitted = false;
      const outcome = real
        .transaction(async (tx) => {
          const end = await Promise.race([work(queryable(tx)).then((value) => ({ value })), death]);
          if (end === 'dead') throw rollBack;
          steps += 1;
          if (steps === step && when === 'before') {
            void die();
            throw rollBack;
          }
          await look({ step: steps, when: 'before' });
          return end;
        })
        .then((end) => {
          isCommitted = true;
          return end;
        });
      const end = await outcome.catch((error: unknown) => {
        if (error === rollBack) return silence;
        throw error;
      });
      if (isCommitted && steps === step) return die();
      if (!isDead) await look({ step: steps, when: 'after' });
      return isDead ? silence : end.value;
    },
    askWithRetries: (ask) => real.askWithRetries(ask),
    close: async () => {},
  };
  return { database, death };
}
