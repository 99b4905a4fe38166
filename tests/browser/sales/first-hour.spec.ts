// What a seller does with real numbers in the first hour. All figures are worked out by hand, from the prices and fees below.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { paths } from '#contract/pages.ts';
import { shareDay } from '#domain/time.ts';
import { type Product, type Seller, sellerZone } from '../fixtures/product.ts';
import { openInLibreOffice, parseCsv } from '../fixtures/spreadsheet.ts';
import { expect, test } from '../fixtures/story.ts';
import { inventoryOf, ofBuyers, reportOf } from './made-report.ts';

const today = shareDay(Date.now(), sellerZone);
const year = String(Number(today.slice(0, 4)) - 1);
const written = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
const lastYear = (day: string): string => `${day}/${year}`;

const formula = '=HYPERLINK("http://x","y")';
const soldTitles = ['Linen shirt', 'Wool scarf', 'Suede boots'];
const listedTitles = ['Silk top', 'Felt hat', 'Rain coat', 'Canvas bag'];

const report = reportOf([
  // $14 with free shipping is $7.77: $2.95 is the fee below $15, and $3.28 the seller's part of the label.
  {
    title: 'Say "hi", tee',
    brand: 'Oakhand',
    soldOn: lastYear('01/31'),
    price: 14,
    discount: 3.28,
    earnings: 7.77,
    cost: 1.5,
  },
  { title: 'Wide leg jeans', brand: 'Oakhand', soldOn: lastYear('01/11'), price: 40, earnings: 32, cost: 8 },
  {
    title: 'Silk blouse',
    brand: 'Velle',
    soldOn: lastYear('02/02'),
    price: 22.5,
    earnings: 18,
    cost: 5.25,
    order: 'bundle-1',
  },
  { title: 'Velvet belt', brand: 'Velle', soldOn: lastYear('02/02'), price: 7.5, earnings: 6, order: 'bundle-1' },
  {
    title: formula,
    brand: 'Norda',
    soldOn: lastYear('02/14'),
    price: 1234.5,
    earnings: 987.6,
    cost: 400,
    label: 10,
    packaging: 1.25,
  },
  { title: 'Parka', brand: 'Norda', soldOn: lastYear('03/03'), price: 60, discount: 8.27, earnings: 39.73, cost: 20 },
  { title: '+1 plain tee', brand: '--', soldOn: lastYear('03/20'), price: 15, earnings: 12 },
  { title: 'Winter coat', brand: 'Oakhand', soldOn: lastYear('12/31'), price: 100, earnings: 80, cost: 35 },
  // These three are sold listings, and belong to the lot.
  ...[30, 18, 50].map((price, at) => ({
    title: soldTitles[at] ?? '',
    brand: 'Velle',
    size: '--',
    soldOn: written(today),
    price,
  })),
]);
const inventory = inventoryOf([
  { title: 'Silk top', price: 30, cost: 3.5, sku: 'A-1' },
  { title: 'Felt hat', price: 20, cost: 12.25, sku: 'A-2' },
]);

// Once the belt cost $1 and the tee $2.50, the parka came back, and a lamp sold for $20 at a flea market, which had cost $4.
const months = [
  // Month, sales, revenue, fees and shipping, cost, profit, without a cost
  [`January ${year}`, '2', '$54.00', '$14.23', '$9.50', '$30.27', ''],
  [`February ${year}`, '3', '$1,264.50', '$264.15', '$406.25', '$594.10', ''],
  [`March ${year}`, '2', '$35.00', '$3.00', '$6.50', '$25.50', ''],
  [`December ${year}`, '1', '$100.00', '$20.00', '$35.00', '$45.00', ''],
];
const brands = [
  {
    key: 'Norda',
    sales: 1,
    revenueCents: 123_450,
    feesCents: 24_690,
    costCents: 40_000,
    profitCents: 57_635,
    returned: 1,
  },
  {
    key: 'Oakhand',
    sales: 3,
    revenueCents: 15_400,
    feesCents: 3_095,
    costCents: 4_450,
    profitCents: 7_527,
    returned: 0,
  },
  { key: 'Velle', sales: 2, revenueCents: 3_000, feesCents: 600, costCents: 625, profitCents: 1_775, returned: 0 },
  { key: null, sales: 2, revenueCents: 3_500, feesCents: 300, costCents: 650, profitCents: 2_550, returned: 0 },
];
/** Of the columns of the tax file. */
const sums = {
  ...{ Price: 151_350, Refunded: 6_000, Fee: 28_685, 'Shipping discount': 328, 'Other fees': 1_125 },
  ...{ Earnings: 116_337, Cost: 45_725, Profit: 69_487 },
};
/** From gross receipts to what is left, then what Form 1099-K will say, and what Poshmark paid. */
const taxLines = [...[151_350, 6_000, 145_350, 45_725, 99_625, 28_685, 328, 1_125, 69_487], ...[149_350, 114_337]];

const inCents = (amount: string): number => Math.round(Number(amount.replace('−', '-').replace(/[$,]/g, '')) * 100);
const sumOf = (page: Page, name: string): Locator =>
  page
    .locator('.sums a')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('.sums-fig');

/** Seven listings with the titles of this story. Three of them have just been sold. */
async function nameListings(product: Product, seller: Seller): Promise<void> {
  const caller = await product.market.seller(seller.market?.username, seller.market?.password);
  const listings = await seller.api.listings.list();
  for (const [at, { poshmarkId }] of listings.entries()) {
    const { json } = await caller.post(poshmarkId);
    await caller.update(poshmarkId, { ...json, title: [...soldTitles, ...listedTitles][at] });
    if (at < soldTitles.length) await product.market.control('POST', `listings/${poshmarkId}`, { set: 'sold' });
  }
  await seller.api.listings.sync();
}

test('a seller’s first hour: reports, costs, a lot, a return, a sale by hand, numbers, and the tax file in a spreadsheet', async ({
  page,
  enter,
  product,
}) => {
  const seller = await enter({ closet: 'real', listings: 7, sold: 0, path: null });
  await nameListings(product, seller);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));

  await test.step('both reports come in at once', async () => {
    await page.goto(paths.numbers);
    await page.getByRole('link', { name: 'Import a file' }).click();
    const dialog = page.getByRole('dialog');
    const files = [report, inventory].map((text, at) => ({
      name: ['sales.csv', 'inventory.csv'][at] ?? '',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    }));
    await dialog.getByLabel('Choose CSV files').setInputFiles(files);
    await expect(dialog).toContainText(formula);
    await dialog.getByRole('button', { name: 'Import 11 sales' }).click();
    await dialog.getByRole('button', { name: 'Fill in 2 listings' }).click();
    await expect(dialog.getByRole('status').first()).toHaveText('11 sales imported, 2 listings filled in');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('no cell of a buyer has left the browser', () => {
    expect(report).toMatch(ofBuyers);
    expect(sent.filter((request) => request.includes('$1,234.50'))).toHaveLength(1);
    expect(sent.filter((request) => ofBuyers.test(request))).toEqual([]);
  });

  await test.step('last year says what is missing, and leads to the two sales without a cost', async () => {
    await page.getByRole('radio', { name: 'Last year' }).check();
    await expect(sumOf(page, 'Revenue')).toHaveText('$1,493.50');
    await expect(sumOf(page, 'Profit')).toHaveText('$684.10');
    await page.getByRole('region', { name: year, exact: true }).getByRole('link', { name: 'Add the costs' }).click();
    const cost = (title: string) => page.getByRole('textbox', { name: `Cost of ${title}` });
    await page.getByRole('button', { name: 'Cost of +1 plain tee' }).click();
    await page.keyboard.type('2.50');
    await page.keyboard.press('Enter');
    await expect(cost('Velvet belt')).toBeFocused();
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    for (const title of ['+1 plain tee', 'Velvet belt'])
      await expect(page.getByRole('row').filter({ hasText: title }).locator('.profit')).toContainText('$');
  });

  // The story of the list of sales does this on its screens.
  await test.step('a lot gives everything else its cost, the parka comes back, and a lamp sold at a flea market', async () => {
    const { sales, listings } = seller.api;
    const withoutCost = (await listings.list()).filter(({ costCents }) => costCents === null);
    expect(withoutCost).toHaveLength(5);
    const lot = { name: 'Goodwill', costCents: 2_500, split: 'even', boughtOn: null } as const;
    await sales.addLot({ body: { ...lot, listingIds: withoutCost.map(({ id }) => id) } });
    const parka = (await sales.list({ query: {} })).sales.find(({ title }) => title === 'Parka');
    await sales.change({ id: parka?.id ?? '', body: { state: 'returned' } });
    const lamp = { title: 'Lamp', soldOn: `${year}-03-15`, priceCents: 2_000, costCents: 400 };
    await sales.add({ body: { ...lamp, channel: 'Flea market' } });
  });

  await test.step('the overview adds up, by month and by brand', async () => {
    await page.goto(paths.numbers);
    // (24.00 - 5) + (14.40 - 5) + (40.00 - 5)
    const band = page.getByRole('region', { name: 'This month' });
    await expect(band.locator('.disp')).toContainText('$63.40');
    await expect(band.locator('.disp')).toContainText('3 sales');
    await page.getByRole('radio', { name: 'Last year' }).check();
    const shown = {
      ...{ Revenue: '$1,453.50', Fees: '−$286.85', Shipping: '−$3.28', 'Other fees': '−$11.25' },
      ...{ Cost: '−$457.25', Profit: '$694.87' },
    };
    for (const [name, amount] of Object.entries(shown)) await expect(sumOf(page, name), name).toHaveText(amount);

    const chart = page.getByRole('region', { name: 'Profit by month' });
    await chart.getByRole('button', { name: 'Show 24 months' }).click();
    await chart.getByRole('button', { name: 'Table' }).click();
    for (const [name = '', ...cells] of months)
      await expect(chart.getByRole('row', { name }).getByRole('cell'), name).toHaveText(cells);

    const best = page.locator('.ranking li').filter({ hasText: 'Oakhand' });
    await expect(best).toContainText('$75.27');
    const { groups, totals } = await seller.api.sales.numbers({
      query: { by: 'brand', from: `${year}-01-01`, to: `${year}-12-31` },
    });
    expect(groups).toMatchObject(brands);
    expect(totals).toMatchObject({ sales: 8, profitCents: 69_487, salesWithoutCost: 0, returned: 1 });
    // 3.50 + 12.25 by the report, and twice 5.00 by the lot
    const { closet } = await seller.api.sales.numbers({ query: {} });
    expect(closet).toMatchObject({ active: 4, costCents: 2_575, withoutCost: 0 });
  });

  const file = await test.step('the tax page and its file have the same sums', async () => {
    await page.getByRole('link', { name: 'Tax year', exact: true }).click();
    await page.getByRole('combobox', { name: 'Tax year' }).selectOption(year);
    await expect(page.getByRole('heading', { name: `Sales of ${year}` })).toBeVisible();
    const amounts = await page.locator('.tax-lines tbody td:last-child').allTextContents();
    expect(amounts.map(inCents)).toEqual(taxLines);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text).not.toMatch(ofBuyers);
    const [head = [], ...records] = parseCsv(text.slice(1));
    expect(new Set(records.map(({ length }) => length))).toEqual(new Set([head.length]));
    const end = records.findIndex((record) => record.every((cell) => cell === ''));
    const sales = records.slice(0, end);
    expect(sales).toHaveLength(9);
    for (const [name, cents] of Object.entries(sums))
      expect(
        sales.reduce((sum, sale) => sum + inCents(sale[head.indexOf(name)] ?? ''), 0),
        name,
      ).toBe(cents);
    expect(records.slice(end + 2, end + 2 + taxLines.length).map(([, amount = '']) => inCents(amount))).toEqual(
      taxLines,
    );
    return text;
  });

  await test.step('a spreadsheet program adds up the same, and a formula in a title stays text', async () => {
    const rows = await openInLibreOffice(file);
    if (rows === null) {
      test.info().annotations.push({ type: 'skipped', description: 'LibreOffice isn’t installed' });
      return;
    }
    const [head = [], ...records] = rows;
    const sales = records.slice(0, 9);
    const column = (name: string) => sales.map((sale) => sale[head.findIndex(({ text }) => text === name)]);
    for (const [name, cents] of Object.entries(sums))
      expect(Math.round(column(name).reduce((sum, cell) => sum + (cell?.number ?? 0), 0) * 100), name).toBe(cents);
    const titles = column('Title');
    expect(titles.filter((cell) => cell?.isText !== true)).toEqual([]);
    expect(titles.map((cell) => cell?.text)).toContain(`'${formula}`);
    expect(titles.map((cell) => cell?.text)).toContain("'+1 plain tee");
  });
});
