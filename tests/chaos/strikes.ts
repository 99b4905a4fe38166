// Strikes what a leg has: at random moments, compared with a calm time, or one strike after the other.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#domain/ports/database.ts';
import { faults } from './faults/faults.ts';
import type { Ground } from './faults/ground.ts';
import { type Counted, resumeLimitMs, type Timed } from './legs.ts';
import { isMode } from './world/world.ts';

export type RunningCount = {
  seconds: number;
  /** What the marketplace accepted. */
  shares: number;
  /** The time in which bots were neither stopped nor paused, all bots together. */
  botSeconds: number;
  /** The most memory of one program. */
  mostMb: number;
};

type Totals = {
  done: Record<string, number>;
  slowestResumeMs: number;
  /** Without and with faults; null if strikes are counted. */
  compared: { calm: RunningCount; stormy: RunningCount } | null;
  violations: string[];
  /** When something was struck, and when it worked again; null if any number of shares may be unknown. */
  moments: number[] | null;
};

export const strike = (ground: Ground): Promise<Totals> => {
  const { strikes } = ground.leg;
  return 'minutes' in strikes ? storm(ground, strikes) : strikeInOrder(ground, strikes);
};

const warmUpMs = 15_000;
/** At most this many faults are at work at once. */
const mostAtOnce = 3;

/** A calm time, and then faults at random moments while sellers use the web processes. */
async function storm(ground: Ground, strikes: Timed): Promise<Totals> {
  const { say } = ground;
  await sleep(warmUpMs);
  say('A calm time, to compare with…');
  const calm = await countRunning(ground, Math.max(60_000, strikes.minutes * 6_000));
  say(`${calm.shares} shares in ${Math.round(calm.seconds)} s. Now the faults…`);
  const striking = strikeRepeatedly(ground, strikes);
  const stormy = await countRunning(ground, strikes.minutes * 60_000);
  ground.isOver = true;
  return { done: await striking, slowestResumeMs: 0, compared: { calm, stormy }, violations: [], moments: null };
}

/** Strikes at random moments until the run is over. Resolves when the last fault has healed. */
async function strikeRepeatedly(ground: Ground, { only, everyMs }: Timed): Promise<Record<string, number>> {
  const { random, say } = ground;
  const chosen = faults.filter(({ name }) => only === null || only.includes(name));
  const lots = chosen.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
  const done: Record<string, number> = {};
  const atWork = new Map<Promise<unknown>, string>();
  while (!ground.isOver) {
    await sleep(Math.min(-Math.log(1 - random()) * everyMs, 3 * everyMs));
    if (ground.isOver || atWork.size >= mostAtOnce) continue;
    const fault = lots[Math.floor(random() * lots.length)];
    if (fault === undefined || (fault.isOneAtATime && [...atWork.values()].includes(fault.name))) continue;
    const work = fault
      .run(ground)
      .then(
        (struck) => {
          if (struck) done[fault.name] = (done[fault.name] ?? 0) + 1;
        },
        (error: unknown) => say(`${fault.name} could not be done: ${error instanceof Error ? error.message : error}`),
      )
      .finally(() => atWork.delete(work));
    atWork.set(work, fault.name);
    say(`  ${new Date().toISOString().slice(11, 19)} ${fault.name}`);
  }
  await Promise.all(atWork.keys());
  return done;
}

/**
 * Counts shares for `ms`, and for how long bots were to share, so that times with and without faults can be compared. While the
 * database is away, the last number of running bots counts on.
 */
async function countRunning({ database, places, standin, signal }: Ground, ms: number): Promise<RunningCount> {
  const begunAt = performance.now();
  const sharesBefore = standin.journal.accepted.length;
  let [botSeconds, running, mostMb, lookedAt] = [0, 0, 0, begunAt];
  while (performance.now() - begunAt < ms) {
    const { rows } = await database
      .query<{ running: number }>(`select count(*)::int as running from bots where state not in ('stopped', 'paused')`)
      .catch(() => ({ rows: [] }));
    running = rows[0]?.running ?? running;
    await sleep(1_000, undefined, { signal });
    mostMb = Math.max(mostMb, ...places.map((place) => place.memoryMb()));
    const now = performance.now();
    botSeconds += (running * (now - lookedAt)) / 1_000;
    lookedAt = now;
  }
  const seconds = (performance.now() - begunAt) / 1_000;
  return { seconds, shares: standin.journal.accepted.length - sharesBefore, botSeconds, mostMb };
}

/** A share in flight at a kill is accepted within this time, so it does not show that the bot shares again. */
const inFlightSlackMs = 300;
/** So that a promoted standby has had what it may not lose, and bots with a low limit reach it afterward. */
const aroundPromotionMs = 20_000;

/** One strike after the other. Measures how soon bots share again. */
async function strikeInOrder(ground: Ground, strikes: Counted): Promise<Totals> {
  const { leg, database, random, say, signal } = ground;
  const { journal } = ground.standin;
  const { recovery } = strikes;
  const seen = { done: {} as Record<string, number>, slowestResumeMs: 0, compared: null, violations: [] as string[] };
  const moments: number[] = [];
  /** Waits for a share of each of these bots after `from`. */
  const waitForShares = async (accounts: Iterable<string>, from: number, limitMs: number, slackMs = 0) => {
    for (const account of accounts) {
      const first = () => journal.firstAfter(account, from + slackMs);
      while (first() === null && Date.now() - from < 2 * resumeLimitMs) await sleep(100);
      const tookMs = (first() ?? Number.POSITIVE_INFINITY) - from;
      if (tookMs > limitMs) seen.violations.push(`${account} did not share again within ${limitMs / 1000} s`);
      if (Number.isFinite(tookMs)) seen.slowestResumeMs = Math.max(seen.slowestResumeMs, tookMs);
    }
  };
  const isPromotion = isMode(leg.database);
  const all = () => ground.sellers.filter(({ limit, limitStep }) => !isPromotion || limitStep > 0 || limit > 1_000);
  const accounts = () => all().map(({ account }) => account);

  await waitForShares(accounts(), Date.now(), 2 * resumeLimitMs);
  seen.slowestResumeMs = 0;
  if (isPromotion) await sleep(aroundPromotionMs);
  await everyKind(database);
  for (let count = 1; count <= strikes.count; count += 1) {
    if (!isPromotion) await sleep(200 + random() * (strikes.inTurn ? 800 : 3_800));
    signal?.throwIfAborted();
    const which = strikes.inTurn ? (count - 1) % strikes.faults.length : Math.floor(random() * strikes.faults.length);
    const fault = faults.find(({ name }) => name === strikes.faults[which]);
    if (fault === undefined) throw new Error(`There is no fault ${strikes.faults[which]}.`);
    const owners = recovery?.from === 'death' ? await ownersOf(database) : new Map<string, string>();
    const begunAt = Date.now();
    ground.struckAt = begunAt;
    await fault.run(ground);
    const backAt = Date.now();
    seen.done[fault.name] = (seen.done[fault.name] ?? 0) + 1;
    // A program that was killed has nothing more to lose.
    moments.push(ground.struckAt, ...(ground.struckAt === begunAt ? [backAt] : []));
    if (recovery?.from === 'back') await waitForShares(accounts(), backAt, recovery.limitMs);
    if (recovery?.from === 'order') await waitForShares(accounts(), ground.struckAt, recovery.limitMs, inFlightSlackMs);
    if (recovery?.from === 'death')
      await waitForShares(await lostBots(database, owners), ground.struckAt, recovery.limitMs, inFlightSlackMs);
    if (count % strikes.restEvery === 0 || count === strikes.count) {
      if (!recovery) await waitForShares(accounts(), Date.now(), resumeLimitMs);
      say(`${leg.name}: ${count} of ${strikes.count} strikes, ${journal.accepted.length} shares`);
    }
  }
  if (isPromotion) await sleep(1.5 * aroundPromotionMs);
  return { ...seen, moments: isPromotion ? null : moments };
}

/** Who owns each bot, by the seller's account at the marketplace. */
async function ownersOf(database: Database): Promise<Map<string, string>> {
  const { rows } = await database.query<{ account: string; owner: string }>(
    'select lower(handle) as account, owner from bots join closets using (user_id) where owner is not null',
  );
  return new Map(rows.map(({ account, owner }) => [account, owner]));
}

/** Bots whose owner is no longer a worker. */
async function lostBots(database: Database, owners: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>('select id from workers');
  const living = new Set(rows.map(({ id }) => id));
  return [...owners].flatMap(([account, owner]) => (living.has(owner) ? [] : [account]));
}

/** Waits for the first share-back: bots forget whom they were to share back when they are struck, until the news are read again. */
async function everyKind(database: Database): Promise<void> {
  for (let waitedMs = 0; waitedMs < kindsLimitMs; waitedMs += 250) {
    const { count } = await database
      .query('select from share_attempts where kind = 2 limit 1')
      .catch(() => ({ count: 0 }));
    if (count > 0) return;
    await sleep(250);
  }
}
const kindsLimitMs = 60_000;
