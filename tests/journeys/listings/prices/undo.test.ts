import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../closet/closet-journey.ts';
import type { ClosetWorld } from '../../closet/closet-world.ts';
import { pricesJourney, type Seller, withTime } from './prices-world.ts';

let world: ClosetWorld;
let seller: Seller;
const arrive = pricesJourney();
beforeEach(async () => {
  ({ world, seller } = await arrive());
});

describe('an undo', () => {
  it('restores every old price once, says so, and goes with the account', async () => {
    const { batchId } = await seller.update({ 0: 35, 1: 36, 2: 37 });
    expect(await seller.undo(batchId)).toEqual({
      message: '3 prices restored.',
      reverted: [
        { listingId: seller.idOf(0), oldPrice: 35, newPrice: 40 },
        { listingId: seller.idOf(1), oldPrice: 36, newPrice: 40 },
        { listingId: seller.idOf(2), oldPrice: 37, newPrice: 40 },
      ],
      skipped: [],
    });
    for (const n of [0, 1, 2]) expect([await seller.marketPrice(n), await seller.price(n)]).toEqual([40, 40]);
    expect(await seller.logged('PRICE_REVERTED')).toHaveLength(3);
    expect(await seller.calls.priceBatch({ batchId })).toMatchObject({ state: 'undone', skipped: [] });
    expect((await seller.calls.priceHistory({ id: seller.idOf(0) }))[0]).toMatchObject({
      source: 'undo',
      oldPrice: 35,
      newPrice: 40,
      batchId,
    });

    const second = await seller.undo(batchId);
    expect(second.reverted).toEqual([]);
    expect(second.skipped.map(({ error }) => error)).toEqual(['already_undone', 'already_undone', 'already_undone']);
    expect(await seller.writes()).toHaveLength(6);

    await world.database.query('delete from users where id = $1', [seller.userId]);
    expect((await world.database.query('select from price_writes where user_id = $1', [seller.userId])).count).toBe(0);
  });

  it('of single listings leaves the others, and refuses those that were not part of the batch', async () => {
    const { batchId } = await seller.update({ 0: 35, 1: 36 });
    const result = await seller.undo(batchId, [seller.idOf(1), seller.idOf(5)]);
    expect(result.reverted).toEqual([{ listingId: seller.idOf(1), oldPrice: 36, newPrice: 40 }]);
    expect(result.skipped).toMatchObject([{ listingId: seller.idOf(5), error: 'not_found' }]);
    expect([await seller.marketPrice(0), await seller.marketPrice(1)]).toEqual([35, 40]);
    expect((await seller.undo(batchId)).reverted).toEqual([{ listingId: seller.idOf(0), oldPrice: 35, newPrice: 40 }]);
  });

  it('never overwrites a price that was changed elsewhere, at the marketplace or by a later change', async () => {
    const { batchId } = await seller.update({ 0: 35, 1: 36, 2: 37, 3: 38 });
    await seller.set(0, { price: 50 });
    await seller.set(1, { price: 40 });
    await seller.calls.setPrice({ id: seller.idOf(2), body: { price: 33 } });
    await seller.set(3, { set: 'sold' });
    const before = (await seller.writes()).length;
    const result = await seller.undo(batchId);
    expect(result.reverted).toEqual([]);
    expect(result.skipped).toMatchObject([
      { listingId: seller.idOf(0), error: 'changed_elsewhere', message: expect.stringContaining('$50') },
      { listingId: seller.idOf(1), error: 'already_undone' },
      { listingId: seller.idOf(2), error: 'changed_elsewhere' },
      { listingId: seller.idOf(3), error: 'listing_not_for_sale' },
    ]);
    expect((await seller.writes()).length).toBe(before);
    expect([await seller.price(0), await seller.price(1), await seller.price(2)]).toEqual([50, 40, 33]);
    expect(await seller.logged('PRICE_REVERTED')).toEqual([]);
    expect(await seller.calls.priceBatch({ batchId })).toMatchObject({ state: 'done', reverted: [] });
  });

  it('restores nothing if nothing was changed', async () => {
    await seller.set(1, { set: 'sold' });
    const { batchId } = await seller.update({ 0: 40, 1: 35 });
    const result = await seller.undo(batchId);
    expect(result.skipped.map(({ error }) => error)).toEqual(['not_changed', 'not_changed']);
    expect(await seller.writes()).toEqual([]);
  });

  it('requested ten times at once makes one write', async () => {
    const { batchId } = await seller.update({ 0: 35 });
    // A marketplace that takes its time, so that the other nine come while the first is at work.
    await world.command('POST', 'config', { latencyMs: 300 });
    const results = await Promise.all(Array.from({ length: 10 }, () => seller.undo(batchId)));
    await world.command('POST', 'config', { latencyMs: 0 });
    expect(results.flatMap(({ reverted }) => reverted)).toHaveLength(1);
    const others = results.flatMap(({ skipped }) => skipped.map(({ error }) => error));
    expect(others).toHaveLength(9);
    expect(others).toContain('in_progress');
    expect(new Set([...others, 'already_undone'])).toEqual(new Set(['in_progress', 'already_undone']));
    expect(await seller.writes()).toHaveLength(2);
  });

  it('that failed can be requested again, and after an unknown outcome the listing is read first', async () => {
    const { batchId } = await seller.update({ 0: 35, 1: 36 });
    await world.fault('update', 'E1');
    expect((await seller.undo(batchId, [seller.idOf(0)])).skipped).toMatchObject([
      { error: 'marketplace_refused_values' },
    ]);
    expect((await seller.undo(batchId, [seller.idOf(0)])).reverted).toHaveLength(1);

    await world.fault('update', 'reset');
    await world.fault('post', 'E11', { after: 1, times: -1 });
    const unsure = await withTime(world, seller.undo(batchId, [seller.idOf(1)]));
    expect(unsure.skipped).toMatchObject([{ error: 'outcome_unknown' }]);
    await world.command('DELETE', 'faults');
    const writes = (await seller.writes()).length;
    expect((await seller.undo(batchId, [seller.idOf(1)])).reverted).toEqual([
      { listingId: seller.idOf(1), oldPrice: 36, newPrice: 40 },
    ]);
    expect((await seller.writes()).length).toBe(writes);
  });
});

describe('a notice about price changes', () => {
  const writesReach = (count: number) => expect.poll(async () => (await seller.writes()).length).toBe(count);

  it('is not sent for a batch that the seller undid while another was running', async () => {
    world.notices.splice(0);
    const first = seller.update({ 0: 35, 1: 35, 2: 35, 3: 35, 4: 35, 5: 35, 6: 35 }, { key: 'first' });
    await writesReach(6);
    const second = seller.update({ 0: 34, 7: 35 }, { key: 'second' });
    await expect.poll(() => seller.calls.priceBatch({ batchId: 'second' }).catch(() => null)).not.toBeNull();
    // Nobody waits for the answer of a change that takes this long.
    await world.database.query(
      `update price_batches set created_at = created_at - interval '1 minute' where user_id = $1`,
      [seller.userId],
    );
    await world.clock.advance(3_000);
    await writesReach(7);
    const { batchId } = await first;
    const undo = seller.undo(batchId);
    await expect.poll(async () => (await seller.calls.priceBatch({ batchId })).state).toBe('undoing');
    expect((await withTime(world, second)).updated).toHaveLength(2);
    await withTime(world, undo);
    await expect.poll(() => world.notices).toMatchObject([{ body: '2 prices updated.' }]);
  });
});

/** What a page that shows $40 asks for. */
const setPrice = (price: number, expectedPrice = 40) =>
  seller.calls.setPrice({ id: seller.idOf(0), body: { price, expectedPrice } });

describe('one price, asked for by a page that shows $40', () => {
  it('stays if another device has changed it, without a call to the marketplace', async () => {
    await setPrice(30);
    const calls = (await world.journal()).length;
    expect(await failureOf(setPrice(45))).toMatchObject({
      status: 409,
      code: 'price_changed',
      message: expect.stringMatching(
        /^A price has changed: “.+” is now \$30, not \$40\. Nothing was sent\. Check it, then decide again\.$/,
      ),
      fields: { [seller.idOf(0)]: 'The price is now $30, not $40' },
    });
    expect((await world.journal()).length).toBe(calls);
    expect(await setPrice(45, 30)).toEqual({ oldPrice: 30, newPrice: 45 });
  });

  it('stays if it was changed at the marketplace, and Hangtag then knows the price there', async () => {
    await seller.set(0, { price: 30 });
    expect(await failureOf(setPrice(45))).toMatchObject({
      status: 409,
      code: 'price_changed',
      message: 'The price is now $30, not the $40 that you saw, so Hangtag left it. Check it, then decide again.',
    });
    expect(await seller.writes()).toEqual([]);
    expect([await seller.marketPrice(0), await seller.price(0)]).toEqual([30, 30]);
    expect(await seller.logged('PRICE_UPDATE')).toEqual([]);
    expect((await seller.calls.priceHistory({ id: seller.idOf(0) }))[0]).toMatchObject({
      oldPrice: 40,
      newPrice: 30,
      source: 'marketplace',
    });
    // A large change that the seller confirmed was one from $30.
    await seller.set(0, { price: 20 });
    const body = { price: 100, expectedPrice: 30, confirmLargeChanges: true };
    expect(await failureOf(seller.calls.setPrice({ id: seller.idOf(0), body }))).toMatchObject({
      code: 'price_changed',
    });
    expect(await seller.writes()).toEqual([]);
  });

  it('that is asked for again after a lost reply is already there, which is no refusal', async () => {
    await setPrice(35);
    expect(await setPrice(35)).toEqual({ oldPrice: 35, newPrice: 35 });
    await seller.set(0, { price: 33 });
    expect(await setPrice(33, 35)).toEqual({ oldPrice: 33, newPrice: 33 });
    expect(await seller.writes()).toHaveLength(1);
  });

  it('that no stored price can be is refused as input', async () => {
    for (const expectedPrice of [-1, 39.5, 3_000_000_000])
      expect(await failureOf(setPrice(35, expectedPrice))).toMatchObject({ status: 400 });
  });
});

describe('a bulk change, asked for by a page that shows $40', () => {
  const updatePrices = (prices: Record<number, number>) => {
    const updates = seller.updates(prices);
    const expectedPrices = Object.fromEntries(updates.map(({ listingId }) => [listingId, 40]));
    return seller.calls.updatePrices({ body: { updates, expectedPrices } });
  };

  it('sends nothing if Hangtag knows that some of the prices have changed, and names them', async () => {
    await seller.update({ 1: 30, 2: 31 });
    await seller.forgetWrites();
    const refused = await failureOf(updatePrices({ 0: 35, 1: 35, 2: 35 }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'price_changed',
      message: expect.stringMatching(
        /^Prices have changed: “.+” is now \$30, not \$40, “.+” is now \$31, not \$40\. Nothing/,
      ),
      fields: {
        [seller.idOf(1)]: 'The price is now $30, not $40',
        [seller.idOf(2)]: 'The price is now $31, not $40',
      },
    });
    expect(await seller.writes()).toEqual([]);
  });

  it('leaves prices that were changed at the marketplace, says so for each, and changes the others', async () => {
    await seller.set(1, { price: 30 });
    const result = await updatePrices({ 0: 35, 1: 35, 2: 36 });
    expect(result.updated.map(({ newPrice }) => newPrice)).toEqual([35, 36]);
    expect(result.failed).toEqual([
      {
        listingId: seller.idOf(1),
        error: 'price_changed',
        message: 'The price is now $30, not the $40 that you saw, so Hangtag left it. Check it, then decide again.',
      },
    ]);
    expect(await seller.marketPrice(1)).toBe(30);
    const undone = await seller.undo(result.batchId);
    expect(undone.reverted.map(({ newPrice }) => newPrice)).toEqual([40, 40]);
  });
});
