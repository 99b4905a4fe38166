// The engine beside its peers on this machine: a job queue that makes the same requests and counts, and a browser for each bot.
// Linux only.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../bin/find-browser.ts';
import { type Fleet, withFleet } from '../engine/fleet.ts';
import type { Leg } from '../engine/leg.ts';
import { cpuSeconds, descendantsOf, machine, machineSeconds, parentOf, pssMb } from '../engine/processes.ts';
import { type Row, table } from '../engine/rows.ts';
import { type QueueFigures, type Spent, shareByQueue } from './queue.ts';

const restMs = 3_000;

type BrowserFigures = { blankMb: number; closetMb: number; processes: number };

/** The memory of all processes of one Chromium, as proportional set size. */
async function measureBrowser(closetUrl: string): Promise<BrowserFigures> {
  const mine = new Set(descendantsOf(process.pid));
  const browser: Browser = await chromium.launch({ executablePath: findBrowser(), headless: true });
  try {
    const page = await browser.newPage();
    await sleep(restMs);
    const all = () => descendantsOf(process.pid).filter((pid) => !mine.has(pid));
    const blankMb = pssOfAll(all());
    await page.goto(closetUrl);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await sleep(restMs);
    const pids = all();
    return { blankMb, closetMb: pssOfAll(pids), processes: pids.length };
  } finally {
    await browser.close();
  }
}

const pssOfAll = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + pssMb(pid), 0);

const { values: flags } = parseArgs({
  options: { bots: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '15' } },
});
const bots = Number(flags.bots);
const seconds = Number(flags.seconds);
if (!Number.isInteger(bots) || bots < 1 || !Number.isInteger(seconds) || seconds < 1) {
  console.error('npm run bench -- figures [--bots 10000] [--seconds 15]');
  process.exit(64);
}
/** Far less than a share takes, so the engine shares as fast as it can. */
const noPauseMs = 20;
const usualPauseMs = 2_000;
const warmUpMs = 5_000;
/** More than the engine shares in a run without pauses, so that no round ends before it. */
const mostSharesPerSecond = 10_000;
const listings = Math.max(60, Math.ceil((mostSharesPerSecond * (warmUpMs / 1000 + seconds)) / bots));

await withFleet({ bots, kept: bots, listings, journal: 3_000_000 }, measure);

async function measure({ share, adminUrl, standin, books, sellers }: Fleet): Promise<void> {
  const leg = (meanPauseMs: number): Promise<Leg> => {
    console.error(`the engine, pause ${meanPauseMs} ms`);
    return share({
      ledger: 'safe',
      warmUpMs,
      seconds,
      meanPauseMs,
      wholeRounds: true,
      isOverload: meanPauseMs === noPauseMs,
    });
  };
  const usual = await leg(usualPauseMs);
  const fast = await leg(noPauseMs);
  const databasePid = await books.serverPid(parentOf);
  // The queue's workers run in this process.
  const spent: Spent = () => {
    const { user, system } = process.cpuUsage();
    const ours = (user + system) / 1e6 + cpuSeconds(standin.pid) + cpuSeconds(databasePid);
    return { ours, all: machineSeconds() };
  };
  const byQueue = (areReady: boolean) => {
    console.error(`pg-boss, ${areReady ? 'its jobs ready' : 'creating its jobs meanwhile'}`);
    return shareByQueue({ url: adminUrl, origin: standin.origin, sellers, books, seconds, areReady, spent });
  };
  const ready = await byQueue(true);
  const creating = await byQueue(false);
  console.error('a headless browser');
  const browser = await measureBrowser(`${standin.origin}/closet/${sellers[0]?.session.handle}`);
  const rows = rowsOf({ usual, fast, ready, creating, browser });
  console.log(`\n${bots} bots, ${seconds} s each · ${machine()}\n${table([{ title: 'Figure', rows }])}`);
}

function rowsOf(seen: {
  usual: Leg;
  fast: Leg;
  ready: QueueFigures;
  creating: QueueFigures;
  browser: BrowserFigures;
}): Row[] {
  const { usual, fast, ready, creating, browser } = seen;
  const { engine, database } = usual.memory;
  const kbPerBot = ((engine.pss + database.pss) * 1024) / bots;
  return [
    { name: 'safe shares a second', value: fast.sharesPerSecond, note: `of ${fast.claimed} bots` },
    ...[
      { of: 'pg-boss, its jobs ready', queue: ready },
      { of: 'pg-boss, creating its jobs', queue: creating },
    ].flatMap(({ of, queue }) => [
      { name: `  of ${of}`, value: queue.sharesPerSecond, note: `${queue.failed} failed` },
      { name: '    ratio', value: fast.sharesPerSecond / queue.sharesPerSecond, least: 2, aim: 5 },
    ]),
    { name: '  processor time a share', value: microsOf(fast), unit: 'µs', note: othersOf(fast.cpu.others) },
    { name: '  of pg-boss, its jobs ready', value: ready.microsPerShare, unit: 'µs', note: othersOf(ready.others) },
    {
      name: '  of pg-boss, creating its jobs',
      value: creating.microsPerShare,
      unit: 'µs',
      note: othersOf(creating.others),
    },
    { name: 'memory of a bot (PSS)', value: kbPerBot, unit: 'KB', note: 'engine and database' },
    { name: '  browser, blank page (PSS)', value: browser.blankMb, unit: 'MB', note: `${browser.processes} processes` },
    { name: '  browser, closet page (PSS)', value: browser.closetMb, unit: 'MB' },
    { name: '  bots for one browser', value: (browser.closetMb * 1024) / kbPerBot, least: 1_000, aim: 5_000 },
    { name: 'lateness p99', value: usual.report.lateness.p99, unit: 'ms', most: 100, aim: 10 },
    { name: 'log written a share', value: usual.walBytesPerShare, unit: 'B' },
    { name: '  of pg-boss', value: ready.walBytesPerShare, unit: 'B', note: 'its job created, taken, and completed' },
    { name: '  ratio', value: usual.walBytesPerShare / ready.walBytesPerShare, most: 1, aim: 0.3 },
  ];
}

/** Of engine, marketplace, and database together. */
function microsOf({ cpu, sharesPerSecond }: Leg): number {
  return ((cpu.engine + cpu.standin + cpu.database) * 1e6) / sharesPerSecond;
}

function othersOf(cores: number): string {
  return `others used ${cores.toFixed(2)} cores`;
}
