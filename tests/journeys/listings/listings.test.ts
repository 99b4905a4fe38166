import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findUser } from '#server/features/account/user/store.ts';
import { countShares } from '#server/features/listings/rows/store.ts';
import { closetCalls, closetJourney, failureOf } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';

const soon = { timeout: 10_000, interval: 10 };

let world: ClosetWorld;
let userId: string;
const arrive = closetJourney({ sold: 20 });
beforeEach(async () => {
  ({ world, userId } = await arrive());
  await link();
  world.waiting.splice(0);
});

const { list, sync, active, table, set, link } = closetCalls(() => ({ world, userId }));
const closetReads = async () => (await world.journal()).filter(({ op }) => op === 'closet');

describe('a sync', () => {
  it('reads the whole closet and reports what it found', async () => {
    expect(await sync()).toEqual({
      message: 'Synced 80 listings: 80 new.',
      added: 80,
      updated: 0,
      sold: 0,
      removed: 0,
      total: 80,
    });
    expect(await closetReads()).toHaveLength(2);
    const listings = await list();
    expect(new Set(listings.map(({ poshmarkId }) => poshmarkId)).size).toBe(80);
    expect(listings.filter(({ isActive }) => isActive)).toHaveLength(60);
    expect(await world.listings.counts(userId)).toEqual({ active: 60, sold: 20 });
    expect(await world.log(userId)).toContainEqual({ action: 'SYNC', details: 'Synced 80 listings: 80 new.' });
    expect((await world.closet.summary(userId))?.lastSyncedAt).toBe(world.clock.now());
  });

  it('stores what pricing needs of each listing', async () => {
    await sync();
    const { rows } = await world.database.query('select * from listings where user_id = $1', [userId]);
    const have = (column: string) => rows.filter((row) => row[column] !== null && row[column] !== '').length;
    for (const column of ['department', 'category', 'size', 'price', 'image_url', 'listed_at', 'closet_position'])
      expect([column, have(column)]).toEqual([column, 80]);
    expect(new Set(rows.map(({ closet_position }) => closet_position)).size).toBe(80);
    for (const column of ['brand', 'condition', 'original_price', 'subcategory'])
      expect(have(column), column).toBeGreaterThan(40);
    expect(rows.some(({ market_share_count }) => Number(market_share_count) > 0)).toBe(true);
    expect(rows.filter(({ colors }) => (colors as string[]).length > 0).length).toBeGreaterThan(40);
    expect(rows.filter((row) => row.availability === 'sold' && row.sold_at !== null)).toHaveLength(20);
    // The marketplace sends 0 if there is no original price.
    expect(rows.filter(({ original_price }) => original_price === 0)).toEqual([]);
  });

  it('that finds nothing new changes nothing but the time', async () => {
    await sync();
    const before = await table();
    await world.clock.advance(60_000);
    expect(await sync()).toMatchObject({
      added: 0,
      updated: 0,
      sold: 0,
      removed: 0,
      message: 'Synced 80 listings: nothing changed.',
    });
    expect(await table()).toEqual(before);
    expect((await list())[0]?.syncedAt).toBe(new Date(world.clock.now()).toISOString());
  });

  it('records prices that were changed at the marketplace, old and new', async () => {
    await sync();
    const [first] = await active();
    if (first === undefined) throw new Error('no listing is active');
    const price = (await list()).find(({ id }) => id === first.id)?.price ?? 0;
    await set(first.poshmarkId, { price: price + 7 });
    expect(await sync()).toMatchObject({ updated: 1, message: 'Synced 80 listings: 1 changed.' });
    const { rows } = await world.database.query(
      `select listing_id as id, old_price as "oldPrice", new_price as "newPrice", source from price_changes where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ id: first.id, oldPrice: price, newPrice: price + 7, source: 'marketplace' }]);
  });

  it('reports listings that were sold and listings no longer for sale', async () => {
    await sync();
    const [first, second] = await active();
    if (first === undefined || second === undefined) throw new Error('no listing is active');
    await set(first.poshmarkId, { set: 'sold' });
    await set(second.poshmarkId, { set: 'not_for_sale' });
    expect(await sync()).toMatchObject({ sold: 1, updated: 2, removed: 0 });
    const listings = await list();
    expect(listings.find(({ id }) => id === first.id)).toMatchObject({ isActive: false, availability: 'sold' });
    expect(listings.find(({ id }) => id === first.id)?.soldAt).toBe(new Date(world.clock.now()).toISOString());
    expect(listings.find(({ id }) => id === second.id)).toMatchObject({ availability: 'not_for_sale', soldAt: null });
    expect(await active()).toHaveLength(58);
  });

  it('counts and offers only what the closet that is linked now has, even if that is empty', async () => {
    await sync();
    expect(await world.listings.counts(userId)).toEqual({ active: 60, sold: 20 });
    await world.closet.linkWithPassword(userId, { username: 'empty_eve', password: 'practice-3', keepPassword: true });
    expect(await world.listings.counts(userId)).toEqual({ active: 0, sold: 0 });
    expect((await findUser(world.database, userId))?.closet).toMatchObject({ activeListings: 0, soldListings: 0 });
    expect(await failureOf(sync())).toMatchObject({ code: 'no_listings_found' });
    expect((await list()).filter(({ isActive }) => isActive)).toEqual([]);
    expect((await world.closet.summary(userId))?.lastSyncedAt).toBe(world.clock.now());
    await world.closet.disconnect(userId);
    expect(await world.listings.counts(userId)).toEqual({ active: 0, sold: 20 });
  });

  it('does not change our shares, the floor price, or what the seller set', async () => {
    await sync();
    const [first] = await active();
    if (first === undefined) throw new Error('no listing is active');
    await world.listings.change(userId, first.id, { floorPrice: 12 });
    const share = { userId, listingId: first.id, at: world.clock.now() };
    await countShares(world.database, [share, share, share, share, share]);
    await world.clock.advance(1000);
    await set(first.poshmarkId, { likes: 9 });
    await sync();
    expect((await list()).find(({ id }) => id === first.id)).toMatchObject({
      floorPrice: 12,
      shareCount: 5,
      likeCount: 9,
      lastShared: new Date(world.clock.now() - 1000).toISOString(),
    });
  });

  it('runs once for two requests at once', async () => {
    const [first, second] = await Promise.all([sync(), sync()]);
    expect(second).toEqual(first);
    expect(await closetReads()).toHaveLength(2);
  });

  it('reports what the import after connecting found, once, within a minute, and with what changed since', async () => {
    await world.listings.sync(userId, { isTold: false });
    const [first] = await active();
    await set(first?.poshmarkId ?? '', { set: 'sold' });
    const message = 'Synced 80 listings: 80 new, 1 changed, 1 sold.';
    expect(await sync()).toEqual({ message, added: 80, updated: 1, sold: 1, removed: 0, total: 80 });
    expect(await sync()).toMatchObject({ message: 'Synced 80 listings: nothing changed.', added: 0, sold: 0 });

    await world.closet.disconnect(userId);
    await link();
    // A seller who waited for the import has its result already.
    const [asked] = await Promise.all([sync(), world.listings.sync(userId, { isTold: false })]);
    expect(await sync()).toMatchObject({ added: 0, updated: 0 });
    expect(asked.total).toBe(80);
    await world.listings.sync(userId, { isTold: false });
    await world.clock.advance(60_000);
    expect(await sync()).toMatchObject({ message: 'Synced 80 listings: nothing changed.' });
  });

  it('reports what an import found that runs on another worker at the same time', async () => {
    let asked: ReturnType<typeof sync> | undefined;
    const other = world.otherCloset({
      afterRead: async () => {
        asked = sync();
      },
    });
    await other.listings.sync(userId, { isTold: false });
    expect(await asked).toMatchObject({ message: 'Synced 80 listings: 80 new.' });
    expect(await sync()).toMatchObject({ added: 0 });
  });

  it('reports what two imports found together, and what a sync for the bot found', async () => {
    await world.otherCloset().listings.sync(userId, { isTold: false });
    await set((await active())[0]?.poshmarkId ?? '', { set: 'sold' });
    await link();
    await world.listings.sync(userId, { isTold: false });
    expect(await world.listings.sync(userId, { isTold: false })).toMatchObject({ added: 0 });
    // Everybody who asks at once is told, and nobody else.
    for (const { message } of await Promise.all([sync(), sync()]))
      expect(message).toBe('Synced 80 listings: 80 new, 1 changed, 1 sold.');
    expect(await world.otherCloset().listings.sync(userId)).toMatchObject({ added: 0 });
  });

  it('handles a closet of 1,200 listings', async () => {
    await world.listings.sync(userId, { isTold: false });
    await world.closet.linkWithPassword(userId, { username: 'big_bea', password: 'practice-4', keepPassword: true });
    // Nothing that the import of the closet before it found.
    const { added, total } = await sync();
    expect(added).toBe(total);
    expect(added).toBeGreaterThanOrEqual(1200);
    expect(await active()).toHaveLength(1200);
    expect(await sync()).toMatchObject({ added: 0, updated: 0 });
  });

  it('handles titles that the database cannot store', async () => {
    world.lens.show = (shown) =>
      shown.map((listing) => ({ ...listing, title: 'Half\ud83d a \u0000 jacket', likeCount: 1e12 }));
    await sync();
    expect((await list())[0]).toMatchObject({ title: 'Half\ufffd a  jacket', likeCount: 2_000_000_000 });
  });
});

describe('a sync that fails', () => {
  it.each([
    ['E11', 'marketplace_unavailable'],
    ['E6', 'human_check_required'],
    ['same-cursor', 'marketplace_changed'],
  ])('on its second page by %s changes nothing', async (kind, code) => {
    await sync();
    const before = await table();
    await set((await active())[0]?.poshmarkId ?? '', { price: 99 });
    await world.fault('closet', kind, { after: 1, times: -1 });
    expect(await failureOf(sync())).toMatchObject({ code });
    expect(await table()).toEqual(before);
    const { state } = await world.closet.authStatus(userId);
    expect(state).toBe(code === 'human_check_required' ? 'connection_issue' : 'ready');
  });
});

describe('while the bot shares', () => {
  it('a sync locks the account, so that no share is reserved in between', async () => {
    await sync();
    let held: unknown;
    world.lens.show = (shown) => {
      held = world.database.query('select locked_until > now() as held from closets where user_id = $1', [userId]);
      return shown;
    };
    await sync();
    expect(await held).toMatchObject({ rows: [{ held: true }] });
  });

  it('shares that are counted during a sync are not lost', async () => {
    await sync();
    const ids = (await active()).map(({ id }) => id);
    // A closet has one share under way, so what is stored together are shares of different closets.
    const counting = (async () => {
      for (let round = 0; round < 5; round += 1)
        for (const listingId of ids) await countShares(world.database, [{ userId, listingId, at: world.clock.now() }]);
    })();
    await Promise.all([sync(), counting]);
    await sync();
    const shares = (await list()).filter(({ isActive }) => isActive).map(({ shareCount }) => shareCount);
    expect(new Set(shares)).toEqual(new Set([5]));
  });

  it('a sync and an edit of many listings never deadlock', async () => {
    await sync();
    const listings = (await list()).filter(({ isActive }) => isActive).toSorted((a, b) => Number(a.id) - Number(b.id));
    const [first, last] = [listings.at(0), listings.at(-1)];
    // Its new price is stored before anything else.
    for (const listing of [first, last]) await set(listing?.poshmarkId ?? '', { price: (listing?.price ?? 0) + 5 });
    const syncing = await world.database.transaction(async (tx) => {
      const take = (id = '') => tx.query('select from listings where id = $1 for update', [id]);
      await take(first?.id);
      const started = sync();
      await vi.waitFor(async () => {
        const { rows } = await world.database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      }, soon);
      await take(last?.id);
      return { started };
    });
    await syncing.started;
    expect((await list()).find(({ id }) => id === last?.id)?.price).toBe((last?.price ?? 0) + 5);
  });
});
