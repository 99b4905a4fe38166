import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { addLot, deleteLot, listLots } from '#server/features/sales/lots.ts';
import { closetJourney, failureOf, jo } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';

let world: ClosetWorld;
let userId: string;
let ids: string[];
const arrive = closetJourney({ sold: 4 });
beforeEach(async () => {
  ({ world, userId } = await arrive());
  await world.closet.linkWithPassword(userId, { ...jo, keepPassword: true });
  await world.listings.sync(userId);
  ids = (await world.listings.list(userId)).map(({ id }) => id);
});

const { lots, addLot: adding } = routes.sales;
const context = () => ({ ...world, onChanged: async () => {} });
const add = async (over: object = {}, by = userId) => {
  const body = { name: 'Attic', boughtOn: '2026-04-01', costCents: 6_000, listingIds: ids.slice(0, 7), split: 'even' };
  return adding.reply.parse(await addLot(context(), by, adding.body.parse({ ...body, ...over })));
};
const all = async () => lots.reply.parse(await listLots(context(), userId)).lots;
const costOf = async (id = '') => (await world.listings.list(userId)).find((listing) => listing.id === id)?.costCents;
const sumOf = (parts: readonly { costCents: number }[]) => parts.reduce((sum, { costCents }) => sum + costCents, 0);

describe('a lot', () => {
  it('split evenly gives each listing its part, to the cent, also sold and removed ones', async () => {
    const sold = (await world.listings.list(userId)).find(({ availability }) => availability === 'sold')?.id ?? '';
    const now = world.clock.now();
    await world.listings.markUnavailable({ userId, id: ids[1] ?? '', availability: 'removed', now });
    const listingIds = [...ids.slice(0, 6), sold, ids[0] ?? ''];
    const lot = await add({ listingIds });
    expect(lot).toMatchObject({ name: 'Attic', boughtOn: '2026-04-01', costCents: 6_000, split: 'even' });
    expect(lot.parts.map(({ costCents }) => costCents).sort()).toEqual([857, 857, 857, 857, 857, 857, 858]);
    expect(new Set(lot.parts.map(({ listingId }) => listingId))).toEqual(new Set(listingIds));
    for (const { listingId, costCents } of lot.parts) expect(await costOf(listingId)).toBe(costCents);
    expect(await all()).toEqual([lot]);
  });

  it('split by price gives the dearer more, and parts add up to the cost', async () => {
    const prices = [10, 10, 30, 71, 3];
    for (const [at, price] of prices.entries())
      await world.database.query('update listings set price = $2 where user_id = $3 and id = $1', [
        ids[at],
        price,
        userId,
      ]);
    const made = await add({ listingIds: ids.slice(0, 5), costCents: 1_001, split: 'price' });
    const lot = { parts: ids.slice(0, 5).flatMap((id) => made.parts.filter(({ listingId }) => listingId === id)) };
    expect(sumOf(lot.parts)).toBe(1_001);
    const [ten = 0, alsoTen = 0, thirty = 0, most = 0, least = 0] = lot.parts.map(({ costCents }) => costCents);
    expect([least < ten, Math.abs(ten - alsoTen) <= 1, ten < thirty, thirty < most]).toEqual(Array(4).fill(true));

    await world.database.query('update listings set price = null where user_id = $2 and id = $1', [ids[6], userId]);
    const refused = await failureOf(add({ listingIds: ids.slice(5, 7), split: 'price' }));
    expect(refused).toMatchObject({ code: 'invalid_input', fields: { split: expect.any(String) } });
    expect(await add({ listingIds: ids.slice(5, 7), name: 'Free box', costCents: 0, boughtOn: null })).toMatchObject({
      boughtOn: null,
      parts: [{ costCents: 0 }, { costCents: 0 }],
    });
  });

  it('names a listing that is in another lot already, also if both are made at once', async () => {
    const [one, other] = await Promise.all([failureOf(add()), failureOf(add({ name: 'Basement' }))]);
    const refused = [one, other].filter(({ code }) => code === 'in_other_lot');
    expect(refused).toHaveLength(1);
    const [lot, ...others] = await all();
    expect(others).toEqual([]);
    const title = (await world.listings.list(userId)).find(({ id }) => id === lot?.parts[0]?.listingId)?.title;
    expect(refused[0]?.message).toContain(lot?.name);
    const single = await failureOf(add({ listingIds: [lot?.parts[0]?.listingId] }));
    expect(single.message).toContain(title);
  });

  it('of somebody else’s listings, or of made-up ones, is not made', async () => {
    const neighbor = await world.addUser();
    expect(await failureOf(add({}, neighbor))).toMatchObject({ code: 'not_found' });
    expect(await failureOf(add({ listingIds: [ids[0], 'nonsense'] }))).toMatchObject({ code: 'not_found' });
    expect(await all()).toEqual([]);
    const lot = await add();
    expect(await failureOf(deleteLot(context(), neighbor, lot.id))).toMatchObject({ code: 'not_found' });
    expect(await all()).toEqual([lot]);
  });

  it.each([
    ['without a name', { name: ' ' }],
    ['without listings', { listingIds: [] }],
    ['at a negative cost', { costCents: -1 }],
    ['on no day', { boughtOn: '2026-02-30' }],
    ['split by size', { split: 'size' }],
  ])('%s is refused', (_, over) => {
    const body = { name: 'A', costCents: 1, listingIds: ['1'], split: 'even' };
    expect(adding.body.safeParse({ ...body, ...over }).success).toBe(false);
  });

  it('that is deleted takes back the costs that are still its own, and frees its listings', async () => {
    const lot = await add();
    await world.listings.change(userId, ids[0] ?? '', { costCents: 5 });
    expect(await deleteLot(context(), userId, lot.id)).toMatchObject({ listings: 6 });
    expect(await costOf(ids[0])).toBe(5);
    expect(await costOf(ids[1])).toBeNull();
    expect(await all()).toEqual([]);
    expect(await failureOf(deleteLot(context(), userId, lot.id))).toMatchObject({ code: 'not_found' });
    expect((await add()).parts).toHaveLength(7);
  });
});
