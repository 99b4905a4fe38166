import { beforeEach, describe, expect, it } from 'vitest';
import { eventNames } from '#contract/activity/activity.ts';
import { personalTables } from '#server/app/personal-tables.ts';
import { writeEverything } from '#server/features/account/profile/store.ts';
import { readChanges } from '#server/features/activity/changes-store.ts';
import type { ClosetWorld } from '../../closet/closet-world.ts';
import { pricesJourney, type Seller, withTime } from './prices-world.ts';

let world: ClosetWorld;
let seller: Seller;
const arrive = pricesJourney();
beforeEach(async () => {
  ({ world, seller } = await arrive());
});

describe('an undo', () => {
  it('restores every old price once, and says so', async () => {
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
  const writesReach = (count: number) =>
    expect.poll(async () => (await seller.writes()).length, { timeout: 10_000 }).toBe(count);

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

describe('stored price changes', () => {
  it('are deleted with the account, and are in its export', async () => {
    const { batchId } = await seller.update({ 0: 35 });
    await seller.undo(batchId);
    const own = { userId: seller.userId, tables: personalTables, exportedAt: 'now' };
    let text = '';
    await writeEverything(world.database, own, async (more) => {
      text += more;
    });
    const all = JSON.parse(text);
    expect(all.price_batches).toMatchObject([{ source: 'optimizer' }]);
    expect(all.price_writes).toMatchObject([{ state: 'updated' }, { state: 'updated' }]);
    await world.database.query('delete from users where id = $1', [seller.userId]);
    const { rows } = await world.database.query('select 1 from price_writes where user_id = $1', [seller.userId]);
    expect(rows).toEqual([]);
  });

  it('are sent to open screens as they happen', async () => {
    const { userId } = seller;
    const fingerprint = async () => {
      const texts = (await readChanges(world.database, [{ userId, known: null }], world.clock.now()))
        .get(userId)
        ?.split('|');
      return { activity: texts?.[eventNames.indexOf('activity')], listing: texts?.[eventNames.indexOf('listing')] };
    };
    const before = await fingerprint();
    await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 35 } });
    const after = await fingerprint();
    expect(after.listing).not.toBe(before.listing);
    expect(after.activity).not.toBe(before.activity);
  });
});
