// Measures whether maintenance keeps up with sellers who have shared 2,000 listings a day for more than a year.
import type { Database } from '#domain/ports/database.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { personalTables } from '#server/app/personal-tables.ts';
import { createStorage } from '#server/features/account/profile/storage.ts';
import { dropOldShares } from '#server/features/bot/state/store.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { log, openOwnPostgres } from '../engine/own-postgres.ts';
import { machine } from '../engine/processes.ts';

/** A step of maintenance runs every five minutes. */
const asked = { runMs: 5_000, dayMs: 1_000 } as const;
const days = 430;
const keptDays = { shares: 35, history: 400 } as const;
const perDay = { shares: 2_000, rounds: 20, entries: 60 } as const;

/** Resolves to whether it keeps up. */
export async function measureRetention(sellers: number): Promise<boolean> {
  const postgres = await openOwnPostgres('retention');
  await migrate({ url: postgres.url, log });
  const database = await openPostgres({ url: postgres.url, max: 2, log });
  try {
    return await measure(database, sellers);
  } finally {
    await database.close();
    await postgres.close();
  }
}

async function countOf(database: Database, table: string): Promise<number> {
  return Number((await database.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
}

function dayBefore(age: number): string {
  return new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
}

/** Single shares of the whole time, as if nothing had ever been dropped. */
async function fill(database: Database, sellers: number): Promise<void> {
  const dayOf = `(now() at time zone 'UTC')::date - d`;
  await database.transaction(
    async (tx) => {
      await tx.query(
        `insert into users (first_name, last_name, email, password, created_at)
         select 'Ann', 'Li', 'ann' || n || '@example.com', 'x', now() from generate_series(1, ${sellers}) n`,
      );
      await tx.query(`select ensure_share_partition(${dayOf}) from generate_series(0, ${days}) d`);
      for (const [table, columns, select] of [
        [
          'share_attempts',
          'round_id, listing_id, user_id, share_date, reserved_at, settled_at, outcome',
          `((extract(epoch from day)::bigint * 1000) << 20) + u.id, n, u.id, day, day, day, 1 from generate_series(1, ${perDay.shares}) n`,
        ],
        [
          'rounds',
          'id, user_id, started_at, plan, planned',
          `((extract(epoch from day)::bigint * 1000) << 20) + u.id * 100 + n, u.id, day, '{}', 100 from generate_series(1, ${perDay.rounds}) n`,
        ],
        [
          'activity_logs',
          'user_id, action, details, timestamp',
          `u.id, 'ROUND_FINISHED', 'Shared 100 of 100 listings', day from generate_series(1, ${perDay.entries}) n`,
        ],
      ] as const)
        await tx.query(
          `insert into ${table} (${columns})
           select ${select}, users u, (select ${dayOf} as day from generate_series(1, ${days}) d order by 1) days order by day`,
        );
    },
    { isLong: true },
  );
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

async function measure(database: Database, sellers: number): Promise<boolean> {
  await fill(database, sellers);
  console.log(machine());
  console.log(
    `${sellers} sellers, ${days} days: ${(await countOf(database, 'share_attempts')).toLocaleString('en')} shares, ${(await countOf(database, 'rounds')).toLocaleString('en')} rounds, ${(await countOf(database, 'activity_logs')).toLocaleString('en')} log entries`,
  );
  const backlog = await timed(() => dropOldShares(database, dayBefore(keptDays.shares + 1)));
  const day = await timed(() => dropOldShares(database, dayBefore(keptDays.shares)));
  console.log(
    `shares: ${backlog.result.length} old days dropped in ${Math.round(backlog.ms)} ms, one more day in ${Math.round(day.ms)} ms (asked ${asked.dayMs})`,
  );

  const storage = createStorage({ database, clock: manualClock(Date.now()), personalTables });
  const old = async () =>
    (
      await database.query(
        `select 1 from (select started_at as at from rounds union all select timestamp from activity_logs) all_rows
       where at < now() - interval '${keptDays.history} days' limit 1`,
      )
    ).count;
  let runs = 0;
  let slowestMs = 0;
  const before = (await countOf(database, 'rounds')) + (await countOf(database, 'activity_logs'));
  while ((await old()) > 0 && runs < 100) {
    slowestMs = Math.max(slowestMs, (await timed(() => storage.forgetOld())).ms);
    runs++;
  }
  const forgotten = before - (await countOf(database, 'rounds')) - (await countOf(database, 'activity_logs'));
  console.log(
    `history: ${forgotten.toLocaleString('en')} rows older than ${keptDays.history} days forgotten in ${runs} runs, the slowest ${Math.round(slowestMs)} ms (asked ${asked.runMs}); ${await old()} left`,
  );
  const isSound = day.ms <= asked.dayMs && slowestMs <= asked.runMs && day.result.length === 1 && runs < 100;
  console.log(isSound ? 'All requirements are met.' : 'MISSED: see above.');
  return isSound;
}
