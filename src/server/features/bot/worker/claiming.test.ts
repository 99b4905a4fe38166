import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { ownDatabase, silentLog } from '#tests/database.ts';
import { openLease } from '../lease/store.ts';
import { commandContext } from '../tests/bot-database.fixture.ts';
import { endLeasesOfTheDead } from './claiming.ts';

const test = ownDatabase();

/** The answer to a look is read only when this many have looked. */
function slow(database: Database, looks: number): Database {
  let waiting: (() => void)[] = [];
  return {
    ...database,
    async query(sql, params) {
      const answer = await database.query<never>(sql, params);
      if (!sql.startsWith('select')) return answer;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length < looks) return;
        for (const go of waiting) go();
        waiting = [];
      });
      return answer;
    },
  };
}

it('the end of a process is in the log once, even if a slow database makes several checks find it', async () => {
  const database = slow(test.database, 2);
  for (const holder of ['dead', 'alive'])
    await openLease(database, { workerId: randomUUID(), leaseMs: 60_000, holder });
  const logged: object[] = [];
  const log = { ...silentLog, info: (fields: object) => void logged.push(fields) };
  const context = commandContext(test.database, manualClock(0));
  const processes = { self: 'alive', lives: (holder: string) => holder === 'alive' };
  await Promise.all([1, 2].map(() => endLeasesOfTheDead({ ...context, database, processes, log })));
  expect(logged).toEqual([{ workers: 1 }]);
  const { rows } = await test.database.query('select holder from workers where lease_until > now()');
  expect(rows).toEqual([{ holder: 'alive' }]);
});
