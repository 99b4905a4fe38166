// What tests of closets, listings, and prices need: a practice marketplace, and the features on a real database.
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketFailure, MarketListing, Marketplace } from '#domain/ports/marketplace.ts';
import type { JobName, Jobs, Queue } from '#domain/ports/queue.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { practiceAdmin } from '#marketplace/standin/practice-admin.ts';
import { startStandin } from '#marketplace/standin/server.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { createActivity } from '#server/features/activity/activity.ts';
import { createCloset } from '#server/features/closet/closet.ts';
import { closetHttp } from '#server/features/closet/http.ts';
import { listingsJobs, pricesJobs } from '#server/features/listings/jobs.ts';
import { createListings } from '#server/features/listings/listings.ts';
import { takeListingFacts } from '#server/features/sales/sales.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { addUser, freshDatabase } from '#tests/database.ts';
import { controlStandins } from './control-standins.ts';
import { alone, otherProcesses, pricesForTests, withClosetRead } from './other-processes.ts';

function rowsOf(database: Database) {
  return {
    addUser: (db: Queryable = database) => addUser(db),

    async log(userId: string): Promise<{ action: string; details: string | null }[]> {
      const { rows } = await database.query<{ action: string; details: string | null }>(
        'select action, details from activity_logs where user_id = $1 order by id',
        [userId],
      );
      return rows;
    },

    /** The whole content of the database as text, to search for what must not be in it. */
    async everything(): Promise<string> {
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
    },
  };
}

type Put = { [N in JobName]: { name: N; payload: Jobs[N]; key?: string; delayMs?: number } }[JobName];
type Handles = { [N in JobName]?: (payload: Jobs[N]) => Promise<void> };

function heldQueue() {
  const waiting: Put[] = [];
  const handles: Handles = {};
  const queue: Queue = {
    async put(name, payload, { key, delayMs } = {}) {
      const isWaiting = key !== undefined && waiting.some((job) => job.name === name && job.key === key);
      if (!isWaiting) waiting.push({ name, payload, key, delayMs } as Put);
    },
    async work(name, handle) {
      Object.assign(handles, { [name]: handle });
    },
    async close() {},
  };
  /** Runs the oldest waiting job of that name. Rejects if its handler does. */
  const run = async <N extends JobName>(name: N): Promise<void> => {
    const index = waiting.findIndex((job) => job.name === name);
    const [job] = index < 0 ? [] : waiting.splice(index, 1);
    const handle = handles[name];
    if (job === undefined || handle === undefined) throw new Error(`No job ${name} is waiting.`);
    await handle(job.payload as Jobs[N]);
  };
  return { queue, waiting, run };
}

/**
 * Closet and listings on a real database, with a real connector and their own practice marketplace. With `real` there is a second
 * one that counts as the real marketplace. `callMs` is the deadline of a call; the first search of a practice marketplace makes its
 * index, which takes seconds on a busy machine.
 */
export async function openClosetWorld({
  real = false,
  practice = true,
  callMs = 3000,
  spacingMs = 0,
}: {
  real?: boolean;
  practice?: boolean;
  callMs?: number;
  /** Between two pages of a closet, which a moved clock has to reach. */
  spacingMs?: number;
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
  const filtered = (origin: string) => withClosetRead(connect(origin), async (listings) => lens.show(listings));
  const marketplaces = {
    practice: practice ? filtered(standin.origin) : null,
    real: realStandin && filtered(realStandin.origin),
  };

  const { keys } = loadSecretKeys({ secretKey: 'ab'.repeat(32), dataDir: '/nowhere' });
  const vault = await openVault({ database, keys });
  const { queue, waiting, run } = heldQueue();
  const stopped: { userId: string; because: string }[] = [];
  /** Who hears that the marketplace has accepted a sign-in: in a world with a bot, that bot. */
  const signedIn = { tell: async (_userId: string): Promise<boolean> => false };
  /** Who hears that a reading or a search failed: in a world with a bot, that bot. */
  const failed = { tell: async (_tx: Queryable, _userId: string, _failure: MarketFailure): Promise<void> => {} };
  /** Counts nothing until a test puts the product's own limits here. */
  const guard: { limit: Parameters<typeof createCloset>[0]['limit'] } = { limit: async () => {} };
  const activity = createActivity({ database, clock });
  const base = { database, clock, vault, queue, activity };
  const closet = createCloset({
    ...base,
    limit: (...event) => guard.limit(...event),
    marketplaces,
    practiceAdmin: practice ? practiceAdmin(standin.origin) : null,
    onSignedIn: (userId) => signedIn.tell(userId),
    onSearchFailure: (tx, userId, failure) => failed.tell(tx, userId, failure),
    onDisconnect: async (userId, because) => {
      stopped.push({ userId, because });
    },
  });
  const listings = createListings({
    ...alone,
    ...base,
    closet,
    spacingMs,
    onCostsChanged: takeListingFacts,
    onMarketFailure: (tx, userId, failure) => failed.tell(tx, userId, failure),
  });
  const { makePrices, notices, troubles } = pricesForTests(base);
  const prices = makePrices({ database, closet });
  const others = otherProcesses({ ...base, makePrices, connect: () => connect(standin.origin) });
  await queue.work('closet.link', ({ userId }) => closet.linkStored(userId));
  await listingsJobs({ listings, queue });
  await pricesJobs({ prices, queue });

  return {
    database,
    vault,
    marketplaces,
    url,
    clock,
    closet,
    listings,
    prices,
    otherProcess: others.otherProcess,
    otherCloset: others.otherCloset,
    troubles,
    /** What would have been sent to the seller's devices. */
    notices,
    http: closetHttp({
      closet,
      tryAfterCheck: async () => {},
      userOf: () => Promise.reject(new Error('not asked for here')),
    }),
    queue,
    activity,
    waiting,
    run,
    stopped,
    guard,
    signedIn,
    failed,
    lens,
    standin,
    ...controlStandins({ standin, realStandin }),
    ...rowsOf(database),
    browserCookies: (username: string, password: string) =>
      cookiesOf(connect((realStandin ?? standin).origin), { username, password }),
    async close() {
      await marketplaces.practice?.close();
      await marketplaces.real?.close();
      await others.close();
      await standin.close();
      await realStandin?.close();
      await drop();
    },
  };
}

export type ClosetWorld = Awaited<ReturnType<typeof openClosetWorld>>;

/** The cookies of a browser that signs in at this marketplace, as a `Cookie` header. */
export async function cookiesOf(
  marketplace: Marketplace,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const account = marketplace.account({ cookies: [] });
  const result = await account.signIn({ username, password });
  if (result.kind !== 'ok') throw new Error(`The browser was refused: ${result.kind}`);
  await marketplace.close();
  return account
    .session()
    .cookies.map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}
