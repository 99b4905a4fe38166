// Measures how long an upgrade of a large database holds up those who use it meanwhile.
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate, migrationsFolder } from '#server/adapters/database/migrate.ts';
import { fillOthers, ledgerDays } from './account/fill.ts';
import { openOwnPostgres, silent } from './engine/own-postgres.ts';
import { machine } from './engine/processes.ts';

/** How much longer a bot may wait during an upgrade than between two shares (fault 52). */
const askedMs = 2_000;
const betweenMs = 10;

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '5000000' }, from: { type: 'string', default: '25' } },
});
const rows = Number(values.rows);
const from = Number(values.from);
if (!Number.isInteger(rows) || rows < 10_000 || !Number.isInteger(from)) {
  console.error('npm run bench -- upgrade [--rows 5000000, at least 10000] [--from 25, the migration to upgrade from]');
  process.exit(64);
}

type User = { name: string; sql: string; times: number[] };

/** Of one seller, as programs of any version ask for it. $1 is the seller, $2 a number that rises. */
const users: User[] = [
  [
    'reserves a share',
    `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at)
    values ((extract(epoch from (now() at time zone 'UTC')::date)::bigint * 1000) << 20, $2, $1, current_date, now())`,
  ],
  [
    'settles one by its round alone',
    `update share_attempts set outcome = 1, settled_at = now()
    where round_id = (extract(epoch from (now() at time zone 'UTC')::date)::bigint * 1000) << 20
      and listing_id = $2::bigint - 1 and $1::bigint > 0`,
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

/** Uses the database like a program of the earlier version, until it is told to end. */
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
  const earlier = path.join(postgres.folder, 'migrations');
  for (const name of readdirSync(migrationsFolder))
    if (Number(name.slice(0, 4)) <= from) cpSync(path.join(migrationsFolder, name), path.join(earlier, name));
  await migrate({ url: postgres.url, log: silent, folder: earlier });
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
  const applied = await migrate({ url: postgres.url, log: silent });
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
