// A process that is killed at a chosen step of its work with the database.

import type { Database, Queryable } from '#domain/ports/database.ts';
import type { ClosetWorld } from '../../closet/closet-world.ts';

/** Before or after the n-th step of a process at its database. */
export type Moment = { step: number; when: 'before' | 'after' };

/**
 * A database as seen by a process that is killed at the first moment that is its last: `before` the statement (or the commit)
 * reaches the server, or `after` it, when nobody receives the reply. An open transaction is rolled back, as the server does for a
 * lost connection. The dead process does nothing more.
 */
export function dyingWhen(real: Database, isLast: (moment: Moment) => Promise<boolean>) {
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
    const step = steps;
    if ((await isLast({ step, when: 'before' })) || isDead) return die();
    const result = await work();
    return isDead || (await isLast({ step, when: 'after' })) ? die() : result;
  };
  const queryable = (db: Queryable): Queryable => ({ query: (sql, params) => through(() => db.query(sql, params)) });

  const database: Database = {
    ...queryable(real),
    async transaction(work) {
      if (isDead) return silence;
      const rollBack = new Error('the process is gone');
      const outcome = real.transaction(async (tx) => {
        const end = await Promise.race([work(queryable(tx)).then((value) => ({ value })), death]);
        if (end === 'dead') throw rollBack;
        steps += 1;
        const step = steps;
        if ((await isLast({ step, when: 'before' })) || isDead) {
          void die();
          throw rollBack;
        }
        return { ...end, step };
      });
      const end = await outcome.catch((error: unknown) => {
        if (error === rollBack) return silence;
        throw error;
      });
      return isDead || (await isLast({ step: end.step, when: 'after' })) ? die() : end.value;
    },
    askWithRetries: (ask) => real.askWithRetries(ask),
    close: async () => {},
  };
  return { database, death };
}

/** A process that was killed neither gives its locks back nor holds them for long. */
export async function expireLocks({ database, clock }: ClosetWorld, userId: string): Promise<void> {
  await database.query('update closets set locked_until = null where user_id = $1', [userId]);
  await clock.advance(61_000);
}
