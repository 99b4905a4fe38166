/** The features that sharing needs, on the database's clock, for the processes of a chaos run. */

import type { Database } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { databaseClock, hostClocks } from '#server/adapters/clock/clock.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { createActivity } from '#server/features/activity/activity.ts';
import { type Bot, createBot } from '#server/features/bot/bot.ts';
import { alone } from '#server/features/bot/needs/needs.fixture.ts';
import type { LocalProcesses, WorkerTimes } from '#server/features/bot/needs/needs.ts';
import { type Closet, createCloset } from '#server/features/closet/closet.ts';
import { createListings, type Listings } from '#server/features/listings/listings.ts';
import { createMoney } from '#server/features/listings/money/write-money.ts';
import { alone as listingsAlone } from '#server/features/listings/needs/needs.fixture.ts';

/** What all processes of a run have in common: addresses and times. */
export type Setting = {
  databaseUrl: string;
  standinOrigin: string;
  meanPauseMs: number;
  /** null means Hangtag's own. */
  times: Partial<WorkerTimes> | null;
  /** How often the database's clock is read; null or nothing means Hangtag's own. */
  readClockEveryMs?: number;
};

export type Product = {
  database: Database;
  bot: Bot;
  closet: Closet;
  listings: Listings;
  close(): Promise<void>;
};

/** Sync and mail are not part of this, so queued jobs are dropped. */
const noQueue: Queue = { async put() {}, async work() {}, async close() {} };
/** All closets are practice closets, so the key protects nothing. */
const secretKey = 'c0'.repeat(32);

/** The features that sharing needs, with Hangtag's own adapters, on the database's clock. */
export async function openProduct(setting: Setting, processes?: LocalProcesses): Promise<Product> {
  const warn = (fields: object, message: string) => {
    if (process.env.CHAOS_LOG) process.stderr.write(`${process.pid} ${message} ${JSON.stringify(fields)}\n`);
  };
  const log = { debug() {}, info() {}, warn, error: warn };
  const database = await openPostgres({ url: setting.databaseUrl, max: 6, log });
  const { readClockEveryMs: readEveryMs } = setting;
  const clock = await databaseClock({ database, log, ...(readEveryMs !== undefined && { readEveryMs }) });
  const { keys } = loadSecretKeys({ secretKey, dataDir: '/nowhere' });
  const vault = await openVault({ database, keys });
  const shareMs = setting.times?.shareDeadlineMs;
  const marketplace = connectMarketplace({
    origin: setting.standinOrigin,
    userAgent: 'Hangtag/chaos',
    clock,
    ...(shareMs !== undefined && { timeouts: { shareMs } }),
  });
  const lines = createActivity({ database, clock });
  const activity: Parameters<typeof createBot>[0]['activity'] = {
    record: (tx, entry) => lines.record(tx, { ...entry, at: clock.now() }),
  };
  const closet = createCloset({
    limit: async () => {},
    database,
    clock,
    vault,
    queue: noQueue,
    activity,
    marketplaces: { real: null, practice: marketplace },
    practiceAdmin: null,
    onDisconnect: (userId, because) => bot.onDisconnected(userId, because),
  });
  const listings = createListings({
    ...listingsAlone,
    database,
    clock,
    closet,
    queue: noQueue,
    activity,
    onMarketFailure: (...failure) => bot.onMarketFailure(...failure),
  });
  const bot = createBot({
    ...alone,
    database,
    clock,
    host: hostClocks,
    processes,
    closet,
    listings,
    money: createMoney({ database, clock, closet }),
    vault,
    activity,
    queue: noQueue,
    random: Math.random,
    meanPauseMs: setting.meanPauseMs,
    log,
    ...(setting.times && { times: setting.times }),
  });
  return {
    database,
    bot,
    closet,
    listings,
    async close() {
      clock.stop();
      await marketplace.close();
      await database.close();
    },
  };
}

/** Adds a seller with a closet. Resolves to the seller's ids: in the database, and at the marketplace. */
export async function addSeller(
  product: Product,
  { origin, listings }: { origin: string; listings: number },
): Promise<{ userId: string; account: string }> {
  const credentials = await commandStandin<{ username: string; password: string }>(origin, 'accounts', {
    listings,
    sold: 0,
  });
  const { rows } = await product.database.query<{ id: string }>(
    `insert into users (first_name, last_name, email, password, created_at)
     values ('Chaos', 'Seller', $1, 'none', now()) returning id`,
    [`${credentials.username}@example.org`],
  );
  const userId = rows[0]?.id ?? '';
  await product.closet.linkWithPassword(userId, { ...credentials, keepPassword: true });
  await product.listings.sync(userId);
  return { userId, account: credentials.username.toLowerCase() };
}

/** A command of the practice marketplace. */
export async function commandStandin<T>(origin: string, path: string, body: unknown): Promise<T> {
  const reply = await fetch(`${origin}/__standin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`The practice marketplace answered ${reply.status} to ${path}.`);
  return (await reply.json()) as T;
}
