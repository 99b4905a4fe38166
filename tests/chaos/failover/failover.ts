// The failover leg: the primary dies in the middle of rounds, its standby is promoted, and the oracle checks the promises.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { standardSettings } from '#domain/bot/bot.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { judge } from '../oracle/oracle.ts';
import { type Running, spawnStandin, spawnWorker } from '../processes.ts';
import { addSeller, openProduct, type Product } from '../product.ts';
import { watchJournal } from '../watch.ts';
import {
  databaseUrl,
  type Mode,
  openLine,
  type PostgresServer,
  promote,
  startPrimary,
  startStandby,
} from './server-pair.ts';

const size = { sellers: 10, listings: 300, meanPauseMs: 1_000 };
/** One worker alone also has to know after the promotion that nothing was lost. */
const workerCount = { synchronous: 1, asynchronous: 2 };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
/** Required: bots share again within this time after the promotion. */
const backLimitMs = 30_000;
/** Every second seller has a limit that is reached soon after the failover, so that shares that were forgotten would pass it. */
const lowLimit = 42;
const settleLimitMs = 140_000;

type Seller = { userId: string; account: string; limit: number };
type Say = (words: string) => void;

/** Both ways to replicate, `turns` times each. Resolves to whether every promise was kept. */
export async function runFailovers(turns: number, say: Say): Promise<boolean> {
  let isSound = true;
  for (const mode of ['synchronous', 'asynchronous'] as const) {
    for (let turn = 1; turn <= turns; turn += 1) {
      const { violations, words } = await failOver(mode, say);
      say(`\n${mode} standby, ${turn} of ${turns}: ${words.join('\n  ')}`);
      for (const each of violations) say(`  BROKEN: ${each}`);
      isSound &&= violations.length === 0;
    }
  }
  say(isSound ? '\nEvery promise was kept.' : '\nPROMISES WERE BROKEN, see above.');
  return isSound;
}

async function failOver(mode: Mode, say: Say): Promise<{ violations: string[]; words: string[] }> {
  const home = mkdtempSync(join(tmpdir(), 'hangtag-failover-'));
  chmodSync(home, 0o755);
  const line = await openLine();
  const servers: PostgresServer[] = [];
  const workers: Running[] = [];
  const standin = await spawnStandin();
  let product: Product | undefined;
  const journal = watchJournal(standin.origin);
  try {
    const primary = await startPrimary(home, mode);
    servers.push(primary);
    line.to(primary.port);
    const standby = await startStandby(primary, { home, name: 'second', line });
    servers.push(standby);
    await primary.query('create database hangtag');
    const url = databaseUrl(servers);
    await migrate({ url, log: quiet });
    const setup = { databaseUrl: url, standinOrigin: standin.origin, meanPauseMs: size.meanPauseMs, times: null };
    for (let n = 0; n < workerCount[mode]; n += 1) workers.push(await spawnWorker(setup));
    product = await openProduct(setup);
    const sellers = await openSellers(product, standin.origin);
    await allShare(journal, sellers, Date.now());
    say(`${mode}: ${sellers.length} bots share`);
    await sleep(18_000);

    const cutAt = Date.now();
    if (mode === 'asynchronous') {
      // What the primary commits from now on never reaches the standby.
      line.cut();
      await sleep(4_000);
    }
    const diedAt = Date.now();
    await primary.kill();
    line.cut();
    await sleep(2_000);
    await promote(standby);
    const promotedAt = Date.now();
    say(`${mode}: promoted ${((promotedAt - diedAt) / 1000).toFixed(1)} s after the primary died`);

    const running = sellers.filter(({ limit }) => limit !== lowLimit);
    const slowestMs = await allShare(journal, running, promotedAt);
    await sleep(30_000);
    for (const { userId } of sellers) await product.bot.stop(userId).catch(() => {});
    await allSettled(product);
    return await verdict(product, { sellers, journal, mode, slowestMs, cutAt, diedAt, promotedAt });
  } finally {
    await journal.end().catch(() => {});
    await product?.close();
    for (const worker of workers) await worker.kill();
    for (const server of servers) await server.kill();
    await line.close();
    await standin.end();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Journal = ReturnType<typeof watchJournal>;

async function verdict(
  { database }: Product,
  seen: {
    sellers: readonly Seller[];
    journal: Journal;
    mode: Mode;
    slowestMs: number;
    cutAt: number;
    diedAt: number;
    promotedAt: number;
  },
): Promise<{ violations: string[]; words: string[] }> {
  const { mode, slowestMs, cutAt, diedAt, promotedAt } = seen;
  const accepted = await seen.journal.end();
  const limits = new Map(seen.sellers.map(({ account, limit }) => [account, limit]));
  const { violations, ...figures } = await judge({ database, accepted, limits, kills: [promotedAt] });
  // Each bot has as many unknown shares as it may have lost. The oracle allows for one at each kill.
  const broken = violations.filter((words) => !/: \d+ unknown (for|after)/.test(words));
  if (slowestMs > backLimitMs) broken.push(`slowest to share again: ${(slowestMs / 1000).toFixed(1)} s`);
  const { rows } = await database.query<{ marked: string; most: number | null }>(
    `select (select count(*) from share_attempts where evidence like '%moved to its standby%') as marked,
       (select missing_shares from known_timeline) as most`,
  );
  const marked = Number(rows[0]?.marked ?? 0);
  const lateMs = accepted.filter(({ at }) => at >= cutAt && at <= diedAt + 1_000).length;
  if (mode === 'synchronous' && marked > 0) broken.push(`${marked} shares were doubted although none was lost`);
  if (mode === 'asynchronous' && marked === 0) broken.push('no share was doubted');
  const least = [...limits].map(([account, limit]) => ({
    limit,
    shares: accepted.filter((share) => share.account === account).length,
  }));
  return {
    violations: broken,
    words: [
      `slowest bot shared again ${(slowestMs / 1000).toFixed(1)} s after the promotion`,
      `${accepted.length} shares accepted; ledger: ${figures.confirmed} confirmed, ${figures.unknown} unknown, ${figures.refused} refused`,
      ...(mode === 'asynchronous'
        ? [
            `${lateMs} shares accepted after the standby was cut off; ${marked} listings marked as not confirmed, at most ${rows[0]?.most} a bot`,
          ]
        : []),
      `shares of the bots with a limit of ${lowLimit}: ${least
        .filter(({ limit }) => limit === lowLimit)
        .map(({ shares }) => shares)
        .join(', ')}`,
    ],
  };
}

async function openSellers(product: Product, origin: string): Promise<Seller[]> {
  const sellers: Seller[] = [];
  for (let n = 0; n < size.sellers; n += 1) {
    const added = await addSeller(product, { origin, listings: size.listings });
    sellers.push({ ...added, limit: n % 2 === 0 ? 50_000 : lowLimit });
  }
  for (const { userId, limit } of sellers)
    await product.bot.start(userId, { ...standardSettings, shareFrequency: 60, dailyShareLimit: limit });
  return sellers;
}

/** Waits until each bot has shared after that moment. Resolves to the longest time it took. */
async function allShare(journal: Journal, sellers: readonly Seller[], since: number): Promise<number> {
  let slowest = 0;
  for (const { account } of sellers) {
    while (journal.firstAfter(account, since) === null && Date.now() - since < 2 * backLimitMs) await sleep(100);
    slowest = Math.max(slowest, (journal.firstAfter(account, since) ?? Number.POSITIVE_INFINITY) - since);
  }
  return slowest;
}

async function allSettled({ database }: Product): Promise<void> {
  const giveUpAt = Date.now() + settleLimitMs;
  while (Date.now() < giveUpAt) {
    const { rows } = await database.query('select 1 as one from share_attempts where outcome = 0 limit 1');
    if (rows.length === 0) return sleep(3_000);
    await sleep(500);
  }
}
