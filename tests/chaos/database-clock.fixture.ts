// The features that sharing needs, in this process, on a database's clock.

import type { Queue } from '#domain/ports/queue.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { databaseClock, hostClocks } from '#server/adapters/clock/clock.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { createActivity } from '#server/features/activity/activity.ts';
import { type Bot, createBot } from '#server/features/bot/bot.ts';
import { alone } from '#server/features/bot/needs/needs.fixture.ts';
import type { WorkerTimes } from '#server/features/bot/needs/needs.ts';
import { type Closet, createCloset } from '#server/features/closet/closet.ts';
import { createListings, type Listings } from '#server/features/listings/listings.ts';
import { createMoney } from '#server/features/listings/money/write-money.ts';
import { alone as listingsAlone } from '#server/features/listings/needs/needs.fixture.ts';
import { silentLog } from '#tests/database.ts';

type Product = { bot: Bot; closet: Closet; listings: Listings; close(): Promise<void> };

/** Leases and deadlines are a quarter to a seventh of Hangtag's, and its clock is read again at once: the same rules, in less time. */
const times: Partial<WorkerTimes> = {
  leaseMs: 1_500,
  renewMs: 400,
  claimEveryMs: 200,
  sendWindowMs: 500,
  shareDeadlineMs: 1_500,
  commitEveryMs: 1,
};
const readEveryMs = 50;
/** Sync and mail are not part of this, so queued jobs are dropped. */
const noQueue: Queue = { async put() {}, async work() {}, async close() {} };
/** All closets are practice closets, so the key protects nothing. */
const secretKey = 'c0'.repeat(32);

export async function openProduct(databaseUrl: string, standinOrigin: string): Promise<Product> {
  const log = silentLog;
  const database = await openPostgres({ url: databaseUrl, max: 6, log });
  const clock = await databaseClock({ database, log, readEveryMs });
  const { keys } = loadSecretKeys({ secretKey, dataDir: '/nowhere' });
  const vault = await openVault({ database, keys });
  const marketplace = connectMarketplace({
    origin: standinOrigin,
    userAgent: 'Hangtag/chaos',
    clock,
    timeouts: { shareMs: 1_500 },
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
    closet,
    listings,
    money: createMoney({ database, clock, closet }),
    vault,
    activity,
    queue: noQueue,
    random: Math.random,
    meanPauseMs: 20,
    log,
    times,
  });
  return {
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
