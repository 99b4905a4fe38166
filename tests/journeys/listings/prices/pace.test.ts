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

const toPrice = (price: number, count: number, from = 0): Record<number, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [from + n, price]));

/** Resolves when the marketplace has this many writes of the seller. */
const writesReach = (count: number) => expect.poll(async () => (await seller.writes()).length).toBe(count);

describe('the pace of price changes', () => {
  it('is six at once, then one every three seconds, over any number of batches', async () => {
    const first = seller.update(toPrice(35, 4));
    expect((await first).updated).toHaveLength(4);
    const second = seller.update(toPrice(36, 5));
    for (const count of [6, 7, 8, 9]) {
      await writesReach(count);
      await world.clock.advance(2_900);
      expect(await seller.writes()).toHaveLength(count);
      await world.clock.advance(100);
    }
    expect((await second).message).toBe('5 prices updated.');
  });

  it('lets a single change go before the rest of a long batch, but after its write of the same listing', async () => {
    const batch = seller.update(toPrice(35, 8), { key: 'long' });
    await writesReach(6);
    const single = seller.calls.setPrice({ id: seller.idOf(0), body: { price: 33 } });
    const same = seller.calls.setPrice({ id: seller.idOf(7), body: { price: 34 } });
    // The clock stands still until both are stored, and moves no further than to the next change.
    const waiting = `select from price_writes where user_id = $1 and state = 'waiting'`;
    await expect.poll(async () => (await world.database.query(waiting, [seller.userId])).count).toBe(4);
    await world.clock.advance(3_000);
    expect(await single).toMatchObject({ oldPrice: 35, newPrice: 33 });
    expect((await seller.calls.priceBatch({ batchId: 'long' })).waiting).toHaveLength(2);
    expect(await withTime(world, same)).toMatchObject({ oldPrice: 35, newPrice: 34 });
    expect((await withTime(world, batch)).updated).toHaveLength(8);
    expect((await seller.writes()).slice(6).map(({ listingId }) => listingId)).toEqual(
      [0, 6, 7, 7].map(seller.marketIdOf),
    );
  });

  it('leaves time to stop: what was not sent stays as it was, and can be changed again', async () => {
    const batch = seller.update(toPrice(35, 8), { key: 'stopped' });
    await writesReach(6);
    const other = await openSeller(world, 1);
    expect(await failureOf(other.calls.stopPrices({ batchId: 'stopped' }))).toMatchObject({ status: 404 });
    expect(await seller.calls.stopPrices({ batchId: 'stopped' })).toMatchObject({ waiting: [] });
    const result = await withTime(world, batch);
    expect(result.updated).toHaveLength(6);
    expect(result.failed).toEqual(
      [6, 7].map((n) => ({
        listingId: seller.idOf(n),
        error: 'stopped',
        message: 'You stopped this before it was sent.',
      })),
    );
    await world.clock.advance(60_000);
    expect(await seller.writes()).toHaveLength(6);
    expect((await seller.update({ 6: 35 })).updated).toHaveLength(1);
    expect((await seller.calls.stopPrices({ batchId: result.batchId })).message).toBe('6 prices updated, 2 not.');
  });

  it('lets the seller stop an undo, and undo the rest later', async () => {
    const { batchId } = await withTime(world, seller.update(toPrice(35, 8)));
    await world.clock.advance(60_000);
    await seller.forgetWrites();
    const undo = seller.undo(batchId);
    await writesReach(6);
    await seller.calls.stopPrices({ batchId });
    expect((await withTime(world, undo)).message).toBe('6 prices restored, 2 not.');
    expect((await withTime(world, seller.undo(batchId))).reverted).toHaveLength(2);
  });

  it('does not hold the job that continues a long batch: others’ jobs get their turn', async () => {
    seller = await openSeller(world, 14);
    const { userId } = seller;
    const gone = world.otherProcess(world.database);
    gone.stopWriting();
    const { batchId } = await gone.updatePrices(userId, { updates: seller.updates(toPrice(35, 14)), key: null });
    await world.clock.advance(20_000);
    const resuming = world.prices.resume(userId);
    // The clock stands still until the job works, and then moves once: to the end of its turn.
    await writesReach(6);
    await world.clock.advance(10_000);
    await resuming;
    expect((await world.prices.priceBatch(userId, batchId)).waiting).not.toEqual([]);
    expect(world.waiting).toContainEqual(expect.objectContaining({ name: 'listings.prices', key: userId }));
    await withTime(
      world,
      expect.poll(async () => (await world.prices.priceBatch(userId, batchId)).updated).toHaveLength(14),
    );
  });

  it('sends what has waited behind other changes for more than an hour, because nothing was interrupted', async () => {
    const first = seller.update(toPrice(35, 8));
    await writesReach(6);
    const second = seller.update(toPrice(34, 2), { key: 'behind' });
    await expect.poll(() => seller.calls.priceBatch({ batchId: 'behind' }).catch(() => null)).not.toBeNull();
    await world.database.query(
      `update price_writes set asked_at = asked_at - interval '2 hours' where user_id = $1 and state = 'waiting'`,
      [seller.userId],
    );
    expect((await withTime(world, first)).message).toBe('8 prices updated.');
    expect((await withTime(world, second)).message).toBe('2 prices updated.');
  });

  it('ends what was interrupted for more than an hour, even if a newer change was sent since', async () => {
    const gone = world.otherProcess(world.database);
    const { userId } = seller;
    const batch = gone.updatePrices(userId, { updates: seller.updates(toPrice(35, 8)), key: 'gone' });
    await writesReach(6);
    gone.stopWriting();
    await withTime(world, batch);
    await world.clock.advance(3_700_000);
    await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 33 } });
    await expect.poll(async () => (await seller.calls.priceBatch({ batchId: 'gone' })).waiting).toEqual([]);
    const { updated, failed } = await seller.calls.priceBatch({ batchId: 'gone' });
    expect([updated.length, failed.map(({ error }) => error)]).toEqual([6, ['interrupted', 'interrupted']]);
  });

  it('says how long the rest takes', async () => {
    const batch = seller.update(toPrice(35, 8), { key: 'eight' });
    await writesReach(6);
    // The marketplace has the sixth write a moment before Hangtag has settled it.
    await expect
      .poll(() => seller.calls.priceBatch({ batchId: 'eight' }))
      .toMatchObject({ state: 'running', secondsLeft: 6 });
    await withTime(world, batch);
    expect(await seller.calls.priceBatch({ batchId: 'eight' })).toMatchObject({ state: 'done', secondsLeft: 0 });
  });
});
