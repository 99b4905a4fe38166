// The scenes of prices: from a photo, by the optimizer, in the worklist, and in bulk.

import type { Page } from '@playwright/test';
import { abstainedAnalysis, pricedPhoto, refuse, stateWithModel, unknownPhoto } from '../fixtures/canned-prices.ts';
import { choosePhoto, makeDear, reachPricing, takePhoto } from '../fixtures/pricing-situations.ts';
import { dialog, type Walk } from './scene.ts';

const askForAdvice = async (page: Page): Promise<void> => {
  await reachPricing(page);
  await page.getByLabel('Strategy').selectOption('Underperforming');
  await page.getByLabel('Listings', { exact: true }).selectOption('20');
  await page.getByRole('button', { name: 'Optimize Prices' }).click();
  // It may cover the button that is clicked next.
  await page.locator('.toast').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
};

const onlyPosts = (page: Page, answer: Parameters<Page['route']>[1]) =>
  page.route('**/market-analysis', (route, request) =>
    request.method() === 'POST' ? answer(route, request) : route.continue(),
  );

const bar = (page: Page) => page.getByRole('region', { name: 'Selected listings' });
const optimizer = (page: Page) => page.getByRole('region', { name: 'Smart pricing optimizer' });
const photoCard = (page: Page) => page.getByRole('region', { name: 'Price from a photo' });

const openSheet = async (page: Page, place: number): Promise<void> => {
  await page.locator('.card-open').nth(place).click();
  await page.locator('dialog.sheet[open]').waitFor();
};

/** The pricing cards and the market analysis in their states. */
export const pricingWalks: readonly Walk[] = [
  {
    scenes: [
      {
        name: 'photo-refused',
        arrange: async ({ page, enter }) => {
          await page.route('**/api/price/state', (route) => route.fulfill({ json: stateWithModel }));
          await enter({ closet: 'practice' });
          await reachPricing(page);
          await choosePhoto(page, await takePhoto());
          const file = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5000) };
          await page.getByLabel('Another photo').setInputFiles(file);
          await page.getByText(/Current file: notes.pdf/).waitFor();
        },
        part: photoCard,
      },
      {
        name: 'photo-priced',
        arrange: async ({ page }) => {
          await page.route('**/api/price/analyze-image', (route) => route.fulfill({ json: pricedPhoto }));
          await page.getByRole('button', { name: 'Analyze Photo' }).click();
          await page.getByText(/^See \d+ comps/).click();
        },
        part: photoCard,
      },
      {
        name: 'photo-unknown',
        arrange: async ({ page }) => {
          await page.route('**/api/price/analyze-image', (route) => route.fulfill({ json: unknownPhoto }));
          await page.reload();
          await reachPricing(page);
          await choosePhoto(page, await takePhoto());
          await page.getByRole('button', { name: 'Analyze Photo' }).click();
          await page.getByText('No price yet').waitFor();
        },
        part: photoCard,
      },
    ],
  },
  {
    looksAtPrices: true,
    scenes: [
      {
        name: 'market-sheet',
        arrange: async ({ page, product, enter }) => {
          const seller = await enter({ closet: 'real', listings: 30, sold: 60, path: null });
          const { id } = await makeDear(product, seller);
          const facts = { costCents: 40_000, sku: 'D-14', shelf: 'Bin 3', floorPrice: 15 };
          await seller.api.listings.change({ id, body: facts });
          await page.goto(`/market-analysis?listing=${id}`);
          await page.getByRole('button', { name: 'Apply AI Price' }).waitFor();
          await page.getByText('How this price adds up').click();
        },
      },
      {
        name: 'optimizer',
        arrange: async ({ page }) => {
          await page.goto('/dashboard');
          await askForAdvice(page);
          await page.locator('.why summary').first().click();
        },
        part: optimizer,
      },
      {
        name: 'optimizer-summary',
        arrange: async ({ page }) => {
          await page.getByRole('button', { name: /^Apply \d/ }).click();
          await page.getByRole('dialog', { name: /^Change / }).waitFor();
        },
        part: dialog,
      },
      {
        name: 'prices-updated',
        arrange: async ({ page }) => {
          await page.getByRole('button', { name: /^Apply \d/ }).click();
          await dialog(page)
            .getByRole('button', { name: /^Apply/ })
            .click();
          await page.getByRole('button', { name: 'Undo all', exact: true }).waitFor();
        },
        part: optimizer,
      },
    ],
  },
  {
    scenes: [
      {
        name: 'market',
        arrange: async ({ page, enter }) => {
          await enter({ closet: 'real', listings: 30, sold: 60, path: '/market-analysis' });
          await page.locator('.card').nth(1).hover();
          await page.locator('.quick').waitFor();
        },
      },
      {
        name: 'market-table',
        arrange: async ({ page, seller }) => {
          const [first, second] = await seller().api.listings.list();
          const listingIds = [first?.id ?? '', second?.id ?? ''];
          const facts = { costCents: 1250, sku: 'MW-7', shelf: 'Bin 3, rack B' };
          await seller().api.listings.changeMany({
            body: { listingIds, skipSharing: true, floorPercent: 80, ...facts },
          });
          await page.goto('/market-analysis?view=table&from=3&sharing=skipped');
          await page.getByText('2 of 30 listings').waitFor();
        },
      },
      {
        name: 'market-cost-refused',
        isVariant: true,
        arrange: async ({ page }) => {
          await page.goto('/market-analysis?view=table');
          await page.locator('[data-edit="costCents"]').first().click();
          await page.keyboard.type('free');
          await page.keyboard.press('Enter');
          await page.locator('.edit-error').waitFor();
        },
      },
      {
        name: 'market-cost',
        arrange: async ({ page }) => {
          await page.goto('/market-analysis?view=table');
          for (const place of [0, 1, 3]) await page.locator('.listing-table tbody .check').nth(place).click();
          await page.getByRole('button', { name: 'Set cost', exact: true }).click();
          await page.getByLabel('What you paid for each').fill('2000');
          await page.getByText('sell below what you paid').waitFor();
        },
        part: bar,
      },
      {
        name: 'market-floor',
        arrange: async ({ page }) => {
          await page.goto('/market-analysis?view=table');
          for (const place of [0, 1, 3]) await page.locator('.listing-table tbody .check').nth(place).click();
          await page.getByRole('button', { name: 'Skip sharing', exact: true }).click();
          await page.getByText(/^Rounds now skip/).waitFor();
          await page.getByRole('button', { name: 'Floor price', exact: true }).click();
          await page.getByLabel('Floor price in dollars').fill('2000');
          await page.getByRole('button', { name: 'Set it anyway' }).waitFor();
        },
        part: bar,
      },
      {
        name: 'market-none',
        isVariant: true,
        arrange: async ({ page }) => {
          await page.goto('/market-analysis?view=table&from=90000');
          await page.getByText('No listings match these filters.').waitFor();
          await page.evaluate(() => localStorage.clear());
        },
      },
      {
        name: 'market-unknown',
        arrange: async ({ page }) => {
          await page.goto('/market-analysis');
          await onlyPosts(page, (route) => route.fulfill({ json: abstainedAnalysis(20) }));
          await openSheet(page, 2);
          await page.getByText('No advice yet').waitFor();
        },
        part: dialog,
      },
      {
        name: 'market-failed',
        arrange: async ({ page }) => {
          await onlyPosts(page, refuse(502, 'marketplace_unavailable', 'The marketplace does not answer.'));
          await openSheet(page, 3);
          await page.locator('.sheet-trouble').waitFor();
        },
        part: dialog,
      },
      {
        name: 'market-pending',
        arrange: async ({ page }) => {
          await onlyPosts(page, () => undefined);
          await openSheet(page, 4);
          await page.locator('.verdict-pending').waitFor();
        },
        part: dialog,
      },
    ],
  },
];
