// Measures how long an upgrade of a large database holds up those who use it meanwhile. A migration of its own stands for that of a next
// release: it replaces an index of a large table and adds columns to two.
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate, migrationsFolder } from '#server/adapters/database/migrate.ts';
import { fillOthers, ledgerDays, rowsAsked } from './account/fill.ts';
import { log, openOwnPostgres } from './engine/own-postgres.ts';
import { machine } from './engine/processes.ts';

/** How much longer a bot may wait during an upgrade than between two shares (fault 52). */
const askedMs = 2_000;
const betweenMs = 10;

const rows = rowsAsked('upgrade', 5_000_000, parseArgs({ options: { rows: { type: 'string' } } }).values.rows);

const next = {
  before: `select 'create index concurrently activity_logs_newest on activity_logs (user_id, id desc)' as statement
    where to_regclass('activity_logs_newest') is null`,
  sql: `create index if not exists activity_logs_newest on activity_logs (user_id, id desc);
    drop index activity_logs_user;
    alter table share_attempts add column weight smallint check (weight > 0);
    alter table listings add column weight smallint not null default 1;`,
};

type User = { name: string; sql: string; times: number[] };

/** Of one seller, as the program that is replaced asks for it. $1 is the seller, $2 a number that rises. */
const users: User[] = [
  [
    'reserves a share',
    `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at)
    values ((extract(epoch from (now() at time zone 'UTC')::date)::bigint * 1000) << 20, $2, $1, current_date, now())`,
  ],
  [
    'settles one',
    `update share_attempts set outcome = 1, settled_at = now()
    where user_id = $1 and round_id = (extract(epoch from (now() at time zone 'UTC')::date)::bigint * 1000) << 20
      and listing_id = $2::bigint - 1`,
  ],
  [
    'reads the newest shares',
    `select * from settled_shares where user_id = $1 and $2::bigint > 0 order by reserved_at desc limit 20`,
  ],
  [
    'stores what a sync saw',
    `update listings set like_count = $2::bigint % 100 where user_id = $1 and poshmark_id = 'l1'`,
  ],
  [
    'writes a log entry',
    `insert into activity_logs (user_id, action, timestamp) select $1, 'SYNC', now() where $2::bigint > 0`,
  ],
].map(([name = '', sql = '']) => ({ name, sql, times: [] }));

const postgres = await openOwnPostgres('upgrade');
try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await postgres.close();
}

/** Uses the database like the program that is replaced, until it is told to end. */
async function use({ sql, times }: User, seller: string, ending: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  for (let number = 1_000_000; !ending.aborted; number++) {
    const startedAt = performance.now();
    await client.query(sql, [seller, number]);
    times.push(performance.now() - startedAt);
    await sleep(betweenMs);
  }
  await client.end();
}

async function measure(): Promise<boolean> {
  const folder = path.join(postgres.folder, 'migrations');
  cpSync(migrationsFolder, folder, { recursive: true });
  const [last = ''] = readdirSync(folder).sort().reverse();
  await migrate({ url: postgres.url, log, folder });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const filled = await fillOthers({ client, rows, ledgerDays });
  await client.query('vacuum analyze');
  const { rows: sellers } = await client.query<{ id: string }>('select min(id) as id from users');
  await client.end();

  const ending = new AbortController();
  const using = users.map((user) => use(user, sellers[0]?.id ?? '', ending.signal));
  await sleep(3_000);
  const calm = users.map(({ times }) => Math.max(...times.splice(0)));
  const startedAt = performance.now();
  const name = `${String(Number(last.slice(0, 4)) + 1).padStart(4, '0')}-next`;
  writeFileSync(path.join(folder, `${name}.before.sql`), next.before);
  writeFileSync(path.join(folder, `${name}.sql`), next.sql);
  const applied = await migrate({ url: postgres.url, log, folder });
  const seconds = (performance.now() - startedAt) / 1000;
  ending.abort();
  await Promise.all(using);

  console.log(
    `${machine()}: ${filled.toLocaleString('en-US')} rows, ${applied.length} migrations in ${seconds.toFixed(1)} s\n`,
  );
  let isMet = true;
  for (const [index, { name, times }] of users.entries()) {
    const longest = Math.max(...times);
    isMet &&= longest <= askedMs;
    console.log(
      `${longest <= askedMs ? ' ' : '✗'} ${name.padEnd(32)} longest ${longest.toFixed(0)} ms (${askedMs} asked), ${(calm[index] ?? 0).toFixed(0)} ms before, ${times.length} calls`,
    );
  }
  return isMet;
}
