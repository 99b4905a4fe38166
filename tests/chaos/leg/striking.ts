// Strikes the workers and the database of a leg, and measures how soon bots share again.

import { setTimeout as sleep } from 'node:timers/promises';
import { growSchema } from '../mixed/database-faults.ts';
import type { Running } from '../processes.ts';
import { fillDisk } from '../small-disk.ts';
import { howToEnd, hurt, restartDatabase, type Strike, strikes } from '../strikes.ts';
import type { Leg } from './leg.ts';
import type { Place } from './place.ts';
import { lostBots, owners, type Seller } from './sellers.ts';

/** Running bots must share again within this time, whatever was killed. */
const resumeLimitMs = 30_000;
/** A share in flight at a kill is accepted within this time, so it does not show that the bot shares again. */
const inFlightSlackMs = 300;

type Striking = {
  readonly leg: Leg;
  readonly random: () => number;
  readonly place: Place;
  readonly sellers: readonly Seller[];
  /** When something was struck, and when it worked again. */
  readonly kills: number[];
  readonly healed: number[];
  readonly done: Record<Strike, number>;
  readonly violations: string[];
  slowestResumeMs: number;
};

export const newStriking = (given: Pick<Striking, 'leg' | 'random' | 'place' | 'sellers'>): Striking => ({
  ...given,
  kills: [],
  healed: [],
  done: Object.fromEntries(strikes.map((one) => [one, 0])) as Record<Strike, number>,
  violations: [],
  slowestResumeMs: 0,
});

/** Waits for a share of each bot from now on. */
export const waitForShares = (striking: Striking): Promise<void> =>
  waitForSharesOf(striking, striking.sellers, { since: Date.now(), from: Date.now() });

/** Waits for a share of each of these bots after `since`, and measures how long after `from` it came. */
async function waitForSharesOf(
  striking: Striking,
  sellers: readonly Seller[],
  { since, from }: { since: number; from: number },
): Promise<void> {
  const { leg, place, violations } = striking;
  const limitMs = limitOf(leg);
  for (const { account } of sellers) {
    const first = () => place.journal.firstAfter(account, since);
    while (first() === null && Date.now() - since < resumeLimitMs) await sleep(100);
    const took = (first() ?? Number.POSITIVE_INFINITY) - from;
    if (took > limitMs) violations.push(`${account} did not share again within ${limitMs / 1000} s`);
    if (Number.isFinite(took)) striking.slowestResumeMs = Math.max(striking.slowestResumeMs, took);
  }
}

const limitOf = ({ recovery }: Leg): number => recovery?.limitMs ?? resumeLimitMs;

/** Strikes one worker, or the database under it. */
export async function strikeOnce(striking: Striking): Promise<void> {
  const { leg, random, place, kills, done } = striking;
  const victim = Math.floor(random() * place.workers.length);
  const worker = place.workers[victim];
  if (!worker) return;
  const which = leg.inTurn ? kills.length % leg.strikes.length : Math.floor(random() * leg.strikes.length);
  const strike = leg.strikes[which] ?? 'kill';
  const chance = random();
  done[strike] += 1;
  if (strike === 'kill') await kill(striking, worker, victim);
  else if (strike === 'roll') await replace(striking, worker, victim);
  else {
    kills.push(Date.now());
    await disturb(striking, worker, { strike, victim, chance });
    const backAt = Date.now();
    striking.healed.push(backAt);
    if (leg.recovery?.from === 'back')
      await waitForSharesOf(striking, striking.sellers, { since: backAt, from: backAt });
  }
}

async function kill(striking: Striking, worker: Running, victim: number): Promise<void> {
  const { leg, place, sellers, kills } = striking;
  const owned = await owners(place.product);
  await worker.kill();
  const diedAt = Date.now();
  kills.push(diedAt);
  if (leg.recovery?.from === 'death') {
    // The other workers take over before there is a new one.
    await sleep(limitOf(leg));
    const lost = await lostBots(place.product, owned);
    const waited = sellers.filter(({ userId }) => lost.has(userId));
    await waitForSharesOf(striking, waited, { since: diedAt + inFlightSlackMs, from: diedAt });
  }
  place.workers[victim] = await place.spawnAt(victim);
  if (leg.recovery?.from === 'ready')
    await waitForSharesOf(striking, sellers, { since: diedAt + inFlightSlackMs, from: Date.now() });
}

/** Starts the next worker before this one ends, while the schema grows. */
async function replace(striking: Striking, worker: Running, victim: number): Promise<void> {
  const { leg, random, place, sellers, kills } = striking;
  place.workers[victim] = await place.spawnAt(victim);
  await growSchema(place.product.database, random);
  const orderedAt = Date.now();
  kills.push(orderedAt);
  await worker.end();
  if (leg.recovery) await waitForSharesOf(striking, sellers, { since: orderedAt + inFlightSlackMs, from: orderedAt });
}

/** Leaves the worker alive. */
async function disturb(
  { leg, place }: Striking,
  worker: Running,
  { strike, victim, chance }: { strike: Exclude<Strike, 'kill' | 'roll'>; victim: number; chance: number },
): Promise<void> {
  const way = place.ways[victim];
  if (strike === 'database' || strike === 'restart' || strike === 'crash')
    await restartDatabase(place.cluster, place.product.database, howToEnd(strike, chance));
  else if (strike === 'disk') {
    const makeRoom = fillDisk(place.dataDir);
    await sleep(longerThanLease(leg) * (1 + 2 * chance));
    makeRoom();
  } else if (way)
    await hurt(worker, way, { how: strike, ms: longerThanLease(leg) * (1 + (leg.inTurn ? 0.2 : 2) * chance) });
}

/** A little longer than a worker's lease, in milliseconds. Hangtag's own lease is five seconds. */
const longerThanLease = ({ times }: Leg): number => 1.1 * (times?.leaseMs ?? 5_000);
