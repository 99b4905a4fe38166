// The chaos command: runs the legs and says whether every promise was kept.

import path from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '#domain/random/seeded.ts';
import { faults as allFaults } from './faults/faults.ts';
import { type Leg, legsOf, usualLegs, usualPauseMs } from './legs.ts';
import { runLeg } from './run.ts';
import { brokenIn, goneProofs, summarize, writeFaults } from './summary.ts';

const faults = allFaults.filter(({ weight }) => weight > 0).map(({ name }) => name);

const usage = `npm run chaos -- --minutes 30 [--seed 1] [--sellers 100] [--workers 3] [--webs 2] [--every 30] [--faults NAMES] [--old FOLDER]

Runs web processes and workers as they are shipped, with sellers who use them, and causes a fault about every 30 seconds (--every).
Before that it measures a calm time, to compare with. --old names a checkout of an older version, which all programs run until they
are started again.
The faults: ${faults.join(', ')}.

npm run chaos -- [--kills 200] [--seed 1] [--legs ${usualLegs}]

Kills workers at random moments while sellers share on the practice marketplace, freezes them for longer than their lease and
restarts the database under them. The leg roll replaces workers one after the other while the schema grows. The legs restarted and
crashed measure how soon bots share again once the database answers.

npm run chaos -- --legs disk [--kills 200]

Fills the disk under PostgreSQL, ten times for 200 kills. It mounts a small disk in memory, so it needs root on Linux.

npm run chaos -- --legs synchronous,asynchronous

Kills a primary database in the middle of rounds and promotes its standby, once with synchronous and once with asynchronous
replication.

All of them compare the marketplace's journal with the ledger, and exit with 1 if a promise was broken.

npm run chaos -- --report

Prints the table of all faults with what proves each, and exits with 1 if a file that it names is gone.`;

const options = {
  kills: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  legs: { type: 'string', default: usualLegs },
  minutes: { type: 'string' },
  sellers: { type: 'string', default: '100' },
  workers: { type: 'string', default: '3' },
  webs: { type: 'string', default: '2' },
  every: { type: 'string', default: '30' },
  faults: { type: 'string' },
  old: { type: 'string' },
  report: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

async function run(): Promise<void> {
  const { values } = parseArgs({ options });
  const seed = Number(values.seed);
  if (values.help) refuse(0);
  if (values.report) {
    say(writeFaults());
    const gone = goneProofs();
    for (const file of gone) say(`Not found: ${file}`);
    process.exit(gone.length === 0 ? 0 : 1);
  }
  if (!Number.isInteger(seed)) refuse();
  const abort = new AbortController();
  // Stopping takes a moment and leaves nothing running. A terminal may send the signal twice: to this process and to its parent.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => abort.abort(new Error('broken off')));
  const world = { random: seeded(seed), say, signal: abort.signal };
  say(`Seed ${seed}. The moments of the faults follow from it; what runs beside them does not.`);
  const legs = values.minutes === undefined ? legsNamed(values.legs, wholeNumber(values.kills)) : [stormOf(values)];
  let isSound = true;
  try {
    for (const leg of legs) {
      const result = await runLeg(leg, world);
      say(`\n${summarize(leg, result)}\n`);
      isSound &&= brokenIn(leg, result).length === 0;
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    say('Stopped before the end, so nothing was checked.');
    process.exit(130);
  }
  say(isSound ? 'Every promise was kept.' : 'PROMISES WERE BROKEN, see above.');
  process.exit(isSound ? 0 : 1);
}

function legsNamed(names: string, kills: number): Leg[] {
  const legs = legsOf(kills);
  return names.split(',').map((name) => legs[name] ?? refuse());
}

type StormValues = Partial<Record<'minutes' | 'faults' | 'old', string>> &
  Record<'sellers' | 'workers' | 'webs' | 'every', string>;

function stormOf(values: StormValues): Leg {
  const only = values.faults?.split(',') ?? null;
  if (only?.some((one) => !faults.includes(one))) refuse();
  const minutes = Number(values.minutes) > 0 ? Number(values.minutes) : refuse();
  const [sellers = 0, workers = 0, webs = 0] = [values.sellers, values.workers, values.webs].map(wholeNumber);
  return {
    name: `${minutes} minutes, ${sellers} sellers, ${workers} workers, ${webs} web processes`,
    ...{ database: 'server', workers, webs, sellers, listings: 60, meanPauseMs: usualPauseMs },
    limits: { every: 4, first: 200, step: 150 },
    strikes: { minutes, everyMs: 1_000 * wholeNumber(values.every), only },
    blocksLogs: only === null || only.includes('blocked-log'),
    oldFolder: values.old === undefined ? null : path.resolve(values.old),
  };
}

const wholeNumber = (text: string): number => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : refuse());

function refuse(code = 64): never {
  say(usage);
  process.exit(code);
}

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

await run();
