// Measures the export and the deletion of the largest account, beside millions of rows of others and a seller who asks for the bot's status.
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort, runProgram } from '#tests/process.ts';
import { bystanderText, openBystander } from '#tests/security/fuzz/bystander.ts';
import { cookiesOf } from '#tests/standin/cookie-jar.ts';
import { openOwnPostgres } from '../engine/own-postgres.ts';
import { machine, peakMb, residentMb } from '../engine/processes.ts';
import { fillOthers, fillOwn, ledgerDays } from './fill.ts';
import { measureRetention } from './retention.ts';

const asked = { firstByteMs: 2_000, bystanderP99Ms: 250 } as const;
const quietMs = 10_000;
const password = 'linen-and-wool-7';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '5000000' }, retention: { type: 'string' } },
});
if (values.retention !== undefined) process.exit((await measureRetention(Number(values.retention))) ? 0 : 1);
const rows = Number(values.rows);
if (!Number.isInteger(rows) || rows < 10_000) {
  console.error('npm run bench -- account [--rows 5000000, at least 10000] [--retention SELLERS]');
  process.exit(64);
}

const postgres = await openOwnPostgres('account');
const port = await freePort();
const server = runProgram('src/server/main.ts', {
  DATA_DIR: path.join(postgres.folder, 'data'),
  DATABASE_URL: postgres.url,
  PORT: String(port),
  MARKETPLACE_URL: 'none',
  LOG_LEVEL: 'warn',
});
// A checkpoint needs more rights than Hangtag has.
const client = new pg.Client({ connectionString: postgres.adminUrl });
client.on('error', () => {});
try {
  await server.until('Hangtag is ready');
  await client.connect();
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await client.end();
  server.kill('SIGTERM');
  await server.ended;
  await postgres.close();
}

type Reply = { status: number; cookie: string; firstByteMs: number; wholeMs: number; mb: number };

function ask(
  method: string,
  place: string,
  { cookie = '', body }: { cookie?: string; body?: unknown } = {},
): Promise<Reply> {
  const startedAt = performance.now();
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        ...{ host: '127.0.0.1', port, method, path: place },
        headers: {
          ...{ cookie, 'x-requested-with': 'XMLHttpRequest' },
          ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        },
      },
      (reply) => {
        let bytes = 0;
        let firstByteMs = 0;
        reply.on('data', (chunk: Buffer) => {
          if (bytes === 0) firstByteMs = performance.now() - startedAt;
          bytes += chunk.length;
        });
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            cookie: cookiesOf(reply.headers['set-cookie'] ?? []),
            firstByteMs,
            wholeMs: performance.now() - startedAt,
            mb: bytes / 1e6,
          }),
        );
        reply.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(sent);
  });
}

async function register(email: string): Promise<string> {
  const body = { firstName: 'Ada', lastName: 'Seller', email, password };
  return (await ask('POST', '/api/register', { body })).cookie;
}

async function measure(): Promise<boolean> {
  const [leaving, other] = [await register('leaving@example.com'), await register('bystander@example.com')];
  const filledAt = performance.now();
  const days = rows < 1e6 ? 10 : ledgerDays;
  const others = await fillOthers({ client, rows, ledgerDays: days });
  const own = await fillOwn({ client, rows, ledgerDays: days }, 'leaving@example.com');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  const { rows: size } = await client.query<{ mb: number }>(
    'select (pg_database_size(current_database()) / 1e6)::float8 as mb',
  );
  console.log(machine());
  console.log(
    `${others.toLocaleString('en')} rows of others, ${own.stored.toLocaleString('en')} log entries and ${own.ledger.toLocaleString('en')} shares of the account, ${Math.round(size[0]?.mb ?? 0)} MB, filled in ${Math.round((performance.now() - filledAt) / 1000)} s`,
  );
  const beside = async <T>(work: () => Promise<T>) => {
    const bystander = openBystander(() => ask('GET', '/api/bot/status', { cookie: other }));
    const done = await work();
    return { done, seen: await bystander.stop() };
  };
  const quiet = await beside(() => sleep(quietMs));
  console.log(`nothing else: ${bystanderText(quiet.seen)}`);

  const before = residentMb(server.pid);
  const exported = await beside(() => ask('GET', '/api/user/export', { cookie: leaving }));
  printReply('export', exported);
  console.log(
    `  ${exported.done.mb.toFixed(1)} MB, server ${Math.round(before)} MB before, ${Math.round(peakMb(server.pid))} MB at most`,
  );
  const deleted = await beside(() => ask('DELETE', '/api/user', { cookie: leaving, body: { password } }));
  printReply('deletion', deleted);
  const erasedAfter = performance.now();
  const erased = await beside(untilErased);
  console.log(
    `all its rows erased ${((performance.now() - erasedAfter) / 1000).toFixed(1)} s after the reply; ${bystanderText(erased.seen)}`,
  );

  const isSound = [exported, deleted].every(
    ({ done, seen }) =>
      done.status === 200 &&
      done.firstByteMs <= asked.firstByteMs &&
      seen.p99Ms <= asked.bystanderP99Ms &&
      seen.failed === 0,
  );
  console.log(isSound ? 'All requirements are met.' : 'MISSED: see above.');
  return isSound;
}

function printReply(what: string, { done, seen }: { done: Reply; seen: Parameters<typeof bystanderText>[0] }): void {
  console.log(
    `${what}: ${done.status}, first byte after ${Math.round(done.firstByteMs)} ms (asked ${asked.firstByteMs}), whole after ${(done.wholeMs / 1000).toFixed(1)} s`,
  );
  console.log(`  ${bystanderText(seen)} (asked p99 ${asked.bystanderP99Ms})`);
}

async function untilErased(): Promise<void> {
  for (;;) {
    const { rows: left } = await client.query<{ left: boolean }>(
      `select exists (select from users where email = 'leaving@example.com' or email like 'closed-%') as left`,
    );
    if (left[0]?.left !== true) return;
    await sleep(100);
  }
}
