// The engine in its own process, composed as the app composes it for ROLE=worker: real database, vault, job queue, and connector.
// Only its metrics differ, and in the comparison runs its ledger.

import { performance } from 'node:perf_hooks';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { databaseClock, hostClocks } from '#server/adapters/clock/clock.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { openJobs } from '#server/adapters/jobs/pg-boss.ts';
import type { Log } from '#server/adapters/log/log.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { createActivity } from '#server/features/activity/activity.ts';
import { createBot } from '#server/features/bot/bot.ts';
import { botJobs } from '#server/features/bot/jobs.ts';
import { alone } from '#server/features/bot/needs/needs.fixture.ts';
import { createCloset } from '#server/features/closet/closet.ts';
import { closetJobs } from '#server/features/closet/jobs.ts';
import { listingsJobs } from '#server/features/listings/jobs.ts';
import { createListings } from '#server/features/listings/listings.ts';
import { createMoney } from '#server/features/listings/money/write-money.ts';
import { alone as listingsAlone } from '#server/features/listings/needs/needs.fixture.ts';
import { limitHeapGrowth } from '#server/heap-growth.ts';
import { lateness, tally } from '../counts.ts';
import { type Answer, Ask } from '../messages.ts';
import { ledgerOfSingleCommits, ledgerThatForgets } from './ledgers.ts';
import { startProfile } from './profile.ts';

const outcomes = tally();
const refusals = tally();
const warnings = tally();
const late = lateness();
let sent = 0;

const warn = (fields: object, message: string): void => {
  warnings.add(message);
  if (process.env.BENCH_LOG) console.error(message, fields);
};
const log: Log = { debug() {}, info() {}, warn, error: warn };

limitHeapGrowth();

type Engine = { bots(): number; commits(): number; close(): Promise<void> };

async function start(ask: Extract<Ask, { kind: 'start' }>): Promise<Engine> {
  const database = await openPostgres({ url: ask.databaseUrl, max: 6, log });
  const clock = await databaseClock({ database, log });
  const vault = await openVault({ database, keys: loadSecretKeys({ dataDir: ask.dataDir }).keys });
  const queue = await openJobs({ url: ask.databaseUrl, database, log });
  const practice = connectMarketplace({ origin: ask.marketplace, userAgent: 'Hangtag/bench', clock });
  const activity = createActivity({ database, clock });
  const closet = createCloset({
    limit: async () => {},
    database,
    clock,
    vault,
    queue,
    activity,
    marketplaces: { real: null, practice },
    practiceAdmin: null,
    onDisconnect: async () => {},
  });
  const listings = createListings({
    ...listingsAlone,
    database,
    clock,
    closet,
    queue,
    activity,
    onMarketFailure: (...failure) => bot.onMarketFailure(...failure),
  });
  const single = ask.ledger === 'one-commit' ? ledgerOfSingleCommits(database, clock) : null;
  const ledger = ask.ledger === 'none' ? await ledgerThatForgets(database) : single;
  const bot = createBot({
    ...alone,
    database,
    clock,
    host: hostClocks,
    closet,
    listings,
    money: createMoney({ database, clock, closet }),
    vault,
    activity: { record: (tx, entry) => activity.record(tx, { ...entry, at: clock.now() }) },
    queue,
    random: Math.random,
    meanPauseMs: ask.meanPauseMs,
    measure: {
      shareSettled: outcomes.add,
      late(ms) {
        sent += 1;
        late.add(ms);
      },
      notReserved: refusals.add,
    },
    log,
    ...(ledger && { ledger }),
  });
  const worker = await bot.openWorker();
  await closetJobs({ closet, queue });
  await listingsJobs({ listings, queue });
  await botJobs({ bot, queue });
  return {
    bots: () => worker.bots,
    commits: () => worker.commits + (single?.commits ?? 0),
    async close() {
      await worker.close();
      await single?.drain();
      await practice.close();
      await queue.close();
      clock.stop();
      await database.close();
    },
  };
}

let engine: Engine | undefined;
let since = { at: 0, commits: 0, cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() };
let profile: Awaited<ReturnType<typeof startProfile>> | undefined;

async function measure(isProfiled: boolean): Promise<void> {
  for (const counter of [outcomes, refusals, warnings, late]) counter.clear();
  profile = isProfiled ? await startProfile() : undefined;
  since = {
    at: performance.now(),
    commits: engine?.commits() ?? 0,
    cpu: process.cpuUsage(),
    loop: performance.eventLoopUtilization(),
  };
}

async function report(): Promise<Answer> {
  const { user, system } = process.cpuUsage(since.cpu);
  const figures = {
    seconds: (performance.now() - since.at) / 1000,
    settled: outcomes.all(),
    refused: refusals.all(),
    lateness: late.read(),
    ledgerCommits: (engine?.commits() ?? 0) - since.commits,
    cpuSeconds: (user + system) / 1e6,
    loopBusy: performance.eventLoopUtilization(since.loop).utilization,
    warnings: warnings.all(),
  };
  return { kind: 'report', ...figures, hot: (await profile?.read()) ?? [] };
}

async function answer(ask: Ask): Promise<Answer> {
  switch (ask.kind) {
    case 'start':
      engine = await start(ask);
      return { kind: 'done' };
    case 'look':
      return { kind: 'look', bots: engine?.bots() ?? 0, sent };
    case 'measure':
      await measure(ask.profile);
      return { kind: 'done' };
    case 'report':
      return report();
    case 'close':
      await engine?.close();
      return { kind: 'done' };
  }
}

const reply = (words: Answer): void => void process.send?.(words);

process.on('message', (message: unknown) => {
  answer(Ask.parse(message)).then(reply, (error: unknown) =>
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
// The measuring program is gone, so nothing needs this process.
process.on('disconnect', () => process.exit(0));
