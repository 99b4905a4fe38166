// Renders src/web/public/social.png, the picture of a shared link: the built home page's hero at 1200 x 630. Run it by hand after
// `npm run build` when the hero has changed.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from '../find-browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'dist/web');
const types = { '.html': 'text/html', '.woff2': 'font/woff2', '.js': 'text/javascript', '.svg': 'image/svg+xml' };

/** Only the hero, as a poster. */
const poster = `
  .skip, .site-links, .site-bar .nav.end, .hero > .wrap > div, .sample, .sec, .steps, .closing, .site-foot { display: none !important }
  .site-bar { position: static; border: 0; background: none !important; backdrop-filter: none !important }
  .site-bar .wrap { min-height: 0; padding-top: 34px }
  .brand { font-size: 2.5rem }
  .brand svg { width: 38px; height: 38px }
  .hero { padding-top: 14px }
  .hero > .wrap:first-child { display: block }
  .hero h1 { font-size: 138px }
  .closet { margin-top: 62px }
`;

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({
  viewport: { width: 1200, height: 630 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
});
await page.route('**/*', async (route) => {
  const { pathname } = new URL(route.request().url());
  const file = path.join(built, pathname === '/' ? 'index.html' : pathname);
  if (!existsSync(file)) return route.abort();
  await route.fulfill({
    body: readFileSync(file),
    contentType: types[path.extname(file)] ?? 'application/octet-stream',
  });
});
await page.goto('http://hangtag.example/');
await page.addStyleTag({ content: poster });
await page.evaluate(() => document.fonts.ready);
const drawn = await page.screenshot();
await browser.close();
await sharp(drawn)
  .png({ palette: true, colors: 64, effort: 10, compressionLevel: 9 })
  .toFile(path.join(root, 'src/web/public/social.png'));
