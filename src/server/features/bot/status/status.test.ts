import { beforeAll, expect, it } from 'vitest';
import type { BotStatus } from '#contract/bot/bot.ts';
import { roundId } from '#domain/bot/round.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { freshDatabase, ownDatabase, watching } from '#tests/database.ts';
import { alone } from '../needs/needs.fixture.ts';
import { addSeller } from '../tests/bot-database.fixture.ts';
import { readStatus } from './status.ts';
import { createStatusLookup } from './status-cache.ts';

const now = Date.parse('2026-11-20T18:00:00Z');
const dayMs = 86_400_000;
const hourMs = 3_600_000;

const test = ownDatabase();
beforeAll(async () => {
  await test.database.query(`select ensure_share_partition('2026-11-21'::date - n) from generate_series(0, 30) n`);
});

type Round = { startedAt: number; endedAt: number | null; sharedAt: readonly number[] };

/** A seller whose rounds were like this; the last one is still running if it has no end. */
async function sellerWith(rounds: readonly Round[]): Promise<string> {
  const { database } = test;
  const { userId, listingIds } = await addSeller(database, { listings: 4, now });
  for (const { startedAt, endedAt, sharedAt } of rounds) {
    const id = String(roundId(startedAt, Number(userId)));
    const at = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
    await database.query(
      `insert into rounds (id, user_id, started_at, ended_at, state, plan, planned, shares)
       values ($1, $2, $3, $4, case when $4::timestamptz is null then 'running' else 'done' end, '{}', 4, $5)`,
      [id, userId, at(startedAt), at(endedAt), sharedAt.length],
    );
    for (const [place, moment] of sharedAt.entries())
      await database.query(
        `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, settled_at, outcome)
         values ($1, $2, $3, $4::timestamptz::date, $4, $4, 1)`,
        [id, listingIds[place], userId, at(moment)],
      );
    if (endedAt === null)
      await database.query(
        `insert into bots (user_id, state, settings, limit_in_force, round_id, owner, epoch)
         values ($1, 'sharing', '{}', 5000, $2, $3, 1)`,
        [userId, id, '00000000-0000-4000-8000-000000000001'],
      );
  }
  return userId;
}

const clock = { now: () => now, at: () => () => {} };
const contextOf = (database: Database) => ({
  ...alone,
  database,
  clock,
  isWorkerAway: async () => false,
  lookUp: createStatusLookup({ ...alone, database, clock }),
  meanPauseMs: 2000,
});
const statusOf = (userId: string, database: Database = test.database) => readStatus(contextOf(database), userId);

async function planOf(db: Queryable, sql: string, params: readonly unknown[] | undefined): Promise<string[]> {
  const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params);
  return rows.map((row) => row['QUERY PLAN']);
}

it.each([
  ['a round of today', [{ startedAt: now - hourMs, endedAt: null, sharedAt: [now - 2000, now - 1000] }], 2, 2],
  [
    'a round that was paused for five days',
    [{ startedAt: now - 5 * dayMs, endedAt: null, sharedAt: [now - 5 * dayMs, now - hourMs] }],
    1,
    1,
  ],
  [
    'a round of yesterday, which ended today, and one of last month',
    [
      { startedAt: now - 25 * dayMs, endedAt: now - 24.9 * dayMs, sharedAt: [now - 25 * dayMs] },
      { startedAt: now - 22 * hourMs, endedAt: now - 2 * hourMs, sharedAt: [now - 20 * hourMs, now - 3 * hourMs] },
    ],
    1,
    2,
  ],
])('of %s counts all shares of the day and of 24 hours', async (_, rounds, today, last24Hours) => {
  const status = await statusOf(await sellerWith(rounds));
  expect([status.today.confirmed, status.last24Hours.confirmed]).toEqual([today, last24Hours]);
});

it('opens only the days of the ledger that have shares to count', async () => {
  const userId = await sellerWith([
    { startedAt: now - 25 * dayMs, endedAt: now - 24.9 * dayMs, sharedAt: [now - 25 * dayMs] },
    { startedAt: now - hourMs, endedAt: null, sharedAt: [now - 1000] },
  ]);
  const opened = new Set<string>();
  const database = watching(test.database, async (db, sql, params) => {
    for (const line of await planOf(db, sql, params))
      for (const [, day] of line.matchAll(/ share_attempts_(\d{8})\b/g)) opened.add(day ?? '');
  });
  await statusOf(userId, database);
  expect([...opened].sort()).toEqual(['20261118', '20261119', '20261120', '20261121']);
});

it('is read by an index of the ledger, even by a statement that was planned while the day was known to be empty', async () => {
  const empty = await freshDatabase();
  try {
    const { userId } = await addSeller(empty.database, { listings: 1, now });
    await empty.database.query('analyze');
    const plans: string[] = [];
    await statusOf(
      userId,
      watching(empty.database, async (db, sql, params) => void plans.push(...(await planOf(db, sql, params)))),
    );
    expect(plans.join('\n')).toMatch(/Index Scan using share_attempts_\d+_(pkey|user_id)/);
    expect(plans.join('\n')).not.toMatch(/Seq Scan on share_attempts/);
  } finally {
    await empty.drop();
  }
});

it('of many sellers who ask at once is that of each, by a few statements', async () => {
  const sellers = [
    await sellerWith([{ startedAt: now - hourMs, endedAt: null, sharedAt: [now - 2000, now - 1000] }]),
    await sellerWith([]),
    await sellerWith([{ startedAt: now - 5 * dayMs, endedAt: null, sharedAt: [now - 5 * dayMs, now - hourMs] }]),
    await sellerWith([{ startedAt: now - 30 * hourMs, endedAt: now - 29 * hourMs, sharedAt: [now - 29.5 * hourMs] }]),
  ];
  const alone: BotStatus[] = [];
  for (const userId of sellers) alone.push(await statusOf(userId));
  let statements = 0;
  const context = contextOf(watching(test.database, () => (statements += 1)));
  const asked = Array.from({ length: 40 }, (_, n) => sellers[n % sellers.length] ?? '');
  const together = await Promise.all(asked.map((userId) => readStatus(context, userId)));
  expect(together).toEqual(asked.map((userId) => alone[sellers.indexOf(userId)]));
  // Two looks for the first two, and one for all others, each of three statements or fewer.
  expect(statements).toBeLessThanOrEqual(9);
  await expect(readStatus(context, '999999')).rejects.toMatchObject({ code: 'unauthenticated' });
});
