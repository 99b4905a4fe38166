// Saves pictures of every screen in every state, for people to look at: `npm run screens -- [name…]` goes through the browser tests
// and writes each of their looks to `screens/`. `npm run screens -- docs` draws the pictures of the README.

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from '../bin/find-browser.ts';
import { sellerZone, signInto, startProduct } from './browser/fixtures/product.ts';
import { botIs, startBot } from './browser/fixtures/situations.ts';

const root = path.resolve(import.meta.dirname, '..');
const wanted = process.argv.slice(2);

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
async function drawDocs(): Promise<void> {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
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
  await browser.close();
  await product.close();
}

/** Runs the tests with these looks, or all of them. */
function takePictures(names: readonly string[]): number {
  const files = globSync('tests/browser/**/*.spec.ts', { cwd: root }).filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    // A name is given whole, or made from a start: look(`phone-${…}`).
    const starts = [...text.matchAll(/\blook\(`([\w-]+)\$/g)].map(([, start = '']) => start);
    const has = (name: string) => text.includes(`'${name}'`) || starts.some((start) => name.startsWith(start));
    return names.length === 0 ? text.includes('look(') : names.some(has);
  });
  if (files.length === 0) throw new Error(`No test looks at ${names.join(' or ')}.`);
  const pictures = { folder: path.join(root, 'screens'), names };
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--timeout', '600000', ...files],
    { cwd: root, stdio: 'inherit', env: { ...process.env, HANGTAG_PICTURES: JSON.stringify(pictures) } },
  );
  return status ?? 1;
}

if (wanted.includes('docs')) await drawDocs();
const names = wanted.filter((name) => name !== 'docs');
if (names.length > 0 || wanted.length === 0) process.exitCode = takePictures(names);
