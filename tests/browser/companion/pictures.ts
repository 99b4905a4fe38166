// Draws the companion's screens, for people to look at: `node tests/browser/companion/pictures.ts` writes to `screens/`, and with
// `docs` it draws the pictures for the extension stores.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openMarket } from '#tests/standin/caller.ts';
import { openExtension } from './extension.ts';
import { startScriptedServer } from './scripted-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const isForDocs = process.argv.includes('docs');
const folder = path.join(root, isForDocs ? 'docs/companion/pictures' : 'screens');
mkdirSync(folder, { recursive: true });

const widths = { popup: [360], page: [390, 1440] } as const;
/** The size that the stores ask for. */
const store = { width: 1280, height: 800 };

const market = await openMarket({ now: Date.now });

for (const colorScheme of isForDocs ? (['light'] as const) : (['light', 'dark'] as const)) {
  const server = await startScriptedServer(market.origin);
  const extension = await openExtension({ allowed: [server.url, market.origin], cookies: true, colorScheme });
  Object.assign(server.state, {
    sharesToday: 396,
    nextShareAt: new Date(Date.now() + 60_000).toISOString(),
    closet: 'mayasrail',
  });

  const draw = async (name: string, page: Page, kind: keyof typeof widths): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    for (const width of widths[kind]) {
      await page.setViewportSize({ width, height: kind === 'popup' ? 600 : 900 });
      const picture = await page.screenshot({ fullPage: true });
      if (!isForDocs) writeFileSync(path.join(folder, `companion-${name}-${width}-${colorScheme}.png`), picture);
    }
    if (isForDocs) await drawForStore(name, page, kind);
    console.log(`drawn: ${name} ${colorScheme}`);
  };
  const drawForStore = async (name: string, page: Page, kind: keyof typeof widths): Promise<void> => {
    await page.setViewportSize(kind === 'popup' ? { width: 360, height: 600 } : store);
    const taken = await page.screenshot({ fullPage: kind === 'popup' });
    const background = '#f4f0ea';
    const picture = kind === 'popup' ? await sharp(taken).resize({ height: 720, fit: 'inside' }).toBuffer() : taken;
    await sharp(picture)
      .resize({ ...store, fit: 'contain', background, withoutEnlargement: true })
      .png({ palette: true, colors: 128 })
      .toFile(path.join(folder, `${name}.png`));
  };

  const options = await extension.open('options');
  await draw('pairing', options, 'page');
  await options.getByRole('button', { name: 'Pair', exact: true }).click();
  await draw('pairing-mistakes', options, 'page');
  const unpaired = await extension.open('popup');
  await draw('popup-not-paired', unpaired, 'popup');
  await unpaired.close();

  const tab = await extension.context.newPage();
  await tab.goto(`${market.origin}/login`);
  await tab.locator('#login_form_username_email').fill('thrifty_jo');
  await tab.locator('#login_form_password').fill('practice-1');
  await tab.locator('#login_form_password').press('Enter');
  await tab.waitForURL(/\/(feed|closet)/);
  await options.getByLabel('Address of your Hangtag').fill(server.url);
  await options.getByLabel('Pairing code').fill(server.code);
  await options.getByRole('button', { name: 'Pair', exact: true }).click();
  await options.getByRole('heading', { name: 'This browser' }).waitFor();
  for (const path of ['/create-listing', '/vm-rest/users/self', '/vm-rest/users/self/orders', '/vm-rest/users/self'])
    await server.ask({ path });
  const popup = await extension.open('popup');
  await popup.getByText('Sharing', { exact: true }).waitFor();
  await draw('popup', popup, 'popup');
  await popup.getByRole('button', { name: 'Pause' }).click();
  await popup.getByText('Paused', { exact: true }).waitFor();
  await draw('popup-paused', popup, 'popup');
  await popup.getByRole('button', { name: 'Resume' }).click();
  Object.assign(server.state, { bot: 'waiting', nextShareAt: new Date(Date.now() + 4 * 3_600_000).toISOString() });
  await popup.getByText('All shared for now.').waitFor();
  await draw('popup-waiting', popup, 'popup');
  await options.getByRole('button', { name: 'Use my session on the server' }).click();
  await options.getByText('Send these cookies').waitFor();
  await draw('options', options, 'page');

  const recorder = await extension.open('record');
  await draw('record', recorder, 'page');
  const opened = extension.context.waitForEvent('page');
  await recorder.getByRole('button', { name: 'Record', exact: true }).click();
  const clicked = await opened;
  await clicked.waitForURL(/feed/);
  await recorder.getByText('1 request seen').waitFor();
  for (const page of ['/create-listing', '/closet/thrifty_jo']) await clicked.goto(market.origin + page);
  await clicked.locator('[data-et-name="share"]').first().click();
  await clicked.locator('[data-et-name="share_poshmark"]').click();
  await clicked.getByText('Shared', { exact: true }).waitFor();
  await recorder.getByText('4 requests seen').waitFor();
  await draw('recording', recorder, 'page');
  await recorder.getByRole('button', { name: 'Stop' }).click();
  await recorder.locator('.entries li').first().waitFor();
  await recorder.locator('.entries input').first().uncheck();
  await recorder.locator('.entries summary').last().click();
  await draw('review', recorder, 'page');

  server.refuse({ status: 401, body: { error: 'unauthenticated', message: 'No' } });
  await popup.getByText('No longer paired.').waitFor();
  await draw('popup-revoked', popup, 'popup');
  await extension.close();
  await server.close();
}
await market.close();
process.exit(0);
