// Strikes workers and the database one strike after the other, and measures how soon bots share again.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#domain/ports/database.ts';
import { faults } from './faults/faults.ts';
import type { Scene, Totals } from './leg-run.ts';
import { type Counted, resumeLimitMs } from './legs.ts';
import { isMode, type World } from './world/world.ts';

/** A share in flight at a kill is accepted within this time, so it does not show that the bot shares again. */
const inFlightSlackMs = 300;
/** So that a promoted standby has had what it may not lose, and bots with a low limit reach it afterward. */
const aroundPromotionMs = 20_000;

/** One strike after the other. Measures how soon bots share again. */
export async function strikeInOrder(scene: Scene, strikes: Counted): Promise<Totals> {
  const { leg, world, random, say, signal } = scene;
  const { journal } = world.standin;
  const { recovery } = strikes;
  const workers = world.places.filter(({ role }) => role !== 'web');
  const ground = { ...scene.ground, places: workers };
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
  const all = () => scene.sellers.filter(({ limit, limitStep }) => !isPromotion || limitStep > 0 || limit > 1_000);
  const accounts = () => all().map(({ account }) => account);

  await waitForShares(accounts(), Date.now(), 2 * resumeLimitMs);
  seen.slowestResumeMs = 0;
  if (isPromotion) await sleep(aroundPromotionMs);
  await everyKind(world);
  for (let count = 1; count <= strikes.count; count += 1) {
    if (!isPromotion) await sleep(200 + random() * 3_800);
    signal?.throwIfAborted();
    const which = strikes.inTurn ? (count - 1) % strikes.faults.length : Math.floor(random() * strikes.faults.length);
    const fault = faults.find(({ name }) => name === strikes.faults[which]);
    if (fault === undefined) throw new Error(`There is no fault ${strikes.faults[which]}.`);
    const owners = recovery?.from === 'death' ? await ownersOf(world.database) : new Map<string, string>();
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
      await waitForShares(await lostBots(world.database, owners), ground.struckAt, recovery.limitMs, inFlightSlackMs);
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
async function everyKind({ database }: World): Promise<void> {
  for (let waitedMs = 0; waitedMs < kindsLimitMs; waitedMs += 250) {
    const { count } = await database
      .query('select from share_attempts where kind = 2 limit 1')
      .catch(() => ({ count: 0 }));
    if (count > 0) return;
    await sleep(250);
  }
}
const kindsLimitMs = 60_000;
