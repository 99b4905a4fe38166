// The import of reports and spreadsheets: choosing, checking, and what came of it.

import type { Page } from '@playwright/test';
import { reportOf } from '../../sales/made-report.ts';
import { dialog, type Walk } from '../scene.ts';

const choose = async (page: Page, ...files: (readonly [name: string, content: string])[]): Promise<void> => {
  await page.goto('/market-analysis?import=sales');
  await dialog(page)
    .getByLabel('Choose CSV files')
    .setInputFiles(files.map(([name, text]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })));
};

const report = reportOf(
  Array.from({ length: 14 }, (_, at) => ({
    title: ['Levi’s 501 straight jeans', 'Silk slip dress, never worn', 'Coach "Tabby" 26 bag, leather'][at % 3] ?? '',
    price: 24 + at * 7,
    ...(at % 3 !== 1 && { cost: 4 + at }),
    ...(at % 4 === 0 && { discount: 3.28 }),
    ...(at > 11 && { order: 'bundle-1' }),
  })),
);
const foreign = [
  'Item,Sold Price,Cost of Goods,Sold Date,Platform,Marketplace Fees,Shipping Expenses,SKU,Notes',
  'Wool coat,$85.00,$12.00,3/1/2026,Poshmark,$17.00,,A-1,',
  'Silk scarf,$40.00,,3/2/2026,eBay,$5.30,$4.50,A-2,gift',
  'Scarf,free,$2.00,3/2/2026,eBay,,,A-3,',
  'Wool coat,($85.00),$12.00,3/4/2026,Poshmark,,,A-1,',
  'Beret,$9.00,$1.00,soon,Mercari,$0.90,,A-4,',
].join('\n');

export const importWalk: Walk = {
  scenes: [
    {
      name: 'import-choose',
      arrange: async ({ page, enter }) => {
        await enter({ closet: 'real', listings: 4, sold: 0, path: '/market-analysis?import=sales' });
        await dialog(page).getByLabel('Choose CSV files').waitFor();
      },
      part: dialog,
    },
    {
      name: 'import-unusable',
      arrange: async ({ page }) => {
        await choose(page, ['sales.xlsx', 'PK\u0003\u0004\u0000'], ['empty.csv', ' ']);
        await dialog(page).getByRole('alert').waitFor();
      },
      part: dialog,
    },
    {
      name: 'import-report',
      arrange: async ({ page }) => {
        await choose(page, ['sales-report.csv', report]);
        await page.getByText('14 sales found').waitFor();
      },
    },
    {
      name: 'import-spreadsheet',
      arrange: async ({ page }) => {
        await choose(page, ['my sales.csv', foreign]);
        await page.getByText('1 row left out').waitFor();
      },
    },
    {
      name: 'import-results',
      arrange: async ({ page, product, seller }) => {
        const { api, market } = seller();
        const [first, second] = await api.listings.list();
        const caller = await product.market.seller(market?.username, market?.password);
        for (const listing of [first, second]) {
          const { json } = await caller.post(listing?.poshmarkId ?? '');
          await caller.update(listing?.poshmarkId ?? '', { ...json, title: 'Plain white tee' });
        }
        await api.listings.sync();
        const inventory = [
          'Listing Date,Listing SKU,Listing Title,Size,Cost Price,Lowest Listed Price,Current Listing Price',
          '--,A-1,Plain white tee,M,$3.50,$18.00,--',
          '--,A-2,Plain white tee,--,$4.50,--,--',
          '--,A-3,Not in this closet,--,minus,--,--',
        ];
        await choose(page, ['my sales.csv', foreign], ['inventory.csv', inventory.join('\n')]);
        await dialog(page)
          .getByRole('button', { name: /^Import 3 sales/ })
          .click();
        await dialog(page)
          .getByRole('button', { name: /^Fill in/ })
          .click();
        await dialog(page).getByRole('button', { name: 'It’s this one' }).first().click();
        await dialog(page).getByText('Saved.').waitFor();
      },
    },
  ],
};
