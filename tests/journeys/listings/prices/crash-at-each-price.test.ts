import { beforeEach, describe, expect, it } from 'vitest';
import { closetJourney } from '../../closet/closet-journey.ts';
import type { ClosetWorld } from '../../closet/closet-world.ts';
import { dyingWhen, expireLocks, type Moment } from './dying-process.ts';
import { openSeller, type Seller } from './prices-world.ts';

const items = 20;
const numbers = Array.from({ length: items }, (_, n) => n);
const oldPrices = numbers.map(() => 40);
const newPrices = numbers.map((n) => 41 + (n % 5));

let world: ClosetWorld;
let seller: Seller;
const arrive = closetJourney();
beforeEach(async () => {
  ({ world } = await arrive());
  seller = await openSeller(world, items);
});

type Process = ClosetWorld['prices'];
/** Another process, in which price changes need no pauses. */
const otherProcess = (database = world.database): Process => world.otherProcess(database, { meanPauseMs: 0 });

type Run = (process: Process) => Promise<unknown>;
const change: Run = (process) =>
  process.updatePrices(seller.userId, { updates: seller.updates({ ...newPrices }), key: null });
const resume: Run = (process) => process.resume(seller.userId);
const undo = async (process: Process) => process.undoPrices(seller.userId, await latestBatch(), {});

async function latestBatch(): Promise<string> {
  const { rows } = await world.database.query<{ id: string }>(
    'select id from price_batches where user_id = $1 order by id desc limit 1',
    [seller.userId],
  );
  return rows[0]?.id ?? '';
}
const progress = async () => seller.calls.priceBatch({ batchId: await latestBatch() });

/** Dead when `done` writes have ended, and the next one may be sent (`noted`), or the marketplace has it (`accepted`). */
type Death = { done: number; next: 'noted' | 'accepted' };

/**
 * At each price one of the two moments at which the journal can't know alone whether it is changed; `crash.test.ts` has both for two
 * prices. Each process dies one price later than the one before it, whose work it continues.
 */
const deaths = numbers.map((done): Death => ({ done, next: done % 2 === 0 ? 'noted' : 'accepted' }));

/** The journal of the last 20 changes or undos, in the order of the listings. */
async function journal(): Promise<string[]> {
  const { rows } = await world.database.query<{ state: string }>(
    'select state from price_writes where user_id = $1 order by id desc limit $2',
    [seller.userId, items],
  );
  return rows.map(({ state }) => state).reverse();
}

/** How often the marketplace accepted a price of each listing, since the test last forgot them. */
async function acceptedTimes(): Promise<number[]> {
  const written = (await seller.writes()).map(({ listingId }) => listingId);
  return numbers.map((n) => written.filter((id) => id === seller.marketIdOf(n)).length);
}

/** What the journal and the marketplace then have. */
const leftAt = ({ done, next }: Death) => ({
  states: numbers.map((n) => (n < done ? 'updated' : n === done ? 'sending' : 'waiting')),
  times: numbers.map((n) => (n < done || (n === done && next === 'accepted') ? 1 : 0)),
});
const left = async () => ({ states: await journal(), times: await acceptedTimes() });

/** Runs it in a process that dies there. */
async function dieAt(death: Death, run: Run): Promise<void> {
  const { states, times } = leftAt(death);
  // Only after steps, which takes half the time: what is there before one is still there after it, unless that was a commit.
  const isThere = async ({ when }: Moment) =>
    when === 'after' &&
    (await journal()).join() === states.join() &&
    (await acceptedTimes())[death.done] === times[death.done];
  const dying = dyingWhen(world.database, isThere);
  const end = run(otherProcess(dying.database)).then(() => 'done');
  expect({ death, end: await Promise.race([end, dying.death]) }).toEqual({ death, end: 'dead' });
}

const marketPrices = async (): Promise<(number | null)[]> => {
  const seen = await world.closet.withAccount(seller.userId, (account) => account.closet('all'));
  if (seen.kind !== 'ok') throw new Error(`The marketplace did not show it: ${seen.kind}`);
  const prices = new Map(seen.value.map(({ id, priceCents }) => [id, priceCents]));
  return numbers.map((n) => (prices.get(seller.marketIdOf(n)) ?? 0) / 100);
};
const ownPrices = async (): Promise<(number | null)[]> => {
  const prices = new Map((await world.listings.list(seller.userId)).map(({ id, price }) => [id, price]));
  return numbers.map((n) => prices.get(seller.idOf(n)) ?? null);
};

const ids = (from: number, to: number) => numbers.slice(from, to).map(seller.idOf);
const idsOf = (entries: readonly { listingId: string }[]) => entries.map(({ listingId }) => listingId);

/** Runs it in processes that die one after the other, and then in one that finishes. `look` sees what each has left. */
async function outlive(run: Run, look: (death: Death) => Promise<void>): Promise<void> {
  await seller.forgetWrites();
  for (const [n, death] of deaths.entries()) {
    await dieAt(death, n === 0 ? run : resume);
    expect({ death, ...(await left()) }).toEqual({ death, ...leftAt(death) });
    await look(death);
    await expireLocks(world, seller.userId);
  }
  await resume(otherProcess());
  expect(await acceptedTimes()).toEqual(numbers.map(() => 1));
}

describe('a process that is killed at each of 20 prices', () => {
  it('leaves a journal that knows which are changed, the next process writes each of the others once, and all can be undone', async () => {
    await outlive(change, async (death) => {
      const { state, updated, waiting, failed } = await progress();
      expect({ death, state, updated: idsOf(updated), waiting, failed }).toEqual({
        death,
        state: 'running',
        updated: ids(0, death.done),
        waiting: ids(death.done, items),
        failed: [],
      });
    });
    expect(await progress()).toMatchObject({ state: 'done', total: items, waiting: [], failed: [] });
    expect([await marketPrices(), await ownPrices()]).toEqual([newPrices, newPrices]);
    const { reverted, skipped } = await undo(otherProcess());
    expect({ reverted: idsOf(reverted), skipped }).toEqual({ reverted: ids(0, items), skipped: [] });
    expect([await marketPrices(), await ownPrices()]).toEqual([oldPrices, oldPrices]);
  });

  it('in an undo leaves a journal that knows which are restored, and the next process restores all the others', async () => {
    await change(otherProcess());
    await outlive(undo, async (death) => {
      const { state, reverted } = await progress();
      const expected = { death, state: 'undoing', reverted: ids(0, death.done) };
      expect({ death, state, reverted: idsOf(reverted) }).toEqual(expected);
    });
    const { state, reverted, skipped } = await progress();
    const expected = { state: 'undone', reverted: ids(0, items), skipped: [] };
    expect({ state, reverted: idsOf(reverted), skipped }).toEqual(expected);
    expect([await marketPrices(), await ownPrices()]).toEqual([oldPrices, oldPrices]);
  });

  it.each<Death>([
    { done: 9, next: 'noted' },
    { done: 10, next: 'accepted' },
  ])('leaves changes that can be undone if the seller stops the rest: $done and one $next', async (death) => {
    await seller.forgetWrites();
    await dieAt(death, change);
    const batchId = await latestBatch();
    await world.prices.stopPrices(seller.userId, batchId);
    await expireLocks(world, seller.userId);
    await resume(otherProcess());
    const changed = ids(0, death.done + 1);
    expect(idsOf((await progress()).updated)).toEqual(changed);
    expect((await marketPrices()).filter((price, n) => price !== oldPrices[n])).toHaveLength(changed.length);
    const { reverted } = await otherProcess().undoPrices(seller.userId, batchId, {});
    expect(idsOf(reverted)).toEqual(changed);
    expect([await marketPrices(), await ownPrices()]).toEqual([oldPrices, oldPrices]);
  });
});
