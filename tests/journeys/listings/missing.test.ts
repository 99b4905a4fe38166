import { beforeEach, describe, expect, it } from 'vitest';
import { countShares } from '#server/features/listings/rows/store.ts';
import { closetCalls, closetJourney, failureOf, jo } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';

const showAll = <T>(listings: T): T => listings;

let world: ClosetWorld;
let userId: string;
const arrive = closetJourney({ sold: 20 });
beforeEach(async () => {
  ({ world, userId } = await arrive());
  await link();
  world.waiting.splice(0);
});

const { list, sync, active, table, set, link, status } = closetCalls(() => ({ world, userId }));
const asleep = () => world.waiting.map(({ name, delayMs }) => ({ name, delayMs }));
const hide = (ids: string[]) => {
  world.lens.show = (shown) => shown.filter(({ id }) => !ids.includes(id));
};

describe('a listing that is missing from the closet', () => {
  const some = async (count: number) => (await active()).slice(-count);

  it('counts as removed or sold only if its own page says so', async () => {
    await sync();
    const missing = await some(4);
    const [removed, sold] = missing.map(({ poshmarkId }) => poshmarkId);
    hide(missing.map(({ poshmarkId }) => poshmarkId));
    await set(removed ?? '', { set: 'removed' });
    await set(sold ?? '', { set: 'sold' });
    expect(await sync()).toMatchObject({ removed: 1, sold: 1, total: 76 });
    const listings = await list();
    expect(missing.map(({ id }) => listings.find((listing) => listing.id === id)?.availability)).toEqual([
      ...['removed', 'sold', 'available', 'available'],
    ]);
    const asked = (await world.journal()).filter(({ op }) => op === 'post').map(({ listingId }) => listingId);
    expect(new Set(asked)).toEqual(new Set(missing.map(({ poshmarkId }) => poshmarkId)));
    expect(asleep()).toEqual([]);
    world.lens.show = showAll;
    expect(await sync()).toMatchObject({ removed: 0, sold: 0, total: 79 });
  });

  it('stays as it was if its own page gives no answer, and is looked up once more', async () => {
    await sync();
    const missing = await some(3);
    hide(missing.map(({ poshmarkId }) => poshmarkId));
    await world.fault('post', 'E16', { after: 1, times: -1 });
    expect(await sync()).toMatchObject({
      removed: 0,
      sold: 0,
      message:
        'Synced 77 listings: nothing changed. 2 known listings were missing. Hangtag left them unchanged and will check again.',
    });
    expect(await active()).toHaveLength(60);
    expect(asleep()).toEqual([{ name: 'listings.look-again', delayMs: 60_000 }]);
    await world.run('listings.look-again');
    expect(asleep()).toEqual([]);
    expect(await active()).toHaveLength(60);
  });

  it('is one of 25 that are checked while the seller waits, and the others follow in a minute', async () => {
    await sync();
    const missing = await some(29);
    for (const { poshmarkId } of missing) await set(poshmarkId, { set: 'removed' });
    expect(await sync()).toMatchObject({ removed: 25 });
    expect(asleep()).toEqual([{ name: 'listings.look-again', delayMs: 60_000 }]);
    await world.run('listings.look-again');
    expect(await active()).toHaveLength(31);
    expect(asleep()).toEqual([]);
  });
});

describe('a closet with most listings missing', () => {
  it('is not believed before a second check', async () => {
    await sync();
    const before = await table();
    const most = (await active()).slice(0, 31).map(({ poshmarkId }) => poshmarkId);
    for (const id of most) await set(id, { set: 'removed' });
    expect(await sync()).toEqual({
      message:
        'Your closet showed only 49 listings, and 31 that Hangtag knows were missing. Nothing was changed. Hangtag will check again in a minute.',
      added: 0,
      updated: 0,
      sold: 0,
      removed: 0,
      total: 49,
    });
    expect(await table()).toEqual(before);
    expect(await world.count('post')).toBe(0);
    expect(asleep()).toEqual([{ name: 'listings.look-again', delayMs: 60_000 }]);

    await world.run('listings.look-again');
    expect(await active()).toHaveLength(29);
    expect(await world.count('post')).toBe(31);
  });

  it('stays complete if only the reply was wrong', async () => {
    await sync();
    const before = await table();
    world.lens.show = (shown) => shown.slice(0, 10);
    await sync();
    await world.run('listings.look-again');
    world.lens.show = showAll;
    await sync();
    expect((await active()).length).toBe(60);
    expect(await table()).toEqual(before);
  });
});

describe('a closet that is suddenly empty', () => {
  it('is read again after 60 s before anything is changed', async () => {
    await sync();
    const before = await table();
    await world.fault('closet', 'empty');
    const refused = await failureOf(sync());
    expect(refused).toMatchObject({ code: 'no_listings_found' });
    expect(refused.message).toBe(
      'Your closet showed no listings, but Hangtag knows 80. Nothing was changed. Hangtag will check again in a minute.',
    );
    expect(await world.count('self')).toBeGreaterThan(0);
    expect(await table()).toEqual(before);
    expect(asleep()).toEqual([{ name: 'listings.look-again', delayMs: 60_000 }]);
    await world.run('listings.look-again');
    expect(await table()).toEqual(before);
    expect(asleep()).toEqual([]);
  });

  it('because the session ended is reported as an ended session', async () => {
    await world.closet.linkWithPassword(userId, { ...jo, keepPassword: false });
    await sync();
    world.lens.show = () => [];
    await world.fault('self', 'E8a', { times: -1 });
    await world.fault('bootstrap', 'E8b', { times: -1 });
    expect(await failureOf(sync())).toMatchObject({ code: 'session_rejected' });
    expect(await status()).toMatchObject({ state: 'connection_issue', reason: 'session_expired' });
    expect(await active()).toHaveLength(60);
  });

  it('because it was never filled says so', async () => {
    await world.closet.linkWithPassword(userId, { username: 'empty_eve', password: 'practice-3', keepPassword: true });
    const refused = await failureOf(sync());
    expect(refused).toMatchObject({ code: 'no_listings_found' });
    expect(refused.message).toBe('Your closet has no listings yet. List an item, then sync again.');
    expect(asleep().filter(({ name }) => name === 'listings.look-again')).toEqual([]);
    // The job after linking has nothing to repeat.
    await world.run('listings.sync');
  });
});

describe('another closet, linked later', () => {
  it('is the only one shared, and the listings of the previous one stay, inactive', async () => {
    await sync();
    const former = (await list()).map(({ id }) => id);
    await world.closet.disconnect(userId);
    expect(await active()).toEqual([]);
    await world.closet.linkPractice(userId);
    // Before its first sync, nothing of the previous closet is shared in its name.
    expect(await active()).toEqual([]);
    await world.run('listings.sync');
    expect(await active()).toHaveLength(60);
    const listings = await list();
    expect(former.every((id) => listings.find((listing) => listing.id === id)?.isActive === false)).toBe(true);

    await link();
    await sync();
    expect((await active()).map(({ id }) => id).every((id) => former.includes(id))).toBe(true);
  });
});

describe('the order of a round', () => {
  it('is the closet’s own, with listings shared since the last sync in front', async () => {
    await sync();
    const before = await active();
    const { rows } = await world.database.query<{ id: string }>(
      'select id from listings where user_id = $1 and is_active order by closet_position',
      [userId],
    );
    expect(before.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));

    // A round that was cut after three shares, starting at the end of the closet.
    const shared = before.slice(-3).reverse();
    for (const [index, { id }] of shared.entries()) {
      const at = world.clock.now() + 2000 * (index + 1);
      await countShares(world.database, [{ userId, listingId: id, at }]);
    }
    const after = await active();
    expect(after.map(({ id }) => id)).toEqual([...before.slice(-3), ...before.slice(0, -3)].map(({ id }) => id));
  });

  it('leaves out listings that turned out sold, gone, or not for sale while sharing', async () => {
    await sync();
    const [first, second, third] = await active();
    if (!first || !second || !third) throw new Error('no listing is active');
    const now = world.clock.now();
    await world.listings.markUnavailable({ userId, id: first.id, availability: 'sold', now });
    await world.listings.markUnavailable({ userId, id: second.id, availability: 'removed', now });
    await world.listings.markUnavailable({ userId, id: third.id, availability: 'not_for_sale', now });
    expect(await active()).toHaveLength(57);
    const listings = await list();
    const availability = (id: string) => listings.find((listing) => listing.id === id)?.availability;
    expect([first, second, third].map(({ id }) => availability(id))).toEqual(['sold', 'removed', 'not_for_sale']);
    expect(listings.find(({ id }) => id === first.id)?.soldAt).toBe(new Date(now).toISOString());
  });
});

describe('the list', () => {
  it('is active first, newest first, and shows no other seller’s listings', async () => {
    await sync();
    const listings = await list();
    const activity = listings.map(({ isActive }) => isActive);
    expect(activity).toEqual([...activity].sort((a, b) => Number(b) - Number(a)));
    const times = listings.filter(({ isActive }) => isActive).map(({ listedAt }) => Date.parse(listedAt ?? ''));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(await world.listings.list(await world.addUser())).toEqual([]);
  });

  it('accepts a floor price only for the seller’s own listings', async () => {
    await sync();
    const [first] = await active();
    if (first === undefined) throw new Error('no listing is active');
    expect(await world.listings.change(userId, first.id, { floorPrice: 15 })).toMatchObject({
      id: first.id,
      floorPrice: 15,
    });
    expect(await world.listings.change(userId, first.id, { floorPrice: null })).toMatchObject({ floorPrice: null });
    const stranger = await world.addUser();
    for (const [who, id] of [
      [stranger, first.id],
      [userId, '999999999'],
      [userId, 'none'],
      [userId, '9'.repeat(30)],
    ] as const) {
      expect(await failureOf(world.listings.change(who, id, { floorPrice: 15 }))).toMatchObject({ code: 'not_found' });
    }
  });
});
