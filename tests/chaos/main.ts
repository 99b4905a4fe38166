/** The chaos command: runs the legs and says whether every promise was kept. */

import { parseArgs } from 'node:util';
import { runFailovers } from './failover.ts';
import { type Leg, type LegResult, runLeg, shortTimes } from './run.ts';
import { seeded } from './seeded.ts';
import { strikes } from './strikes.ts';

const usage = `npm run chaos -- [--kills 200] [--seed 1] [--legs embedded,workers,usual,frozen,restarts,reborn,restart,takeover|failover]

Kills workers at random moments while sellers share on the practice marketplace, freezes them for longer than their lease and
restarts the database under them, then compares the marketplace's journal with the ledger. The leg failover runs alone: a primary
dies and its standby is promoted, once with synchronous and once with asynchronous replication for every 200 kills. Ends with 1
where a promise was broken.`;

/** Hangtag's own pause between two shares. */
const usualPauseMs = 2_000;
const size = { sellers: 12, listings: 300, meanPauseMs: 250, restEvery: 20 };

/**
 * Half of the kills go to each of the two setups of Hangtag. A few more run with Hangtag's own lease and deadlines. A tenth as
 * many strikes are freezes, and restarts of the database between kills.
 */
const legsOf = (kills: number): Record<string, Leg> => ({
  embedded: {
    ...size,
    name: 'embedded database, one worker',
    database: 'embedded',
    workers: 1,
    kills: Math.floor(kills / 2),
    strikes: ['kill'],
    times: shortTimes,
  },
  workers: {
    ...size,
    name: 'PostgreSQL, two workers',
    database: 'server',
    workers: 2,
    kills: Math.ceil(kills / 2),
    strikes: ['kill'],
    times: shortTimes,
  },
  usual: {
    ...size,
    name: 'PostgreSQL, two workers, usual times',
    database: 'server',
    workers: 2,
    kills: Math.ceil(kills / 50),
    strikes: ['kill', 'freeze'],
    times: null,
    restEvery: 1,
  },
  frozen: {
    ...size,
    name: 'PostgreSQL, three workers that freeze',
    database: 'server',
    workers: 3,
    kills: Math.ceil(kills / 10),
    strikes: ['freeze'],
    times: shortTimes,
    restEvery: 5,
  },
  reborn: {
    ...size,
    name: 'one worker whose embedded database ends under it',
    database: 'embedded',
    workers: 1,
    kills: Math.ceil(kills / 20),
    strikes: ['database', 'kill'],
    times: shortTimes,
    restEvery: 5,
  },
  restart: {
    ...size,
    name: 'embedded database, one worker, as it is shipped',
    database: 'embedded',
    workers: 1,
    kills: Math.ceil(kills / 20),
    strikes: ['kill'],
    times: null,
    meanPauseMs: usualPauseMs,
    restEvery: 1,
    recovery: { from: 'ready', limitMs: 3_000 },
  },
  takeover: {
    ...size,
    name: 'PostgreSQL, two workers, one of which dies',
    database: 'server',
    workers: 2,
    kills: Math.ceil(kills / 20),
    strikes: ['kill'],
    times: null,
    meanPauseMs: usualPauseMs,
    restEvery: 1,
    recovery: { from: 'death', limitMs: 8_000 },
  },
  restarts: {
    ...size,
    name: 'two workers and a PostgreSQL that restarts',
    database: 'server',
    workers: 2,
    kills: Math.ceil(kills / 10),
    strikes: ['database', 'kill', 'freeze'],
    times: shortTimes,
    restEvery: 5,
  },
});

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      legs: { type: 'string', default: 'embedded,workers,usual,frozen,restarts,reborn,restart,takeover' },
      help: { type: 'boolean' },
    },
  });
  const kills = Number(values.kills);
  if (values.legs === 'failover') process.exit((await runFailovers(Math.ceil(kills / 200), say)) ? 0 : 1);
  const seed = Number(values.seed);
  const legs = values.legs.split(',').map((name) => legsOf(kills)[name]);
  if (values.help || !Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed) || legs.includes(undefined)) {
    say(usage);
    process.exit(values.help ? 0 : 64);
  }
  const random = seeded(seed);
  say(`Seed ${seed}. The moments of the strikes follow from it; what runs beside them does not.`);
  let isSound = true;
  const abort = new AbortController();
  // Stopping takes a moment and leaves nothing running.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort(new Error('broken off')));
  for (const leg of legs) {
    if (leg === undefined) continue;
    const result = await runLeg(leg, { random, say, signal: abort.signal });
    say(`\n${summary(leg, result)}\n`);
    isSound &&= result.violations.length === 0;
  }
  say(isSound ? 'Every promise was kept.' : 'PROMISES WERE BROKEN, see above.');
  process.exit(isSound ? 0 : 1);
}

const summary = (leg: Leg, result: LegResult): string =>
  [
    `${leg.name}: ${strikesDone(result.done)} in ${result.seconds} s`,
    `  ${result.bots} bots, ${result.rounds} rounds, ${result.accepted} shares accepted by the marketplace`,
    `  ledger: ${result.confirmed} confirmed, ${result.unknown} unknown, ${result.refused} refused`,
    `  at most ${result.mostUnknownPerKill} unknown for a bot and strike; slowest to share again${whence(leg)}: ${(result.slowestResumeMs / 1000).toFixed(1)} s`,
    ...(result.violations.length === 0
      ? ['  nothing shared twice in a round, no limit passed, nothing accepted without a row, all counts right']
      : result.violations.map((words) => `  BROKEN: ${words}`)),
  ].join('\n');

const whence = ({ recovery }: Leg): string =>
  recovery === undefined ? ' after one' : recovery.from === 'ready' ? ' once ready' : ' after a death';

/** "3 × kill, 1 × freeze": the strikes of a leg. */
function strikesDone(done: LegResult['done']): string {
  const words = { kill: 'kill', freeze: 'freeze', database: 'restart of the database' };
  const counted = strikes.flatMap((one) => (done[one] === 0 ? [] : [`${done[one]} × ${words[one]}`]));
  return counted.join(', ');
}

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

await run();
