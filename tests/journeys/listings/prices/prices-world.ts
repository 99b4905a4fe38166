// What tests of price changes need: a seller with listings, and the contract’s calls.
import { routes } from '#contract/routes.ts';
import { listingsHttp } from '#server/features/listings/http.ts';
import { closetJourney, serveSeller } from '../../closet/closet-journey.ts';
import type { ClosetWorld } from '../../closet/closet-world.ts';
import type { JournalEntry } from '../../closet/control-standins.ts';

const journalFrom = async (world: ClosetWorld, since: number) =>
  (await world.command('GET', `journal?since=${since}`)) as { entries: JournalEntry[]; next: number };

/** One world for a test file. Each arrival finds no faults and no waiting jobs, and is a new seller of so many listings. */
export function pricesJourney(listings = 8): () => Promise<{ world: ClosetWorld; seller: Seller }> {
  const arrive = closetJourney();
  let opened: ReturnType<typeof arrive> | null = null;
  return async () => {
    opened ??= arrive();
    const { world } = await opened;
    await world.command('DELETE', 'faults');
    world.troubles.splice(0);
    world.waiting.splice(0);
    return { world, seller: await openSeller(world, listings) };
  };
}

/** A seller with listings at the practice marketplace, and the contract's calls in the seller's name. */
export async function openSeller(world: ClosetWorld, listings: number) {
  const userId = await world.addUser();
  const made = await world.command('POST', 'accounts', { listings, sold: 0 });
  const { username, password } = made as { username: string; password: string };
  await world.closet.linkWithPassword(userId, { username, password, keepPassword: true });
  await world.listings.sync(userId);
  const own = (await world.listings.list(userId)).toSorted((one, other) => Number(one.id) - Number(other.id));
  // Prices that every test can rely on.
  for (const listing of own) await world.command('POST', `listings/${listing.poshmarkId}`, { price: 40 });
  await world.listings.sync(userId);

  const picture = () => Promise.reject(new Error('this journey shows no picture'));
  const handlers = { listings: listingsHttp({ ...world, picture }) };
  const calls = serveSeller({ userId }, { routes: { listings: routes.listings }, handlers, clock: world.clock }).client
    .listings;

  let first = 0;
  const idOf = (n: number): string => own[n]?.id ?? '';
  const marketIdOf = (n: number): string => own[n]?.poshmarkId ?? '';
  /** Updates that set the n-th listing to each of these prices. */
  const updatesOf = (prices: Record<number, number>) =>
    Object.entries(prices).map(([n, newPrice]) => ({ listingId: idOf(Number(n)), newPrice }));
  return {
    userId,
    username,
    calls,
    idOf,
    marketIdOf,
    updates: updatesOf,
    update(prices: Record<number, number>, more: { confirmLargeChanges?: boolean; key?: string } = {}) {
      const { key, ...rest } = more;
      return calls.updatePrices({
        body: { updates: updatesOf(prices), ...rest },
        ...(key !== undefined && { idempotencyKey: key }),
      });
    },
    undo: (batchId: string, listingIds?: string[]) =>
      calls.undoPrices({ batchId, body: listingIds === undefined ? {} : { listingIds } }),
    /** What the activity log says about this action. */
    logged: async (action: string) =>
      (await world.log(userId)).filter((entry) => entry.action === action).map(({ details }) => details),
    /** Changes a listing at the marketplace without Hangtag. */
    set: (n: number, change: object) => world.command('POST', `listings/${marketIdOf(n)}`, change),
    /** The marketplace's own record: this seller's price writes, oldest first. */
    async writes(): Promise<JournalEntry[]> {
      const { entries } = await journalFrom(world, first);
      return entries.filter(({ account, op }) => account === username && op === 'update');
    },
    /** Makes `writes` leave out everything so far. */
    async forgetWrites(): Promise<void> {
      first = (await journalFrom(world, first)).next;
    },
    async marketPrice(n: number): Promise<number | null> {
      const seen = await world.closet.withAccount(userId, (account) => account.listing(marketIdOf(n)));
      if (seen.kind !== 'ok') throw new Error(`The marketplace did not show it: ${seen.kind}`);
      return seen.value.priceCents === null ? null : seen.value.priceCents / 100;
    },
    async price(n: number): Promise<number | null> {
      return (await world.listings.list(userId)).find(({ id }) => id === idOf(n))?.price ?? null;
    },
  };
}
export type Seller = Awaited<ReturnType<typeof openSeller>>;

/** Waits for work that pauses by the manual clock. With 0 the clock does not move. */
export async function withTime<T>(world: ClosetWorld, work: Promise<T>, stepMs = 500): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await world.clock.advance(stepMs);
  }
  return work;
}
