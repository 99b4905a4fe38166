// The chaos command: runs the legs and says whether every promise was kept.

import path from 'node:path';
import { parseArgs } from 'node:util';
import { leastPauseMs } from '#domain/bot/pace.ts';
import { runFailovers } from './failover/failover.ts';
import { goneProofs, writeFaults } from './fault-table.ts';
import type { Leg } from './leg/leg.ts';
import { legsOf, usualPauseMs } from './leg/legs.ts';
import { faults } from './mixed/faults.ts';
import { type MixedLeg, runMixed } from './mixed/mixed.ts';
import { summarizeMixed, whatIsMissing } from './mixed/summary.ts';
import { type LegResult, runLeg } from './run.ts';
import { seeded } from './seeded.ts';
import { type Strike, strikes } from './strikes.ts';

const usage = `npm run chaos -- --minutes 30 [--seed 1] [--sellers 100] [--workers 3] [--webs 2] [--every 30] [--faults NAMES] [--old FOLDER]

Runs web processes and workers as they are shipped, with sellers who use them, and causes a fault about every 30 seconds (--every).
Before that it measures a calm time, to compare with. --old names a checkout of an older version, which all programs run until they
are started again.
The faults: ${faults.map(({ name }) => name).join(', ')}.

npm run chaos -- [--kills 200] [--seed 1] [--legs embedded,workers,usual,frozen,restarts,reborn,restart,takeover,roll,restarted,crashed]

Kills workers at random moments while sellers share on the practice marketplace, freezes them for longer than their lease and
restarts the database under them. The leg roll replaces workers one after the other while the schema grows. The legs restarted and
crashed measure how soon bots share again once the database answers.

npm run chaos -- --legs disk [--kills 200]

Fills the disk under PostgreSQL, ten times for 200 kills. It mounts a small disk in memory, so it needs root on Linux.

npm run chaos -- --legs failover [--kills 200]

Kills a primary database in the middle of rounds and promotes its standby, once with synchronous and once with asynchronous
replication for every 200 kills.

All of them compare the marketplace's journal with the ledger, and exit with 1 if a promise was broken.

npm run chaos -- --report

Prints the table of all faults with what proves each, and exits with 1 if a file that it names is gone.`;

const options = {
  kills: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  legs: {
    type: 'string',
    default: 'embedded,workers,usual,frozen,restarts,reborn,restart,takeover,roll,restarted,crashed',
  },
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
  let isSound: boolean;
  try {
    isSound =
      values.minutes === undefined
        ? await runLegs(values.legs, wholeNumber(values.kills), world)
        : await runOneMixed({ ...values, minutes: values.minutes }, world);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    say('Stopped before the end, so nothing was checked.');
    process.exit(130);
  }
  say(isSound ? 'Every promise was kept.' : 'PROMISES WERE BROKEN, see above.');
  process.exit(isSound ? 0 : 1);
}

type World = { random: () => number; say: (words: string) => void; signal: AbortSignal };

async function runLegs(names: string, kills: number, world: World): Promise<boolean> {
  if (names === 'failover') return runFailovers(Math.ceil(kills / 200), say);
  const legs = names.split(',').map((name) => legsOf(kills)[name] ?? refuse());
  let isSound = true;
  for (const leg of legs) {
    const result = await runLeg(leg, world);
    say(`\n${summary(leg, result)}\n`);
    isSound &&= result.violations.length === 0;
  }
  return isSound;
}

type MixedValues = Record<'minutes' | 'sellers' | 'workers' | 'webs' | 'every', string> & {
  faults?: string;
  old?: string;
};

async function runOneMixed(values: MixedValues, world: World): Promise<boolean> {
  const only = values.faults?.split(',') ?? null;
  if (only?.some((one) => !faults.some(({ name }) => name === one))) refuse();
  const leg: MixedLeg = {
    minutes: Number(values.minutes) > 0 ? Number(values.minutes) : refuse(),
    sellers: wholeNumber(values.sellers),
    workers: wholeNumber(values.workers),
    webs: wholeNumber(values.webs),
    meanPauseMs: usualPauseMs,
    everyMs: 1_000 * wholeNumber(values.every),
    only,
    oldFolder: values.old === undefined ? null : path.resolve(values.old),
  };
  const result = await runMixed(leg, world);
  say(`\n${summarizeMixed(leg, result)}\n`);
  const missing = whatIsMissing(leg, result);
  if (missing !== null) say(`  BROKEN: ${missing}`);
  return result.violations.length === 0 && missing === null;
}

const wholeNumber = (text: string): number => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : refuse());

function refuse(code = 64): never {
  say(usage);
  process.exit(code);
}

const summary = (leg: Leg, result: LegResult): string =>
  [
    `${leg.name}: ${strikesDone(result.done)} in ${result.seconds} s`,
    `  ${result.bots} bots, ${result.rounds} rounds, ${result.accepted} shares accepted by the marketplace`,
    `  ledger: ${result.confirmed} confirmed, ${result.unknown} unknown, ${result.refused} refused`,
    `  at most ${result.mostUnknownPerKill} unknown for a bot and strike; slowest to share again${sinceWhat(leg)}: ${(result.slowestResumeMs / 1000).toFixed(1)} s`,
    `  shortest pause between two shares of a seller: ${result.shortestPauseMs} ms of ${leastPauseMs(leg.meanPauseMs)}`,
    ...(result.violations.length === 0
      ? ['  nothing shared twice in a round, no limit passed, nothing accepted without a row, all counts right']
      : result.violations.map((words) => `  BROKEN: ${words}`)),
  ].join('\n');

const sinceWhat = ({ recovery }: Leg): string =>
  recovery === undefined
    ? ' after one'
    : {
        ready: ' once ready',
        death: ' after a death',
        order: ' after the order to end',
        back: ' once the database answers again',
      }[recovery.from];

/** "3 × kill, 1 × freeze": the strikes of a leg. */
function strikesDone(done: LegResult['done']): string {
  const words: Record<Strike, string> = {
    kill: 'kill',
    roll: 'replacement',
    freeze: 'freeze',
    sleep: 'sleep',
    clock: 'step of the clock',
    cut: 'cut from the database',
    commits: 'loss of commits',
    database: 'restart of the database',
    restart: 'restart of the database',
    crash: 'crash of the database',
    disk: 'full disk',
  };
  const counted = strikes.flatMap((one) => (done[one] === 0 ? [] : [`${done[one]} × ${words[one]}`]));
  return counted.join(', ');
}

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

await run();
