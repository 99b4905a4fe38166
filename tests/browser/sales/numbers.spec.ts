import type { Locator, Page } from '@playwright/test';
import { addDays } from '#domain/time.ts';
import { bringSales, sellersToday } from '../fixtures/sold.ts';
import { expect, expectToast, refuseUntilTriedAgain, test } from '../fixtures/story.ts';

const dollars = (cents: number | null): string => {
  const amount = (cents ?? 0) / 100;
  return `${amount < 0 ? '−' : ''}${Math.abs(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`;
};
const cell = (page: Page, name: string): Locator =>
  page.locator('.sums a').filter({ has: page.getByText(name, { exact: true }) });
const numbersTab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Numbers' }).getByRole('link', { name });

/** How many pages a printer would need. */
async function printedPages(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const file = (await page.pdf({ format })).toString('latin1');
  return file.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test('a seller sees what their sales earned: first visit, periods, months, a tax year, and how right Hangtag is', async ({
  page,
  enter,
  look,
}) => {
  test.slow();
  const seller = await enter({ closet: 'practice' });
  const today = sellersToday();
  const month = today.slice(0, 7);
  const monthToDate = { from: `${month}-01`, to: today };

  await test.step('the header leads to the numbers, and a first visit to the first sale', async () => {
    await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Numbers' }).click();
    await expect(page).toHaveURL('/numbers');
    await expect(page.getByRole('heading', { name: 'What did you really earn?' })).toBeVisible();
    await look('numbers-empty', { isVariant: true });
    await page.getByRole('link', { name: 'Import a file' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('sales are read from the closet, and soon after that not yet again', async () => {
    const read = page.getByRole('button', { name: /^Read sales from/ });
    await page.route('**/api/sales/sync', (route) =>
      route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'In ten minutes.' } }),
    );
    await read.click();
    await expectToast(page, 'Not yet', 'In ten minutes.');
    await page.unroute('**/api/sales/sync');
    await read.click();
    await expectToast(page, 'Sales read');
  });

  await bringSales(seller);
  await page.reload();
  const { totals } = await seller.api.sales.numbers({ query: { by: 'month', ...monthToDate } });

  await test.step('the first sentence is this month’s profit, and what it leaves out leads to those sales', async () => {
    const band = page.getByRole('region', { name: 'This month' });
    await expect(band.locator('.disp')).toContainText(dollars(Math.abs(totals.profitCents ?? 0)));
    await expect(band.locator('.disp')).toContainText(String(totals.sales));
    const link = band.getByRole('link', { name: 'Add the costs' });
    if (totals.salesWithoutCost > 0)
      await expect(link).toHaveAttribute('href', `/sales?from=${month}-01&to=${today}&withoutCost=true`);
    else await expect(link).toHaveCount(0);
  });

  await test.step('each sum of a period leads to its sales, and the period is in the address', async () => {
    const year = String(Number(today.slice(0, 4)) - 1);
    await page.getByRole('radio', { name: 'Last year' }).check();
    await expect(page).toHaveURL('/numbers?period=last-year');
    const whole = await seller.api.sales.numbers({ query: { from: `${year}-01-01`, to: `${year}-12-31` } });
    await expect(cell(page, 'Revenue')).toContainText(dollars(whole.totals.revenueCents));
    await expect(cell(page, 'Fees')).toContainText(dollars(-whole.totals.feesCents));
    await expect(cell(page, 'Profit')).toContainText(dollars(whole.totals.profitCents));
    await expect(cell(page, 'Revenue')).toHaveAttribute(
      'href',
      `/sales?from=${year}-01-01&to=${year}-12-31&state=counts`,
    );
    await expect(cell(page, 'Cost')).toHaveAttribute('href', /withoutCost=true$/);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Last year' })).toBeChecked();
    await page.locator('.rankings').waitFor();
    await look('numbers');
  });

  await test.step('a seller chooses days of their own by keyboard', async () => {
    await page.getByRole('radio', { name: 'Last year' }).focus();
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Own dates' })).toBeChecked();
    const [from, to] = [addDays(today, -20), addDays(today, -3)];
    await page.getByLabel('First day').fill(to);
    await page.getByLabel('Last day').fill(from);
    await expect(page.getByText('Choose a day that isn’t before the first one')).toBeVisible();
    await page.getByLabel('First day').fill(from);
    await page.getByLabel('Last day').fill(to);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/numbers?from=${from}&to=${to}`);
    const own = await seller.api.sales.numbers({ query: { from, to } });
    await expect(cell(page, 'Revenue')).toContainText(dollars(own.totals.revenueCents));
  });

  await test.step('the chart has one sentence for who can’t see it, and all its numbers in a table', async () => {
    const months = page.getByRole('region', { name: 'Profit by month' });
    await expect(months.getByRole('img')).toHaveAccessibleName(/^Profit of 12 months, from −\$/);
    await months.getByRole('button', { name: 'Show 24 months' }).click();
    await expect(months.locator('.months-bar')).toHaveCount(24);
    await expect(months.locator('.months-down')).not.toHaveCount(0);
    await months.getByRole('button', { name: 'Show table' }).click();
    await expect(months.locator('tbody tr')).toHaveCount(24);
    const groups = (await seller.api.sales.numbers({ query: { by: 'month' } })).groups;
    const before = groups.find(({ key }) => key === addDays(`${month}-01`, -1).slice(0, 7));
    await expect(months.locator('tbody tr').nth(1)).toContainText(dollars(before?.profitCents ?? 0));
    await expect(months.locator('tbody tr').nth(1).getByRole('link')).toHaveAttribute(
      'href',
      `/sales?from=${before?.key}-01&to=${addDays(`${month}-01`, -1)}&state=counts`,
    );
    await look('numbers-table', { isVariant: true });
  });

  await test.step('a tax year is one file and one printed page', async () => {
    await numbersTab(page, 'Tax year').click();
    const year = addDays(today, -365).slice(0, 4);
    await page.getByRole('combobox', { name: 'Tax year' }).selectOption(year);
    await expect(page).toHaveURL(`/numbers/tax?year=${year}`);
    const { notes } = await seller.api.sales.taxYear({ query: { year } });
    for (const note of notes) await expect(page.getByText(note)).toBeVisible();
    await look('tax-year');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toBe(`hangtag-sales-${year}.csv`);
    for (const format of ['A4', 'Letter'] as const) expect(await printedPages(page, format), format).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Download CSV' })).toBeHidden();
    await expect(page.getByText(/^Maya Brandt, printed on/)).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('how right Hangtag is: honest where it is bad, with its doubt and its worst misses', async () => {
    let json = {
      ...badBacktest,
      judged: 0,
      inRange: 0,
      reason: 'Hangtag needs 20 sales for that, and you have 12.' as string | null,
    };
    await page.route('**/api/numbers/backtest', (route) => route.fulfill({ json }));
    await numbersTab(page, 'How right is Hangtag?').click();
    await page.getByRole('heading', { name: 'Too early to say.' }).waitFor();
    await look('backtest-early', { isVariant: true });
    json = badBacktest;
    await page.reload();
    const verdict = page.getByRole('region', { name: /the range held/ });
    await expect(verdict.locator('.disp')).toContainText(/214.*62%.*31%/);
    await expect(verdict.locator('.lead-s')).toContainText('80%');
    await expect(page.getByRole('row', { name: /\$15 to \$30/ })).toContainText('100%, between');
    await expect(page.locator('.misses li')).toHaveCount(1);
    await look('backtest');
    await page.unroute('**/api/numbers/backtest');
  });

  await test.step('numbers that can’t be read say so, and are asked again', async () => {
    await refuseUntilTriedAgain(page, '**/api/numbers?*', { status: 409, error: 'no', message: 'Not now.' });
    await page.goto('/numbers');
    await expect(page.getByRole('alert').first()).toContainText('Not now.');
    await expect(page.locator('.numbers'), 'one failure in place of all parts').toHaveCount(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cell(page, 'Revenue')).toBeVisible();
  });
});

const badBacktest = {
  sales: 230,
  judged: 214,
  inRange: 133,
  medianErrorPercent: 31.2,
  bias: 1.12,
  coverage: 0.8,
  reason: null,
  byPriceRange: [
    { fromCents: 0, toCents: 1500, judged: 0, inRange: 0, medianErrorPercent: null, bias: null },
    { fromCents: 1500, toCents: 3000, judged: 3, inRange: 3, medianErrorPercent: 8, bias: 1 },
    { fromCents: 3000, toCents: null, judged: 211, inRange: 130, medianErrorPercent: 32, bias: 1.12 },
  ],
  worst: [
    {
      ...{ saleId: '1', title: 'Linen piece no 1', soldForCents: 2700, estimateCents: 9100 },
      ...{ lowCents: 6000, highCents: 14_000 },
    },
  ],
};
