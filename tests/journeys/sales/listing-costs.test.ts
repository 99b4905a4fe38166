import { beforeEach, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { changeSale, readPage } from '#server/features/sales/by-hand.ts';
import { importSales } from '#server/features/sales/import-sales.ts';
import { addLot, deleteLot } from '#server/features/sales/lots.ts';
import { closetJourney, jo } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';

let world: ClosetWorld;
let userId: string;
let sold: { id: string; title: string; soldAt: string | null }[];
const arrive = closetJourney({ sold: 4 });
beforeEach(async () => {
  ({ world, userId } = await arrive());
  await world.closet.linkWithPassword(userId, { ...jo, keepPassword: true });
  await world.listings.sync(userId);
  sold = (await world.listings.list(userId)).filter(({ availability }) => availability === 'sold');
});

const context = () => ({ ...world, onChanged: async () => {} });
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

it('a sale that may be of two listings takes nothing from either', async () => {
  const ids = [idOf(0), idOf(1)];
  await world.database.query(
    `update listings set title = 'Black dress', size = 'M', sold_at = '2026-04-20 18:00Z' where user_id = $1 and id = any($2::bigint[])`,
    [userId, ids],
  );
  sold = sold.map((each) =>
    ids.includes(each.id) ? { ...each, title: 'Black dress', soldAt: '2026-04-20T18:00:00Z' } : each,
  );
  await world.listings.changeMany(userId, { listingIds: ids, costCents: 500 });
  await report([0]);
  expect([await saleOf(0), await saleOf(1)]).toEqual([undefined, undefined]);
});
