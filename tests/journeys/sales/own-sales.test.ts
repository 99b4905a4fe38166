import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { mostImportedSales, type SaleRow, type SalesToImport } from '#contract/sales/sale-imports.ts';
import type { PricingEngine } from '#domain/ports/pricing/engine.ts';
import type { Item } from '#domain/pricing/facts/comparable.ts';
import { syntheticMarket } from '#domain/pricing/synthetic-market.fixture.ts';
import { openPricingEngine } from '#server/adapters/pricing-engine/engine.ts';
import { appraiseItem } from '#server/features/pricing/analyze-photo.ts';
import { readBacktest } from '#server/features/pricing/backtest.ts';
import { type PricingContext, readState } from '#server/features/pricing/pricing.ts';
import { importSales, listImports, undoImport } from '#server/features/sales/import-sales.ts';
import type { SalesContext } from '#server/features/sales/sales.ts';
import { silentLog } from '#tests/database.ts';
import { failureOf } from '../closet/closet-journey.ts';
import { type ClosetWorld, openClosetWorld } from '../closet/closet-world.ts';
import { pricingOfOwnSales } from '../pricing/pricing-journey.ts';
import { addSales, type TestSale } from './stored-sales.ts';

let world: ClosetWorld;
let pricing: PricingContext;
let sales: SalesContext;
let userId: string;
let asked: string[] = [];
const engine = openPricingEngine({ log: silentLog });

beforeAll(async () => {
  world = await openClosetWorld({ callMs: 20_000 });
  sales = { ...world, onChanged: async () => {} };
  const ask: PricingEngine['ask'] = (source, question, about) => {
    asked.push(question);
    return engine.ask(source, question, about);
  };
  pricing = pricingOfOwnSales(world, { ...engine, ask });
});
afterAll(async () => {
  await engine.close();
  await world.close();
});
beforeEach(async () => {
  userId = await world.addUser();
  asked = [];
});

const sold = (row: number, cells: SaleRow['cells'] = {}): SaleRow => ({
  row,
  cells: { title: `Oakhand jeans no ${row}`, price: `$${40 + row}`, brand: 'Oakhand', category: 'Jeans', ...cells },
});
const file = (rows: SaleRow[], fileName = 'sales.csv'): SalesToImport =>
  routes.sales.importSales.body.parse({ fileName, rows });
const many = (count: number, from = 2): SaleRow[] => Array.from({ length: count }, (_, at) => sold(from + at));
const jeans: Item = { title: 'Oakhand jeans', brand: 'Oakhand', category: 'Jeans' };
const stored = async (): Promise<number> => {
  const { rows } = await world.database.query<{ count: number }>(
    'select count(*)::int as count from sales where user_id = $1',
    [userId],
  );
  return rows[0]?.count ?? 0;
};

it('imported sales count as sales of that source at once, and no longer after the import is undone', async () => {
  expect((await appraiseItem(pricing, userId, jeans, 6)).value).toMatchObject({ basis: 'prior' });
  const { import: kept, ...result } = routes.sales.importSales.reply.parse(
    await importSales(sales, userId, file(many(12))),
  );
  expect(result).toEqual({ added: 12, known: 0, updated: 0, refused: [], unread: [] });
  expect(await readState(pricing, userId)).toMatchObject({ comparables: 12, sold: 12, imported: 12, fromSearch: 0 });
  const { value, near, agreement } = await appraiseItem(pricing, userId, jeans, 6);
  expect(value).toMatchObject({ basis: 'comparables', evidence: { sameBrandAndKind: { all: 12, sold: 12 } } });
  expect(agreement).toBe('brand_and_kind');
  expect(near.map(({ source, state }) => [source, state])).toEqual(Array(6).fill(['import', 'sold']));

  const stranger = await world.addUser();
  expect((await failureOf(undoImport(sales, stranger, kept?.id ?? ''))).code).toBe('not_found');
  await undoImport(sales, userId, kept?.id ?? '');
  expect(await readState(pricing, userId)).toMatchObject({ comparables: 0, imported: 0 });
  expect((await appraiseItem(pricing, userId, jeans, 6)).value).toMatchObject({ basis: 'prior' });
  expect((await failureOf(undoImport(sales, userId, kept?.id ?? ''))).code).toBe('not_found');
});

it('the cells of a column are read alike, and several pieces count as several sales', async () => {
  const dates = ['05/06/2025', '13/06/2025', '07/08/2025'];
  const rows = dates.map((soldOn, at) => sold(at + 2, { soldOn, price: at === 2 ? '240,00' : '45,50' }));
  const pair = { ...rows[2], row: 4, cells: { ...rows[2]?.cells, quantity: '2' } };
  const both = [...rows.slice(0, 2), pair];
  expect(await importSales(sales, userId, file(both))).toMatchObject({
    added: 3,
    refused: [],
    import: { sales: 3, from: '2025-06-05', to: '2025-08-07' },
  });
  expect(await importSales(sales, userId, file(both, 'copy.csv'))).toMatchObject({ added: 0, known: 3 });
  expect(await readState(pricing, userId)).toMatchObject({ imported: 4 });
  await importSales(sales, userId, file(many(10, 20), 'more.csv'));
  const { near } = await appraiseItem(pricing, userId, jeans, 50);
  expect(near.filter(({ price }) => price === 12_000)).toHaveLength(2);

  const chosen = { ...file([sold(9, { soldOn: '05/06/2024' })], 'mine.csv'), formats: { dates: 'day-first' as const } };
  expect(await importSales(sales, userId, chosen)).toMatchObject({ import: { from: '2024-06-05' } });
});

it('the same file again adds nothing, equal rows of one file stay several, and dates span the import', async () => {
  const twice = [2, 3].map((row) => sold(row, { title: 'Plain tee', price: '12', soldOn: '2026-02-03' }));
  const rows = [...twice, sold(4, { soldOn: '3/1/2026' })];
  expect(await importSales(sales, userId, file(rows))).toMatchObject({ added: 3, known: 0 });
  expect(await importSales(sales, userId, file(rows, 'copy.csv'))).toEqual({
    import: null,
    added: 0,
    known: 3,
    updated: 0,
    refused: [],
    unread: [],
  });
  expect(await importSales(sales, userId, file([...rows, sold(9)], 'more.csv'))).toMatchObject({
    added: 1,
    known: 3,
  });
  expect(await listImports(sales, userId)).toMatchObject([
    { fileName: 'more.csv', sales: 1, from: null, to: null },
    { fileName: 'sales.csv', sales: 3, from: '2026-02-03', to: '2026-03-01' },
  ]);
});

it('what a later file says about known sales counts at once, even if it adds no sale', async () => {
  const alike = async () => (await appraiseItem(pricing, userId, jeans, 12)).value.evidence.sameBrandAndKind.all;
  const plain = [2, 3, 4, 5, 6, 7].map((row) => ({ row, cells: { title: `Lot ${row}`, price: '12' } }));
  const withMore = plain.map(({ row, cells }) => ({ row, cells: { ...cells, brand: 'Oakhand', category: 'Jeans' } }));
  await importSales(sales, userId, file(plain));
  expect(await alike()).toBe(0);
  expect(await importSales(sales, userId, file(withMore))).toMatchObject({ added: 0, known: 6 });
  expect(await alike()).toBe(6);
});

it('undoing an import keeps the sales that another import contained too, in either order', async () => {
  const first = (await importSales(sales, userId, file(many(10), 'march.csv'))).import?.id ?? '';
  const second = (await importSales(sales, userId, file(many(12), 'april.csv'))).import?.id ?? '';
  const third = (await importSales(sales, userId, file([...many(5), sold(40)], 'may.csv'))).import?.id ?? '';
  expect(await undoImport(sales, userId, first)).toBe(0);
  expect(await listImports(sales, userId)).toMatchObject([
    { id: third, sales: 1 },
    { id: second, sales: 12 },
  ]);
  expect(await undoImport(sales, userId, second)).toBe(7);
  expect(await listImports(sales, userId)).toMatchObject([{ id: third, sales: 6 }]);
  expect(await undoImport(sales, userId, third)).toBe(6);
  expect(await stored()).toBe(0);

  const older = (await importSales(sales, userId, file(many(3), 'june.csv'))).import?.id ?? '';
  const newer = (await importSales(sales, userId, file(many(4), 'july.csv'))).import?.id ?? '';
  expect(await undoImport(sales, userId, newer)).toBe(1);
  expect(await undoImport(sales, userId, older)).toBe(3);
});

it('two imports of one file at the same time store each sale once', async () => {
  const rows = many(200);
  const results = await Promise.all([1, 2, 3].map(() => importSales(sales, userId, file(rows))));
  expect(results.map(({ added }) => added).sort()).toEqual([0, 0, 200]);
  expect(await stored()).toBe(200);
  expect(await listImports(sales, userId)).toHaveLength(1);
  // They go with the account.
  await world.database.query('delete from users where id = $1', [userId]);
  expect(await stored()).toBe(0);
});

it('an account holds a limited number of them, even with several imports at the same time', async () => {
  await world.database.query(
    `with made as (insert into sale_imports (user_id, at, file_name) values ($1, now(), 'old.csv') returning id)
     insert into sales (import_id, user_id, source, state, title, price_cents, fee_cents, earnings_cents)
     select made.id, $1, 'report', 'complete', 'Tee', 900, 295, 605 from made, generate_series(1, $2::int) n`,
    [userId, mostImportedSales - 15],
  );
  const results = await Promise.allSettled([
    importSales(sales, userId, file(many(10))),
    importSales(sales, userId, file(many(10, 50))),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { code: 'too_many_sales' } });
  expect(await stored()).toBe(mostImportedSales - 5);
});

it('a file of 5,000 rows is stored, and again adds nothing', async () => {
  const rows = [
    ...many(4_999),
    { row: 5_001, cells: { listedOn: 'Totals', price: '$99,980.00', earnings: '$79,984.00' } },
  ];
  expect(await importSales(sales, userId, file(rows))).toMatchObject({ added: 4_999, refused: [], unread: [] });
  expect(await importSales(sales, userId, file(rows))).toMatchObject({
    ...{ added: 0, known: 4_999, updated: 0, import: null },
  });
});

it('a sale that the closet shows as well counts once, at the price that was paid', async () => {
  await world.command('POST', 'reset', { seed: 7, listings: 4, sold: 12 });
  await world.closet.linkWithPassword(userId, { username: 'thrifty_jo', password: 'practice-1', keepPassword: true });
  await world.listings.sync(userId);
  const own = (await world.listings.list(userId)).find(({ isActive }) => !isActive);
  const title = own?.title ?? '';
  const before = await readState(pricing, userId);
  await importSales(
    sales,
    userId,
    file([sold(2, { title: title.toUpperCase(), price: '7.50', brand: own?.brand ?? '' })]),
  );
  expect(await readState(pricing, userId)).toMatchObject({ comparables: before.comparables, imported: 0 });
  const { near } = await appraiseItem(
    pricing,
    userId,
    { title, ...(own?.brand && { brand: own.brand }), ...(own?.category && { category: own.category }) },
    50,
  );
  const same = near.filter((comparable) => comparable.title?.toLowerCase() === title.toLowerCase());
  expect(same.length).toBeGreaterThan(0);
  for (const { price, source } of same) expect([price, source]).toEqual([750, 'closet']);
});

it('more rows than a file may hold, and cells that are none, are refused', () => {
  const { body } = routes.sales.importSales;
  const isAccepted = (value: unknown): boolean => body.safeParse(value).success;
  expect(isAccepted({ fileName: 'a.csv', rows: many(5_000) })).toBe(true);
  expect(isAccepted({ fileName: 'a.csv', rows: many(5_001) })).toBe(false);
  expect(isAccepted({ fileName: 'a.csv', rows: [] })).toBe(false);
  expect(isAccepted({ fileName: 'a.csv', rows: [{ row: 2, cells: { buyer: 'Ann' } }] })).toBe(false);
});

const made = (count: number): TestSale[] =>
  syntheticMarket({ rows: count, seed: 6, soldShare: 1 }).map(({ title, brand, category, price }, at) => ({
    ...{ title: `${title} of ${at}`, brand: brand ?? null, category: category ?? null, price },
    soldOn: `2025-${String(1 + (at % 12)).padStart(2, '0')}-15`,
  }));
const add = (...sales: TestSale[]) => addSales(world.database, userId, sales);
const read = async () => routes.pricing.backtest.reply.parse(await readBacktest(pricing, userId));

describe('a check of Hangtag’s prices on the seller’s own sales', () => {
  it('judges each of the seller’s sales by a fit that has not seen it, and names the worst misses', async () => {
    await add(...made(120), { title: 'Mirella Jeans of gold', brand: 'Mirella', category: 'Jeans', price: 900_000 });
    await add({ ...made(1)[0], state: 'returned' }, { ...made(1)[0], channel: 'Market' });
    const { worst, byPriceRange, ...backtest } = await read();
    expect(backtest).toMatchObject({ sales: 121, judged: 121, coverage: 0.8, reason: null });
    expect(backtest.inRange).toBeGreaterThan(80);
    expect(backtest.inRange).toBeLessThan(115);
    expect(byPriceRange.reduce((sum, range) => sum + range.judged, 0)).toBe(121);
    expect(byPriceRange.reduce((sum, range) => sum + range.inRange, 0)).toBe(backtest.inRange);
    expect(worst).toHaveLength(10);
    expect(worst[0]).toMatchObject({ title: 'Mirella Jeans of gold', soldForCents: 900_000 });
    // Had the fit seen its price, the estimate of the only such item would be near it.
    expect(worst[0]?.highCents).toBeLessThan(90_000);
  });

  it('is computed once until the sales change, even for two callers at once', async () => {
    await add(...made(40));
    const [one, other] = await Promise.all([read(), read()]);
    expect(other).toEqual(one);
    expect(await read()).toEqual(one);
    expect(asked).toEqual(Array(5).fill('judge'));
    await world.database.query(
      `insert into sale_versions (user_id, version) values ($1, '7') on conflict (user_id) do update set version = excluded.version`,
      [userId],
    );
    await add({ ...made(41)[40] });
    expect(await read()).toMatchObject({ sales: 41, judged: 41 });
  });

  it('judges the 400 newest sales, and learns from all of them', async () => {
    await add(...made(450).map((sale, at) => ({ ...sale, soldOn: at < 50 ? '2020-01-01' : '2025-01-01' })));
    expect(await read()).toMatchObject({ sales: 450, judged: 400 });
  }, 60_000);

  it.each([0, 1, 19])('judges nothing with %i sales, and says why', async (count) => {
    await add(...made(count));
    const backtest = await read();
    expect(backtest).toMatchObject({
      sales: count,
      judged: 0,
      inRange: 0,
      medianErrorPercent: null,
      bias: null,
      worst: [],
    });
    expect(backtest.reason).toMatch(/20/);
    expect(asked).toEqual([]);
  });
});
