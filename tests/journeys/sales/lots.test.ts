import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { changeSale, readPage } from '#server/features/sales/by-hand.ts';
import { importSales } from '#server/features/sales/import-sales.ts';
import { addLot, deleteLot, listLots } from '#server/features/sales/lots.ts';
import { closetJourney, failureOf, jo } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';

let world: ClosetWorld;
let userId: string;
let ids: string[];
let sold: { id: string; title: string; soldAt: string | null }[];
const arrive = closetJourney({ sold: 4 });
const arriveWithCloset = async () => {
  ({ world, userId } = await arrive());
  await world.closet.linkWithPassword(userId, { ...jo, keepPassword: true });
  await world.listings.sync(userId);
  const listings = await world.listings.list(userId);
  ids = listings.map(({ id }) => id);
  sold = listings.filter(({ availability }) => availability === 'sold');
};

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
  beforeEach(arriveWithCloset);

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

it.each([
  ['without a name', { name: ' ' }],
  ['without listings', { listingIds: [] }],
  ['at a negative cost', { costCents: -1 }],
  ['on no day', { boughtOn: '2026-02-30' }],
  ['split by size', { split: 'size' }],
])('a lot %s is refused', (_, over) => {
  const body = { name: 'A', costCents: 1, listingIds: ['1'], split: 'even' };
  expect(adding.body.safeParse({ ...body, ...over }).success).toBe(false);
});

const idOf = (n: number): string => sold[n]?.id ?? '';
const setCost = (n: number, costCents: number | null) => world.listings.change(userId, idOf(n), { costCents });
/** The sales report with these listings. */
const report = (listings: readonly number[], more: Record<string, string> = {}) => {
  const rows = listings.map((n) => ({
    row: n + 2,
    cells: {
      title: sold[n]?.title ?? '',
      price: '$25',
      soldOn: sold[n]?.soldAt?.slice(0, 10) ?? '',
      orderId: `o${n}`,
      ...more,
    },
  }));
  return importSales(context(), userId, routes.sales.importSales.body.parse({ fileName: 'sales.csv', rows }));
};
const saleOf = async (n: number) => {
  const { sales } = await readPage(context(), userId, routes.sales.list.query.parse({ limit: '500' }));
  return routes.sales.list.reply.shape.sales.parse(sales).find(({ listingId }) => listingId === idOf(n));
};

describe('the cost of a sale', () => {
  beforeEach(arriveWithCloset);

  it('a sale has the cost and SKU of its listing, whether they were set before or after it was known', async () => {
    await world.listings.change(userId, idOf(0), { costCents: 700, sku: 'A-1', shelf: 'Bin 2' });
    await report([0, 1]);
    // 25.00 less 20 % and what it cost.
    expect(await saleOf(0)).toMatchObject({ costCents: 700, profitCents: 1_300, sku: 'A-1' });
    expect(await saleOf(1)).toMatchObject({ costCents: null, profitCents: null, sku: null });

    await world.listings.changeMany(userId, { listingIds: [idOf(0), idOf(1)], costCents: 400, sku: 'B-2' });
    expect(await saleOf(1)).toMatchObject({ costCents: 400, profitCents: 1_600, sku: 'B-2' });
    // The listing's cost was corrected. A SKU that the sale has stays.
    expect(await saleOf(0)).toMatchObject({ costCents: 400, sku: 'A-1' });
    await setCost(0, null);
    expect(await saleOf(0)).toMatchObject({ costCents: null, profitCents: null });
  });

  it('a cost that the seller typed on the sale, or that its report has, is not changed by the listing', async () => {
    await report([0]);
    await report([1], { cost: '$3.50' });
    await changeSale(context(), userId, (await saleOf(0))?.id ?? '', { costCents: 900 });
    await world.listings.changeMany(userId, { listingIds: [idOf(0), idOf(1)], costCents: 100 });
    expect([(await saleOf(0))?.costCents, (await saleOf(1))?.costCents]).toEqual([900, 350]);

    // Taken out by hand.
    await changeSale(context(), userId, (await saleOf(0))?.id ?? '', { costCents: null });
    await setCost(0, 200);
    expect((await saleOf(0))?.costCents).toBeNull();
  });

  it('a sale of a listing in a lot has the lot’s part as its cost, until the lot is deleted', async () => {
    await report([0, 1]);
    const body = { name: 'Attic', costCents: 1_001, listingIds: sold.slice(0, 3).map(({ id }) => id), split: 'even' };
    const lot = await addLot(context(), userId, routes.sales.addLot.body.parse(body));
    await report([2]);
    const costs = await Promise.all([0, 1, 2].map(async (n) => (await saleOf(n))?.costCents ?? 0));
    expect(costs.toSorted()).toEqual([333, 334, 334]);
    expect(await deleteLot(context(), userId, lot.id)).toMatchObject({ listings: 3 });
    expect((await saleOf(2))?.costCents).toBeNull();
  });

  it('an inventory report that comes after the sale gives it its cost', async () => {
    await report([0]);
    const rows = [{ row: 2, cells: { title: sold[0]?.title ?? '', cost: '$6' } }];
    expect(await world.listings.applyReport(userId, { fileName: 'inventory.csv', rows })).toMatchObject({ changed: 1 });
    expect(await saleOf(0)).toMatchObject({ costCents: 600, profitCents: 1_400 });
  });
});
