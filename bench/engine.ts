import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { shareAtFullSpeed } from './engine/bare-client.ts';
import { openBooks } from './engine/database.ts';
import { journalReader } from './engine/journal.ts';
import { type Leg, type Plan, runLeg } from './engine/leg.ts';
import { cpuSeconds, machine, parentOf } from './engine/processes.ts';
import { startEngine, startStandin } from './engine/programs.ts';
import { fillSellers } from './engine/sellers.ts';
import { gradeOf, rowsOf, table } from './engine/verdict.ts';

/**
 * Measures the engine under load: BOTS running bots, each with a share every two seconds. Marketplace and database run on the
 * same machine, each in its own process. For comparison, it also measures a bare HTTP client, the engine without its ledger, and
 * the engine with one commit per share. Linux only, because it reads processes from /proc.
 */
const { values: flags } = parseArgs({
  options: {
    bots: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    pause: { type: 'string', default: '2000' },
    only: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const bots = wholeNumber('--bots', flags.bots, 20_000);
const seconds = wholeNumber('--seconds', flags.seconds, 3_600);
const meanPauseMs = wholeNumber('--pause', flags.pause, 60_000);
const warmUpMs = 15_000;
/** The comparisons need no more time than this. */
const besideSeconds = Math.min(seconds, 20);
const bareSeconds = 8;
const bareSellers = 400;
const names = { safe: 'as it is', none: 'without its ledger', 'one-commit': 'with one commit a share' };
/** Logs only warnings and errors. */
const quiet = { log: { debug() {}, info() {}, warn: complain, error: complain } };

const closers: (() => unknown)[] = [];
let closing: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void closeAll().then(() => process.exit(130)));

let isGood = false;
try {
  isGood = await run();
} catch (error) {
  // Errors are expected while everything is being stopped.
  if (!closing) console.error(error);
} finally {
  await closeAll();
}
process.exitCode = isGood ? 0 : 1;

async function run(): Promise<boolean> {
  say(`${machine()}, load ${loadavg()[0]?.toFixed(1)}`);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hangtag-bench-'));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  // PostgreSQL may run as another user.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, ...quiet });
  closers.push(() => server.stop());
  await migrate({ url: server.url, ...quiet });
  const books = await openBooks(server.adminUrl);
  closers.push(() => books.close());

  // The journal must hold all calls of all runs, because it is read after each run.
  const journal = Math.ceil((bots / (meanPauseMs / 1000)) * (seconds + warmUpMs / 1000 + 30)) + 12 * bots + 100_000;
  const standin = await startStandin({ journal: Math.min(journal, 5_000_000) });
  closers.push(() => standin.stop());
  const sellers = await prepare(server.url, dataDir, standin.origin);

  const readJournal = journalReader(standin.origin);
  const pids = { standin: standin.pid, database: await books.serverPid(parentOf) };
  const start = { databaseUrl: server.url, dataDir, marketplace: standin.origin, meanPauseMs };
  const leg = async (ledger: Plan['ledger'], forSeconds: number): Promise<Leg> => {
    say(`the engine, ${names[ledger]}: ${forSeconds} s`);
    const engine = startEngine();
    closers.push(() => engine.stop());
    const plan = { bots, warmUpMs, seconds: forSeconds, profile: flags.profile && ledger === 'safe', ledger };
    return runLeg({ plan, engine, start, pids, books, readJournal, say });
  };

  const safe = await leg('safe', seconds);
  const unsettled = await books.unsettled();
  const beside = flags.only
    ? null
    : { unsafe: await leg('none', besideSeconds), single: await leg('one-commit', besideSeconds) };
  say(`a bare HTTP client: ${bareSeconds} s`);
  const before = cpuSeconds(standin.pid);
  const client = await shareAtFullSpeed(standin.origin, sellers, bareSeconds);
  const bare = { ...client, perStandinCore: client.shares / (cpuSeconds(standin.pid) - before) };

  const seen = { bots, meanPauseMs, safe, beside, bare };
  const groups = rowsOf(seen);
  const about = `${bots} bots, a share every ${meanPauseMs / 1000} s each, for ${Math.round(safe.seconds)} s · ${machine()}, PostgreSQL ${await books.version()}`;
  if (flags.json) console.log(JSON.stringify({ about, at: new Date().toISOString(), groups, ...seen }));
  else {
    console.log(`\n${about}\n${table(groups)}`);
    for (const [why, count] of Object.entries({ ...safe.report.refused, ...safe.report.warnings, ...unsettled }))
      console.log(`  ${count} × ${why}`);
    for (const { where, part } of safe.report.hot) console.log(`${(part * 100).toFixed(1).padStart(6)} %  ${where}`);
  }
  return groups.every(({ rows }) => rows.every((row) => row.must === undefined || gradeOf(row) !== 'missed'));
}

async function prepare(url: string, dataDir: string, origin: string) {
  const database = await openPostgres({ url, max: 2, ...quiet });
  const begun = performance.now();
  try {
    return await fillSellers({
      count: bots,
      kept: bareSellers,
      origin,
      database,
      dataDir,
      onProgress(done) {
        const took = (performance.now() - begun) / 1000;
        if (done % 2_000 === 0 || done === bots) say(`${done} of ${bots} sellers signed in, ${took.toFixed(0)} s`);
      },
    });
  } finally {
    await database.close();
  }
}

/** Closes everything in the order of dependencies, and only once. */
function closeAll(): Promise<void> {
  closing ??= (async () => {
    for (const close of closers.splice(0).reverse()) await (async () => close())().catch(() => {});
  })();
  return closing;
}

function wholeNumber(flag: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  console.error(`${flag} must be a whole number from 1 to ${most}, not "${text}".`);
  process.exit(64);
}

function say(words: string): void {
  console.error(words);
}

function complain(fields: object, message: string): void {
  console.error(message, fields);
}
