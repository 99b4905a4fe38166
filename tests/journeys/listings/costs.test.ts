import { beforeEach, describe, expect, it } from 'vitest';
import type { ClosetWorld } from '../closet/closet-world.ts';
import { openSeller, pricesJourney, refusalOf, type Seller } from './prices/prices-world.ts';

let world: ClosetWorld;
let seller: Seller;
const arrive = pricesJourney();
beforeEach(async () => {
  ({ world, seller } = await arrive());
});

const listed = async (n: number) => (await seller.calls.list()).find(({ id }) => id === seller.idOf(n));
const change = (n: number, body: Parameters<Seller['calls']['change']>[0]['body']) =>
  seller.calls.change({ id: seller.idOf(n), body });

describe('the cost, SKU, and shelf of a listing', () => {
  it('are not known at first, are set to the cent, survive a sync, and are cleared', async () => {
    expect(await listed(0)).toMatchObject({ costCents: null, sku: null, shelf: null });
    const body = { costCents: 1_250, sku: ' A-17 ', shelf: 'Bin 3' };
    const set = { costCents: 1_250, sku: 'A-17', shelf: 'Bin 3' };
    expect(await change(0, body)).toMatchObject(set);
    await seller.set(0, { price: 55 });
    await world.listings.sync(seller.userId);
    expect(await listed(0)).toMatchObject({ ...set, price: 55 });

    expect(await change(0, { costCents: 0 })).toMatchObject({ ...set, costCents: 0 });
    expect(await change(0, { costCents: null, sku: '' })).toMatchObject({ costCents: null, sku: null, shelf: 'Bin 3' });
  });

  it('are set for many listings at once, beside a floor', async () => {
    const listingIds = [seller.idOf(0), seller.idOf(1)];
    const body = { listingIds, costCents: 300, shelf: 'Rack', floorPercent: 50 };
    expect(await seller.calls.changeMany({ body })).toEqual({ updated: 2, failed: [] });
    const set = { costCents: 300, shelf: 'Rack', sku: null, floorPrice: 20 };
    expect([await listed(0), await listed(1)]).toMatchObject([set, set]);
    expect(await listed(2)).toMatchObject({ costCents: null, floorPrice: null });
    await seller.calls.changeMany({ body: { listingIds, shelf: null } });
    expect(await listed(1)).toMatchObject({ costCents: 300, shelf: null, floorPrice: 20 });
  });

  it.each([
    ['costCents', { costCents: -1 }],
    ['costCents', { costCents: 10_000_001 }],
    ['costCents', { costCents: 9.5 }],
    ['costCents', { costCents: '$9' as unknown as number }],
    ['sku', { sku: 'x'.repeat(61) }],
    ['shelf', { shelf: 'two\nlines' }],
  ] as const)('are refused by field: %s of %j', async (field, body) => {
    const byOne = await refusalOf(change(0, body));
    const ofMany = await refusalOf(seller.calls.changeMany({ body: { listingIds: [seller.idOf(0)], ...body } }));
    for (const refused of [byOne, ofMany])
      expect(refused).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } });
    expect(await listed(0)).toMatchObject({ costCents: null, sku: null, shelf: null });
  });

  it('of another seller can’t be set', async () => {
    const other = await openSeller(world);
    const refused = await refusalOf(other.calls.change({ id: seller.idOf(0), body: { costCents: 5 } }));
    expect(refused).toMatchObject({ status: 404 });
    expect(await listed(0)).toMatchObject({ costCents: null });
  });
});

describe('the lowest price of a listing', () => {
  it('follows the prices of its history, whoever changed them, and never rises', async () => {
    const lowest = async () => (await listed(0))?.lowestPrice;
    await world.database.query('update listings set lowest_price = null where user_id = $1', [seller.userId]);
    expect(await lowest()).toBeNull();
    await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 30 } });
    expect(await lowest()).toBe(30);
    await seller.set(0, { price: 25 });
    await world.listings.sync(seller.userId);
    expect(await lowest()).toBe(25);
    await seller.calls.setPrice({ id: seller.idOf(0), body: { price: 38 } });
    expect(await lowest()).toBe(25);
    expect((await listed(1))?.lowestPrice).toBeNull();
  });
});
