// What the benches of the engine measure: a database, the practice marketplace, and sellers whose bots one process runs.

import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { z } from 'zod';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { type BooksKeeper, openBooks } from './database.ts';
import { type Answer, type Ask, type Leg, type Plan, runLeg } from './leg.ts';
import { log, openOwnPostgres } from './own-postgres.ts';
import { parentOf } from './processes.ts';
import { type Program, startFlags, startStandin, startTalking } from './programs.ts';
import { fillSellers, type Seller } from './sellers.ts';

export type Fleet = {
  url: string;
  /** For what Hangtag’s own role may not do. */
  adminUrl: string;
  dataDir: string;
  standin: Program & { origin: string };
  books: BooksKeeper;
  /** The first `kept` of the sellers. */
  sellers: Seller[];
  /** One run of the engine, in a new process, with all bots. */
  share(plan: Omit<Plan, 'bots'>): Promise<Leg>;
  /** Runs `close` before what the fleet itself started is closed. */
  atEnd(close: () => unknown): void;
};

/**
 * `listings`: of each closet. `journal`: how many calls the practice marketplace must remember, those of all runs, because they are
 * read after each run.
 */
type Size = { bots: number; kept: number; listings?: number; journal: number };

const engineProgram = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Measures a fleet, and closes everything at the end, even after Ctrl-C. */
export async function withFleet<T>(of: Size, measure: (fleet: Fleet) => Promise<T>): Promise<T> {
  const closers: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  /** Closes everything in the order of dependencies, and only once. */
  const closeAll = () => {
    closing ??= (async () => {
      for (const close of closers.splice(0).reverse()) await (async () => close())().catch(() => {});
    })();
    return closing;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void closeAll().then(() => process.exit(130)));
  try {
    return await measure(await openFleet(of, (close) => closers.push(close)));
  } catch (error) {
    // Errors are expected while everything is being closed, and the program ends after that.
    if (closing) return await new Promise<never>(() => {});
    throw error;
  } finally {
    await closeAll();
  }
}

async function openFleet({ bots, kept, listings, journal }: Size, atEnd: Fleet['atEnd']): Promise<Fleet> {
  const { url, adminUrl, folder: dataDir, close } = await openOwnPostgres('bench');
  atEnd(close);
  await migrate({ url, log });
  const books = await openBooks(adminUrl);
  atEnd(() => books.close());
  const standin = await startStandin({ journal: Math.min(journal, 5_000_000) });
  atEnd(() => standin.stop());
  const database = await openPostgres({ url, max: 2, log });
  const { origin } = standin;
  const sellers = await fillSellers({
    ...{ count: bots, kept, origin, database, dataDir },
    ...(listings !== undefined && { listings }),
  }).finally(() => database.close());

  const readJournal = journalReader(origin);
  const pids = { standin: standin.pid, database: await books.serverPid(parentOf) };
  return {
    ...{ url, adminUrl, dataDir, standin, books, sellers, atEnd },
    share(plan) {
      const engine = startTalking<Ask, Answer>(engineProgram, { flags: startFlags });
      atEnd(() => engine.stop());
      const start = { databaseUrl: url, dataDir, marketplace: origin };
      return runLeg({ plan: { ...plan, bots }, engine, start, pids, books, readJournal });
    },
  };
}

const Page = z.object({
  entries: z.array(z.object({ op: z.string(), case: z.string(), applied: z.boolean() })),
  next: z.number(),
});

/** Follows the practice marketplace's journal. Returns the shares it has accepted since the last read. */
function journalReader(origin: string): () => Promise<number> {
  let since = 1;
  return async () => {
    let shares = 0;
    for (let isMore = true; isMore; ) {
      const reply = await request(`${origin}/__standin/journal?since=${since}&limit=20000`);
      const page = Page.parse(await reply.body.json());
      shares += page.entries.filter((entry) => entry.op === 'share' && entry.applied).length;
      isMore = page.entries.length > 0;
      since = page.next;
    }
    return shares;
  };
}
