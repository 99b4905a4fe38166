// Saves pictures of every screen in every state, for people to look at: `npm run screens -- [name…]` writes to `screens/`, and
// `npm run screens -- docs` draws the pictures of the README.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from '../bin/find-browser.ts';
import { type Seller, sellerZone, signInto, startProduct } from './browser/fixtures/product.ts';
import { botIs, startBot } from './browser/fixtures/situations.ts';
import { endScene, type Stage, type Walk } from './browser/scenes/scene.ts';
import { walks } from './browser/scenes/scenes.ts';

const folder = path.resolve(import.meta.dirname, '../screens');
const looks = [
  { name: '1440-light', width: 1440, height: 900, colorScheme: 'light' },
  { name: '390-light', width: 390, height: 844, colorScheme: 'light' },
  { name: '1440-dark', width: 1440, height: 900, colorScheme: 'dark' },
  { name: '390-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const;

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
mkdirSync(folder, { recursive: true });

const product = await startProduct();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Takes four pictures of a scene, with two widths and two themes. */
const draw = async (name: string, page: Page): Promise<void> => {
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(look);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const isDialog = (await page.getByRole('dialog').count()) > 0;
    await page.screenshot({ path: path.join(folder, `${name}-${look.name}.png`), fullPage: !isDialog });
  }
  console.log(`drawn: ${name}`);
};

/** Goes as far as the last scene that is wanted. */
const goThrough = async ({ scenes }: Walk): Promise<void> => {
  const last = scenes.findLastIndex(({ name }) => isWanted(name));
  if (last === -1) return;
  const context = await browser.newContext({
    baseURL: product.url,
    timezoneId: sellerZone,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  let entered: Seller | undefined;
  const stage: Stage = {
    page,
    product,
    enter: async ({ path: to = '/dashboard', ...wish } = {}) => {
      entered = await product.newSeller(wish);
      await signInto(context, product, entered);
      if (to !== null) await page.goto(to);
      return entered;
    },
    seller: () => entered as Seller,
  };
  for (const [place, scene] of scenes.slice(0, last + 1).entries()) {
    if (place > 0) await endScene(stage);
    await scene.arrange(stage);
    if (isWanted(scene.name)) await draw(scene.name, page);
  }
  await context.close();
};

/** Saves what the page shows as a picture with few colors, which is a third of the size. */
const drawForDocs = async (page: Page, name: string, height: number): Promise<void> => {
  await page.setViewportSize({ width: 1440, height });
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colors: 128 })
    .toBuffer();
  writeFileSync(path.resolve(import.meta.dirname, `../docs/pictures/${name}.png`), picture);
  console.log(`drawn: docs/pictures/${name}.png`);
};

/** The dashboard while a round runs, and a market analysis. */
const drawDocs = async (): Promise<void> => {
  const seller = await product.newSeller({ closet: 'real', listings: 86, sold: 41 });
  const context = await browser.newContext({ baseURL: product.url, timezoneId: sellerZone, locale: 'en-US' });
  await signInto(context, product, seller);
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // The practice bot shares a whole closet in seconds. From here on the marketplace takes its time, so the picture is of a round.
  const account = seller.market?.username;
  await product.market.fault({ case: 'ok', delayMs: 8_000, times: -1 }, { op: 'share', account, after: 52 }, 'slow');
  await startBot(seller, { shareFrequency: 60, dailyShareLimit: 1000 });
  await botIs(seller, ({ sharesToday }) => sharesToday >= 52);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Update Settings' }).waitFor();
  await page.getByText(/^5\d of 86 shared this round/).waitFor();
  await page.locator('.act .lab').first().waitFor();
  await drawForDocs(page, 'dashboard', 1490);
  await seller.api.bot.stop();
  await product.market.control('DELETE', 'faults', {});
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto('/market-analysis');
  await page.locator('.card-open').first().waitFor();
  // The first listing whose price is worth a change and has comps to show for it.
  for (const card of await page.locator('.card-open').all()) {
    await card.click();
    await page.locator('.sheet .verdict, .sheet .verdict-none').waitFor();
    const isWorthIt = await page.getByRole('button', { name: 'Apply AI Price' }).isVisible();
    if (isWorthIt && (await page.locator('.comp-row').count()) >= 4) break;
    await page.keyboard.press('Escape');
  }
  await page.locator('.toast').getByRole('button').click();
  await page.locator('.toast').waitFor({ state: 'hidden' });
  await drawForDocs(page, 'market-analysis', 1000);
  await context.close();
};

if (wanted.includes('docs')) await drawDocs();

let failed = 0;
for (const walk of walks) {
  try {
    await goThrough(walk);
  } catch (error) {
    failed += 1;
    const names = walk.scenes.map(({ name }) => name).join(', ');
    console.error(`not drawn to its end: ${names}: ${error instanceof Error ? error.message : error}`);
  }
}
await browser.close();
await product.close();
process.exit(failed === 0 ? 0 : 1);
