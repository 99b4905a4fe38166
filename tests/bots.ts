// The features that sharing needs, composed as the app composes them for a worker: for a benchmark and a test that have to look
// inside.

import type { Database } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { databaseClock, hostClocks } from '#server/adapters/clock/clock.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import type { Log } from '#server/adapters/log/log.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { createActivity } from '#server/features/activity/activity.ts';
import { type BotNeeds, createBot } from '#server/features/bot/bot.ts';
import { alone } from '#server/features/bot/needs/needs.fixture.ts';
import { createCloset } from '#server/features/closet/closet.ts';
import { createListings } from '#server/features/listings/listings.ts';
import { createParties } from '#server/features/parties/parties.ts';
import { alone as listingsAlone } from './journeys/closet/other-processes.ts';

type Given = {
  databaseUrl: string;
  /** Of the practice marketplace, which every closet belongs to. */
  origin: string;
  keys: Parameters<typeof loadSecretKeys>[0];
  log: Log;
  openQueue(database: Database): Promise<Queue>;
  clock?: { readEveryMs: number };
  /** What the bots get instead of the usual. */
  own(database: Database): Promise<Partial<BotNeeds> & { meanPauseMs: number }>;
};

export async function openBots({ databaseUrl, origin, keys: from, log, openQueue, clock: reading, own }: Given) {
  const database = await openPostgres({ url: databaseUrl, max: 6, log });
  const clock = await databaseClock({ database, log, ...reading });
  const vault = await openVault({ database, keys: loadSecretKeys(from).keys });
  const queue = await openQueue(database);
  const practice = connectMarketplace({ origin, userAgent: 'Hangtag/test', clock });
  const activity = createActivity({ database, clock });
  const closet = createCloset({
    limit: async () => {},
    database,
    clock,
    vault,
    queue,
    activity,
    marketplaces: { real: null, practice },
    practiceAdmin: null,
    onDisconnect: (userId, because) => bot.onDisconnected(userId, because),
  });
  const listings = createListings({
    ...listingsAlone,
    database,
    clock,
    closet,
    queue,
    activity,
    onMarketFailure: (...failure) => bot.onMarketFailure(...failure),
  });
  const bot = createBot({
    ...alone,
    database,
    clock,
    vault,
    host: hostClocks,
    closet,
    listings,
    parties: createParties({ database, clock, listings }),
    activity: { record: (tx, entry) => activity.record(tx, { ...entry, at: clock.now() }) },
    queue,
    random: Math.random,
    log,
    ...(await own(database)),
  });
  return {
    bot,
    closet,
    listings,
    queue,
    async close() {
      await practice.close();
      await queue.close();
      clock.stop();
      await database.close();
    },
  };
}
