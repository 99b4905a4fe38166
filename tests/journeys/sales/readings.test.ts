import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { onHoldMessage } from '#domain/bot/hold.ts';
import { Failure } from '#domain/failure.ts';
import { changeSale, readPage } from '#server/features/sales/by-hand.ts';
import { importSales, undoImport } from '#server/features/sales/import-sales.ts';
import { salesJobs } from '#server/features/sales/readings.ts';
import { createSaleReadings, type SaleReadings, type SalesContext } from '#server/features/sales/sales.ts';
import { silentLog } from '#tests/database.ts';
import { failureOf, jo } from '../closet/closet-journey.ts';
import { type ClosetWorld, openClosetWorld } from '../closet/closet-world.ts';

const hourMs = 3_600_000;
let world: ClosetWorld;
let sales: SalesContext;
let readings: SaleReadings;
let userId: string;
let hold: { until: null; reason: null } | null = null;
let studied: string[] = [];
const failures: string[] = [];

beforeAll(async () => {
  world = await openClosetWorld();
  sales = { ...world, onChanged: async (id) => void studied.push(id) };
  readings = createSaleReadings({
    ...sales,
    ...world,
    activity: world.activity,
    hold: { find: () => hold } as never,
    onMarketFailure: async (_, __, { kind }) => void failures.push(kind),
    log: silentLog,
  });
  await salesJobs(readings, world.queue);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.command('POST', 'reset', { seed: 7, listings: 4, sold: 60 });
  await world.command('DELETE', 'faults');
  world.waiting.splice(0);
  failures.splice(0);
  hold = null;
  userId = await world.addUser();
  await world.closet.linkWithPassword(userId, { ...jo, keepPassword: true });
  studied = [];
});

const order = (more: object = {}) =>
  world.command('POST', 'sales', {
    account: jo.username,
    title: 'Planted coat',
    price: 40,
    earnings: 32,
    ...more,
  }) as Promise<{
    id: string;
  }>;
const sync = async () => routes.sales.sync.reply.parse(await readings.sync(userId));
const page = async (query: object = {}) =>
  (await readPage(sales, userId, routes.sales.list.query.parse({ limit: 500, ...query }))).sales;
const count = async () => (await world.database.query('select 1 from sales where user_id = $1', [userId])).count;
const entries = async () =>
  (await world.log(userId)).filter(({ action }) => action === 'SYNC').map(({ details }) => details);

describe('reading the sales of a closet', () => {
  it('adds each sale once, says so once, and learns prices from them', async () => {
    const first = await sync();
    expect(first.added).toBeGreaterThan(50);
    expect(first).toMatchObject({ updated: 0, total: first.added });
    expect(studied).toEqual([userId]);
    expect(await sync()).toMatchObject({ added: 0, updated: 0, total: first.total });
    expect(await entries()).toEqual([`${first.added} sales added`]);
    await order({ title: 'Silk tie' });
    expect(await sync()).toMatchObject({ added: 1, updated: 0, message: expect.stringContaining('1 sale added') });
    const [newest] = await page();
    expect(newest).toMatchObject({
      title: 'Silk tie',
      feeCents: 800,
      earningsCents: 3200,
      source: 'marketplace',
      state: 'sold',
    });
  });

  it('follows the state of an order, and leaves what the seller chose', async () => {
    await order({ state: 'delivered', title: 'One' });
    await order({ state: 'delivered', title: 'Two' });
    await order({ state: 'frozen', title: 'Three' });
    await sync();
    const planted = async () =>
      Object.fromEntries((await page({ from: '2026-05-04' })).map((sale) => [sale.title, sale]));
    const { One, Three } = await planted();
    expect(One?.state).toBe('delivered');
    expect(Three).toMatchObject({ state: 'other', marketState: 'frozen' });
    await changeSale(sales, userId, One?.id ?? '', { state: 'returned', costCents: 900 });
    await sync();
    expect((await planted()).One).toMatchObject({ state: 'returned', costCents: 900 });
  });

  it('and a report tell an order once, and a bundle by its pieces, and both stay when the report is undone', async () => {
    const single = await order({ state: 'shipped' });
    const bundle = await order({ title: 'Bundle of 2', bundleSize: 2, price: 50, earnings: 40 });
    await sync();
    const rows = [
      { title: 'Planted coat', price: '40', earnings: '32', orderId: single.id, cost: '9' },
      { title: 'Silk tie', price: '20', earnings: '16', orderId: bundle.id, isBundle: 'Yes' },
      { title: 'Wool hat', price: '30', earnings: '24', orderId: bundle.id, isBundle: 'Yes' },
      { title: 'Linen shirt', price: '30', earnings: '24', orderId: 'f00d' },
    ].map((cells, at) => ({ row: at + 2, cells }));
    const before = await count();
    const imported = await importSales(sales, userId, { fileName: 'a.csv', rows });
    expect(imported).toMatchObject({ added: 3, known: 1 });
    expect(await count()).toBe(before + 2);
    expect(await page({ q: bundle.id })).toMatchObject([
      { title: 'Wool hat', isBundle: true, earningsCents: 2400 },
      { title: 'Silk tie', isBundle: true, earningsCents: 1600 },
    ]);
    expect(await page({ q: single.id })).toMatchObject([{ source: 'report', costCents: 900 }]);
    expect(await sync()).toMatchObject({ added: 0 });
    expect(await undoImport(sales, userId, imported.import?.id ?? '')).toBe(1);
    expect(await page({ q: single.id })).toMatchObject([{ source: 'marketplace', state: 'shipped' }]);
    expect(await count()).toBe(before + 1);
    expect(await sync()).toMatchObject({ added: 0 });
    expect(await importSales(sales, userId, { fileName: 'a.csv', rows })).toMatchObject({ added: 1, known: 3 });
    expect(await count()).toBe(before + 2);
  });

  it('says when orders can’t be read, and reads the others', async () => {
    await sync();
    await order({ currency: 'CAD' });
    await order();
    expect(await sync()).toMatchObject({ added: 1, message: expect.stringMatching(/couldn’t read 1 order/) });
  });

  it('waits for the end of a hold, except in a new demo', async () => {
    hold = { until: null, reason: null };
    const refused = await failureOf(sync());
    expect([refused.code, refused.message]).toEqual([
      'on_hold',
      onHoldMessage('Reading sales is', hold, world.clock.now()),
    ]);
    expect((await readings.sync(userId, { evenOnHold: true })).added).toBeGreaterThan(0);
  });

  it.each([
    ['E6', 'human_check_required'],
    ['E11', 'marketplace_unavailable'],
  ])('that ends with %s changes nothing and tells the bot', async (kind, code) => {
    await world.fault('sales', kind, { after: 1, times: -1 });
    expect((await failureOf(sync())).code).toBe(code);
    expect(await page()).toEqual([]);
    expect(failures).toHaveLength(1);
  });

  it('signs in again if the session has ended', async () => {
    await world.command('POST', 'sessions/expire', { account: jo.username });
    await world.fault('sales', 'E8a');
    expect((await sync()).added).toBeGreaterThan(50);
  });
});

describe('after a closet in which something was sold', () => {
  const sold = () => world.database.transaction((tx) => readings.onSold(tx, userId));
  const waiting = () => world.waiting.filter(({ name }) => name === 'sales.read').map(({ delayMs }) => delayMs);

  it('the sales are read, once in six hours, but only if the seller has asked once', async () => {
    await sold();
    expect(waiting()).toEqual([]);
    await sync();
    await sold();
    await sold();
    expect(waiting()).toEqual([60_000]);
    await order();
    await world.run('sales.read');
    expect(await entries()).toContain('1 sale added');

    await world.clock.advance(hourMs);
    await sold();
    expect(waiting()).toEqual([5 * hourMs]);
    await order({ title: 'Later' });
    await world.run('sales.read');
    expect(await page({ q: 'Later' })).toEqual([]);
    await world.clock.advance(5 * hourMs);
    await sold();
    await world.run('sales.read');
    expect(await page({ q: 'Later' })).toHaveLength(1);
  });

  it('a hold delays that, and a failure that needs the seller ends it', async () => {
    await sync();
    await sold();
    hold = { until: null, reason: null };
    await world.run('sales.read');
    expect(waiting()).toEqual([60_000]);
    hold = null;
    await world.fault('sales', 'E6', { times: -1 });
    await world.run('sales.read');
    expect(waiting()).toEqual([]);
  });

  it('a closed browser delays that by an hour', async () => {
    const away = async () => {
      throw new Failure('browser_away', 'Open your browser.');
    };
    await sync();
    await sold();
    await salesJobs({ ...readings, readAfterSale: away }, world.queue);
    await world.run('sales.read');
    await salesJobs(readings, world.queue);
    expect(waiting()).toEqual([hourMs]);
  });
});
