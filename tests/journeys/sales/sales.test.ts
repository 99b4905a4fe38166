import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { SaleChange } from '#contract/sales/sales.ts';
import { addSale, changeSale, changeSales, readPage, removeSale } from '#server/features/sales/by-hand.ts';
import { importSales } from '#server/features/sales/import-sales.ts';
import type { SalesContext } from '#server/features/sales/sales.ts';
import { listSales } from '#server/features/sales/store.ts';
import { failureOf } from '../closet/closet-journey.ts';
import { type ClosetWorld, openClosetWorld } from '../closet/closet-world.ts';

let world: ClosetWorld;
let sales: SalesContext;
let userId: string;
beforeAll(async () => {
  world = await openClosetWorld();
  sales = { ...world, onChanged: async () => {} };
});
afterAll(() => world.close());
beforeEach(async () => {
  userId = await world.addUser();
});

const { add, change, list } = routes.sales;
const given = (more: object = {}) =>
  add.body.parse({ title: 'Wool coat', soldOn: '2026-04-20', priceCents: 4000, ...more });
const make = async (more: object = {}) => add.reply.parse(await addSale(sales, userId, given(more)));
const edit = (id: string, fields: SaleChange) => changeSale(sales, userId, id, change.body.parse(fields));
const page = async (query: object = {}) => list.reply.parse(await readPage(sales, userId, list.query.parse(query)));
const titles = async (query: object = {}) => (await page(query)).sales.map(({ title }) => title);
const report = (...rows: Record<string, string>[]) =>
  importSales(
    sales,
    userId,
    routes.sales.importSales.body.parse({ fileName: 'a.csv', rows: rows.map((cells, at) => ({ row: at + 2, cells })) }),
  );

describe('a sale by hand', () => {
  it('takes Poshmark’s fee of its day, or elsewhere the fee that its seller says', async () => {
    expect(await make({ shippingDiscountCents: 500 })).toMatchObject({
      feeCents: 800,
      earningsCents: 2700,
      source: 'manual',
    });
    expect(await make({ channel: 'Flea market' })).toMatchObject({ feeCents: 0, earningsCents: 4000 });
    expect(await make({ channel: 'eBay', feeCents: 530 })).toMatchObject({ feeCents: 530, earningsCents: 3470 });
    const whole = await make({ channel: 'Poshmark', costCents: 1000, otherFeesCents: 250, listedOn: '2026-04-01' });
    expect(whole).toMatchObject({
      channel: 'poshmark',
      otherFeesCents: 250,
      profitCents: 1950,
      daysToSell: 19,
      state: 'sold',
    });
    expect(await make()).toMatchObject({ costCents: null, profitCents: null, otherFeesCents: null, daysToSell: null });
  });

  it('can be changed whole, and deleted', async () => {
    const { id } = await make({ costCents: 1000 });
    expect(await edit(id, { priceCents: 1400, title: 'Wool scarf', note: 'Gift wrap' })).toMatchObject({
      ...{ title: 'Wool scarf', feeCents: 295, earningsCents: 1105, profitCents: 105, note: 'Gift wrap' },
    });
    expect(await edit(id, { costCents: null })).toMatchObject({ costCents: null, profitCents: null });
    expect(await edit(id, { state: 'returned' })).toMatchObject({ state: 'returned' });
    await removeSale(sales, userId, id);
    expect(await page()).toEqual({ sales: [], next: null });
    for (const again of [
      () => removeSale(sales, userId, id),
      () => edit(id, { note: 'x' }),
      () => removeSale(sales, userId, 'x'),
    ])
      expect((await failureOf(again())).code).toBe('not_found');
  });

  it.each([
    [{ soldOn: '2027-01-01' }, 'soldOn'],
    [{ soldOn: '1066-10-14' }, 'soldOn'],
    [{ listedOn: '2026-04-21' }, 'listedOn'],
    [{ listingId: '999999' }, 'listingId'],
  ])('with %j is refused, and the field is named', async (fields, name) => {
    const refused = await failureOf(addSale(sales, userId, given(fields)));
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid_input', [name]]);
  });

  it.each([
    [{ soldOn: 'yesterday' }, 'soldOn'],
    [{ soldOn: '2026-02-30' }, 'soldOn'],
    [{ priceCents: 12.5 }, 'priceCents'],
    [{ priceCents: -100 }, 'priceCents'],
    [{ title: '' }, 'title'],
    [{ costCents: -1 }, 'costCents'],
    [{ state: 'lost' }, 'state'],
    [{ buyer: 'Ann' }, undefined],
  ])('is no sale with %j', (fields, name) => {
    const parsed = add.body.safeParse({ title: 'Coat', soldOn: '2026-04-20', priceCents: 4000, ...fields });
    expect(parsed.error?.issues[0]?.path[0]).toBe(name);
  });

  it('belongs to its seller alone', async () => {
    const { id } = await make();
    const stranger = await world.addUser();
    expect((await failureOf(changeSale(sales, stranger, id, { note: 'x' }))).code).toBe('not_found');
    expect((await failureOf(removeSale(sales, stranger, id))).code).toBe('not_found');
    expect((await readPage(sales, stranger, list.query.parse({}))).sales).toEqual([]);
  });
});

it('a sale of a report takes a cost, fees, a state, and a note, and nothing else', async () => {
  await report({ title: 'Jeans', price: '40', earnings: '32', orderId: 'a1', soldOn: '04/02/2026', labelFee: '5' });
  const [sale] = (await page()).sales;
  const id = sale?.id ?? '';
  expect(sale).toMatchObject({ state: 'complete', otherFeesCents: 500, source: 'report' });
  expect(await edit(id, { costCents: 700 })).toMatchObject({ profitCents: 2000 });
  expect(await edit(id, { otherFeesCents: 0, state: 'returned', note: 'Torn' })).toMatchObject({
    otherFeesCents: 0,
    state: 'returned',
  });
  expect(await edit(id, { otherFeesCents: null })).toMatchObject({ otherFeesCents: 500 });
  const refused = await failureOf(edit(id, { priceCents: 100 }));
  expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['from_report', ['priceCents']]);
  expect((await failureOf(removeSale(sales, userId, id))).code).toBe('from_report');
});

describe('many sales at once', () => {
  const { changeMany } = routes.sales;
  const changeAll = async (...changes: object[]) =>
    changeMany.reply.parse(await changeSales(sales, userId, changeMany.body.parse({ changes })));

  it('get their costs and states, each its own, and can be taken back as they were', async () => {
    await report(
      { title: 'Jeans', price: '40', orderId: 'a1', cost: '7', earnings: '32' },
      { title: 'Tee', price: '10', orderId: 'b2' },
      { title: 'Belt', price: '20', orderId: 'b2' },
    );
    const before = (await page()).sales;
    const idOf = (title: string) => before.find((sale) => sale.title === title)?.id ?? '';
    const stranger = await world.addUser();
    const { id: foreign } = await addSale(sales, stranger, given());
    const { sales: changed, failed } = await changeAll(
      { id: idOf('Jeans'), costCents: 900, state: 'returned' },
      { id: idOf('Tee'), costCents: 100 },
      { id: foreign, costCents: 1 },
      { id: 'gone', costCents: 1 },
    );
    expect(failed.map(({ id, error }) => [id, error])).toEqual([
      [foreign, 'not_found'],
      ['gone', 'not_found'],
    ]);
    expect(Object.fromEntries(changed.map((sale) => [sale.title, sale]))).toMatchObject({
      Jeans: { costCents: 900, costBy: 'seller', state: 'returned', stateBySeller: true, feeBy: 'reported' },
      Tee: { costCents: 100, costBy: 'seller', state: 'complete', feeBy: 'schedule', feeCents: 200 },
    });
    await changeAll(
      { id: idOf('Jeans'), costCents: 700, costBy: 'report', state: 'complete', stateBySeller: false },
      { id: idOf('Tee'), costCents: null, costBy: null },
    );
    expect((await page()).sales).toEqual(before);
  });

  it.each([
    [[]],
    [[{ id: '1' }]],
    [[{ id: '1', costCents: -1 }]],
    [[{ id: '1', costCents: 1, note: 'x' }]],
    [Array.from({ length: 501 }, () => ({ id: '1', costCents: 1 }))],
  ])('is no change with %j', (changes) => {
    expect(changeMany.body.safeParse({ changes }).success).toBe(false);
  });
});

describe('the list', () => {
  const found: [object, string[]][] = [
    [{}, ['Linen 100%', 'Wool coat', 'Jeans', 'Silk tie', 'Tee']],
    [{ from: '2026-04-02' }, ['Linen 100%', 'Wool coat', 'Jeans']],
    [{ to: '2026-04-02' }, ['Jeans', 'Silk tie']],
    [{ from: '2026-04-02', to: '2026-04-02' }, ['Jeans']],
    [{ q: 'COAT wool' }, ['Wool coat']],
    [{ q: 'oakhand' }, ['Silk tie']],
    [{ q: 'b 7' }, ['Silk tie']],
    [{ q: 'attic' }, ['Wool coat']],
    [{ q: 'b9f' }, ['Tee']],
    [{ q: '0%' }, ['Linen 100%']],
    [{ q: '_' }, ['Jeans']],
    [{ q: '\\' }, []],
    [{ state: 'cancelled' }, ['Linen 100%']],
    [{ withoutCost: 'true' }, ['Jeans', 'Silk tie', 'Tee']],
  ];
  it('has what is asked for, in pages, newest first, and ends', async () => {
    for (const [title, soldOn, more] of [
      ['Silk tie', '2026-04-01', { brand: 'Oakhand', sku: 'B 7' }],
      ['Wool coat', '2026-04-03', { shelf: 'Attic', costCents: 1 }],
      ['Linen 100%', '2026-04-03', { state: 'cancelled' }],
      ['Jeans', '2026-04-02', { brand: 'Mirella_x' }],
    ] as const)
      await make({ title, soldOn, ...more });
    await report({ title: 'Tee', price: '12', orderId: 'b9f3' });
    for (const [query, wanted] of found) expect([query, await titles(query)]).toEqual([query, wanted]);

    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const part = await page({ limit: '2', ...(next && { before: next }) });
      seen.push(...part.sales.map(({ title }) => title));
      next = part.next;
    } while (next !== null);
    expect(seen).toEqual(await titles());
    const refused = await failureOf(page({ before: '999999' }));
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid_input', ['before']]);
  });

  it.each([
    { from: '2026-13-01' },
    { limit: '501' },
    { limit: '0' },
    { from: '2026-04-03', to: '2026-04-02' },
    { sort: 'x' },
  ])('refuses %j', (query) => {
    expect(list.query.safeParse(query).success).toBe(false);
  });
});

it('20,000 sales are listed and searched at once', async () => {
  await world.database.query(
    `insert into sales (user_id, source, state, sold_on, title, brand, price_cents, fee_cents, earnings_cents)
     select $1, 'report', 'complete', date '2026-04-30' - n / 30, 'Jeans no ' || n, 'Oakhand', 4000, 800, 3200
     from generate_series(1, 20000) n`,
    [userId],
  );
  await world.database.query('analyze sales');
  const none = { from: null, to: null, words: [], state: null, withoutCost: false, limit: 51, before: null };
  const plan = async (ask: Partial<Parameters<typeof listSales>[2]>) => {
    let plan = '';
    const explained = {
      async query(sql: string, params?: readonly unknown[]) {
        const { rows } = await world.database.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${sql}`, [
          ...(params ?? []),
        ]);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [], count: 0 };
      },
    };
    await listSales(explained as never, userId, { ...none, ...ask });
    return plan;
  };
  const [first] = (await readPage(sales, userId, list.query.parse({ limit: 500 }))).sales.slice(-1);
  for (const ask of [{}, { before: first?.id ?? '' }, { from: '2025-06-01', to: '2025-06-30' }]) {
    const used = await plan(ask);
    expect(used).toContain('sales_newest');
    // It reads a page, and not the rest of the sales.
    expect(used).not.toMatch(/Rows Removed by Filter: \d{4}/);
  }
  expect(await titles({ q: 'no 19999' })).toEqual(['Jeans no 19999']);
  // Many were sold on one day, and their ids have one digit more from somewhere on.
  const ids: string[] = [];
  let before: string | null = null;
  do {
    const { sales: some, next } = await page({ limit: '500', ...(before && { before }) });
    ids.push(...some.map(({ id }) => id));
    before = next;
  } while (before !== null);
  expect([ids.length, new Set(ids).size]).toEqual([20_000, 20_000]);
});

describe('a sale of a listing', () => {
  const listing = async (facts: { title: string; sold?: string; cost?: number | null }) => {
    const { rows } = await world.database.query<{ id: string }>(
      `insert into listings (user_id, poshmark_id, market_user_id, title, price, url, synced_at, availability, is_active, sold_at, listed_at,
         cost_cents, sku, size, brand)
       values ($1, $2, 'm', $2, 48, 'https://x', now(), 'sold', false, $3, '2026-04-01T12:00:00Z', $4, 'L-1', 'M', 'Oakhand') returning id`,
      [userId, facts.title, facts.sold ?? '2026-04-21T12:00:00Z', facts.cost ?? null],
    );
    return rows[0]?.id ?? '';
  };

  it('takes over its cost, SKU, list price, and days, where the sale has none', async () => {
    const id = await listing({ title: 'Wool coat', cost: 900 });
    await report(
      { title: 'Wool coat', price: '40', soldOn: '04/20/2026' },
      { title: 'Wool coat', price: '40', soldOn: '02/20/2026' },
    );
    expect((await page()).sales).toMatchObject([
      { listingId: id, costCents: 900, sku: 'L-1', listPriceCents: 4800, daysToSell: 19, brand: 'Oakhand', size: 'M' },
      { listingId: null, costCents: null, sku: null },
    ]);
  });

  it('is one that the seller names, and stays when the listing goes', async () => {
    const id = await listing({ title: 'Something else', cost: 100 });
    expect(await make({ listingId: id })).toMatchObject({ listingId: id, costCents: 100, sku: 'L-1' });
    await world.database.query('delete from listings where id = $1', [id]);
    expect((await page()).sales).toMatchObject([{ listingId: null, costCents: 100 }]);
  });
});
