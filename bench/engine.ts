// Measures the engine under load: BOTS running bots, each with a share every two seconds. Marketplace and database run on the
// same machine, each in its own process. For comparison, it also measures the engine without its ledger. Linux only, because it reads
// processes from /proc.

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Fleet, withFleet } from './engine/fleet.ts';
import type { Leg, Plan } from './engine/leg.ts';
import { machine } from './engine/processes.ts';
import { areMet, table } from './engine/rows.ts';
import { rowsOf } from './engine/verdict.ts';

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
