// Measures the engine under load: BOTS running bots, each with a share every two seconds. Marketplace and database run on the
// same machine, each in its own process. For comparison, it also measures the engine without its ledger. Linux only, because it reads
// processes from /proc.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Fleet, withFleet } from './engine/fleet.ts';
import type { Leg, Plan } from './engine/leg.ts';
import { coreCount, machine } from './engine/processes.ts';
import { areMet, type Row, table } from './engine/rows.ts';

type Measured = {
  bots: number;
  meanPauseMs: number;
  safe: Leg;
  /** null if only the real engine was measured. */
  unsafe: Leg | null;
};

function rowsOf({ bots, meanPauseMs, safe, unsafe }: Measured): { title: string; rows: Row[] }[] {
  const nominal = bots / (meanPauseMs / 1000);
  const { lateness } = safe.report;
  const rate = safe.sharesPerSecond;
  const { engine, standin, database } = safe.memory;
  const { books, journal } = safe;
  return [
    {
      title: 'The engine',
      rows: [
        { name: 'safe shares a second', value: rate, least: nominal * 0.7, aim: nominal * 0.9 },
        { name: 'of the nominal rate', value: rate / nominal, least: 0.7, aim: 0.9, note: `of ${nominal}` },
        { name: 'lateness p50', value: lateness.p50, unit: 'ms' },
        { name: 'lateness p99', value: lateness.p99, unit: 'ms', most: 250, aim: 100 },
        { name: 'lateness max', value: lateness.max, unit: 'ms' },
        { name: 'memory, most (RSS)', value: engine.peak, unit: 'MB', most: 500, aim: 400 },
        { name: 'memory at the end (PSS)', value: engine.pss, unit: 'MB' },
        {
          name: 'commits a second',
          value: safe.perSecond.writing,
          most: 40,
          note: 'transactions that changed anything',
        },
        { name: '  of the ledger', value: safe.report.ledgerCommits / safe.report.seconds },
        { name: '  reading ones too', value: safe.perSecond.transactions, note: 'all of the server' },
        { name: '  flushes of the log', value: safe.perSecond.walFlushes },
        { name: 'log written a share', value: safe.walBytesPerShare, unit: 'B' },
        { name: 'all bots claimed after', value: safe.claimedAfterS, unit: 's' },
      ],
    },
    ...(unsafe ? [{ title: 'Beside an engine without its ledger', rows: besideRows(rate, unsafe) }] : []),
    {
      title: 'What it took',
      rows: [
        ...(['engine', 'standin', 'database'] as const).map((who) => ({
          name: `processor: ${words[who]}`,
          value: safe.cpu[who],
          unit: 'cores',
          note: `${((safe.cpu[who] / rate) * 1e6).toFixed(0)} µs a share`,
        })),
        { name: 'processor: anybody else', value: safe.cpu.others, unit: 'cores', note: `of ${coreCount()}` },
        { name: 'event loop of the engine', value: safe.report.loopBusy, note: 'part of the time busy' },
        { name: 'memory: marketplace (PSS)', value: standin.pss, unit: 'MB' },
        { name: 'memory: database (PSS)', value: database.pss, unit: 'MB' },
        { name: 'memory: all three (PSS)', value: engine.pss + standin.pss + database.pss, unit: 'MB' },
      ],
    },
    {
      title: 'Whether the books agree, warm-up included',
      rows: [
        { name: 'confirmed by the ledger', value: books.confirmed },
        { name: 'taken by the marketplace', value: journal, least: books.confirmed, aim: books.confirmed },
        { name: 'more than the ledger says', value: journal - books.confirmed - books.unknown, most: 0 },
        { name: 'not confirmed, still open', value: books.unknown + books.open, most: 0 },
        { name: 'sums that differ', value: differing(books), most: 0 },
      ],
    },
  ];
}

function besideRows(rate: number, { report, claimed, sharesPerSecond, cpu }: Leg): Row[] {
  const late = `p99 ${report.lateness.p99} ms, ${claimed} bots claimed, engine ${Math.round(cpu.engine * 100)} % of a core`;
  return [
    { name: 'without a ledger', value: sharesPerSecond, note: `shares a second, ${late}` },
    { name: 'safe to unsafe', value: rate / sharesPerSecond, least: 0.7, aim: 0.9 },
  ];
}

const words = { engine: 'engine', standin: 'marketplace', database: 'database' };

/** The counts per day and per listing are stored beside the rows, and must match them. */
const differing = ({ confirmed, unknown, open, counted, raised }: Leg['books']): number =>
  Number(counted !== confirmed + unknown + open) + Number(raised !== confirmed);

const { values: flags } = parseArgs({
  options: {
    bots: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    pause: { type: 'string', default: '2000' },
    only: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const bots = wholeNumber('--bots', flags.bots, 20_000);
const seconds = wholeNumber('--seconds', flags.seconds, 3_600);
const meanPauseMs = wholeNumber('--pause', flags.pause, 60_000);
const warmUpMs = 15_000;
/** The comparison needs no more time than this. */
const besideSeconds = Math.min(seconds, 20);
const names = { safe: 'as it is', none: 'without its ledger' };

console.error(`${machine()}, load ${loadavg()[0]?.toFixed(1)}`);
const journal = Math.ceil((bots / (meanPauseMs / 1000)) * (seconds + warmUpMs / 1000 + 30)) + 12 * bots + 100_000;
const isGood = await withFleet({ bots, kept: 0, journal }, measure);
process.exitCode = isGood ? 0 : 1;

async function measure({ share, books }: Fleet): Promise<boolean> {
  const leg = (ledger: Plan['ledger'], forSeconds: number): Promise<Leg> => {
    console.error(`the engine, ${names[ledger]}: ${forSeconds} s`);
    return share({ ledger, warmUpMs, seconds: forSeconds, meanPauseMs });
  };
  const safe = await leg('safe', seconds);
  const unsettled = await books.unsettled();
  const unsafe = flags.only ? null : await leg('none', besideSeconds);

  const seen = { bots, meanPauseMs, safe, unsafe };
  const groups = rowsOf(seen);
  const about = `${bots} bots, a share every ${meanPauseMs / 1000} s each, for ${Math.round(safe.seconds)} s · ${machine()}, PostgreSQL ${await books.version()}`;
  if (flags.json) console.log(JSON.stringify({ about, at: new Date().toISOString(), groups, ...seen }));
  else {
    console.log(`\n${about}\n${table(groups)}`);
    for (const [why, count] of Object.entries({ ...safe.report.refused, ...safe.report.warnings, ...unsettled }))
      console.log(`  ${count} × ${why}`);
  }
  return groups.every(({ rows }) => areMet(rows));
}

function wholeNumber(flag: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  console.error(`${flag} must be a whole number from 1 to ${most}, not "${text}".`);
  process.exit(64);
}
