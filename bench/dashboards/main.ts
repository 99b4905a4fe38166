// Thousands of open dashboards beside running bots: each holds a stream of live updates and reads the bot's status every ten
// seconds. Measures the status calls, the bots' lateness with and without the dashboards, and the memory of a stream. Linux only.

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '../../tests/process.ts';
import { type Fleet, withFleet } from '../engine/fleet.ts';
import type { Leg } from '../engine/leg.ts';
import { cpuSeconds, machine, memoryMb } from '../engine/processes.ts';
import { endProgram, type Program, startFlags, startTalking, type Talking } from '../engine/programs.ts';
import { type Row, table } from '../engine/rows.ts';
import { closetSize } from '../engine/sellers.ts';
import type { Order, Outcome } from './browsers.ts';

/**
 * Fills up to `count` sellers, the first of whom have bots, and signs each one in. Resolves to their session tokens, in an order that
 * mixes those with bots among the others: if all of them asked in the same second of ten, that second would be measured.
 */
async function signInAll(url: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'hangtag bench' });
  await client.connect();
  try {
    const { rows: have } = await client.query<{ count: number }>('select count(*)::int as count from users');
    const missing = Math.max(0, count - (have[0]?.count ?? 0));
    // Listings without a place in their closet are in no round, so these sellers get no bots. A sync stores a closet's listings
    // together, and so does this: from 60 pages of the table each, one status took 2 ms.
    await client.query(
      `with made as (
         insert into users (first_name, last_name, email, password, timezone, created_at)
         select 'Bench', 'Visitor', 'visitor' || n || '@example.com', 'none', 'UTC', now() from generate_series(1, $1::int) n
         returning id
       ), linked as (
         insert into closets (user_id, practice, state, market_user_id, linked_at, last_synced_at)
         select id, true, 'ready', 'visitor' || id, now(), now() from made
       )
       insert into listings (user_id, poshmark_id, market_user_id, title, price, url, synced_at)
       select id, 'v' || n, 'visitor' || id, 'Wool coat, size M', 40, '', now() from made, generate_series(1, $2::int) n
       order by id`,
      [missing, closetSize],
    );
    const { rows: users } = await client.query<{ id: string }>('select id from users order by id limit $1', [count]);
    const tokens = users.map(() => randomBytes(32).toString('base64url'));
    await client.query(
      `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, confirmed_at, expires_at)
       select id, hash, 'bench', now(), now(), now(), now() + interval '1 day'
       from unnest($1::bigint[], $2::text[]) as made(id, hash)`,
      [users.map(({ id }) => id), tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
    );
    await client.query('vacuum analyze');
    // They are random, so their own order mixes the sellers.
    return tokens.toSorted();
  } finally {
    await client.end();
  }
}

const serverProgram = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const browsersProgram = fileURLToPath(new URL('./browsers.ts', import.meta.url));
const startLimitMs = 60_000;

type Web = Program & { port: number };

/** A process with ROLE=web on this database. All browsers come from one address here, so its budgets are raised. */
async function startWeb(of: { databaseUrl: string; dataDir: string; marketplace: string }): Promise<Web> {
  const port = await freePort();
  const child = spawn(process.execPath, [...startFlags, serverProgram], {
    env: {
      PATH: process.env.PATH,
      ROLE: 'web',
      PORT: String(port),
      DATABASE_URL: of.databaseUrl,
      DATA_DIR: of.dataDir,
      SECRET_KEY_FILE: path.join(of.dataDir, 'secret.key'),
      PRACTICE_URL: of.marketplace,
      MARKETPLACE_URL: 'none',
      BUDGET_FACTOR: '1000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const giveUpAt = performance.now() + startLimitMs;
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (reply?.ok) return { pid: child.pid ?? 0, port, stop: () => endProgram(child) };
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error('The web process did not start.');
    await sleep(100);
  }
}

type Browsers = Talking<Order, Outcome>;
const startBrowsers = (): Browsers => startTalking(browsersProgram);

const { values: flags } = parseArgs({
  options: {
    open: { type: 'string', default: '10000' },
    bots: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '40' },
    web: { type: 'string', default: '1' },
    live: { type: 'boolean', default: false },
  },
});
const [open, bots, seconds, webs] = [flags.open, flags.bots, flags.seconds, flags.web].map(Number) as [
  number,
  number,
  number,
  number,
];
if (![open, bots, seconds, webs].every((each) => Number.isInteger(each) && each >= 1)) {
  console.error('npm run bench -- dashboards [--open 10000] [--bots 1000] [--seconds 40] [--web 1] [--live]');
  process.exit(64);
}
const meanPauseMs = 2_000;
const pollEveryMs = 10_000;
/**
 * Until every dashboard has asked three times. The web process has just started, and reads each status whole the first time. The
 * second answers are the first from its cache. V8 compiles that path about 10 s after the first call, and calls wait for up to 0.3 s
 * then.
 */
const warmUpMs = 3 * pollEveryMs;

console.error(machine());
await withFleet({ bots, kept: 0, journal: 2 * bots * (seconds + 60) + 12 * bots + 100_000 }, measure);

async function measure({ share, url, dataDir, standin, atEnd }: Fleet): Promise<void> {
  const tokens = await signInAll(url, open);
  const leg = (onClaimed?: () => void) =>
    share({ ledger: 'safe', warmUpMs, seconds, meanPauseMs, ...(onClaimed && { onClaimed }) });
  console.error('bots without dashboards');
  const alone = await leg();

  const web: Web[] = [];
  for (let n = 0; n < webs; n += 1)
    web.push(await startWeb({ databaseUrl: url, dataDir, marketplace: standin.origin }));
  atEnd(() => Promise.all(web.map((each) => each.stop())));
  await sleep(6_000);
  const browsers = startBrowsers();
  atEnd(() => browsers.stop());
  const memory = () => web.reduce((sum, { pid }) => sum + memoryMb(pid).rss, 0);
  const before = memory();
  const opened = await browsers.ask({ kind: 'open', ports: web.map(({ port }) => port), tokens }, 'open');
  await sleep(5_000);
  const withStreams = memory();
  console.error(`${opened.open} of ${open} dashboards are open`);

  const cpu = () => web.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  // Not before the bots run: until then the bench itself empties and vacuums the tables that a status reads.
  const claimed = Promise.withResolvers<void>();
  const [beside, polled] = await Promise.all([
    leg(claimed.resolve),
    claimed.promise.then(() => pollBeside(browsers, cpu)),
  ]);
  const answered = polled.answers['200'] ?? 0;
  const called = Object.values(polled.answers).reduce((sum, count) => sum + count, 0);
  const groups = [
    {
      title: `${open} open dashboards, ${bots} running bots`,
      rows: [
        { name: 'streams open at the end', value: polled.open, least: open },
        {
          name: 'status calls a second',
          value: answered / polled.seconds,
          least: (0.98 * open) / (pollEveryMs / 1000),
        },
        { name: 'status calls that failed', value: called - answered, most: 0 },
        { name: `status p99, first ${warmUpMs / 1000} s`, value: polled.coldLatency.p99, unit: 'ms' },
        { name: 'status p50', value: polled.latency.p50, unit: 'ms' },
        { name: 'status p99', value: polled.latency.p99, unit: 'ms', most: 50, aim: 10 },
        { name: 'status max', value: polled.latency.max, unit: 'ms' },
        { name: 'live updates a second', value: polled.events / polled.seconds },
        { name: 'memory of a stream', value: ((withStreams - before) / opened.open) * 1024, unit: 'KB' },
        { name: 'memory of the web process', value: memory(), unit: 'MB' },
        { name: 'processor: web', value: polled.webCores, unit: 'cores' },
        { name: 'processor: browsers', value: polled.cpuSeconds / polled.seconds, unit: 'cores' },
      ],
    },
    { title: 'The bots, without and with the dashboards', rows: botRows(alone, beside) },
  ] satisfies { title: string; rows: Row[] }[];
  console.log(`\n${machine()}\n${table(groups)}`);
}

/** Polls while the bots warm up and are measured. The server has answered no status before, and warms up as well. */
async function pollBeside(browsers: Browsers, cpu: () => number) {
  const before = cpu();
  const polled = await browsers.ask(
    { kind: 'poll', seconds, warmUpMs, everyMs: pollEveryMs, isLive: flags.live },
    'polled',
  );
  return { ...polled, webCores: (cpu() - before) / polled.seconds };
}

function botRows(alone: Leg, beside: Leg): Row[] {
  const late = (leg: Leg) => leg.report.lateness;
  return [
    { name: 'shares a second, alone', value: alone.sharesPerSecond },
    { name: 'shares a second, beside', value: beside.sharesPerSecond, least: 0.98 * alone.sharesPerSecond },
    { name: 'lateness p99, alone', value: late(alone).p99, unit: 'ms' },
    { name: 'lateness p99, beside', value: late(beside).p99, unit: 'ms', most: 250, aim: 100 },
    { name: 'lateness max, beside', value: late(beside).max, unit: 'ms' },
    { name: 'processor: database, alone', value: alone.cpu.database, unit: 'cores' },
    { name: 'processor: database, beside', value: beside.cpu.database, unit: 'cores' },
    { name: 'processor: engine, beside', value: beside.cpu.engine, unit: 'cores' },
    {
      name: 'accepted, not in the ledger',
      value: Math.max(0, beside.journal - beside.books.confirmed - beside.books.unknown),
      most: 0,
    },
  ];
}
