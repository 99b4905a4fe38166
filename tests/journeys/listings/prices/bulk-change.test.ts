import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../closet/closet-journey.ts';
import type { ClosetWorld } from '../../closet/closet-world.ts';
import { openSeller, pricesJourney, type Seller, withTime } from './prices-world.ts';

let world: ClosetWorld;
let seller: Seller;
const arrive = pricesJourney();
beforeEach(async () => {
  ({ world, seller } = await arrive());
});

describe('a bulk change', () => {
  it('makes each change with one write, in order, and shows its progress', async () => {
    const seen = (await world.journal()).length;
    const result = await seller.update({ 0: 35, 1: 36, 2: 37 });
    expect(result).toEqual({
      message: '3 prices updated.',
      updated: [
        { listingId: seller.idOf(0), oldPrice: 40, newPrice: 35 },
        { listingId: seller.idOf(1), oldPrice: 40, newPrice: 36 },
        { listingId: seller.idOf(2), oldPrice: 40, newPrice: 37 },
      ],
      failed: [],
      batchId: expect.any(String),
    });
    expect((await seller.writes()).map(({ listingId }) => listingId)).toEqual([0, 1, 2].map(seller.marketIdOf));
    const calls = (await world.journal()).slice(seen).filter(({ account }) => account === seller.username);
    const change = ['post', 'update', 'post'];
    // The page with a new token comes before the first write, once.
    expect(calls.map(({ op }) => op)).toEqual(['bootstrap', ...change, ...change, ...change]);
    expect(await seller.logged('PRICE_UPDATE')).toHaveLength(3);
    expect(await seller.calls.priceBatch({ batchId: result.batchId })).toMatchObject({
      state: 'done',
      total: 3,
      waiting: [],
      updated: result.updated,
    });
    expect((await seller.calls.priceHistory({ id: seller.idOf(1) }))[0]).toMatchObject({
      source: 'optimizer',
      batchId: result.batchId,
    });
  });

  it('waits during the operator’s hold, however long, and continues after it; new ones are refused meanwhile', async () => {
    let looks = 0;
    let isReleased = false;
    let heldMs = 0;
    // From after the first write on.
    const hold = {
      find: () => (++looks > 3 && !isReleased ? { until: null, reason: 'Moving house' } : null),
      heldMsSince: async () => heldMs,
    };
    const prices = world.otherProcess(world.database, { hold });
    const { userId } = seller;
    const held = await prices.updatePrices(userId, { updates: seller.updates({ 0: 35, 1: 36, 2: 37 }), key: null });
    expect(held.updated).toHaveLength(1);
    expect(held.failed.map(({ error }) => error)).toEqual(['in_progress', 'in_progress']);
    const ask = { updates: seller.updates({ 4: 35 }), key: null };
    for (const refused of [prices.updatePrices(userId, ask), prices.undoPrices(userId, held.batchId, {})])
      await expect(refused).rejects.toMatchObject({
        code: 'on_hold',
        message: expect.stringContaining('Price changes are on hold: your administrator paused all bots.'),
      });
    await world.clock.advance(3 * 3_600_000);
    await prices.resume(userId);
    expect(await seller.writes()).toHaveLength(1);

    isReleased = true;
    heldMs = 3 * 3_600_000;
    await prices.resume(userId);
    expect(await prices.priceBatch(userId, held.batchId)).toMatchObject({ state: 'done', waiting: [], failed: [] });
    expect(await seller.writes()).toHaveLength(3);
  });

  it('continues after listings of others, sold ones, and removed ones, and says why for each', async () => {
    const other = await openSeller(world, 1);
    await seller.set(2, { set: 'sold' });
    await seller.set(3, { set: 'removed' });
    const updates = seller.updates({ 0: 35, 2: 35, 3: 35, 4: 35 });
    updates.splice(1, 0, { listingId: other.idOf(0), newPrice: 35 }, { listingId: 'nobody', newPrice: 35 });
    const result = await seller.calls.updatePrices({ body: { updates } });
    expect(result.updated.map(({ listingId }) => listingId)).toEqual([seller.idOf(0), seller.idOf(4)]);
    expect(result.failed).toMatchObject([
      { listingId: other.idOf(0), error: 'not_found' },
      { listingId: 'nobody', error: 'not_found' },
      { listingId: seller.idOf(2), error: 'listing_not_for_sale', message: expect.stringContaining('sold') },
      {
        listingId: seller.idOf(3),
        error: 'listing_not_for_sale',
        message: expect.stringContaining('no longer exists'),
      },
    ]);
    expect(result.message).toBe('2 prices updated, 4 not.');
    expect(await other.writes()).toEqual([]);
    expect(await seller.writes()).toHaveLength(2);
  });

  it('answers unknown listings every time, and stores nothing about them', async () => {
    const rows = async () =>
      (
        await world.database.query(
          `select (select count(*)::int from price_batches) as batches, (select count(*)::int from price_writes) as writes`,
        )
      ).rows[0];
    const before = await rows();
    const madeUp = ['999999999', 'nobody', '\ud800'].map((listingId) => ({ listingId, newPrice: 35 }));
    const result = await seller.calls.updatePrices({ body: { updates: madeUp } });
    expect(result).toMatchObject({ message: 'No prices were updated.', updated: [] });
    expect(result.failed.map(({ error }) => error)).toEqual(['not_found', 'not_found', 'not_found']);
    expect(await rows()).toEqual(before);
    expect(await failureOf(seller.calls.priceBatch({ batchId: result.batchId }))).toMatchObject({ status: 404 });

    const some = { updates: [...madeUp, ...seller.updates({ 0: 35 })] };
    const first = await seller.calls.updatePrices({ body: some, idempotencyKey: 'made-up' });
    expect(await seller.calls.updatePrices({ body: some, idempotencyKey: 'made-up' })).toEqual(first);
    expect(first.failed.map(({ listingId }) => listingId)).toEqual(madeUp.map(({ listingId }) => listingId));
  });

  it('ends at 3,000 changes a day, which can all be undone', async () => {
    const { batchId } = await seller.update({ 0: 35 });
    const addWrites = (count: number) =>
      world.database.query(
        `insert into price_writes (batch_id, user_id, asked_id, new_price, state, asked_at, settled_at)
         select $1, $2, 'old', 35, 'failed', to_timestamp($3::double precision / 1000), now() from generate_series(1, $4)`,
        [batchId, seller.userId, world.clock.now(), count],
      );
    await addWrites(2_998);
    const refused = await failureOf(seller.update({ 1: 35, 2: 35 }));
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('3,000 prices a day') });
    const last = await seller.update({ 1: 35 });
    expect(last.updated).toHaveLength(1);
    expect((await seller.calls.undoPrices({ batchId, body: {} })).reverted).toHaveLength(1);
    await addWrites(2_999);
    expect(await failureOf(seller.calls.undoPrices({ batchId: last.batchId, body: {} }))).toMatchObject({
      status: 429,
      message: expect.stringContaining('6,000 prices a day, undos included'),
    });
    await world.clock.advance(86_400_000);
    expect((await seller.update({ 2: 35 })).updated).toHaveLength(1);
  });

  it('with large changes names them, and sends nothing before they are confirmed', async () => {
    const refused = await failureOf(seller.update({ 0: 35, 1: 4, 2: 400 }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'large_change',
      fields: { [seller.idOf(1)]: 'From $40 to $4 is more than 60%', [seller.idOf(2)]: expect.any(String) },
    });
    expect(Object.keys(refused.fields ?? {})).toHaveLength(2);
    expect(await seller.writes()).toEqual([]);
    expect((await seller.update({ 0: 35, 1: 4, 2: 400 }, { confirmLargeChanges: true })).updated).toHaveLength(3);
  });

  it('with the same listing twice is refused at that field', async () => {
    const updates = [...seller.updates({ 0: 35, 1: 36 }), ...seller.updates({ 0: 37 })];
    expect(await failureOf(seller.calls.updatePrices({ body: { updates } }))).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { 'updates.2.listingId': 'This listing appears twice' },
    });
    expect(await seller.writes()).toEqual([]);
  });

  it('stops at a human check, notifies the bot, and leaves the rest unsent', async () => {
    await world.fault('update', 'E4', { after: 2, times: -1 });
    const result = await seller.update({ 0: 35, 1: 35, 2: 35, 3: 35, 4: 35 });
    expect(result.updated.map(({ listingId }) => listingId)).toEqual([0, 1].map(seller.idOf));
    expect(result.failed.map((one) => [one.listingId, one.error])).toEqual(
      [2, 3, 4].map((n) => [seller.idOf(n), 'human_check_required']),
    );
    expect(result.failed.map(({ message }) => message.startsWith('This wasn’t sent.'))).toEqual([false, true, true]);
    expect((await seller.writes()).length).toBe(3);
    expect(world.troubles).toHaveLength(1);
  });

  it('waits out a short outage, and gives up if it lasts', async () => {
    await world.fault('post', 'E11', { times: 2 });
    expect((await seller.update({ 0: 35, 1: 35 })).updated).toHaveLength(2);
    await world.fault('post', 'E11', { times: -1 });
    const result = await seller.update({ 2: 35, 3: 35 });
    expect(result.failed.map(({ error }) => error)).toEqual(['marketplace_unavailable', 'marketplace_unavailable']);
    expect(await seller.writes()).toHaveLength(2);
    expect(world.troubles).toEqual([]);
  });

  it('stops after three unexpected replies in a row, even if each concerned only one listing', async () => {
    await world.fault('update', 'E11', { times: -1 });
    const result = await withTime(world, seller.update({ 0: 35, 1: 35, 2: 35, 3: 35, 4: 35 }));
    expect(result.failed.map(({ message }) => /still has its old price|wasn’t sent/.exec(message)?.[0])).toEqual([
      ...Array.from({ length: 3 }, () => 'still has its old price'),
      ...Array.from({ length: 2 }, () => 'wasn’t sent'),
    ]);
    expect(await seller.writes()).toHaveLength(3);
  });

  it('with a new session in the middle writes nothing twice', async () => {
    await world.fault('update', 'E8a', { after: 1 });
    await world.command('POST', 'sessions/expire', { account: seller.username });
    expect((await seller.update({ 0: 35, 1: 35, 2: 35 })).updated).toHaveLength(3);
    const done = (await seller.writes()).filter((entry) => entry.case === 'ok');
    expect(done.map(({ listingId }) => listingId)).toEqual([0, 1, 2].map(seller.marketIdOf));
  });

  it('leaves open writes to the job if its process is closing', async () => {
    const { otherProcess, database, userId } = { ...world, userId: seller.userId };
    const closing = otherProcess(database);
    closing.stopWriting();
    const result = await closing.updatePrices(userId, { updates: seller.updates({ 0: 35, 1: 36 }), key: null });
    expect(result.failed.map(({ error }) => error)).toEqual(['in_progress', 'in_progress']);
    expect(result.message).toBe('0 prices updated so far, 2 to go.');
    expect(await seller.calls.priceBatch({ batchId: result.batchId })).toMatchObject({
      state: 'running',
      waiting: [0, 1].map(seller.idOf),
    });
    await world.clock.advance(31_000);
    await world.run('listings.prices');
    expect(await seller.calls.priceBatch({ batchId: result.batchId })).toMatchObject({ state: 'done', failed: [] });
    expect(await seller.writes()).toHaveLength(2);
  });

  it('of another seller cannot be read or undone', async () => {
    const { batchId } = await seller.update({ 0: 35 });
    const other = await openSeller(world, 1);
    expect(await failureOf(other.calls.priceBatch({ batchId }))).toMatchObject({ status: 404 });
    expect(await failureOf(other.calls.undoPrices({ batchId, body: {} }))).toMatchObject({ status: 404 });
    const keyed = await seller.update({ 1: 35 }, { key: 'mine' });
    expect(await failureOf(other.calls.priceBatch({ batchId: 'mine' }))).toMatchObject({ status: 404 });
    expect((await seller.undo('mine')).reverted).toHaveLength(keyed.updated.length);
    expect(await failureOf(seller.calls.priceBatch({ batchId: 'nonsense' }))).toMatchObject({ status: 404 });
    expect(await seller.marketPrice(0)).toBe(35);
  });
});

describe('the same change again, by its key', () => {
  it('is answered with the first result, even after a day, and another body with that key is refused', async () => {
    const first = await seller.update({ 0: 35, 1: 36 }, { key: 'apply-1' });
    await seller.set(0, { price: 50 });
    await world.clock.advance(24 * 3_600_000);
    await world.prices.maintenance();
    expect(await seller.update({ 0: 35, 1: 36 }, { key: 'apply-1' })).toEqual(first);
    expect(await failureOf(seller.update({ 0: 35, 1: 37 }, { key: 'apply-1' }))).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    });
    // What the seller saw is part of the change.
    const [one, two] = [seller.idOf(0), seller.idOf(1)];
    const seen = { updates: seller.updates({ 0: 35, 1: 36 }), expectedPrices: { [one]: 40, [two]: 40 } };
    const another = seller.calls.updatePrices({ body: seen, idempotencyKey: 'apply-1' });
    expect(await failureOf(another)).toMatchObject({ code: 'idempotency_mismatch' });
    expect(await seller.writes()).toHaveLength(2);

    const other = await openSeller(world, 1);
    const theirs = { updates: other.updates({ 0: 35 }) };
    const result = await other.calls.updatePrices({ body: theirs, idempotencyKey: 'apply-1' });
    expect(result.updated).toHaveLength(1);
  });

  it('twenty times at once changes each price once', async () => {
    const calls = Array.from({ length: 20 }, () => seller.update({ 0: 35, 1: 36, 2: 37 }, { key: 'at-once' }));
    const ends = await Promise.allSettled(calls);
    const answered = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(new Set(answered.map(({ batchId }) => batchId)).size).toBe(1);
    // A client that is still waiting knows only the key.
    expect(await seller.calls.priceBatch({ batchId: 'at-once' })).toMatchObject({
      batchId: answered[0]?.batchId,
      state: 'done',
    });
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['in_progress']));
    expect((await seller.writes()).map(({ listingId }) => listingId)).toEqual([0, 1, 2].map(seller.marketIdOf));
  });

  it('and ten changes of one listing by several processes go one after another', async () => {
    const processes = [world.prices, world.otherProcess(world.database), world.otherProcess(world.database)];
    const wanted = Array.from({ length: 9 }, (_, n) => 31 + n);
    const changes = wanted.map((newPrice, n) =>
      processes[n % 3]?.updatePrices(seller.userId, { updates: seller.updates({ 0: newPrice }), key: null }),
    );
    const start = world.clock.now();
    const results = await withTime(world, Promise.all(changes));
    // They keep one pace: six at once, and three more.
    expect(world.clock.now() - start).toBeGreaterThanOrEqual(9_000);
    const steps = results.flatMap((result) => result?.updated ?? []);
    expect(steps).toHaveLength(9);
    // Each change started from the price that the previous one had set.
    const from = new Map(steps.map(({ oldPrice, newPrice }) => [oldPrice, newPrice]));
    let price = 40;
    for (const _ of wanted) price = from.get(price) ?? 0;
    expect(price).toBe(await seller.marketPrice(0));
    expect(await seller.writes()).toHaveLength(9);
    expect(await seller.price(0)).toBe(price);
  });
});
