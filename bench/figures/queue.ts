// The same shares through a job queue: pg-boss, as its documentation says to use it for many small jobs.
import { PgBoss } from 'pg-boss';
import { Pool } from 'undici';
import type { MarketSession } from '#domain/ports/marketplace.ts';
import type { BooksKeeper } from '../engine/database.ts';
import type { Seller } from '../engine/sellers.ts';

const connections = 64;

const barePool = (origin: string): Pool => new Pool(origin, { connections, pipelining: 1 });

/** A share with the same bytes as the connector's. */
function bareShare(origin: string, { cookies, token, handle }: MarketSession, listingId: string) {
  return {
    method: 'PUT',
    path: `/vm-rest/users/self/shared_posts/${listingId}?pm_version=2026.33.00`,
    headers: {
      accept: 'application/json',
      referer: `${origin}/closet/${handle}`,
      'user-agent': 'Hangtag/bench',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      origin,
      'x-xsrf-token': token ?? '',
    },
    body: '{}',
  } as const;
}
type BareShare = ReturnType<typeof bareShare>;

/** For each seller a share of each listing. */
const bareShares = (origin: string, sellers: readonly Seller[]): BareShare[][] =>
  sellers.map(({ session, listings }) => listings.map(({ id }) => bareShare(origin, session, id)));

/** Resolves to whether the marketplace accepted the share. */
async function send(pool: Pool, share: BareShare): Promise<boolean> {
  const { statusCode, body } = await pool.request(share);
  await body.dump();
  return statusCode === 200;
}

const queue = 'shares';
const jobsAtOnce = 2_000;
/** More than pg-boss does, so that its jobs never run out. */
const mostSharesPerSecond = 12_000;
/** Jobs that are ready while others are worked off and created: some three seconds of them. */
const jobsAhead = 12_000;
const workers = { batchSize: 200, localConcurrency: 4, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };

export type QueueFigures = {
  sharesPerSecond: number;
  walBytesPerShare: number;
  failed: number;
  /** Processor time of everything that takes part, and the cores that other programs used meanwhile. */
  microsPerShare: number;
  others: number;
};
/** Seconds of processor time so far: of the programs that take part, and of the whole machine. */
export type Spent = () => { ours: number; all: number };
type Share = { seller: number; listing: number };

/**
 * One job for each share: the request to the marketplace, and then the day's count. As fast as it can. The jobs are ready before the
 * measurement, or they are created in it, as the engine plans each next share in its own. `url` is the admin's, because pg-boss creates
 * a schema.
 */
export async function shareByQueue({
  url,
  origin,
  sellers,
  books,
  seconds,
  areReady,
  spent,
}: {
  url: string;
  origin: string;
  sellers: readonly Seller[];
  books: BooksKeeper;
  seconds: number;
  areReady: boolean;
  spent: Spent;
}): Promise<QueueFigures> {
  const boss = await open(url);
  const pool = barePool(origin);
  const requests = bareShares(origin, sellers);
  const db = boss.getDb();
  await db.executeSql('create table if not exists queue_counts (seller int primary key, shares int not null)');
  const empty = await books.figures();
  let created = 0;
  let shares = 0;
  let failed = 0;
  const createUpTo = async (count: number) => {
    while (created < count) {
      await boss.insert(queue, jobsFrom(created, sellers));
      created += jobsAtOnce;
    }
  };
  await createUpTo(areReady ? seconds * mostSharesPerSecond : jobsAhead);
  const createdBefore = created;

  const before = await books.figures();
  const spentBefore = spent();
  const begun = performance.now();
  await boss.work<Share>(queue, workers, async (jobs) => {
    await Promise.all(
      jobs.map(async ({ data }) => {
        const request = requests[data.seller]?.[data.listing];
        if (request === undefined || !(await send(pool, request))) failed += 1;
        await db.executeSql(
          `insert into queue_counts values ($1, 1) on conflict (seller) do update set shares = queue_counts.shares + 1`,
          [data.seller],
        );
        shares += 1;
      }),
    );
  });
  let leastAhead = created;
  while (performance.now() - begun < seconds * 1000) {
    leastAhead = Math.min(leastAhead, created - shares);
    if (!areReady) await createUpTo(shares + jobsAhead);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const done = shares;
  const tookS = (performance.now() - begun) / 1000;
  const spentAfter = spent();
  const after = await books.figures();
  await boss.stop({ graceful: true, timeout: 5_000 });
  await pool.close();
  if (leastAhead < workers.batchSize * workers.localConcurrency) {
    throw new Error('pg-boss ran out of jobs. Raise mostSharesPerSecond or jobsAhead in bench/figures/queue.ts.');
  }
  const walOfCreating = areReady ? (before.walBytes - empty.walBytes) / createdBefore : 0;
  return {
    sharesPerSecond: done / tookS,
    walBytesPerShare: walOfCreating + (after.walBytes - before.walBytes) / Math.max(1, done),
    failed,
    microsPerShare: ((spentAfter.ours - spentBefore.ours) * 1e6) / Math.max(1, done),
    others: Math.max(0, spentAfter.all - spentBefore.all - spentAfter.ours + spentBefore.ours) / tookS,
  };
}

async function open(url: string): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, schema: 'peer', max: 10, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.deleteQueue(queue).catch(() => {});
  await boss.createQueue(queue);
  return boss;
}

function jobsFrom(first: number, sellers: readonly Seller[]): { data: Share }[] {
  return Array.from({ length: jobsAtOnce }, (_, n) => {
    const seller = (first + n) % sellers.length;
    const size = sellers[seller]?.listings.length ?? 1;
    return { data: { seller, listing: Math.floor((first + n) / sellers.length) % size } };
  });
}
