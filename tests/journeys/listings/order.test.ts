import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { countShares } from '#server/features/listings/rows/store.ts';
import { activeListings, closetJourney, failureOf } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';

const jo = { username: 'thrifty_jo', password: 'practice-1', keepPassword: true };

let world: ClosetWorld;
let userId: string;
const arrive = closetJourney({ sold: 20 });
beforeEach(async () => {
  ({ world, userId } = await arrive());
  await world.closet.linkWithPassword(userId, jo);
  world.waiting.splice(0);
});

const list = async () => routes.listings.list.reply.parse(await world.listings.list(userId));
const sync = async () => routes.listings.sync.reply.parse(await world.listings.sync(userId));
const active = () => activeListings(world, userId);

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

    await world.closet.linkWithPassword(userId, jo);
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
