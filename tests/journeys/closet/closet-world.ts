// What tests of closets, listings, and prices need: a practice marketplace, and the features on a real database.
import type { Notice } from '#domain/notices.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketListing, Marketplace } from '#domain/ports/marketplace.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { practiceAdmin } from '#marketplace/standin/practice-admin.ts';
import { startStandin } from '#marketplace/standin/server.ts';
import { manualClock } from '#server/adapters/clock/manual-clock.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { createActivity } from '#server/features/activity/activity.ts';
import { createCloset } from '#server/features/closet/closet.ts';
import { closetHttp } from '#server/features/closet/http.ts';
import { closetJobs } from '#server/features/closet/jobs.ts';
import { listingsJobs, pricesJobs } from '#server/features/listings/jobs.ts';
import { createListings } from '#server/features/listings/listings.ts';
import { createPrices } from '#server/features/listings/prices/prices.ts';
import { freshDatabase } from '#tests/database.ts';
import { controlStandins } from './control-standins.ts';
import { heldQueue } from './held-queue.ts';

/**
 * Closet and listings on a real database, with a real connector and their own practice marketplace. With `real` there is a second
 * one that counts as the real marketplace. `callMs` is the deadline of a call; the first search of a practice marketplace makes its
 * index, which takes seconds on a busy machine.
 */
export async function openClosetWorld({
  real = false,
  practice = true,
  callMs = 3000,
}: {
  real?: boolean;
  practice?: boolean;
  callMs?: number;
} = {}) {
  const { database, url, drop } = await freshDatabase();
  const clock = manualClock(Date.parse('2026-05-04T09:00:00Z'));
  const { now } = clock;
  const standin = await startStandin({ port: 0, host: '127.0.0.1', limits: 'off', now, asOf: now() });
  const realStandin = real ? await startStandin({ port: 0, host: '127.0.0.1', limits: 'off', now, asOf: now() }) : null;
  const connect = (origin: string) =>
    connectMarketplace({ origin, userAgent: 'Hangtag/test', clock, timeouts: { callMs, shareMs: 2000 } });

  /** Filters the listings of closet pages. Tests remove some, as a partial reply would. */
  const lens = { show: (listings: MarketListing[]) => listings };
  const through = (marketplace: Marketplace): Marketplace => ({
    ...marketplace,
    account(session) {
      const account = marketplace.account(session);
      const whole = account.closet.bind(account);
      const closet: MarketAccount['closet'] = async (filter) => {
        const read = await whole(filter);
        return read.kind === 'ok' ? { ...read, value: lens.show(read.value) } : read;
      };
      return Object.assign(account, { closet });
    },
  });
  const marketplaces = {
    practice: practice ? through(connect(standin.origin)) : null,
    real: realStandin && through(connect(realStandin.origin)),
  };

  const { keys } = loadSecretKeys({ secretKey: 'ab'.repeat(32), dataDir: '/nowhere' });
  const vault = await openVault({ database, keys });
  const { queue, waiting, run } = heldQueue();
  const stopped: string[] = [];
  /** Counts nothing until a test puts the product's own limits here. */
  const guard: { limit: Parameters<typeof createCloset>[0]['limit'] } = { limit: async () => {} };
  const activity = createActivity({ database });
  const closet = createCloset({
    limit: (...event) => guard.limit(...event),
    database,
    clock,
    vault,
    queue,
    activity,
    marketplaces,
    practiceAdmin: practice ? practiceAdmin(standin.origin) : null,
    onDisconnect: async (userId) => {
      stopped.push(userId);
    },
  });
  const listings = createListings({ database, clock, closet, queue, activity, spacingMs: 0 });
  const told: ({ userId: string } & Notice)[] = [];
  const troubles: { userId: string; kind: MarketFailure['kind'] }[] = [];
  const makePrices = (tools: Pick<Parameters<typeof createPrices>[0], 'database' | 'closet'>) =>
    createPrices({
      ...tools,
      clock,
      queue,
      activity,
      onMarketFailure: async (userId, { kind }) => {
        troubles.push({ userId, kind });
      },
      notifyDevices: async (_, userId, notice) => void told.push({ userId, ...notice }),
      spacingMs: 0,
      retryMs: [0, 0],
    });
  const prices = makePrices({ database, closet });
  const others: Marketplace[] = [];
  /** Prices in another process: the same database and marketplace over other connections. */
  const otherProcess = (seen: Database) => {
    const connection = connect(standin.origin);
    others.push(connection);
    const own = createCloset({
      limit: async () => {},
      database: seen,
      clock,
      vault,
      queue,
      activity,
      marketplaces: { practice: connection, real: null },
      practiceAdmin: null,
      onDisconnect: async () => {},
    });
    return makePrices({ database: seen, closet: own });
  };
  /** Closet and listings in another process. `afterRead` runs after a closet was read and before anything is stored. */
  const otherCloset = ({ afterRead = async () => {} }: { afterRead?: () => Promise<void> } = {}) => {
    const connection = connect(standin.origin);
    others.push(connection);
    const slow: Marketplace = {
      ...connection,
      account(session) {
        const account = connection.account(session);
        const whole = account.closet.bind(account);
        return Object.assign(account, {
          closet: async (filter: Parameters<typeof whole>[0]) => {
            const read = await whole(filter);
            await afterRead();
            return read;
          },
        });
      },
    };
    const own = createCloset({
      limit: async () => {},
      database,
      clock,
      vault,
      queue,
      activity,
      marketplaces: { practice: slow, real: null },
      practiceAdmin: null,
      onDisconnect: async () => {},
    });
    return { closet: own, listings: createListings({ database, clock, closet: own, queue, activity, spacingMs: 0 }) };
  };
  await closetJobs({ closet, queue });
  await listingsJobs({ listings, queue });
  await pricesJobs({ prices, queue });

  let users = 0;
  const addUser = async (db: Queryable = database): Promise<string> => {
    users += 1;
    const { rows } = await db.query<{ id: string }>(
      `insert into users (first_name, last_name, email, password, created_at)
       values ('Jo', 'Example', $1, 'none', now()) returning id`,
      [`jo${users}@example.org`],
    );
    return rows[0]?.id ?? '';
  };

  const control = controlStandins({ standin, realStandin });
  const log = async (userId: string): Promise<{ action: string; details: string | null }[]> => {
    const { rows } = await database.query<{ action: string; details: string | null }>(
      'select action, details from activity_logs where user_id = $1 order by id',
      [userId],
    );
    return rows;
  };
  /** The whole content of the database as text, to search for what must not be in it. */
  const everything = async (): Promise<string> => {
    const { rows } = await database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    );
    const dumps = rows.map(async ({ name }) => {
      const { rows: found } = await database.query<{ dump: string }>(
        `select coalesce(string_agg(t::text, E'\\n'), '') as dump from ${name} t`,
      );
      return found[0]?.dump ?? '';
    });
    return (await Promise.all(dumps)).join('\n');
  };

  /** The cookies of a browser that signs in at the practice marketplace, as a `Cookie` header. */
  const browserCookies = async (username: string, password: string): Promise<string> => {
    const marketplace = connect((real && realStandin ? realStandin : standin).origin);
    const account = marketplace.account({ cookies: [] });
    const result = await account.signIn({ username, password });
    if (result.kind !== 'ok') throw new Error(`The browser was refused: ${result.kind}`);
    await marketplace.close();
    return account
      .session()
      .cookies.map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  };

  const http = closetHttp({
    closet,
    userOf: () => Promise.reject(new Error('not asked for here')),
  });

  return {
    database,
    marketplaces,
    url,
    clock,
    closet,
    listings,
    prices,
    otherProcess,
    otherCloset,
    troubles,
    /** What would have been sent to the seller's devices. */
    told,
    http,
    queue,
    waiting,
    run,
    stopped,
    guard,
    lens,
    standin,
    addUser,
    ...control,
    log,
    everything,
    browserCookies,
    async close() {
      await marketplaces.practice?.close();
      await marketplaces.real?.close();
      for (const other of others) await other.close();
      await standin.close();
      await realStandin?.close();
      await drop();
    },
  };
}

export type ClosetWorld = Awaited<ReturnType<typeof openClosetWorld>>;
