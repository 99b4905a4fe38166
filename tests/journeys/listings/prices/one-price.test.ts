import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../closet/closet-journey.ts';
import type { ClosetWorld } from '../../closet/closet-world.ts';
import { openSeller, pricesJourney, type Seller, withTime } from './prices-world.ts';

let world: ClosetWorld;
let seller: Seller;
const arrive = pricesJourney(4);
beforeEach(async () => {
  ({ world, seller } = await arrive());
});

describe('one price', () => {
  it('is changed at the marketplace first, with one write, then here, and logged once', async () => {
    const before = await world.closet.authStatus(seller.userId);
    // The floor only limits offers and suggestions.
    await seller.calls.change({ id: seller.idOf(0), body: { floorPrice: 38 } });
    const changed = await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35, source: 'analysis' } });
    expect(changed).toEqual({ oldPrice: 40, newPrice: 35 });
    expect(await seller.writes()).toMatchObject([{ listingId: seller.marketIdOf(0), case: 'ok' }]);
    expect([await seller.marketPrice(0), await seller.price(0)]).toEqual([35, 35]);
    expect(await seller.logged('PRICE_UPDATE')).toEqual([expect.stringMatching(/: \$40 to \$35$/)]);
    const [latest] = await seller.calls.priceHistory({ id: seller.idOf(0) });
    expect(latest).toEqual({
      at: new Date(world.clock.now()).toISOString(),
      oldPrice: 40,
      newPrice: 35,
      source: 'analysis',
      batchId: expect.any(String),
    });
    expect(await world.closet.authStatus(seller.userId)).toEqual(before);
  });

  it('that the marketplace already has is not written, and not logged as a change', async () => {
    expect(await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 40 } })).toEqual({
      oldPrice: 40,
      newPrice: 40,
    });
    expect(await seller.writes()).toEqual([]);
    expect(await seller.logged('PRICE_UPDATE')).toEqual([]);
  });

  it('that was changed at the marketplace in the meantime is logged with the real old price', async () => {
    await seller.set(0, { price: 44 });
    expect(await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 30 } })).toEqual({
      oldPrice: 44,
      newPrice: 30,
    });
    const history = await seller.calls.priceHistory({ id: seller.idOf(0) });
    expect(history.slice(0, 2)).toMatchObject([
      { oldPrice: 44, newPrice: 30, source: 'manual' },
      { oldPrice: 40, newPrice: 44, source: 'marketplace' },
    ]);
  });

  it('that the seller saw in another currency is not written, and one in the right currency is', async () => {
    await world.command('POST', 'config', { currency: 'CAD' });
    try {
      const id = seller.idOf(0);
      const refused = await failureOf(seller.calls.setPrice({ id, body: { price: 35, expectedPrice: 40 } }));
      expect(refused).toMatchObject({
        status: 409,
        code: 'price_changed',
        message: 'This listing is priced in Canadian dollars (CA$40), so Hangtag left it. Check it, then decide again.',
      });
      expect(await seller.writes()).toEqual([]);
      expect((await seller.calls.list()).find((one) => one.id === id)).toMatchObject({ price: 40, currency: 'CAD' });

      await seller.calls.setPrice({ id, body: { price: 35 } });
      expect(await seller.writes()).toMatchObject([{ listingId: seller.marketIdOf(0), case: 'ok' }]);
      expect(await seller.logged('PRICE_UPDATE')).toEqual([expect.stringMatching(/: CA\$40 to CA\$35$/)]);
      const large = await failureOf(seller.calls.setPrice({ id, body: { price: 4000 } }));
      expect(large.message).toContain('from CA$35 to CA$4,000');
      const stale = await failureOf(seller.calls.setPrice({ id, body: { price: 33, expectedPrice: 50 } }));
      expect(stale.message).toContain('now CA$35, not CA$50');
      await seller.set(0, { price: 44 });
      const seen = await failureOf(seller.calls.setPrice({ id, body: { price: 30, expectedPrice: 35 } }));
      expect(seen.message).toContain('The price is now CA$44, not the CA$35 that you saw');
    } finally {
      await world.command('POST', 'config', { currency: 'USD' });
    }
  });

  it.each([
    ['cents taken for dollars', 4000, '$4,000'],
    ['dollars taken for cents', 4, '$4'],
  ])('of more than 60 %% is sent only after a second confirmation: %s', async (_what, price, words) => {
    const id = seller.idOf(0);
    const refused = await failureOf(seller.calls.setPrice({ id, body: { price } }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'large_change',
      message: expect.stringContaining(`from $40 to ${words}`),
      fields: { [id]: expect.stringContaining('60%') },
    });
    expect(await seller.writes()).toEqual([]);
    await seller.calls.setPrice({ id, body: { price, confirmLargeChanges: true } });
    expect(await seller.marketPrice(0)).toBe(price);
  });

  it('counts as large compared with the marketplace’s current price, not with our last one', async () => {
    await seller.set(0, { price: 200 });
    const refused = await failureOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 50 } }));
    expect(refused).toMatchObject({ status: 409, code: 'large_change', message: expect.stringContaining('$200') });
    expect(await seller.writes()).toEqual([]);
    expect(await seller.price(0)).toBe(200);
  });

  it('of another seller’s or unknown listing is not found', async () => {
    const other = await openSeller(world, 1);
    for (const id of [other.idOf(0), '999999999', 'nonsense']) {
      expect(await failureOf(seller.calls.setPrice({ id, body: { price: 35 } }))).toMatchObject({ status: 404 });
      expect(await failureOf(seller.calls.priceHistory({ id }))).toMatchObject({ status: 404 });
    }
    expect(await other.writes()).toEqual([]);
  });

  it('of a listing that isn’t for sale anymore in the meantime stays, and the listing is marked', async () => {
    for (const [n, [availability, words]] of [
      ['sold', 'sold'],
      ['removed', 'no longer exists'],
      ['not_for_sale', 'isn’t for sale'],
      ['reserved', 'A buyer is paying'],
    ].entries()) {
      await seller.set(n, { set: availability });
      const id = seller.idOf(n);
      expect(await failureOf(seller.calls.setPrice({ id, body: { price: 35 } }))).toMatchObject({
        status: 409,
        code: 'listing_not_for_sale',
        message: expect.stringContaining(words ?? ''),
      });
      const listings = await seller.calls.list();
      expect(listings.find((one) => one.id === id)).toMatchObject({ isActive: false, availability });
    }
    expect(await seller.writes()).toEqual([]);
  });

  it.each([
    ['E1', { status: 422, code: 'marketplace_refused_values' }],
    [
      'noop',
      { status: 502, code: 'marketplace_refused', message: expect.stringContaining('still shows the old price') },
    ],
    ['E4', { status: 409, code: 'human_check_required' }],
    [
      'E11',
      { status: 502, code: 'marketplace_unavailable', message: expect.stringContaining('still has its old price') },
    ],
    ['reset-before', { status: 502, message: expect.stringContaining('still has its old price') }],
  ])('refused by %s stays as it was, and says so', async (kind, refusal) => {
    await world.fault('update', kind);
    const call = failureOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } }));
    expect(await withTime(world, call)).toMatchObject(refusal);
    expect([await seller.marketPrice(0), await seller.price(0)]).toEqual([40, 40]);
    expect((await seller.writes()).length).toBe(1);
    expect(await seller.logged('PRICE_UPDATE')).toEqual([]);
  });

  it('that was changed without an answer is found by reading, not by writing again', async () => {
    await world.fault('update', 'reset');
    const call = seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } });
    expect(await withTime(world, call)).toEqual({ oldPrice: 40, newPrice: 35 });
    expect((await seller.writes()).length).toBe(1);
  });

  it('whose outcome cannot be found out is reported as unknown, and not written again', async () => {
    await world.fault('update', 'reset');
    await world.fault('post', 'E11', { after: 1, times: -1 });
    const refused = await withTime(
      world,
      failureOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } })),
    );
    expect(refused).toMatchObject({ status: 502, message: expect.stringContaining('Check its price in your closet') });
    expect((await seller.writes()).length).toBe(1);
    expect(await seller.price(0)).toBe(40);
  });

  it.each([
    ['reset', 41, { state: 'done', updated: [{ oldPrice: 40, newPrice: 41 }], failed: [] }],
    ['reset-before', 40, { state: 'done', updated: [], failed: [{ error: 'marketplace_unavailable' }] }],
  ])('of unknown outcome (%s) is known after the next sync', async (kind, price, batch) => {
    await world.fault('update', kind);
    await world.fault('post', 'E11', { after: 1, times: -1 });
    const body = { updates: seller.updates({ 0: 41 }) };
    const unsure = await withTime(world, seller.calls.updatePrices({ body }));
    expect(unsure.failed).toMatchObject([{ error: 'outcome_unknown' }]);
    await world.command('DELETE', 'faults');
    await world.clock.advance(60_000);
    await seller.calls.sync();
    expect(await seller.calls.priceBatch({ batchId: unsure.batchId })).toMatchObject(batch);
    expect(await seller.price(0)).toBe(price);
    const [latest] = await seller.calls.priceHistory({ id: seller.idOf(0) });
    expect(latest).toMatchObject(price === 41 ? { source: 'optimizer', oldPrice: 40 } : { newPrice: 40 });
    expect(await seller.logged('PRICE_UPDATE')).toHaveLength(price === 41 ? 1 : 0);
  });

  describe('whose answer was lost', () => {
    /** Sends $41 for the first listing. The reply is lost, and so is every read that follows. */
    const loseSight = async () => {
      await world.fault('update', 'reset-before');
      await world.fault('post', 'E11', { after: 1, times: -1 });
      const result = await withTime(world, seller.update({ 0: 41 }), 100);
      expect(result.failed).toMatchObject([{ error: 'outcome_unknown' }]);
      await world.command('DELETE', 'faults');
      return result.batchId;
    };
    const sync = () => withTime(world, seller.calls.sync(), 100);
    /** Moves the clock until Hangtag first reads the outcome of the write. The connector has read it twice before. */
    const isLookedAt = async () => {
      for (let looks = 0; looks < 3; ) {
        await world.clock.advance(100);
        const ops = (await world.journal()).filter(({ account }) => account === seller.username).map(({ op }) => op);
        looks = ops.includes('update') ? ops.slice(ops.indexOf('update')).filter((op) => op === 'post').length : 0;
      }
    };
    const historyOf = async () =>
      (await seller.calls.priceHistory({ id: seller.idOf(0) })).map(({ oldPrice, newPrice, source }) => [
        oldPrice,
        newPrice,
        source,
      ]);

    it('and that arrives late is found by reading again while it can still arrive', async () => {
      await world.fault('update', 'reset-before');
      const call = seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } });
      call.catch(() => {});
      await isLookedAt();
      await seller.set(0, { price: 35 });
      expect(await withTime(world, call)).toEqual({ oldPrice: 40, newPrice: 35 });
      expect((await historyOf())[0]).toEqual([40, 35, 'manual']);
      expect(await seller.logged('PRICE_UPDATE')).toHaveLength(1);
    });

    it('stays unknown in a sync while it can still arrive, and can be undone when it has arrived', async () => {
      const batchId = await loseSight();
      await sync();
      expect(await seller.calls.priceBatch({ batchId })).toMatchObject({ failed: [{ error: 'outcome_unknown' }] });
      await seller.set(0, { price: 41 });
      await sync();
      expect(await seller.calls.priceBatch({ batchId })).toMatchObject({ failed: [], updated: [{ newPrice: 41 }] });
      expect((await historyOf())[0]).toEqual([40, 41, 'optimizer']);
      expect((await seller.undo(batchId)).reverted).toMatchObject([{ oldPrice: 41, newPrice: 40 }]);
    });

    it('and that a sync sees first is logged once', async () => {
      await world.fault('update', 'reset-before');
      const call = seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } });
      call.catch(() => {});
      await isLookedAt();
      await seller.set(0, { price: 35 });
      await sync();
      expect(await withTime(world, call)).toEqual({ oldPrice: 40, newPrice: 35 });
      expect((await historyOf()).filter(([, price]) => price === 35)).toEqual([[40, 35, 'manual']]);
      expect(await seller.logged('PRICE_UPDATE')).toHaveLength(1);
    });

    it('delays its undo and the listing’s next change until its outcome is known', async () => {
      const batchId = await loseSight();
      const undone = seller.undo(batchId);
      await seller.set(0, { price: 41 });
      expect((await withTime(world, undone)).reverted).toMatchObject([{ oldPrice: 41, newPrice: 40 }]);
      expect(await seller.marketPrice(0)).toBe(40);

      const other = await loseSight();
      const next = seller.update({ 0: 38 });
      expect((await withTime(world, next)).updated).toMatchObject([{ oldPrice: 40, newPrice: 38 }]);
      expect(await seller.calls.priceBatch({ batchId: other })).toMatchObject({
        updated: [],
        failed: [{ error: 'marketplace_unavailable' }],
      });
      const sent = (await seller.writes()).length;
      expect(sent).toBe(4);
    });
  });

  it('requires a linked closet, and calls nothing while the connection needs the seller', async () => {
    await world.command('POST', 'human-check', { account: seller.username, on: true });
    await failureOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } }));
    const asked = (await world.journal()).length;
    const again = await failureOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } }));
    expect(again).toMatchObject({ status: 409, code: 'human_check_required' });
    expect((await world.journal()).length).toBe(asked);
    expect(world.troubles).toEqual([{ userId: seller.userId, kind: 'human_check' }]);
    await world.command('POST', 'human-check', { account: seller.username, on: false });
    // As the first share after the check does: a test of the connection only reads.
    expect(await world.closet.testAuth(seller.userId)).toMatchObject({ isCheckOpen: true });
    await world.closet.noteCheckPassed(world.database, seller.userId);
    expect(await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } })).toMatchObject({ newPrice: 35 });

    await world.closet.disconnect(seller.userId);
    const unlinked = await failureOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 33 } }));
    expect(unlinked).toMatchObject({ status: 409, code: 'closet_not_connected' });
  });
});
