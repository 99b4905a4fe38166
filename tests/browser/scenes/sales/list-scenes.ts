// The scenes of the list of sales: its rows, one sale, changes of many, a sale by hand, and lots.

import type { Page } from '@playwright/test';
import { dialog, type Walk } from '../scene.ts';

const rows = [
  { title: 'Wool coat', price: '80', soldOn: '04/20/2026', brand: 'Oakhand', size: 'M', cost: '10', earnings: '60.73' },
  { title: 'Silk tie', price: '20', soldOn: '04/19/2026', brand: 'Mirella', isOffer: 'Yes', orderId: 'b9f3' },
  { title: 'Linen shirt', price: '30', soldOn: '04/18/2026', labelFee: '5', cost: '29' },
  { title: 'Jeans', price: '40', soldOn: '03/02/2026', size: '32' },
];
const table = (page: Page) => page.locator('.sales-table tbody tr').first();
const bar = (page: Page) => page.getByRole('region', { name: 'Selected sales' });

/** The list of sales in its states. */
export const salesWalk: Walk = {
  scenes: [
    {
      name: 'sales-none',
      isVariant: true,
      arrange: async ({ page, enter }) => {
        await enter({ closet: 'real', listings: 8, sold: 0, path: '/sales' });
        await page.getByText('No sales yet.', { exact: true }).waitFor();
      },
    },
    {
      name: 'sales',
      arrange: async ({ page, seller }) => {
        const body = { fileName: 'a.csv', rows: rows.map((cells, at) => ({ row: at + 2, cells })) };
        await seller().api.sales.importSales({ body });
        const { sales } = await seller().api.sales.list({ query: {} });
        await seller().api.sales.change({ id: sales[3]?.id ?? '', body: { state: 'returned' } });
        await page.goto('/sales?from=2026-01-01');
        await table(page).waitFor();
        await page.getByRole('button', { name: 'Cost of Silk tie' }).click();
        await page.keyboard.type('4.50');
        await page.keyboard.press('Enter');
        await page.getByText('$11.50').first().waitFor();
        await page.keyboard.type('five');
        await page.keyboard.press('Enter');
        await page.getByText(/Enter an amount/).waitFor();
      },
    },
    {
      name: 'sales-set-cost',
      arrange: async ({ page }) => {
        await page.reload();
        await table(page).waitFor();
        for (const place of [0, 1, 3]) await page.locator('.sales-table tbody .check').nth(place).click();
        await bar(page).getByRole('button', { name: 'Set cost' }).click();
        await page.getByLabel('Cost of each').fill('3');
        await page.getByText(/^Only the/).waitFor();
      },
      part: bar,
    },
    {
      name: 'sales-no-match',
      isVariant: true,
      arrange: async ({ page }) => {
        await page.goto('/sales?state=cancelled');
        await page.getByText('Nothing was canceled.').waitFor();
      },
    },
    {
      name: 'sale',
      arrange: async ({ page }) => {
        await page.goto('/sales');
        await page.locator('.row-open', { hasText: 'Linen shirt' }).click();
        await dialog(page).getByText('Loss').waitFor();
      },
      part: dialog,
    },
    {
      name: 'sale-by-hand',
      arrange: async ({ page }) => {
        await page.goto('/sales?add=sale');
        await dialog(page).getByText('More about the item').click();
        await dialog(page).getByRole('button', { name: 'Add sale' }).click();
        await dialog(page).getByText('Enter a title').waitFor();
      },
      part: dialog,
    },
    {
      name: 'lot',
      arrange: async ({ page }) => {
        await page.goto('/sales?add=lot');
        await dialog(page).getByLabel('Name').fill('Goodwill, May');
        await dialog(page).getByLabel('What you paid').fill('60');
        for (const place of [0, 1, 2]) await dialog(page).locator('.lot-listings .check').nth(place).check();
        await dialog(page).getByText('By price', { exact: true }).click();
        await dialog(page).getByRole('region', { name: 'Each part' }).waitFor();
      },
      part: dialog,
    },
    {
      name: 'lots',
      arrange: async ({ page, seller }) => {
        const listings = await seller().api.listings.list();
        const listingIds = listings.slice(0, 3).map(({ id }) => id);
        await seller().api.sales.addLot({
          body: { name: 'Goodwill', boughtOn: '2026-03-01', costCents: 6000, listingIds, split: 'even' },
        });
        await page.goto('/sales?add=lot');
        await dialog(page).getByText('See each part').click();
      },
      part: dialog,
    },
  ],
};
