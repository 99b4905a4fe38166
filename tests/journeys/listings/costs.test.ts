import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../closet/closet-journey.ts';
import type { ClosetWorld } from '../closet/closet-world.ts';
import { pricesJourney, type Seller } from './prices/prices-world.ts';

let world: ClosetWorld;
let seller: Seller;
const arrive = pricesJourney(3);
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

  it('are refused by field', async () => {
    for (const body of [
      { costCents: -1 },
      { costCents: 10_000_001 },
      { costCents: 9.5 },
      { costCents: '$9' as unknown as number },
      { sku: 'x'.repeat(61) },
      { shelf: 'two\nlines' },
    ]) {
      const fields = Object.fromEntries(Object.keys(body).map((field) => [field, expect.any(String)]));
      const ofMany = seller.calls.changeMany({ body: { listingIds: [seller.idOf(0)], ...body } });
      for (const call of [change(0, body), ofMany])
        expect(await failureOf(call)).toMatchObject({ status: 400, fields });
    }
    expect(await listed(0)).toMatchObject({ costCents: null, sku: null, shelf: null });
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

type Cells = Parameters<Seller['calls']['inventoryReport']>[0]['body']['rows'][number]['cells'];
const report = (...cells: Cells[]) =>
  seller.calls.inventoryReport({
    body: { fileName: 'inventory.csv', rows: cells.map((each, at) => ({ row: at + 12, cells: each })) },
  });
/** Each listing has a title of its own, and no lowest price. */
const tellApart = () =>
  world.database.query(
    `update listings set lowest_price = null, title = 'Listing ' || title || ' ' || id where user_id = $1`,
    [seller.userId],
  );
/** The cells of the n-th listing. */
const cellsOf = async (n: number, more: Cells = {}): Promise<Cells> => ({
  title: (await listed(n))?.title ?? '',
  price: '$40.00',
  ...more,
});

describe('an inventory report', () => {
  beforeEach(tellApart);

  it('fills in what listings cost, their SKUs and lowest prices, and twice the same changes nothing', async () => {
    const rows = [
      await cellsOf(0, { cost: '$7.25', sku: 'A-1', lowestPrice: '$35.00', likes: '4' }),
      await cellsOf(1, { cost: '--', sku: '--', itemSku: 'B-2' }),
      await cellsOf(2, { cost: '-3', lowestPrice: '$90' }),
      { title: 'Not in the closet', cost: '$5' },
      { cost: '$5' },
    ];
    const said = {
      matched: 3,
      ambiguous: [],
      unmatched: [{ row: 15, title: 'Not in the closet' }],
      refused: [
        { row: 14, field: 'cost', problem: 'negative' },
        { row: 16, field: 'title', problem: 'missing' },
      ],
    };
    expect(await report(...rows)).toEqual({ ...said, changed: 3 });
    expect(await listed(0)).toMatchObject({ costCents: 725, sku: 'A-1', lowestPrice: 35 });
    expect(await listed(1)).toMatchObject({ costCents: null, sku: 'B-2', lowestPrice: null });
    expect(await listed(2)).toMatchObject({ costCents: null, lowestPrice: 90 });
    expect(await report(...rows)).toEqual({ ...said, changed: 0 });
  });

  it('that is corrected changes what a report gave, and never what the seller typed; an empty cell erases nothing', async () => {
    const { id = '' } = (await listed(1)) ?? {};
    await report(await cellsOf(0, { cost: '$7', sku: 'A-1' }), await cellsOf(1, { cost: '$8', sku: 'A-2' }));
    await seller.calls.change({ id, body: { costCents: 900 } });
    const corrected = [await cellsOf(0, { cost: '$6', sku: '' }), await cellsOf(1, { cost: '$5', sku: 'A-3' })];
    expect(await report(...corrected)).toMatchObject({ matched: 2, changed: 2 });
    expect(await listed(0)).toMatchObject({ costCents: 600, sku: 'A-1' });
    expect(await listed(1)).toMatchObject({ costCents: 900, sku: 'A-3' });
  });

  it('with a row that may be two listings changes nothing and names both, and the date settles it', async () => {
    const ids = [seller.idOf(0), seller.idOf(1)];
    await world.database.query(
      `update listings set title = 'Black dress', listed_at = case id when $2 then timestamptz '2026-03-01 20:00Z' end
     where user_id = $1 and id = any($3::bigint[])`,
      [seller.userId, ids[0], ids],
    );
    const row = { title: 'black dress', price: '$40', cost: '$9' };
    const { ambiguous, ...rest } = await report(row);
    expect(rest).toEqual({ matched: 0, changed: 0, unmatched: [], refused: [] });
    expect(ambiguous).toEqual([{ row: 12, title: 'black dress', listingIds: ids }]);
    expect(await listed(0)).toMatchObject({ costCents: null });

    const dated = { ...row, listedOn: '03/02/2026' };
    expect(await report(dated, { ...row, listedOn: '05/05/2026', cost: '$4' })).toMatchObject({
      matched: 2,
      changed: 2,
    });
    expect(await listed(0)).toMatchObject({ costCents: 900, listedAt: '2026-03-01T20:00:00.000Z' });
    expect(await listed(1)).toMatchObject({ costCents: 400, listedAt: '2026-05-05T12:00:00.000Z' });
  });

  it('without rows, or with cells that no report has, is refused', async () => {
    expect(await failureOf(report())).toMatchObject({ status: 400 });
    expect(await failureOf(report({ title: 'x', buyer: 'ann' } as Cells))).toMatchObject({ status: 400 });
  });

  it('of 5,000 rows finds 5,000 listings in one call, and other sellers’ listings never', async () => {
    await world.database.query(
      `insert into listings (user_id, poshmark_id, market_user_id, title, price, url, synced_at)
     select $1, 'many' || n, (select market_user_id from closets where user_id = $1), 'Item ' || n, 20, 'https://x', now()
     from generate_series(1, 4999) n`,
      [seller.userId],
    );
    const many = Array.from({ length: 4_999 }, (_, at) => ({
      title: `ITEM ${at + 1}`,
      price: '$20',
      cost: `$${at}.50`,
    }));
    const rows = [...many, await cellsOf(0, { cost: '$1' })];
    expect(await report(...rows)).toEqual({
      matched: 5_000,
      changed: 5_000,
      ambiguous: [],
      unmatched: [],
      refused: [],
    });
    ({ seller } = await arrive());
    expect(await report({ title: 'Item 7', cost: '$1' })).toMatchObject({ matched: 0, changed: 0 });
  });
});
