import type { Page } from '@playwright/test';
import { mostSalesAtOnce } from '#contract/sales/sale-imports.ts';
import { expect, expectToast, test } from '../fixtures/story.ts';
import { longReport, reportOf } from './made-report.ts';

test.use({ looksAtPrices: true });

type GivenFile = readonly [name: string, content: string | Buffer];
const importOn = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Import your sales' });
  return {
    dialog,
    choose: (...files: GivenFile[]) =>
      dialog
        .getByLabel('Choose CSV files')
        .setInputFiles(files.map(([name, content]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) }))),
    part: (name: string) =>
      dialog.getByRole('region', { name, exact: true }).or(dialog.getByRole('group', { name, exact: true })),
    button: (name: string | RegExp) => dialog.getByRole('button', { name }),
  };
};

const jeans = (at: number, more: { cost?: number; discount?: number; order?: string } = {}) => ({
  title: `Oakhand jeans no ${at}`,
  price: 40 + at,
  ...more,
});
const firstReport = [
  jeans(1),
  jeans(2, { cost: 6 }),
  jeans(3, { order: 'b1' }),
  jeans(4, { order: 'b1', discount: 2 }),
];

test('Poshmark’s sales report: seen as sales first, then stored once, also twice the same, longer, and corrected', async ({
  page,
  enter,
  look,
}) => {
  const seller = await enter({ closet: 'real', listings: 3, sold: 0, path: '/market-analysis' });
  const { dialog, choose, part, button } = importOn(page);
  await page.getByRole('link', { name: 'Import your sales' }).click();
  await dialog.getByLabel('Choose CSV files').waitFor();
  await look('import-choose', { part: dialog });

  await test.step('the report is recognized, and its first sales are shown with what they brought and what is missing', async () => {
    await choose(['report.csv', reportOf(firstReport)]);
    await expect(dialog.getByText('Poshmark’s sales report')).toBeVisible();
    await expect(dialog.getByText('4 sales found')).toBeVisible();
    await expect(dialog.getByText('3 sales have no cost')).toBeVisible();
    const rows = part('Preview').getByRole('row');
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(1)).toContainText('Mar 11, 2026');
    await expect(rows.nth(1)).toContainText('$41.00');
    await expect(rows.nth(1)).toContainText('$8.20');
    await expect(rows.nth(1)).toContainText('$32.80');
    await expect(rows.nth(1)).toContainText('No cost');
    await expect(rows.nth(4)).toContainText('$2.00');
    await expect(rows.nth(4)).toContainText('bundle');
    // Names of buyers are in the file, and nowhere on the screen.
    await expect(dialog.getByText(/buyer_\d|44101/)).toHaveCount(0);
    await look('import-report', { part: dialog });
  });
  await test.step('no cell of a buyer is sent, and the focus goes on', async () => {
    const sent = page.waitForRequest('**/api/price/imports');
    await button('Import 4 sales').press('Enter');
    const body = (await sent).postData() ?? '';
    expect(body).not.toMatch(/buyer_|44101|"OH"/);
    expect(body).toContain('"earnings":"$32.80"');
    await expect(dialog.getByText('4 sales imported')).toBeVisible();
    await expect(button('Done')).toBeFocused();
    const { sales } = await seller.api.sales.list({ query: {} });
    expect(sales).toHaveLength(4);
    expect(sales.find(({ title }) => title.endsWith('no 2'))).toMatchObject({ costCents: 600, earningsCents: 3360 });
  });
  await test.step('twice the same, a longer one, and a corrected one: several files at once', async () => {
    await button('Import another file').click();
    const corrected = [jeans(1, { cost: 9 }), ...firstReport.slice(1)];
    await choose(
      ['same.csv', reportOf(firstReport)],
      ['photo.csv', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2])],
      ['longer.csv', reportOf([...firstReport, jeans(5)])],
      ['corrected.csv', reportOf(corrected)],
      ['other.csv', reportOf([jeans(9)])],
    );
    await expect(dialog.getByText('4 more files after this one')).toBeVisible();
    await button('Import 4 sales').click();
    await button('Import 5 sales').click();
    await button('Import 4 sales').click();
    await expect(dialog.getByText('The last file')).toBeVisible();
    await button('Skip this file').click();
    await expect(part('other.csv')).toContainText('Not imported');
    await expect(part('same.csv')).toContainText('4 sales here before');
    await expect(part('photo.csv')).toContainText('photo.csv is a picture');
    await expect(part('longer.csv')).toContainText('1 new sale, 4 sales here before');
    await expect(part('corrected.csv')).toContainText('1 sale corrected');
    const { sales } = await seller.api.sales.list({ query: {} });
    expect(sales).toHaveLength(5);
    expect(sales.find(({ title }) => title.endsWith('no 1'))).toMatchObject({ costCents: 900 });
  });
  await test.step('it is reached from the profile, and undone there', async () => {
    await button('Done').click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: /profile/i }).click();
    await page.getByRole('tab', { name: 'Closet Stats' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Import your sales' }).click();
    const earlier = part('Earlier imports').getByRole('listitem').filter({ hasText: 'longer.csv' });
    await earlier.getByRole('button', { name: 'Undo import' }).click();
    await expectToast(page, 'Import undone');
    await expect(earlier).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/market-analysis$/);
  });
  await test.step('years of sales are sent in as many calls as it takes', async () => {
    await page.goto('/market-analysis?import=sales');
    await dialog.waitFor();
    await choose(['years.csv', longReport(5_200)]);
    await expect(button('Import 5,200 sales')).toBeVisible();
    // How the server stores so many has tests of its own.
    const calls: number[] = [];
    await page.route('**/api/price/imports', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const sales: number = route.request().postDataJSON().rows.length;
      calls.push(sales);
      const stored = { id: '1', fileName: 'years.csv', at: new Date().toISOString(), sales, from: null, to: null };
      return route.fulfill({ json: { import: stored, added: sales, known: 0, refused: [] } });
    });
    await button('Import 5,200 sales').click();
    await expect(dialog.getByText('5,200 sales imported')).toBeVisible();
    expect(calls).toHaveLength(2);
    expect(Math.max(...calls)).toBeLessThanOrEqual(mostSalesAtOnce);
  });
});

test('the inventory report and other people’s spreadsheets come in by the same door', async ({
  page,
  enter,
  product,
  look,
}) => {
  const seller = await enter({ closet: 'real', listings: 4, sold: 0, path: null });
  const { dialog, choose, part, button } = importOn(page);
  const [first, second, third] = await seller.api.listings.list();
  await test.step('two listings get the same title', async () => {
    const caller = await product.market.seller(seller.market?.username, seller.market?.password);
    for (const listing of [first, second]) {
      const { json } = await caller.post(listing?.poshmarkId ?? '');
      await caller.update(listing?.poshmarkId ?? '', { ...json, title: 'Plain white tee' });
    }
    await seller.api.listings.sync();
  });
  const inventory = [
    'Listing Date,Number of Days Listed,Listing SKU,Item SKU,Listing Title,Brand,Size,NWT,Quantity Available,Likes,Cost Price,Lowest Listed Price,Current Listing Price,Other Info,Seller Shipping Discount',
    `--,20,A-1,--,Plain white tee,Gap,--,N,1,4,$3.50,--,--,,$0.00`,
    `--,20,A-2,--,Plain white tee,Gap,--,N,1,4,$4.50,--,--,,$0.00`,
    `--,20,A-3,--,"${third?.title.replaceAll('"', '""')}",Gap,--,N,1,4,$7.25,--,--,,$0.00`,
    '--,20,A-4,--,Not in this closet,Gap,--,N,1,4,$1.00,--,--,,$0.00',
    'Totals,,,,,,,,4,16,$16.25,,,,',
  ];

  await page.goto('/numbers/tax?year=2026');
  await page.getByRole('link', { name: 'Import a report' }).click();
  await test.step('the report says what it would fill in, and then what it found', async () => {
    await choose(['inventory.csv', inventory.join('\n')]);
    await expect(dialog.getByText('Poshmark’s inventory report')).toBeVisible();
    await expect(part('Preview').getByRole('row')).toHaveCount(5);
    await button('Fill in 4 listings').click();
    await expect(dialog.getByText('Hangtag found 1 of 4 rows in your closet, and filled in 1 listing.')).toBeVisible();
    await expect(part('Rows without a listing')).toContainText('Row 5Not in this closet');
    expect((await seller.api.listings.list()).find(({ id }) => id === third?.id)).toMatchObject({ costCents: 725 });
  });
  await test.step('what is ambiguous is side by side with its listings, and settled with one tap each', async () => {
    const open = part('Which listing is it?');
    await expect(open).toContainText('2 rows fit several of your listings');
    await look('import-results', { part: dialog });
    const row = (at: number) => open.getByRole('list', { name: `Listings that row ${at} may be` });
    await expect(row(2).getByRole('listitem')).toHaveCount(2);
    await row(2).getByRole('button', { name: 'It’s this one' }).first().press('Enter');
    await expect(row(2).getByRole('button', { name: 'Undo' })).toBeVisible();
    // That listing is taken, so the other row has one left.
    await expect(row(3).getByRole('listitem')).toHaveCount(1);
    await row(3).getByRole('button', { name: 'It’s this one' }).click();
    await expect(open).toContainText('Every row has its listing');
    const costs = async () =>
      (await seller.api.listings.list())
        .filter(({ id }) => id === first?.id || id === second?.id)
        .map(({ costCents, sku }) => `${costCents} ${sku}`)
        .sort();
    expect(await costs()).toEqual(['350 A-1', '450 A-2']);
    await row(3).getByRole('button', { name: 'Undo' }).click();
    await expect(open).toContainText('1 row fits several of your listings');
    expect(await costs()).toEqual(['350 A-1', 'null null']);
  });

  const foreign = [
    'Stuff,Got,Paid out to me,Spent,When,Site,Customer name',
    'Wool coat,$80.00,$64.00,$12.00,05/06/2026,Poshmark,Ann Lee',
    'Silk scarf,$40.00,$33.10,$2.00,07/06/2026,eBay,Bo Chan',
    'Felt hat,free,,,08/06/2026,eBay,Cy Dorn',
  ].join('\n');
  await test.step('a spreadsheet with unknown columns is mapped by the seller, and the preview follows', async () => {
    await button('Import another file').click();
    await choose(['mine.csv', foreign]);
    await expect(dialog.getByText('Choose the columns for title and sold price.')).toBeVisible();
    await expect(button('Import')).toBeDisabled();
    await expect(dialog.getByLabel('Title').getByRole('option')).not.toContainText(['Customer name']);
    await dialog.getByLabel('Title').selectOption('Stuff');
    await dialog.getByLabel('Sold price').selectOption('Got');
    await dialog.getByLabel('Your earnings').selectOption('Paid out to me');
    await dialog.getByLabel('What you paid for it').selectOption('Spent');
    await dialog.getByLabel('Date sold').selectOption('When');
    const rows = part('Preview').getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText('May 6, 2026');
    await dialog.getByLabel('05/06/2026 is').selectOption('Jun 5, 2026');
    await expect(rows.nth(1)).toContainText('Jun 5, 2026');
    await expect(rows.nth(2)).toContainText('sold at eBay');
    await expect(rows.nth(2)).toContainText('$6.90');
    await expect(part('Rows left out')).toContainText('Row 4Sold price isn’t a price. Write it like 45 or $45.00.');
    await look('import-spreadsheet', { part: dialog });
  });
  await test.step('its columns are remembered after a reload, until the seller has them forgotten', async () => {
    await page.reload();
    await choose(['mine.csv', foreign]);
    await expect(dialog.getByLabel('Your earnings')).toHaveValue('2');
    await button('Import 2 sales').click();
    await expect(dialog.getByText('2 sales imported')).toBeVisible();
    await expect(part('Rows left out')).toContainText('Row 4');
    const { sales } = await seller.api.sales.list({ query: {} });
    expect(
      sales.map(({ title, channel, earningsCents, costCents }) => [title, channel, earningsCents, costCents]),
    ).toEqual([
      ['Silk scarf', 'eBay', 3310, 200],
      ['Wool coat', 'poshmark', 6400, 1200],
    ]);
    await button('Import another file').click();
    await choose(['mine.csv', foreign]);
    await button('Forget my choices').click();
    await expect(dialog.getByText('Choose the columns for title and sold price.')).toBeVisible();
    await button('Choose another file').click();
  });
  await test.step('a bad file says what is wrong with it, and what to do', async () => {
    const open = ['Title,Price,Date', 'Coat,80,3/1/2026', 'Coat,(80.00),3/6/2026', 'Scarf,€12,3/1/2026', 'Hat,9,soon'];
    await choose(['open.csv', open.join('\n')]);
    await expect(part('Rows that aren’t sales')).toContainText('Row 3Refund.');
    await expect(part('Rows left out')).toContainText('Sold price is not US dollars.');
    await expect(part('Cells left out')).toContainText('Row 5Date sold isn’t a date.');
    await button('Choose another file').click();
    for (const [name, content, words] of [
      ['sales.xlsx', 'PK\u0003\u0004\u0000', /sales\.xlsx is a workbook, not a CSV file\./],
      ['empty.csv', ' ', /empty\.csv is empty\./],
    ] as const) {
      await choose([name, content]);
      await expect(dialog.getByRole('alert')).toHaveText(words);
    }
    await look('import-unusable', { part: dialog });
  });
});
