import { beforeAll, describe, expect, it } from 'vitest';
import { closetJourney } from '../../closet/closet-journey.ts';
import type { ClosetWorld } from '../../closet/closet-world.ts';
import { dyingWhen, expireLocks, type Moment } from './dying-process.ts';
import { openSeller, type Seller } from './prices-world.ts';

let world: ClosetWorld;
const arrive = closetJourney();
beforeAll(async () => {
  ({ world } = await arrive());
});

const listings = [0, 1];

/** Whatever a process did before it was killed, its locks expire and the job runs. */
async function afterTheKill(seller: Seller): Promise<void> {
  await expireLocks(world, seller.userId);
  await world.otherProcess(world.database).resume(seller.userId);
}

/** Undoes everything: both listings cost $40 here and there, and no change is recorded. */
async function rewind(seller: Seller): Promise<void> {
  for (const n of listings) await seller.set(n, { price: 40 });
  const { userId } = seller;
  await world.database.query('update listings set price = 40 where user_id = $1', [userId]);
  await world.database.query('update closets set locked_until = null where user_id = $1', [userId]);
  for (const table of ['price_batches', 'price_changes', 'activity_logs'])
    await world.database.query(`delete from ${table} where user_id = $1`, [userId]);
  world.waiting.splice(0);
  world.notices.splice(0);
  await seller.forgetWrites();
}

const batchOf = async (seller: Seller) => {
  const { rows } = await world.database.query<{ id: string }>(
    'select id from price_batches where user_id = $1 order by id desc limit 1',
    [seller.userId],
  );
  const batchId = rows[0]?.id;
  return batchId === undefined ? null : seller.calls.priceBatch({ batchId });
};

/** The time from the start of the seller's only batch to its last write. */
const tookMs = async (seller: Seller): Promise<number> => {
  const { rows } = await world.database.query<{ ms: number }>(
    `select (extract(epoch from max(w.settled_at) - min(b.created_at)) * 1000)::float8 as ms
     from price_batches b join price_writes w on w.batch_id = b.id where b.user_id = $1`,
    [seller.userId],
  );
  return rows[0]?.ms ?? 0;
};

/** Tells apart what a process that is killed now leaves behind: committed rows of the seller, calls, jobs, and messages. */
async function openTrace({ userId, username }: Seller): Promise<() => Promise<string>> {
  const { rows } = await world.database.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'user_id'
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const contents = rows.map(
    ({ name }) => `(select string_agg(t::text, ',' order by t::text) from ${name} t where user_id = $1)`,
  );
  const sql = `select md5(concat_ws(';', ${contents})) as content`;
  return async () => {
    const { rows: found } = await world.database.query<{ content: string }>(sql, [userId]);
    const { length } = await world.journal(username);
    return [found[0]?.content, length, world.waiting.length, world.notices.length].join();
  };
}

/**
 * The moments to die at: before and after each database step of a run. Where nothing has changed since the moment before, because
 * the step only read or is part of an open transaction, dying there is the same as dying then.
 */
async function momentsOf(seller: Seller, run: (process: ClosetWorld['prices']) => Promise<unknown>): Promise<Moment[]> {
  const traceNow = await openTrace(seller);
  const all: (Moment & { trace: string })[] = [];
  const { database } = dyingWhen(world.database, async (moment) => {
    all.push({ ...moment, trace: await traceNow() });
    return false;
  });
  await run(world.otherProcess(database));
  expect(all.length).toBeGreaterThan(40);
  return all.filter(({ trace }, at) => trace !== all[at - 1]?.trace);
}

/** Runs it in a process that dies at that moment. Returns false if it was done before. */
async function dies(
  { step, when }: Moment,
  run: (process: ClosetWorld['prices']) => Promise<unknown>,
): Promise<boolean> {
  const { database, death } = dyingWhen(world.database, async (now) => now.step === step && now.when === when);
  const end = await Promise.race([run(world.otherProcess(database)).then(() => 'done'), death]);
  return end === 'dead';
}

/** Runs it in a process that dies when it has stored that a write is being sent, right before that leaves. */
async function diesSending({ userId }: Seller, run: (process: ClosetWorld['prices']) => Promise<unknown>) {
  const isSending = `select from price_writes where user_id = $1 and state = 'sending'`;
  const { database, death } = dyingWhen(
    world.database,
    async ({ when }) => when === 'after' && (await world.database.query(isSending, [userId])).count > 0,
  );
  expect(await Promise.race([run(world.otherProcess(database)), death])).toBe('dead');
}

const trail = async (seller: Seller, n: number) => ({
  writes: (await seller.writes()).filter(({ listingId }) => listingId === seller.marketIdOf(n)).length,
  history: await seller.calls.priceHistory({ id: seller.idOf(n) }),
});

describe('a process that is killed', () => {
  it('at any step of a bulk change leaves a journal that the next process finishes, with one write per price', async () => {
    const seller = await openSeller(world, listings.length);
    const change = (process: ClosetWorld['prices']) =>
      process.updatePrices(seller.userId, { updates: seller.updates({ 0: 35, 1: 36 }), key: 'once' });
    const moments = await momentsOf(seller, change);
    let begun = 0;
    for (const moment of moments) {
      await rewind(seller);
      const isDead = await dies(moment, change);
      await afterTheKill(seller);
      const where = `${moment.when} step ${moment.step}`;
      const batch = await batchOf(seller);
      for (const n of listings) {
        const { writes, history } = await trail(seller, n);
        const price = batch === null ? 40 : 35 + n;
        const times = batch === null ? 0 : 1;
        expect({ where, n, price: await seller.marketPrice(n), writes }).toEqual({ where, n, price, writes: times });
        expect({ where, n, here: await seller.price(n), history: history.length }).toEqual({
          where,
          n,
          here: price,
          history: times,
        });
      }
      if (batch === null) continue;
      begun += 1;
      // The seller's devices are notified once of a change that took long, whichever process finished it.
      const message = { event: 'prices', title: 'Prices Updated', body: '2 prices updated.' };
      const isLong = (await tookMs(seller)) >= 10_000;
      expect({ where, notices: world.notices }).toMatchObject({ where, notices: isLong ? [message] : [] });
      expect({ where, ...batch }).toMatchObject({ where, state: 'done', failed: [], waiting: [] });
      // A repeated request with the same key gets the outcome.
      expect(isDead || batch.updated.length === listings.length).toBe(true);
      const again = await change(world.prices);
      expect(again).toMatchObject({ batchId: batch.batchId, updated: batch.updated });
      const entries = (await world.log(seller.userId)).filter(({ action }) => action === 'PRICE_UPDATE');
      expect(entries).toHaveLength(listings.length);
    }
    expect(begun).toBeGreaterThan(moments.length / 2);
  }, 120_000);

  it('at any step of an undo leaves a journal that the next process finishes, with one write per price', async () => {
    const seller = await openSeller(world, listings.length);
    const prepare = async () => {
      await rewind(seller);
      const { batchId } = await world.prices.updatePrices(seller.userId, {
        updates: seller.updates({ 0: 35, 1: 36 }),
        key: null,
      });
      return (process: ClosetWorld['prices']) => process.undoPrices(seller.userId, batchId, {});
    };
    for (const moment of await momentsOf(seller, await prepare())) {
      const where = `${moment.when} step ${moment.step}`;
      const undo = await prepare();
      await dies(moment, undo);
      await afterTheKill(seller);
      const batch = await batchOf(seller);
      const isUndone = batch?.state === 'undone';
      expect({ where, state: batch?.state }).toEqual({ where, state: isUndone ? 'undone' : 'done' });
      for (const n of listings) {
        const { writes } = await trail(seller, n);
        const price = isUndone ? 40 : 35 + n;
        expect({ where, n, price: await seller.marketPrice(n), here: await seller.price(n), writes }).toEqual({
          where,
          n,
          price,
          here: price,
          writes: isUndone ? 2 : 1,
        });
      }
      const again = await undo(world.prices);
      expect(again.reverted).toHaveLength(isUndone ? 0 : listings.length);
    }
  }, 120_000);

  it('with a write in flight: the next process reads the listing first, and later changes stay', async () => {
    const seller = await openSeller(world, listings.length);
    const change = (process: ClosetWorld['prices']) =>
      process.updatePrices(seller.userId, { updates: seller.updates({ 0: 35, 1: 36 }), key: null });
    await diesSending(seller, change);
    expect(await seller.writes()).toEqual([]);
    await seller.set(0, { price: 50 });
    await afterTheKill(seller);
    expect(await batchOf(seller)).toMatchObject({
      state: 'done',
      updated: [{ listingId: seller.idOf(1), newPrice: 36 }],
      failed: [{ listingId: seller.idOf(0), error: 'changed_elsewhere', message: expect.stringContaining('$50') }],
    });
    expect([await seller.marketPrice(0), await seller.price(0)]).toEqual([50, 50]);
  });

  it('with a write that never left: the next process sends it, even if it had waited long for earlier changes', async () => {
    const seller = await openSeller(world, listings.length);
    const { userId } = seller;
    await world.prices.updatePrices(userId, { updates: seller.updates({ 0: 35 }), key: null });
    await diesSending(seller, (process) =>
      process.updatePrices(userId, { updates: seller.updates({ 1: 36 }), key: null }),
    );
    await world.database.query(
      `update price_writes set asked_at = asked_at - interval '90 minutes' where user_id = $1 and state = 'sending'`,
      [userId],
    );
    await afterTheKill(seller);
    expect(await batchOf(seller)).toMatchObject({ updated: [{ listingId: seller.idOf(1), newPrice: 36 }], failed: [] });
    expect(await seller.marketPrice(1)).toBe(36);
  });

  it('is not taken over while it may still work, and one in the middle of the job has queued the next one', async () => {
    const seller = await openSeller(world, listings.length);
    const { userId } = seller;
    for (const step of [2, 8, 16]) {
      await rewind(seller);
      await dies({ step: 30, when: 'after' }, (process) =>
        process.updatePrices(userId, { updates: seller.updates({ 0: 35, 1: 36 }), key: null }),
      );
      await world.database.query('update closets set locked_until = null where user_id = $1', [userId]);
      world.waiting.splice(0);
      await world.otherProcess(world.database).resume(userId);
      expect(await batchOf(seller)).toMatchObject({ state: 'running' });
      expect(world.waiting).toMatchObject([{ name: 'listings.prices', delayMs: 10_000 }]);
      await world.clock.advance(61_000);
      world.waiting.splice(0);
      // Nothing stays open until the next maintenance.
      expect(await dies({ step, when: 'before' }, (process) => process.resume(userId))).toBe(true);
      expect({ step, batch: await batchOf(seller) }).toMatchObject({ step, batch: { state: 'running' } });
      expect({ step, waiting: world.waiting }).toMatchObject({
        step,
        waiting: [{ name: 'listings.prices', key: userId }],
      });
    }
    await afterTheKill(seller);
    expect(await batchOf(seller)).toMatchObject({ state: 'done', failed: [] });
  });
});
