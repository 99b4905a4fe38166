import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { numberGroups, type SaleTotals } from '#contract/sales/numbers.ts';
import { salesHttp } from '#server/features/sales/http.ts';
import type { SaleReadings, SalesContext } from '#server/features/sales/sales.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { addUser, ownDatabase } from '#tests/database.ts';
import { failureOf } from '../closet/closet-journey.ts';
import { newAsker, openRows, rowOf } from '../front/cost-rows.ts';
import { addSales, type TestSale } from './stored-sales.ts';

const test = ownDatabase();
/** 5 AM in UTC: still May 3 in New York. */
const clock = manualClock(Date.parse('2026-05-04T03:00:00Z'));
let http: ReturnType<typeof salesHttp>;
let userId: string;

beforeAll(() => {
  const context = { database: test.database, clock, onChanged: async () => {} };
  http = salesHttp(context as Partial<SalesContext> as SalesContext, {} as SaleReadings);
});
beforeEach(async () => {
  userId = await addUser(test.database, 'America/New_York');
});

const { numbers, taxYear, exportNumbers } = routes.sales;
const add = (...sales: TestSale[]) => addSales(test.database, userId, sales);
const read = async (query: Record<string, string> = {}) =>
  numbers.reply.parse(await http.numbers({ user: { id: userId }, query: numbers.query.parse(query) }));
const readYear = async (year: string) =>
  taxYear.reply.parse(await http.taxYear({ user: { id: userId }, query: taxYear.query.parse({ year }) }));
const exportYear = async (year: string) =>
  exportNumbers.reply.parse(
    await http.exportNumbers({ user: { id: userId }, query: exportNumbers.query.parse({ year }) }),
  );

describe('the numbers', () => {
  it('add up what sales earned, and say which costs are missing', async () => {
    await add(
      { price: 4000, cost: 1000, discount: 328, labelFee: 500, soldOn: '2026-04-20', listedOn: '2026-04-10' },
      { price: 1400, cost: null, listPrice: 2000, viaOffer: true, listedOn: '2026-04-16' },
      { price: 9000, cost: 100, state: 'returned' },
      { price: 8000, cost: 100, state: 'cancelled' },
    );
    expect((await read()).totals).toEqual({
      sales: 2,
      revenueCents: 5400,
      feesCents: 1095,
      shippingDiscountsCents: 328,
      otherFeesCents: 500,
      earningsCents: 3977,
      costCents: 1000,
      // 40.00 - 8.00 - 3.28 - 5.00 - 10.00
      profitCents: 1372,
      salesWithoutCost: 1,
      medianDaysToSell: 7,
      medianShareOfListPrice: 0.7,
      viaOffers: 1,
      returned: 1,
      cancelled: 1,
    });
  });

  it('know no profit without a cost, and nothing at all without sales', async () => {
    expect((await read()).totals).toMatchObject({ sales: 0, revenueCents: 0, costCents: null, profitCents: null });
    await add({ cost: null });
    expect((await read()).totals).toMatchObject({ sales: 1, costCents: null, profitCents: null, salesWithoutCost: 1 });
    expect((await read()).totals.medianDaysToSell).toBeNull();
  });

  it.each<[string, Record<string, string>, (string | null)[]]>([
    ['weeks by their Sunday', { by: 'week' }, ['2026-04-19', '2026-04-26', '2026-05-03', null]],
    ['months', { by: 'month' }, ['2026-04', '2026-05', null]],
    ['brands as most sales write them, by revenue', { by: 'brand' }, ['Levi’s', 'Oakhand', null]],
    [
      'both days of a range, without sales that have no date',
      { from: '2026-04-25', to: '2026-04-26', by: 'week' },
      ['2026-04-19', '2026-04-26'],
    ],
  ])('name %s', async (_, query, keys) => {
    await add(
      { soldOn: '2026-04-25', brand: 'Levi’s' },
      { soldOn: '2026-04-26', brand: 'LEVI’S ' },
      { soldOn: '2026-05-03', brand: 'Levi’s' },
      { soldOn: '2026-05-03', brand: 'Oakhand' },
      { soldOn: null, brand: '  ', price: 99_000 },
    );
    expect((await read(query)).groups.map(({ key }) => key)).toEqual(keys);
  });

  it('of groups are those of the totals, to the cent', async () => {
    const cents = fc.integer({ min: 0, max: 300_000 });
    const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
    const name = maybe(fc.constantFrom('Levi’s', 'levi’s', 'Oakhand', '', 'Ægir', ' '));
    const day = maybe(fc.date({ min: new Date('2024-09-01'), max: new Date('2026-12-31'), noInvalidDate: true }));
    const sale = fc.record({
      price: cents,
      soldOn: day.map((date) => date?.toISOString().slice(0, 10) ?? null),
      listedOn: day.map((date) => date?.toISOString().slice(0, 10) ?? null),
      ...{ brand: name, category: name, department: name, shelf: name },
      ...{ cost: maybe(cents), discount: maybe(cents), labelFee: maybe(cents), listPrice: maybe(cents) },
      viaOffer: maybe(fc.boolean()),
      state: fc.constantFrom('sold', 'shipped', 'delivered', 'complete', 'complete', 'cancelled', 'returned', 'other'),
    });
    const added = Object.keys(routes.sales.numbers.reply.shape.totals.shape).filter(
      (name) => !name.startsWith('median'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { maxLength: 60 }), async (sales) => {
        userId = await addUser(test.database, 'America/New_York');
        await add(...sales);
        for (const by of numberGroups) {
          const { totals, groups } = await read({ by });
          for (const field of added as (keyof SaleTotals)[])
            expect(groups.reduce((sum, group) => sum + (group[field] ?? 0), 0)).toBe(totals[field] ?? 0);
          expect(new Set(groups.map(({ key }) => key?.toLowerCase() ?? null)).size).toBe(groups.length);
        }
        const { revenueCents, feesCents, shippingDiscountsCents, earningsCents } = (await read()).totals;
        expect(revenueCents - feesCents - shippingDiscountsCents).toBe(earningsCents);
      }),
      { numRuns: 15 },
    );
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-05-02', to: '2026-05-01' }, 'to'],
    [{ by: 'buyer' }, 'by'],
    [{ zip: '10001' }, ''],
  ])('refuse %j', (query, field) => {
    expect(numbers.query.safeParse(query).error?.issues[0]?.path.join('.')).toBe(field);
  });

  it('say what is in the closet: its age by the seller’s days, and how much of it sells', async () => {
    const listed = [
      '2026-05-04T02:00:00Z',
      '2026-04-03T12:00:00Z',
      '2026-04-02T12:00:00Z',
      '2025-05-01T12:00:00Z',
      null,
    ];
    await test.database.query(
      `insert into listings (user_id, poshmark_id, market_user_id, title, price, url, synced_at, listed_at, is_active, availability, currency, cost_cents)
       select $1, 'l' || n, 'm', 'Jeans', 10 * n, 'https://x', now(), l, n < 6, 'available', case when n = 7 then 'CAD' else 'USD' end,
         nullif(300 * (n % 3), 0)
       from unnest($2::timestamptz[]) with ordinality u(l, n)`,
      [userId, [...listed, '2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z']],
    );
    await add({ soldOn: '2026-05-03' }, { soldOn: '2026-04-04' }, { soldOn: '2026-04-03' }, { state: 'returned' });
    expect((await read({ from: '2020-01-01', to: '2020-01-31' })).closet).toEqual({
      active: 5,
      askingCents: 15_000,
      costCents: 1800,
      withoutCost: 1,
      // May 3 is today: April 4 is the first of 30 days.
      sellThrough: 0.286,
      ages: [
        { fromDays: 0, toDays: 30, listings: 2, askingCents: 3000 },
        { fromDays: 31, toDays: 60, listings: 1, askingCents: 3000 },
        { fromDays: 61, toDays: 90, listings: 0, askingCents: 0 },
        { fromDays: 91, toDays: 180, listings: 0, askingCents: 0 },
        { fromDays: 181, toDays: 365, listings: 0, askingCents: 0 },
        { fromDays: 366, toDays: null, listings: 1, askingCents: 4000 },
        { fromDays: null, toDays: null, listings: 1, askingCents: 5000 },
      ],
    });
  });

  it('are only the seller’s own', async () => {
    await add({});
    userId = await addUser(test.database);
    expect((await read()).totals.sales).toBe(0);
  });
});

describe('a tax year', () => {
  const sales: TestSale[] = [
    { title: '=HYPERLINK("http://x")', soldOn: '2025-12-31', price: 4000, cost: 1000, discount: 328 },
    { title: 'Coat, "long"', soldOn: '2025-01-01', price: 10_000, cost: null, labelFee: 500 },
    { title: 'Returned', soldOn: '2025-06-01', price: 3000, cost: 700, state: 'returned' },
    { title: 'Cancelled', soldOn: '2025-06-01', price: 5000, cost: 700, state: 'cancelled' },
    { title: 'At a loss', soldOn: '2025-06-02', price: 1000, cost: 2000, note: '-5 off', channel: 'Market' },
    { title: 'Next year', soldOn: '2026-01-01' },
    { title: 'Without a date', soldOn: null },
  ];

  it('has the sums of its form, without other years', async () => {
    await add(...sales);
    const year = await readYear('2025');
    expect(year).toMatchObject({
      year: 2025,
      sales: 3,
      returned: 1,
      cancelled: 1,
      salesWithoutCost: 1,
      salesWithoutDate: 1,
    });
    expect(year.lines.map(({ cents }) => cents)).toEqual([
      18_000, 3000, 15_000, 3000, 12_000, 3095, 328, 500, 8077, 17_000, 10_872,
    ]);
  });

  it('is a file with every sale, whose columns have the same sums', async () => {
    await add(...sales);
    const { fileName, content: text } = await exportYear('2025');
    expect(fileName).toBe('hangtag-sales-2025.csv');
    const records = text.slice(1).split('\r\n').slice(0, -1);
    const cells = (record: string): string[] =>
      [...`,${record}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
        cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'),
      );
    const [head = [], ...rest] = records.map(cells);
    expect(new Set([head, ...rest].map(({ length }) => length)).size).toBe(1);
    const rows = rest.slice(0, 5);
    expect(rows.map((row) => row[head.indexOf('Title')])).toEqual([
      'Coat, "long"',
      'Returned',
      'Cancelled',
      'At a loss',
      `'=HYPERLINK("http://x")`,
    ]);
    const sum = (name: string) => rows.reduce((all, row) => all + Math.round(100 * Number(row[head.indexOf(name)])), 0);
    const lines = new Map((await readYear('2025')).lines.map(({ line, name, cents }) => [`${line} ${name}`, cents]));
    const line = (start: string) => [...lines].find(([name]) => name.startsWith(start))?.[1];
    expect([
      sum('Price'),
      sum('Refunded'),
      sum('Cost'),
      sum('Fee'),
      sum('Shipping discount'),
      sum('Other fees'),
    ]).toEqual([
      line('Schedule C, line 1 '),
      line('Schedule C, line 2 '),
      line('Schedule C, line 4 '),
      line('Schedule C, line 10 '),
      328,
      500,
    ]);
    const loss = rows[3] ?? [];
    expect([loss[head.indexOf('Profit')], loss[head.indexOf('Note')]]).toEqual(['-12.95', "'-5 off"]);
    for (const { cents } of (await readYear('2025')).lines) expect(text).toContain(`,${cents / 100},`);
  });

  it('has more sales than a page of the database', async () => {
    await add(
      ...Array.from({ length: 2_001 }, (_, n) => ({ soldOn: n % 2 ? '2025-03-01' : '2025-03-02', price: 1000 })),
    );
    const { content: text } = await exportYear('2025');
    expect(text.match(/^2025-03/gm)).toHaveLength(2_001);
  });

  it('is refused before it begins, with the seller’s own year', async () => {
    const refused = await failureOf(readYear('2027'));
    expect(refused).toMatchObject({ code: 'invalid_input', fields: { year: expect.stringContaining('2026') } });
    for (const year of ['', 'MMXXV', '1999', '2025.5', '20250'])
      expect(taxYear.query.safeParse({ year }).error?.issues[0]?.path).toEqual(['year']);
    expect(exportNumbers.query.safeParse({ year: '2025', format: 'xlsx' }).success).toBe(false);
  });

  it('is a download that no cache keeps, under a name without surprises', async () => {
    const { send } = openRows({ handler: async () => ({ fileName: 'my "sales"\r\n.csv', content: '\uFEFFTee\r\n' }) });
    const reply = await send(rowOf('sales.exportNumbers'), newAsker(), '');
    expect([...new Uint8Array(await reply.arrayBuffer())].slice(0, 4)).toEqual([0xef, 0xbb, 0xbf, 84]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="my__sales___.csv"',
      'cache-control': 'no-store',
    });
  });
});
