// One run of the engine, from its start to its measurements.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Books, BooksKeeper, Figures } from './database.ts';
import { cpuSeconds, machineSeconds, memoryMb, peakMb, residentMb } from './processes.ts';
import type { Talking } from './programs.ts';

/** Requests of the measuring program. Each gets one answer. */
export type Ask =
  | {
      kind: 'start';
      /** Contains a password, so it is sent over the channel and never on a command line. */
      databaseUrl: string;
      dataDir: string;
      marketplace: string;
      meanPauseMs: number;
      ledger: 'safe' | 'none';
    }
  | { kind: 'look' }
  /** Starts the counting. */
  | { kind: 'measure' }
  | { kind: 'report' }
  | { kind: 'close' };

type Report = {
  kind: 'report';
  seconds: number;
  /** Shares that were settled, by outcome. */
  settled: Record<string, number>;
  /** Reservations that were denied, by reason. */
  refused: Record<string, number>;
  /** Milliseconds after a share was due. Exact, because Hangtag's clock counts whole milliseconds. */
  lateness: { count: number; p50: number; p99: number; max: number };
  ledgerCommits: number;
  cpuSeconds: number;
  /** The fraction of time that the event loop was busy. */
  loopBusy: number;
  warnings: Record<string, number>;
};
export type Answer = { kind: 'done' } | { kind: 'look'; bots: number; sent: number } | Report;

/** An overloaded engine stops claiming. After this time it is measured with the bots that it has. */
const claimLimitMs = 120_000;
const checkEveryMs = 250;

export type Plan = {
  bots: number;
  warmUpMs: number;
  seconds: number;
  /** Between two shares of a bot, on average. */
  meanPauseMs: number;
  ledger: Extract<Ask, { kind: 'start' }>['ledger'];
  /** Every round begins with the run, for engines that would reach its end otherwise. */
  wholeRounds?: boolean;
  /** The bots are more than the engine can share for. It is measured with those that it has claimed. */
  isOverload?: boolean;
  /** Called when all bots are claimed, and warming up begins. */
  onClaimed?: () => void;
};

/** The measurements of one run of the engine. Processor time is in cores. */
export type Leg = {
  ledger: Plan['ledger'];
  seconds: number;
  sharesPerSecond: number;
  /** How many bots were running when measuring began, and how long it took to claim them. */
  claimed: number;
  claimedAfterS: number;
  report: Report;
  perSecond: Figures;
  walBytesPerShare: number;
  cpu: { engine: number; standin: number; database: number; others: number };
  memory: { engine: Memory; standin: Memory; database: Memory };
  /** Over the whole run, warm-up and end included. */
  books: Books;
  journal: number;
};
type Memory = { rss: number; pss: number; peak: number };

type Setup = {
  plan: Plan;
  engine: Talking<Ask, Answer>;
  start: Omit<Extract<Ask, { kind: 'start' }>, 'kind' | 'ledger' | 'meanPauseMs'>;
  pids: { standin: number; database: number };
  books: BooksKeeper;
  readJournal: () => Promise<number>;
};

/** One run: the engine claims the bots in their rounds, warms up, is measured, and closes normally. */
export async function runLeg(setup: Setup): Promise<Leg> {
  const { plan, engine, books, readJournal } = setup;
  await books.putIntoRounds(plan.meanPauseMs, { isWhole: plan.wholeRounds ?? false });
  await readJournal();
  const { claimed, claimedAfterS } = await claimAll(setup);
  plan.onClaimed?.();
  await sleep(plan.warmUpMs);
  const measured = await measure(setup);
  await engine.ask({ kind: 'close' }, 'done');
  await engine.stop();
  return {
    ledger: plan.ledger,
    claimed,
    claimedAfterS,
    ...figuresOf(measured),
    books: await books.books(),
    journal: await readJournal(),
  };
}

async function claimAll({ plan, engine, start }: Setup): Promise<{ claimed: number; claimedAfterS: number }> {
  const { ledger, meanPauseMs, isOverload = false } = plan;
  const begun = performance.now();
  await engine.ask({ kind: 'start', ...start, meanPauseMs, ledger }, 'done');
  const claimed = await untilClaimed(engine, plan.bots);
  const claimedAfterS = (performance.now() - begun) / 1000;
  if (claimed < plan.bots && ledger === 'safe' && !isOverload)
    throw new Error(`Only ${claimed} of ${plan.bots} bots were claimed in two minutes.`);
  console.error(`${claimed} of ${plan.bots} bots claimed after ${claimedAfterS.toFixed(1)} s, warming up`);
  return { claimed, claimedAfterS };
}

/** What the engine reports over `plan.seconds`, and what the processes have spent before and after them. */
async function measure({ plan, engine, pids, books }: Setup) {
  const classes = { engine: engine.pid, ...pids };
  const spent = () => ({
    engine: cpuSeconds(classes.engine),
    standin: cpuSeconds(classes.standin),
    database: cpuSeconds(classes.database),
    self: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    all: machineSeconds(),
    at: performance.now(),
  });
  await engine.ask({ kind: 'measure' }, 'done');
  const before = { spent: spent(), figures: await books.figures() };
  let peak = 0;
  for (const end = performance.now() + plan.seconds * 1000; performance.now() < end; ) {
    await sleep(Math.min(1000, Math.max(0, end - performance.now())));
    peak = Math.max(peak, residentMb(engine.pid));
  }
  const after = { spent: spent(), figures: await books.figures() };
  const report = await engine.ask({ kind: 'report' }, 'report');
  const memory = {
    engine: { ...memoryMb(engine.pid), peak },
    standin: { ...memoryMb(pids.standin), peak: peakMb(pids.standin) },
    database: { ...memoryMb(pids.database), peak: 0 },
  };
  return { before, after, report, memory };
}

function figuresOf({ before, after, report, memory }: Awaited<ReturnType<typeof measure>>) {
  const tookS = (after.spent.at - before.spent.at) / 1000;
  const cores = (part: 'engine' | 'standin' | 'database' | 'self' | 'all') =>
    (after.spent[part] - before.spent[part]) / tookS;
  const cpu = { engine: cores('engine'), standin: cores('standin'), database: cores('database') };
  const rate = (part: keyof Figures) => (after.figures[part] - before.figures[part]) / tookS;
  const shared = report.settled.shared ?? 0;
  return {
    seconds: report.seconds,
    sharesPerSecond: shared / report.seconds,
    report,
    perSecond: {
      transactions: rate('transactions'),
      writing: rate('writing'),
      walBytes: rate('walBytes'),
      walFlushes: rate('walFlushes'),
    },
    walBytesPerShare: (rate('walBytes') * report.seconds) / shared,
    cpu: {
      ...cpu,
      others: Math.max(0, cores('all') - cores('self') - cpu.engine - cpu.standin - cpu.database),
    },
    memory,
  };
}

async function untilClaimed(engine: Setup['engine'], bots: number): Promise<number> {
  const giveUpAt = performance.now() + claimLimitMs;
  for (;;) {
    const look = await engine.ask({ kind: 'look' }, 'look');
    if (look.bots >= bots || performance.now() > giveUpAt) return look.bots;
    await sleep(checkEveryMs);
  }
}
