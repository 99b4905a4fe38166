import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEverything } from '#server/features/account/profile/export-store.ts';
import { readChanges } from '#server/features/activity/changes-store.ts';
import { personalTables } from '#server/personal-tables.ts';
import { closetJourney } from './closet-journey.ts';
import type { ClosetWorld } from './closet-world.ts';
import { openSeller, refusalOf, type Seller, withTime } from './prices-world.ts';

let world: ClosetWorld;
let seller: Seller;
const arrive = closetJourney();
beforeAll(async () => {
  ({ world } = await arrive());
});
beforeEach(async () => {
  await world.command('DELETE', 'faults');
  world.troubles.splice(0);
  world.waiting.splice(0);
  seller = await openSeller(world);
});

const update = (prices: Record<number, number>, more: { confirmLargeChanges?: boolean; key?: string } = {}) => {
  const { key, ...rest } = more;
  return seller.calls.updatePrices({
    body: { updates: seller.updates(prices), ...rest },
    ...(key !== undefined && { idempotencyKey: key }),
  });
};
const undo = (batchId: string, listingIds?: string[]) =>
  seller.calls.undoPrices({ batchId, body: listingIds === undefined ? {} : { listingIds } });
const logged = async (action: string) =>
  (await world.log(seller.userId)).filter((entry) => entry.action === action).map(({ details }) => details);

describe('one price', () => {
  it('is changed at the marketplace first, with one write, then here, and told once', async () => {
    const before = await world.closet.authStatus(seller.userId);
    const changed = await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } });
    expect(changed).toEqual({ oldPrice: 40, newPrice: 35 });
    expect(await seller.writes()).toMatchObject([{ listingId: seller.marketIdOf(0), case: 'ok' }]);
    expect([await seller.marketPrice(0), await seller.price(0)]).toEqual([35, 35]);
    expect(await logged('PRICE_UPDATE')).toEqual([expect.stringMatching(/: \$40 to \$35$/)]);
    const [latest] = await seller.calls.priceHistory({ id: seller.idOf(0) });
    expect(latest).toEqual({
      at: new Date(world.clock.now()).toISOString(),
      oldPrice: 40,
      newPrice: 35,
      source: 'manual',
      batchId: expect.any(String),
    });
    expect(await world.closet.authStatus(seller.userId)).toEqual(before);
  });

  it('says where the seller took it from', async () => {
    await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35, source: 'analysis' } });
    expect((await seller.calls.priceHistory({ id: seller.idOf(0) }))[0]).toMatchObject({ source: 'analysis' });
  });

  it('that the marketplace has already is not written, and nothing is told as changed', async () => {
    expect(await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 40 } })).toEqual({
      oldPrice: 40,
      newPrice: 40,
    });
    expect(await seller.writes()).toEqual([]);
    expect(await logged('PRICE_UPDATE')).toEqual([]);
  });

  it('that was changed at the marketplace meanwhile is told with what was really there', async () => {
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

  it('below the floor price is the seller’s to set: the floor is for offers and suggestions', async () => {
    await seller.calls.change({ id: seller.idOf(0), body: { floorPrice: 38 } });
    expect(await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 30 } })).toMatchObject({ newPrice: 30 });
  });

  it.each([
    ['cents taken for dollars', 4000],
    ['dollars taken for cents', 4],
  ])('of more than 60 %% is sent only with a second word: %s', async (_what, price) => {
    const id = seller.idOf(0);
    const refused = await refusalOf(seller.calls.setPrice({ id, body: { price } }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'large_change',
      message: expect.stringContaining(`from $40 to $${price}`),
      fields: { [id]: expect.stringContaining('60%') },
    });
    expect(await seller.writes()).toEqual([]);
    await seller.calls.setPrice({ id, body: { price, confirmLargeChanges: true } });
    expect(await seller.marketPrice(0)).toBe(price);
  });

  it('is large by what the marketplace has now, whatever we last knew', async () => {
    await seller.set(0, { price: 200 });
    const refused = await refusalOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 50 } }));
    expect(refused).toMatchObject({ status: 409, code: 'large_change', message: expect.stringContaining('$200') });
    expect(await seller.writes()).toEqual([]);
    expect(await seller.price(0)).toBe(200);
  });

  it('of another seller, or of nobody, is not there', async () => {
    const other = await openSeller(world, 1);
    for (const id of [other.idOf(0), '999999999', 'nonsense']) {
      expect(await refusalOf(seller.calls.setPrice({ id, body: { price: 35 } }))).toMatchObject({ status: 404 });
      expect(await refusalOf(seller.calls.priceHistory({ id }))).toMatchObject({ status: 404 });
    }
    expect(await other.writes()).toEqual([]);
  });

  it.each([
    ['sold', 'sold', 'sold'],
    ['removed', 'removed', 'no longer exists'],
    ['not_for_sale', 'not_for_sale', 'isn’t for sale'],
  ])('of a listing that is %s meanwhile stays, and the listing is marked', async (to, availability, words) => {
    await seller.set(0, { set: to });
    const refused = await refusalOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'listing_not_for_sale',
      message: expect.stringContaining(words),
    });
    expect(await seller.writes()).toEqual([]);
    const listings = await seller.calls.list();
    expect(listings.find(({ id }) => id === seller.idOf(0))).toMatchObject({ isActive: false, availability });
  });

  it.each([
    ['E1', { status: 422, code: 'marketplace_refused_values' }],
    [
      'noop',
      { status: 502, code: 'marketplace_refused', message: expect.stringContaining('still shows the old price') },
    ],
    ['E4', { status: 409, code: 'human_check_required' }],
    ['E7', { status: 502, code: 'marketplace_unavailable', message: expect.stringContaining('slow down') }],
    [
      'E11',
      { status: 502, code: 'marketplace_unavailable', message: expect.stringContaining('still has its old price') },
    ],
    [
      'E13',
      { status: 502, code: 'marketplace_unavailable', message: expect.stringContaining('still has its old price') },
    ],
    ['E15', { status: 502, code: 'marketplace_refused' }],
    ['reset-before', { status: 502, message: expect.stringContaining('still has its old price') }],
  ])('refused by %s stays as it was, and says so', async (kind, refusal) => {
    await world.fault('update', kind);
    const call = refusalOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } }));
    expect(await withTime(world, call)).toMatchObject(refusal);
    expect([await seller.marketPrice(0), await seller.price(0)]).toEqual([40, 40]);
    expect((await seller.writes()).length).toBe(1);
    expect(await logged('PRICE_UPDATE')).toEqual([]);
  });

  it.each(['reset', 'timeout'])(
    'that was made without an answer (%s) is found by looking, not by writing again',
    async (kind) => {
      await world.fault('update', kind);
      const call = seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } });
      expect(await withTime(world, call)).toEqual({ oldPrice: 40, newPrice: 35 });
      expect((await seller.writes()).length).toBe(1);
    },
  );

  it('whose outcome nobody can find out is told as unknown, and is not written again', async () => {
    await world.fault('update', 'reset');
    await world.fault('post', 'E11', { after: 1, times: -1 });
    const refused = await withTime(
      world,
      refusalOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } })),
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
    expect(await logged('PRICE_UPDATE')).toHaveLength(price === 41 ? 1 : 0);
  });

  describe('whose answer was lost', () => {
    /** Sends $41 for the first listing; the answer is lost, and so is every look at what became of it. */
    const loseSight = async () => {
      await world.fault('update', 'reset-before');
      await world.fault('post', 'E11', { after: 1, times: -1 });
      const result = await withTime(world, update({ 0: 41 }), 100);
      expect(result.failed).toMatchObject([{ error: 'outcome_unknown' }]);
      await world.command('DELETE', 'faults');
      return result.batchId;
    };
    const sync = () => withTime(world, seller.calls.sync(), 100);
    /** Moves the clock until our first look at the write's outcome; the connector has looked twice before. */
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

    it('and that arrives late is found by looking again while it can still be on its way', async () => {
      await world.fault('update', 'reset-before');
      const call = seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } });
      call.catch(() => {});
      await isLookedAt();
      await seller.set(0, { price: 35 });
      expect(await withTime(world, call)).toEqual({ oldPrice: 40, newPrice: 35 });
      expect((await historyOf())[0]).toEqual([40, 35, 'manual']);
      expect(await logged('PRICE_UPDATE')).toHaveLength(1);
    });

    it('stays unknown at a sync while it can still be on its way, and can be undone once it has arrived', async () => {
      const batchId = await loseSight();
      await sync();
      expect(await seller.calls.priceBatch({ batchId })).toMatchObject({ failed: [{ error: 'outcome_unknown' }] });
      await seller.set(0, { price: 41 });
      await sync();
      expect(await seller.calls.priceBatch({ batchId })).toMatchObject({ failed: [], updated: [{ newPrice: 41 }] });
      expect((await historyOf())[0]).toEqual([40, 41, 'optimizer']);
      expect((await undo(batchId)).reverted).toMatchObject([{ oldPrice: 41, newPrice: 40 }]);
    });

    it('and that a sync sees before its own call does is told once', async () => {
      await world.fault('update', 'reset-before');
      const call = seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } });
      call.catch(() => {});
      await isLookedAt();
      await seller.set(0, { price: 35 });
      await sync();
      expect(await withTime(world, call)).toEqual({ oldPrice: 40, newPrice: 35 });
      expect((await historyOf()).filter(([, price]) => price === 35)).toEqual([[40, 35, 'manual']]);
      expect(await logged('PRICE_UPDATE')).toHaveLength(1);
    });

    it('holds its undo and the next change of its listing back until it is known', async () => {
      const batchId = await loseSight();
      const undone = undo(batchId);
      await seller.set(0, { price: 41 });
      expect((await withTime(world, undone)).reverted).toMatchObject([{ oldPrice: 41, newPrice: 40 }]);
      expect(await seller.marketPrice(0)).toBe(40);

      const other = await loseSight();
      const next = update({ 0: 38 });
      expect((await withTime(world, next)).updated).toMatchObject([{ oldPrice: 40, newPrice: 38 }]);
      expect(await seller.calls.priceBatch({ batchId: other })).toMatchObject({
        updated: [],
        failed: [{ error: 'marketplace_unavailable' }],
      });
      const sent = (await seller.writes()).length;
      expect(sent).toBe(4);
    });
  });

  it('signs in once where the session has ended, and goes on', async () => {
    await world.command('POST', 'sessions/expire', { account: seller.username });
    const before = await world.count('login');
    expect(await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } })).toMatchObject({ newPrice: 35 });
    expect(await world.count('login')).toBe(before + 1);
  });

  it('needs a closet that is linked, and knocks at no door that is closed', async () => {
    await world.command('POST', 'human-check', { account: seller.username, on: true });
    await refusalOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } }));
    const asked = (await world.journal()).length;
    const again = await refusalOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } }));
    expect(again).toMatchObject({ status: 409, code: 'human_check_required' });
    expect((await world.journal()).length).toBe(asked);
    expect(world.troubles).toEqual([{ userId: seller.userId, kind: 'human_check' }]);
    await world.command('POST', 'human-check', { account: seller.username, on: false });
    await world.closet.testAuth(seller.userId);
    expect(await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } })).toMatchObject({ newPrice: 35 });

    await world.closet.disconnect(seller.userId);
    const unlinked = await refusalOf(seller.calls.setPrice({ id: seller.idOf(0), body: { price: 33 } }));
    expect(unlinked).toMatchObject({ status: 409, code: 'closet_not_connected' });
  });
});

describe('a bulk change', () => {
  it('makes each change with one write, in order, and can be looked at', async () => {
    const result = await update({ 0: 35, 1: 36, 2: 37 });
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
    expect(await logged('PRICE_UPDATE')).toHaveLength(3);
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

  it('goes on past what is not the seller’s, what is sold and what is gone, and says of each why', async () => {
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

  it('with large changes names them, and sends nothing before they are confirmed', async () => {
    const refused = await refusalOf(update({ 0: 35, 1: 4, 2: 400 }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'large_change',
      fields: { [seller.idOf(1)]: 'From $40 to $4 is more than 60%', [seller.idOf(2)]: expect.any(String) },
    });
    expect(Object.keys(refused.fields ?? {})).toHaveLength(2);
    expect(await seller.writes()).toEqual([]);
    expect((await update({ 0: 35, 1: 4, 2: 400 }, { confirmLargeChanges: true })).updated).toHaveLength(3);
  });

  it('with one listing twice is refused under that field', async () => {
    const updates = [...seller.updates({ 0: 35, 1: 36 }), ...seller.updates({ 0: 37 })];
    expect(await refusalOf(seller.calls.updatePrices({ body: { updates } }))).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { 'updates.2.listingId': 'This listing appears twice' },
    });
    expect(await seller.writes()).toEqual([]);
  });

  it.each([
    ['a human check', 'E4', 'human_check_required'],
    ['too many requests', 'E7', 'marketplace_unavailable'],
    ['a suspended account', 'E15', 'marketplace_refused'],
  ])('stops at %s, tells the bot, and leaves the rest unsent', async (_what, kind, error) => {
    await world.fault('update', kind, { after: 2, times: -1 });
    const result = await update({ 0: 35, 1: 35, 2: 35, 3: 35, 4: 35 });
    expect(result.updated.map(({ listingId }) => listingId)).toEqual([0, 1].map(seller.idOf));
    expect(result.failed.map((one) => [one.listingId, one.error])).toEqual(
      [2, 3, 4].map((n) => [seller.idOf(n), error]),
    );
    expect(result.failed.map(({ message }) => message.startsWith('This wasn’t sent.'))).toEqual([false, true, true]);
    expect((await seller.writes()).length).toBe(3);
    expect(world.troubles).toHaveLength(1);
  });

  it('waits out a short outage, and gives up where it lasts', async () => {
    await world.fault('post', 'E11', { times: 2 });
    expect((await update({ 0: 35, 1: 35 })).updated).toHaveLength(2);
    await world.fault('post', 'E11', { times: -1 });
    const result = await update({ 2: 35, 3: 35 });
    expect(result.failed.map(({ error }) => error)).toEqual(['marketplace_unavailable', 'marketplace_unavailable']);
    expect(await seller.writes()).toHaveLength(2);
    expect(world.troubles).toEqual([]);
  });

  it('stops after three strange answers in a row, though each concerned one listing only', async () => {
    await world.fault('update', 'E11', { times: -1 });
    const result = await withTime(world, update({ 0: 35, 1: 35, 2: 35, 3: 35, 4: 35 }));
    expect(result.failed.map(({ message }) => /still has its old price|wasn’t sent/.exec(message)?.[0])).toEqual([
      ...Array.from({ length: 3 }, () => 'still has its old price'),
      ...Array.from({ length: 2 }, () => 'wasn’t sent'),
    ]);
    expect(await seller.writes()).toHaveLength(3);
  });

  it('with a new session in the middle writes nothing twice', async () => {
    await world.fault('update', 'E8a', { after: 1 });
    await world.command('POST', 'sessions/expire', { account: seller.username });
    expect((await update({ 0: 35, 1: 35, 2: 35 })).updated).toHaveLength(3);
    const done = (await seller.writes()).filter((entry) => entry.case === 'ok');
    expect(done.map(({ listingId }) => listingId)).toEqual([0, 1, 2].map(seller.marketIdOf));
  });

  it('leaves what is open to the job where its process is being closed', async () => {
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

  it('that waited for more than an hour is not sent any more, and says so', async () => {
    const gone = world.otherProcess(world.database);
    gone.stopWriting();
    const { batchId } = await gone.updatePrices(seller.userId, { updates: seller.updates({ 0: 35 }), key: null });
    await world.clock.advance(3_700_000);
    await world.prices.maintenance();
    await world.run('listings.prices');
    expect(await seller.calls.priceBatch({ batchId })).toMatchObject({
      state: 'done',
      failed: [{ error: 'interrupted' }],
    });
    expect(await seller.writes()).toEqual([]);
  });

  it('of another seller cannot be looked at or undone', async () => {
    const { batchId } = await update({ 0: 35 });
    const other = await openSeller(world, 1);
    expect(await refusalOf(other.calls.priceBatch({ batchId }))).toMatchObject({ status: 404 });
    expect(await refusalOf(other.calls.undoPrices({ batchId, body: {} }))).toMatchObject({ status: 404 });
    const keyed = await update({ 1: 35 }, { key: 'mine' });
    expect(await refusalOf(other.calls.priceBatch({ batchId: 'mine' }))).toMatchObject({ status: 404 });
    expect((await undo('mine')).reverted).toHaveLength(keyed.updated.length);
    expect(await refusalOf(seller.calls.priceBatch({ batchId: 'nonsense' }))).toMatchObject({ status: 404 });
    expect(await seller.marketPrice(0)).toBe(35);
  });
});

describe('the same change again, by its key', () => {
  it('is answered with the first result, also after a day, and other words under it are refused', async () => {
    const first = await update({ 0: 35, 1: 36 }, { key: 'apply-1' });
    await seller.set(0, { price: 50 });
    await world.clock.advance(24 * 3_600_000);
    await world.prices.maintenance();
    expect(await update({ 0: 35, 1: 36 }, { key: 'apply-1' })).toEqual(first);
    expect(await refusalOf(update({ 0: 35, 1: 37 }, { key: 'apply-1' }))).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    });
    expect(await seller.writes()).toHaveLength(2);

    const other = await openSeller(world, 1);
    const theirs = { updates: other.updates({ 0: 35 }) };
    const result = await other.calls.updatePrices({ body: theirs, idempotencyKey: 'apply-1' });
    expect(result.updated).toHaveLength(1);
  });

  it('can be looked at by its key, before its call has told an id, by its seller alone', async () => {
    const { batchId } = await update({ 0: 35 }, { key: 'apply-2' });
    expect(await seller.calls.priceBatch({ batchId: 'apply-2' })).toMatchObject({ batchId, state: 'done', total: 1 });
    const other = await openSeller(world, 1);
    expect(await refusalOf(other.calls.priceBatch({ batchId: 'apply-2' }))).toMatchObject({ status: 404 });
  });

  it('twenty times at once is one change of each price', async () => {
    const calls = Array.from({ length: 20 }, () => update({ 0: 35, 1: 36, 2: 37 }, { key: 'at-once' }));
    const ends = await Promise.allSettled(calls);
    const answered = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(new Set(answered.map(({ batchId }) => batchId)).size).toBe(1);
    // Who still waits knows its key only.
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
    const results = await Promise.all(
      wanted.map((newPrice, n) =>
        processes[n % 3]?.updatePrices(seller.userId, { updates: seller.updates({ 0: newPrice }), key: null }),
      ),
    );
    const steps = results.flatMap((result) => result?.updated ?? []);
    expect(steps).toHaveLength(9);
    // Each found what the one before it had left.
    const from = new Map(steps.map(({ oldPrice, newPrice }) => [oldPrice, newPrice]));
    let price = 40;
    for (const _ of wanted) price = from.get(price) ?? 0;
    expect(price).toBe(await seller.marketPrice(0));
    expect(await seller.writes()).toHaveLength(9);
    expect(await seller.price(0)).toBe(price);
  });
});

describe('an undo', () => {
  it('puts every old price back, once, and says so', async () => {
    const { batchId } = await update({ 0: 35, 1: 36, 2: 37 });
    expect(await undo(batchId)).toEqual({
      message: '3 prices restored.',
      reverted: [
        { listingId: seller.idOf(0), oldPrice: 35, newPrice: 40 },
        { listingId: seller.idOf(1), oldPrice: 36, newPrice: 40 },
        { listingId: seller.idOf(2), oldPrice: 37, newPrice: 40 },
      ],
      skipped: [],
    });
    for (const n of [0, 1, 2]) expect([await seller.marketPrice(n), await seller.price(n)]).toEqual([40, 40]);
    expect(await logged('PRICE_REVERTED')).toHaveLength(3);
    expect(await seller.calls.priceBatch({ batchId })).toMatchObject({ state: 'undone', skipped: [] });
    expect((await seller.calls.priceHistory({ id: seller.idOf(0) }))[0]).toMatchObject({
      source: 'undo',
      oldPrice: 35,
      newPrice: 40,
      batchId,
    });

    const second = await undo(batchId);
    expect(second.reverted).toEqual([]);
    expect(second.skipped.map(({ error }) => error)).toEqual(['already_undone', 'already_undone', 'already_undone']);
    expect(await seller.writes()).toHaveLength(6);
  });

  it('of single listings leaves the others, and knows those that were never part of it', async () => {
    const { batchId } = await update({ 0: 35, 1: 36 });
    const result = await undo(batchId, [seller.idOf(1), seller.idOf(5)]);
    expect(result.reverted).toEqual([{ listingId: seller.idOf(1), oldPrice: 36, newPrice: 40 }]);
    expect(result.skipped).toMatchObject([{ listingId: seller.idOf(5), error: 'not_found' }]);
    expect([await seller.marketPrice(0), await seller.marketPrice(1)]).toEqual([35, 40]);
    expect((await undo(batchId)).reverted).toEqual([{ listingId: seller.idOf(0), oldPrice: 35, newPrice: 40 }]);
  });

  it('never writes over a price that was changed elsewhere, at the marketplace or by a later change', async () => {
    const { batchId } = await update({ 0: 35, 1: 36, 2: 37, 3: 38 });
    await seller.set(0, { price: 50 });
    await seller.set(1, { price: 40 });
    await seller.calls.setPrice({ id: seller.idOf(2), body: { price: 33 } });
    await seller.set(3, { set: 'sold' });
    const before = (await seller.writes()).length;
    const result = await undo(batchId);
    expect(result.reverted).toEqual([]);
    expect(result.skipped).toMatchObject([
      { listingId: seller.idOf(0), error: 'changed_elsewhere', message: expect.stringContaining('$50') },
      { listingId: seller.idOf(1), error: 'already_undone' },
      { listingId: seller.idOf(2), error: 'changed_elsewhere' },
      { listingId: seller.idOf(3), error: 'listing_not_for_sale' },
    ]);
    expect((await seller.writes()).length).toBe(before);
    expect([await seller.price(0), await seller.price(1), await seller.price(2)]).toEqual([50, 40, 33]);
    expect(await logged('PRICE_REVERTED')).toEqual([]);
    expect(await seller.calls.priceBatch({ batchId })).toMatchObject({ state: 'done', reverted: [] });
  });

  it('puts nothing back where nothing was changed', async () => {
    await seller.set(1, { set: 'sold' });
    const { batchId } = await update({ 0: 40, 1: 35 });
    const result = await undo(batchId);
    expect(result.skipped.map(({ error }) => error)).toEqual(['not_changed', 'not_changed']);
    expect(await seller.writes()).toEqual([]);
  });

  it('asked for ten times at once is one write', async () => {
    const { batchId } = await update({ 0: 35 });
    const results = await Promise.all(Array.from({ length: 10 }, () => undo(batchId)));
    expect(results.flatMap(({ reverted }) => reverted)).toHaveLength(1);
    expect(results.flatMap(({ skipped }) => skipped.map(({ error }) => error))).toEqual(
      Array.from({ length: 9 }, () => 'already_undone'),
    );
    expect(await seller.writes()).toHaveLength(2);
  });

  it('that failed may be asked for again, and one of unknown outcome is looked at first', async () => {
    const { batchId } = await update({ 0: 35, 1: 36 });
    await world.fault('update', 'E1');
    expect((await undo(batchId, [seller.idOf(0)])).skipped).toMatchObject([{ error: 'marketplace_refused_values' }]);
    expect((await undo(batchId, [seller.idOf(0)])).reverted).toHaveLength(1);

    await world.fault('update', 'reset');
    await world.fault('post', 'E11', { after: 1, times: -1 });
    const unsure = await withTime(world, undo(batchId, [seller.idOf(1)]));
    expect(unsure.skipped).toMatchObject([{ error: 'outcome_unknown' }]);
    await world.command('DELETE', 'faults');
    const writes = (await seller.writes()).length;
    expect((await undo(batchId, [seller.idOf(1)])).reverted).toEqual([
      { listingId: seller.idOf(1), oldPrice: 36, newPrice: 40 },
    ]);
    expect((await seller.writes()).length).toBe(writes);
  });
});

describe('what is kept', () => {
  it('goes with the account, and stands in its export', async () => {
    const { batchId } = await update({ 0: 35 });
    await undo(batchId);
    const all = await readEverything(world.database, seller.userId, personalTables);
    expect(all.price_batches).toMatchObject([{ source: 'optimizer' }]);
    expect(all.price_writes).toMatchObject([{ state: 'updated' }, { state: 'updated' }]);
    await world.database.query('delete from users where id = $1', [seller.userId]);
    const { rows } = await world.database.query('select 1 from price_writes where user_id = $1', [seller.userId]);
    expect(rows).toEqual([]);
  });

  it('is told to the screens as it happens', async () => {
    const before = (await readChanges(world.database, [seller.userId])).get(seller.userId);
    await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } });
    const after = (await readChanges(world.database, [seller.userId])).get(seller.userId);
    expect(after?.listing).not.toBe(before?.listing);
    expect(after?.activity).not.toBe(before?.activity);
  });
});
