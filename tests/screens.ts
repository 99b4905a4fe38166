// Saves pictures of every screen in every state, for people to look at: `npm run screens -- [name…]` writes to `screens/`.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../bin/find-browser.ts';
import { sellerZone, signInto, startProduct } from './browser/fixtures/product.ts';
import { type Scene, scenes } from './browser/scenes/scenes.ts';

const folder = path.resolve(import.meta.dirname, '../screens');
const looks = [
  { name: '1440-light', width: 1440, height: 900, colorScheme: 'light' },
  { name: '390-light', width: 390, height: 844, colorScheme: 'light' },
  { name: '1440-dark', width: 1440, height: 900, colorScheme: 'dark' },
  { name: '390-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const;

const wanted = process.argv.slice(2);
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
mkdirSync(folder, { recursive: true });

const product = await startProduct();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Arranges a scene once and takes four pictures, with two widths and two themes. */
const draw = async (scene: Scene): Promise<void> => {
  const context = await browser.newContext({
    baseURL: product.url,
    timezoneId: sellerZone,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await scene.arrange({
    page,
    product,
    enter: async ({ path: to = '/dashboard', ...wish } = {}) => {
      const seller = await product.newSeller(wish);
      await signInto(context, product, seller);
      if (to !== null) await page.goto(to);
      return seller;
    },
  });
  for (const { name, width, height, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const isDialog = (await page.getByRole('dialog').count()) > 0;
    await page.screenshot({ path: path.join(folder, `${scene.name}-${name}.png`), fullPage: !isDialog });
  }
  await context.close();
};

let failed = 0;
for (const scene of chosen) {
  try {
    await draw(scene);
    console.log(`drawn: ${scene.name}`);
  } catch (error) {
    failed += 1;
    console.error(`not drawn: ${scene.name}: ${error instanceof Error ? error.message : error}`);
  }
}
await browser.close();
await product.close();
process.exit(failed === 0 ? 0 : 1);
