// The engine in its own process, composed as the app composes it for ROLE=worker: real database, vault, job queue, and connector.
// Only its metrics differ, and in the comparison runs its ledger.
import { performance } from 'node:perf_hooks';
import type { Database } from '#domain/ports/database.ts';
import { openJobs } from '#server/adapters/jobs/pg-boss.ts';
import type { Log } from '#server/adapters/log/log.ts';
import { type Ledger, sendWindowMs } from '#server/features/bot/ledger/ledger.ts';
import { listingsJobs } from '#server/features/listings/jobs.ts';
import { limitHeapGrowth } from '#server/heap-growth.ts';
import { openBots } from '#tests/bots.ts';
import { lateness, tally } from './counts.ts';
import type { Answer, Ask } from './leg.ts';
import { answerAll } from './programs.ts';

/** Allows everything and writes nothing: shows what the engine could do without any safety. */
async function ledgerThatForgets(database: Database): Promise<Ledger> {
  const marketIds = await readMarketIds(database);
  const counts = new Map<string, number>();
  return {
    async reserve({ userId, roundId, listingId }) {
      const sharesToday = (counts.get(userId) ?? 0) + 1;
      counts.set(userId, sharesToday);
      return {
        kind: 'reserved',
        userId,
        roundId,
        listingId,
        reservedAt: Date.now(),
        marketId: marketIds.get(listingId) ?? '',
        tries: 1,
        sharesToday,
        sendBefore: performance.now() + sendWindowMs,
      };
    },
    settle: async () => true,
  };
}

async function readMarketIds(database: Database): Promise<Map<number, string>> {
  const marketIds = new Map<number, string>();
  for (let last = 0, page = -1; page !== 0; ) {
    const { rows } = await database.query<{ id: string; market: string }>(
      'select id, poshmark_id as market from listings where id > $1 order by id limit 50000',
      [last],
    );
    page = rows.length;
    for (const { id, market } of rows) {
      last = Number(id);
      marketIds.set(last, market);
    }
  }
  return marketIds;
}

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
  const { bot, closet, listings, queue, close } = await openBots({
    databaseUrl: ask.databaseUrl,
    origin: ask.marketplace,
    keys: { dataDir: ask.dataDir },
    log,
    openQueue: (database) => openJobs({ url: ask.databaseUrl, database, log }),
    own: async (database) => ({
      meanPauseMs: ask.meanPauseMs,
      measure: {
        shareSettled: outcomes.add,
        late(ms) {
          sent += 1;
          late.add(ms);
        },
        notReserved: refusals.add,
      },
      ...(ask.ledger === 'none' && { ledger: await ledgerThatForgets(database) }),
    }),
  });
  const worker = await bot.openWorker();
  await queue.work('closet.link', ({ userId }) => closet.linkStored(userId));
  await listingsJobs({ listings, queue });
  await queue.work('bot.resume', ({ userId }) => bot.resumeAfterSeller(userId));
  return {
    bots: () => worker.bots,
    commits: () => worker.commits,
    async close() {
      await worker.close();
      await close();
    },
  };
}

let engine: Engine | undefined;
let since = { at: 0, commits: 0, cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() };

function measure(): void {
  for (const counter of [outcomes, refusals, warnings, late]) counter.clear();
  since = {
    at: performance.now(),
    commits: engine?.commits() ?? 0,
    cpu: process.cpuUsage(),
    loop: performance.eventLoopUtilization(),
  };
}

function report(): Answer {
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
  return { kind: 'report', ...figures };
}

async function answer(ask: Ask): Promise<Answer> {
  switch (ask.kind) {
    case 'start':
      engine = await start(ask);
      return { kind: 'done' };
    case 'look':
      return { kind: 'look', bots: engine?.bots() ?? 0, sent };
    case 'measure':
      measure();
      return { kind: 'done' };
    case 'report':
      return report();
    case 'close':
      await engine?.close();
      return { kind: 'done' };
  }
}

answerAll(answer);
