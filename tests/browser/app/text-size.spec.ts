import type { Page } from '@playwright/test';
import { steepAdvice, withOwnComparable } from '../fixtures/canned-prices.ts';
import { reachPricing } from '../fixtures/pricing-situations.ts';
import { signInto } from '../fixtures/product.ts';
import { startBot } from '../fixtures/situations.ts';
import { bringSales } from '../fixtures/sold.ts';
import { changeReply, drawOnlyCorner, expect, test } from '../fixtures/story.ts';
import { longReport } from '../sales/made-report.ts';

const paths = [
  '/dashboard',
  '/market-analysis',
  '/selling',
  '/selling/drops',
  '/selling/parties',
  '/selling/experiment',
  '/numbers',
  '/sales',
  '/numbers/tax',
  '/api-test',
  '/',
  '/how-it-works',
  '/blog',
  '/companion',
  '/auth',
];

/** The page if it scrolls sideways, controls that are too narrow for their words, and words beyond the edge of the screen or their box. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // A list that follows the width in its script is laid out one frame later.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const beyond = document.documentElement.scrollWidth - innerWidth;
    // The closet on the home page is a drawing that goes on beyond the screen.
    const hidden = '.closet-line, .sr, .skip, svg, option, [aria-hidden="true"], .toasts ~ *, dialog:not([open])';
    const isSeen = (part: Element) => part.checkVisibility() && part.closest(hidden) === null;
    const controls = [...document.querySelectorAll('.btn, .chip, .stamp, .tabs button, .top a, .top button')]
      .filter(isSeen)
      .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth + 1);
    const words: Element[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const part = text.parentElement;
      if (part === null || text.textContent?.trim() === '' || !isSeen(part)) continue;
      const { display, position, textOverflow } = getComputedStyle(part);
      // Radix reads toasts aloud from a place of one pixel.
      if (textOverflow === 'ellipsis' || (position === 'absolute' && part.clientWidth <= 1)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const edge = range.getBoundingClientRect().right;
      const box = display === 'inline' ? innerWidth : part.getBoundingClientRect().right;
      if (edge > Math.min(box, innerWidth) + 1) words.push(part);
    }
    return [
      ...(beyond > 0 ? [`the page, by ${beyond} px`] : []),
      ...[...controls, ...words].map((part) => `${part.className}: ${part.textContent}`),
    ];
  });

/** What a seller opens on these pages. */
const opens: Record<string, (page: Page, isInReach: (name: string) => Promise<void>) => Promise<void>> = {
  '/dashboard': async (page, isInReach) => {
    await page.getByRole('button', { name: 'Optimize Prices' }).click();
    await page.locator('.advice tbody tr').first().waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
    await isInReach('the optimizer');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: /^Profile of/ }).click();
    const profile = page.getByRole('dialog', { name: 'Your profile' });
    for (const [tab, part] of [
      ['Overview', 'Member since'],
      ['Closet Stats', 'Asking prices'],
      ['Personal Info', 'Export my data'],
      ['Poshmark', 'Paired browsers'],
    ] as const) {
      await profile.getByRole('tab', { name: tab }).click();
      await profile.getByText(part).first().waitFor();
      await isInReach(tab);
    }
  },
  '/market-analysis': async (page, isInReach) => {
    await page.locator('.card-open').first().click();
    await page.locator('.sheet .comp-row').first().waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
    await isInReach('the sheet');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Table' }).click();
    await page.locator('.listing-table tbody tr').first().waitFor();
    await isInReach('the table');
  },
  '/sales': async (page, isInReach) => {
    await page.locator('.sales-table tbody tr').first().waitFor();
    await isInReach('the sales');
    await page.locator('.row-open').first().click();
    await page.locator('.sheet .sale-sum').waitFor();
    await isInReach('a sale');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Lots' }).click();
    await page.locator('.lot-form').waitFor();
    await isInReach('a lot');
  },
  '/numbers/tax': async (page, isInReach) => {
    await page.getByRole('link', { name: 'Import a report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import your sales' });
    const choose = (name: string, text: string) =>
      dialog.getByLabel('Choose CSV files').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('report.csv', longReport(12));
    await dialog.getByText('12 sales found').waitFor();
    await isInReach('the import of a report');
    await dialog.getByRole('button', { name: 'Choose another file' }).click();
    await choose(
      'mine.csv',
      'Item,Sold Price,Marketplace Fees,Sold Date,Platform\nWool coat,$1084.00,$208.00,05/06/2026,eBay\n',
    );
    await dialog.getByText('1 sale found').waitFor();
    await isInReach('the import of a spreadsheet');
  },
};

/**
 * Twice the usual size, on a laptop and on a phone. The middle size is the layout of a phone with one and a half times, which Android
 * calls the largest.
 */
const sizes = [
  { width: 1440, height: 900 },
  { width: 520, height: 1125 },
  { width: 390, height: 844 },
];

test('with the browser’s text at twice its size, everything on a laptop and on a phone stays in reach', async ({
  playwright,
  launchOptions,
  product,
}) => {
  test.slow();
  const seller = await product.newSeller({ closet: 'practice' });
  await startBot(seller);
  await seller.api.sales.add({
    body: { title: 'Wool coat', soldOn: '2026-04-20', priceCents: 123_456, costCents: 1000 },
  });
  await bringSales(seller);
  // The page knows this setting only by its em and rem: a larger zoom would be a narrower screen.
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const context = await browser.newContext({ viewport: sizes[0], baseURL: product.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await drawOnlyCorner(page);
  const listings = await seller.api.listings.list();
  await page.route('**/api/listings/pricing-optimization', (route) => route.fulfill({ json: steepAdvice(listings) }));
  await page.route('**/market-analysis', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: withOwnComparable }) : route.continue(),
  );
  // Two digits in the hour, whatever the time is now: it can't be broken, and needs the most room beside the button.
  const widestTime = `${new Date().toISOString().slice(0, 10)}T16:58:00.000Z`;
  const widestNumbers = {
    sharesToday: 18_888,
    dailyShareLimit: 20_000,
    effectiveLimit: 20_000,
    roundListings: 4_888,
  };
  const widest = { nextRoundTime: widestTime, ...widestNumbers };
  await changeReply(page, '**/api/bot/status', (status) => ({ ...status, ...widest }));
  for (const path of paths) {
    if (path === '/auth') await context.clearCookies();
    else await signInto(context, product, seller);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path === '/dashboard') {
      await page.getByRole('button', { name: 'Update Settings' }).waitFor();
      await reachPricing(page);
    }
    if (path === '/numbers') await page.locator('.months').waitFor();
    if (path === '/numbers/tax') await page.locator('.tax-sheet').waitFor();
    const isInReach = async (name: string) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await outOfReach(page), `${path}, ${name}, ${size.width} px`).toEqual([]);
      }
    };
    await isInReach('the page');
    // The sign-in screen has no links to skip.
    const skip = path === '/auth' ? null : await page.getByRole('link', { name: 'Skip to content' }).boundingBox();
    if (skip !== null) expect(skip.y, path).toBeLessThanOrEqual(-skip.height);
    await opens[path]?.(page, isInReach);
  }
  await browser.close();
});
