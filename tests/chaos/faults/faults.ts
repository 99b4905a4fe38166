// The faults of a chaos run. Each ends on its own, so that the run can show what is left of it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '../world/programs.ts';
import {
  cutDatabase,
  endConnections,
  endDatabase,
  failOver,
  fullDisk,
  growSchema,
  killConnections,
  takeAllConnections,
} from './database-faults.ts';
import { at, between, type Fault, type Ground, lasting, measure, weather } from './ground.ts';

const anyAccount = ({ random, sellers }: Ground) => sellers[Math.floor(random() * sellers.length)]?.account;

/** What the marketplace does to one seller or to several. */
const storm =
  (sellers: number, effect: object, when: object = { op: 'share' }): Fault['run'] =>
  async (ground) => {
    for (let n = 0; n < sellers; n += 1) {
      const account = anyAccount(ground);
      await ground.standin.command('faults', {
        id: `storm-${ground.random()}`,
        when: { ...when, account },
        // biome-ignore lint/suspicious/noThenProperty: the wire calls it so; nothing awaits it
        then: effect,
      });
    }
    return true;
  };

const restart = async (place: Place, ground: Ground): Promise<void> => {
  await place.kill();
  ground.struckAt = Date.now();
  await place.start();
};

/** The other workers have this long to take over, before there is a new one. */
const takeOverMs = 8_000;

const lose = async (place: Place, ground: Ground): Promise<void> => {
  await place.kill();
  ground.struckAt = Date.now();
  await sleep(takeOverMs);
  await place.start();
};

/** Starts the next program before this one ends, while the schema grows. */
const upgrade = (place: Place, ground: Ground): Promise<void> =>
  place.replace(async () => {
    await growSchema(ground);
    ground.struckAt = Date.now();
  });

const stormMs = 10 * 60_000;

/**
 * The marketplace answers a few shares with a server error. Alone, it answers half of everything so for ten minutes, and the calls
 * for each reserved share are measured.
 */
async function serverErrors(ground: Ground): Promise<boolean> {
  if (!ground.isAlone) return storm(10, { case: 'E12', times: 2 })(ground);
  const { standin, database } = ground;
  const callsBefore = standin.journal.shareCalls();
  const since = new Date();
  // biome-ignore lint/suspicious/noThenProperty: the wire calls it so; nothing awaits it
  const half = { id: 'storm', when: { op: 'any', every: 2 }, then: { case: 'E12', times: -1 } };
  await standin.command('faults', half);
  await sleep(stormMs);
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from share_attempts where reserved_at >= $1',
    [since],
  );
  measure(ground, 'server-errors', (standin.journal.shareCalls() - callsBefore) / (rows[0]?.count ?? 0));
  await standin.clearFaults();
  return true;
}

/** The machine of a worker sleeps, or its event loop is blocked. */
const standStill = (kind: 'sleep' | 'block', howLong: (ground: Ground) => number) =>
  at('worker', async (place, ground) => {
    const ms = howLong(ground);
    place.send({ kind, ms });
    await sleep(ms + 500);
  });

/** 200 tries a second to sign in, at one web process. */
const floodSignIns = at('web', async ({ origin }, ground) => {
  const until = performance.now() + between(ground, 4_000, 8_000);
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'not-the-password' });
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  const tries: Promise<unknown>[] = [];
  while (performance.now() < until) {
    for (let n = 0; n < 10; n += 1)
      tries.push(
        fetch(`${origin}/api/login`, { method: 'POST', headers, body })
          .then((reply) => reply.arrayBuffer())
          .catch(() => {}),
      );
    await sleep(50);
  }
  await Promise.all(tries);
});

/** As many lines as the pipe and the program hold, and a third more: at 150 bytes, a program keeps 7,000. */
const linesUntilFull = 9_500;

/** Nobody reads the log of a program, until long after its pipe is full. */
const blockLog = at(null, async (place, ground) => {
  place.readLog(false);
  for (let n = 0; n < linesUntilFull; n += 50) {
    await Promise.all(Array.from({ length: 50 }, () => place.askHealth().catch(() => {})));
    await sleep(20);
  }
  await sleep(between(ground, 5_000, 15_000));
  place.readLog(true);
});

export const faults: readonly Fault[] = [
  { name: 'kill-worker', weight: 6, run: at('worker', restart) },
  { name: 'kill-web', weight: 3, run: at('web', restart) },
  {
    name: 'freeze',
    weight: 2,
    run: at('worker', async (place, ground) => {
      place.signal('SIGSTOP');
      await sleep(lasting(ground, [5_500, 12_500]));
      place.signal('SIGCONT');
    }),
  },
  { name: 'sleep', weight: 2, run: standStill('sleep', (ground) => lasting(ground, [2_500, 10_000])) },
  { name: 'block', weight: 2, run: standStill('block', (ground) => between(ground, 2_000, 15_000)) },
  {
    name: 'clock',
    weight: 3,
    run: at(null, async (place, ground) => {
      const stepMs = (ground.random() < 0.5 ? -1 : 1) * between(ground, 60_000, 7_200_000);
      place.send({ kind: 'clock', stepMs });
      await sleep(1_000);
    }),
  },
  {
    name: 'disk',
    weight: 1,
    run: at('worker', async (place) => {
      place.send({ kind: 'disk', freeBytes: 1_000 });
      await sleep(12_000);
      place.send({ kind: 'disk', freeBytes: null });
    }),
  },
  { name: 'restart-database', weight: 2, run: endDatabase('SIGINT') },
  { name: 'crash-database', weight: 1, run: endDatabase('SIGQUIT') },
  { name: 'kill-database', weight: 1, run: endDatabase('SIGKILL') },
  { name: 'end-connections', weight: 2, isOneAtATime: true, run: endConnections },
  { name: 'no-connections', weight: 1, run: takeAllConnections },
  { name: 'cut-database', weight: 3, run: at(null, cutDatabase) },
  { name: 'dead-database', weight: 1, run: at(null, killConnections) },
  {
    name: 'lost-commits',
    weight: 4,
    run: weather(null, 'database', [3_000, 8_000], (way) => way.loseCommits(0.2)),
  },
  {
    name: 'slow-database',
    weight: 2,
    run: weather(null, 'database', [3_000, 8_000], (way) => way.delay({ requests: 250, answers: 250 })),
  },
  {
    name: 'cut-marketplace',
    weight: 2,
    run: weather('worker', 'marketplace', [500, 4_000], (way) => way.cut()),
  },
  {
    name: 'dead-marketplace',
    weight: 1,
    run: weather('worker', 'marketplace', [1_000, 4_000], (way) => way.swallow()),
  },
  {
    name: 'slow-marketplace',
    weight: 2,
    run: weather(null, 'marketplace', [4_000, 10_000], (way) => way.delay({ answers: 1_500 })),
  },
  { name: 'rate-limit', weight: 1, run: storm(1, { case: 'E7', times: 1, retryAfter: 60 }) },
  { name: 'server-errors', weight: 2, isOneAtATime: true, run: serverErrors },
  { name: 'human-check', weight: 1, run: storm(1, { case: 'E4', times: 1 }) },
  { name: 'slow-answer', weight: 2, run: storm(5, { case: 'ok', times: 1, delayMs: 12_000 }) },
  { name: 'reset-after-accept', weight: 3, run: storm(10, { case: 'reset', times: 1 }) },
  { name: 'reset-price', weight: 3, run: storm(10, { case: 'reset', times: 1 }, { op: 'update' }) },
  {
    name: 'end-session',
    weight: 2,
    async run(ground) {
      await ground.standin.command('sessions/expire', { account: anyAccount(ground) });
      return true;
    },
  },
  { name: 'login-flood', weight: 1, run: floodSignIns },
  { name: 'blocked-log', weight: 1, run: blockLog },
  { name: 'roll', weight: 3, run: at(null, (place) => place.replace()) },
  { name: 'new-schema', weight: 1, run: growSchema },
  // Only for legs that ask for them, because each needs a world of its own.
  { name: 'lose-worker', weight: 0, run: at('worker', lose) },
  { name: 'upgrade', weight: 0, run: at('worker', upgrade) },
  { name: 'full-disk', weight: 0, run: fullDisk },
  { name: 'failover', weight: 0, run: failOver },
];
