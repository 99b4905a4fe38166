import { expect, it } from 'vitest';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { ownDatabase, silentLog } from '#tests/database.ts';
import { addSeller } from '../tests/bot-database.fixture.ts';
import { createBreaker } from './breaker.ts';

const noon = Date.UTC(2026, 3, 28, 12);
const hour = 3_600_000;

const test = ownDatabase({ max: 6 });

/** Sellers whose last refusal is as old as that. */
async function refusedBefore(count: number, ageMs: number): Promise<string[]> {
  const userIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { userId } = await addSeller(test.database, { listings: 1, now: noon });
    userIds.push(userId);
    await test.database.query(
      `insert into daily_share_counts (user_id, share_date, share_count) values ($1, '2020-01-01', 1)`,
      [userId],
    );
    await test.database.query(
      'insert into marketplace_refusals (practice, user_id, at) values (true, $1, to_timestamp($2::float8 / 1000))',
      [userId, noon - ageMs],
    );
  }
  return userIds;
}

/** Both sellers are refused at the same moment: each transaction has stored its refusal before the other one goes on. */
async function refuseBoth(userIds: readonly string[]): Promise<unknown[]> {
  const breaker = createBreaker({ database: test.database, clock: manualClock(noon), log: silentLog });
  let stored = 0;
  const bothStored = Promise.withResolvers<void>();
  const ends = await Promise.allSettled(
    userIds.map((userId) =>
      test.database.transaction((tx) =>
        breaker.note(
          {
            async query(sql, params) {
              const answer = await tx.query<never>(sql, params);
              if (!sql.startsWith('insert into marketplace_refusals')) return answer;
              stored += 1;
              if (stored === userIds.length) bothStored.resolve();
              await bothStored.promise;
              return answer;
            },
          },
          { userId, practice: true, isByBrowser: false, reason: 'human_check' },
        ),
      ),
    ),
  );
  return ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
}

it('two sellers who were refused long ago are refused again at once, and neither waits for the other', async () => {
  expect(await refuseBoth(await refusedBefore(2, hour))).toEqual([]);
});

it('two sellers whose refusals open the circuit at once do not wait for each other', async () => {
  const known = await refusedBefore(21, 60_000);
  expect(await refuseBoth(known.slice(0, 2))).toEqual([]);
  const { rows } = await test.database.query('select practice, failures from open_circuits');
  expect(rows).toEqual([{ practice: true, failures: 0 }]);
});
