// Compares the measurements with their limits.

import type { Leg } from './leg.ts';
import { coreCount } from './processes.ts';
import type { Row } from './rows.ts';

type Measured = {
  bots: number;
  meanPauseMs: number;
  safe: Leg;
  /** null if only the real engine was measured. */
  unsafe: Leg | null;
};

export function rowsOf({ bots, meanPauseMs, safe, unsafe }: Measured): { title: string; rows: Row[] }[] {
  const nominal = bots / (meanPauseMs / 1000);
  const { lateness } = safe.report;
  const rate = safe.sharesPerSecond;
  const { engine, standin, database } = safe.memory;
  const { books, journal } = safe;
  return [
    {
      title: 'The engine',
      rows: [
        { name: 'safe shares a second', value: rate, unit: '', must: nominal * 0.7, aim: nominal * 0.9 },
        { name: 'of the nominal rate', value: rate / nominal, unit: '', must: 0.7, aim: 0.9, note: `of ${nominal}` },
        { name: 'lateness p50', value: lateness.p50, unit: 'ms' },
        { name: 'lateness p99', value: lateness.p99, unit: 'ms', must: 250, aim: 100, isCeiling: true },
        { name: 'lateness max', value: lateness.max, unit: 'ms' },
        { name: 'memory, most (RSS)', value: engine.peak, unit: 'MB', must: 500, aim: 400, isCeiling: true },
        { name: 'memory at the end (PSS)', value: engine.pss, unit: 'MB' },
        {
          name: 'commits a second',
          value: safe.perSecond.writing,
          unit: '',
          must: 40,
          isCeiling: true,
          note: 'transactions that changed anything',
        },
        { name: '  of the ledger', value: safe.report.ledgerCommits / safe.report.seconds, unit: '' },
        { name: '  reading ones too', value: safe.perSecond.transactions, unit: '', note: 'all of the server' },
        { name: '  flushes of the log', value: safe.perSecond.walFlushes, unit: '' },
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
        { name: 'event loop of the engine', value: safe.report.loopBusy, unit: '', note: 'part of the time busy' },
        { name: 'memory: marketplace (PSS)', value: standin.pss, unit: 'MB' },
        { name: 'memory: database (PSS)', value: database.pss, unit: 'MB' },
        { name: 'memory: all three (PSS)', value: engine.pss + standin.pss + database.pss, unit: 'MB' },
      ],
    },
    {
      title: 'Whether the books agree, warm-up included',
      rows: [
        { name: 'confirmed by the ledger', value: books.confirmed, unit: '' },
        { name: 'taken by the marketplace', value: journal, unit: '', must: books.confirmed, aim: books.confirmed },
        {
          name: 'more than the ledger says',
          value: journal - books.confirmed - books.unknown,
          unit: '',
          must: 0,
          isCeiling: true,
        },
        { name: 'not confirmed, still open', value: books.unknown + books.open, unit: '', must: 0, isCeiling: true },
        { name: 'sums that differ', value: differing(books), unit: '', must: 0, isCeiling: true },
      ],
    },
  ];
}

function besideRows(rate: number, { report, claimed, sharesPerSecond, cpu }: Leg): Row[] {
  const late = `p99 ${report.lateness.p99} ms, ${claimed} bots claimed, engine ${Math.round(cpu.engine * 100)} % of a core`;
  return [
    { name: 'without a ledger', value: sharesPerSecond, unit: '', note: `shares a second, ${late}` },
    { name: 'safe to unsafe', value: rate / sharesPerSecond, unit: '', must: 0.7, aim: 0.9 },
  ];
}

const words = { engine: 'engine', standin: 'marketplace', database: 'database' };

/** The counts per day and per listing are stored beside the rows, and must match them. */
const differing = ({ confirmed, unknown, open, counted, raised }: Leg['books']): number =>
  Number(counted !== confirmed + unknown + open) + Number(raised !== confirmed);
