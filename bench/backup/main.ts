// Measures backups of a large ledger and restoring them, plain and encrypted, with the operator's own commands.
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate } from '#server/adapters/database/migrate.ts';
import { tables } from '#server/operator/backup/tables.ts';
import { runProgram } from '#tests/process.ts';
import { fillOthers, ledgerDays, rowsAsked } from '../account/fill.ts';
import { log, openOwnPostgres } from '../engine/own-postgres.ts';
import { machine, peakMb } from '../engine/processes.ts';

/** In MB, whatever the number of rows: a backup holds a thousand of them at a time. Making a key of a password takes 256 MB. */
const askedMb = { plain: 500, encrypted: 750 } as const;

const rows = rowsAsked('backup', 10_000_000, parseArgs({ options: { rows: { type: 'string' } } }).values.rows);

const postgres = await openOwnPostgres('backup');
try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await postgres.close();
}

type Ran = { seconds: number; mb: number };

/** Runs a command as an operator would, and looks at its memory meanwhile. */
async function run(url: string, args: readonly string[], password: string | null): Promise<Ran> {
  const startedAt = performance.now();
  const program = runProgram(
    'src/server/operator/hangtag.ts',
    {
      ...{ DATABASE_URL: url, DATA_DIR: path.join(postgres.folder, 'data'), SECRET_KEY: 'cd'.repeat(32) },
      ...{ MARKETPLACE_URL: 'none', LOG_LEVEL: 'warn' },
      ...(password !== null && { BACKUP_PASSWORD: password }),
    },
    args,
  );
  let mb = 0;
  const look = setInterval(() => {
    mb = Math.max(mb, peakMb(program.pid));
  }, 200);
  const code = await program.ended;
  clearInterval(look);
  if (code !== 0) throw new Error(`hangtag ${args[0]} ended with ${code}: ${program.output()}`);
  return { seconds: (performance.now() - startedAt) / 1000, mb };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Of all tables of a backup: equal sums mean equal rows, in whatever order. */
function sumsOf(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const sums: string[] = [];
    for (const table of tables) {
      const { rows: sum } = await client.query<{ sum: string }>(
        `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${table} t`,
      );
      sums.push(`${table} ${sum[0]?.sum}`);
    }
    return sums.join('\n');
  });
}

async function measure(): Promise<boolean> {
  await migrate({ url: postgres.url, log });
  const filled = await withClient(postgres.url, async (client) => {
    const count = await fillOthers({ client, rows, ledgerDays: rows < 1e6 ? 10 : ledgerDays });
    await client.query('vacuum analyze');
    const { rows: size } = await client.query<{ mb: string }>(
      'select pg_database_size(current_database()) / 1000000 as mb',
    );
    return { count, mb: size[0]?.mb };
  });
  console.log(machine());
  console.log(`${filled.count.toLocaleString('en')} rows, a database of ${filled.mb} MB`);
  let isSound = true;
  for (const [what, password] of [
    ['plain', null],
    ['encrypted', 'correct horse battery'],
  ] as const) {
    const file = path.join(postgres.folder, `${what}.backup`);
    const made = await run(postgres.url, ['backup', file], password);
    console.log(
      `${what}: backup ${made.seconds.toFixed(0)} s, ${Math.round(statSync(file).size / 1e6)} MB, memory ${Math.round(made.mb)} MB (asked ${askedMb[what]})`,
    );
    const restored = new URL(postgres.url);
    restored.pathname = `/restored_${what}`;
    await withClient(postgres.adminUrl, (client) =>
      client.query(`create database restored_${what} template template0 owner ${restored.username}`),
    );
    const back = await run(restored.href, ['restore', file], password);
    const isEqual = (await sumsOf(restored.href)) === (await sumsOf(postgres.url));
    console.log(
      `${what}: restore ${back.seconds.toFixed(0)} s, memory ${Math.round(back.mb)} MB (asked ${askedMb[what]}), ${isEqual ? 'every row equal' : 'ROWS DIFFER'}`,
    );
    isSound &&= isEqual && Math.max(made.mb, back.mb) <= askedMb[what];
    await withClient(postgres.adminUrl, (client) => client.query(`drop database restored_${what} with (force)`));
    rmSync(file);
  }
  console.log(isSound ? 'All requirements are met.' : 'MISSED: see above.');
  return isSound;
}
