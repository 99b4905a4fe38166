// Draws the pictures for the extension stores: `node tests/browser/companion/pictures.ts`.

import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openMarket } from '#tests/standin/caller.ts';
import { openExtension } from './extension.ts';
import { startScriptedServer } from './scripted-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, 'docs/companion/pictures');

/** The size that the stores ask for. */
const store = { width: 1280, height: 800 };

/** Where the store's picture of a long page begins, other than at its top. */
const storePlaces: Record<string, string> = { session: '#session' };
const popupHeight = (): number => Math.ceil(document.querySelector('.links')?.getBoundingClientRect().bottom ?? 600);

const market = await openMarket({ now: Date.now });

const server = await startScriptedServer(market.origin);
const extension = await openExtension({ allowed: [server.url, market.origin], cookies: true });
Object.assign(server.state, {
  sharesToday: 396,
  nextShareAt: new Date(Date.now() + 60_000).toISOString(),
  closet: 'mayasrail',
});

const draw = async (name: string, page: Page, kind: 'popup' | 'page'): Promise<void> => {
  await page.evaluate(() => document.fonts.ready);
  await page.setViewportSize(kind === 'popup' ? { width: 360, height: 600 } : store);
  // A browser makes its popup as high as what is in it.
  const height = kind === 'popup' ? await page.evaluate(popupHeight) : store.height;
  await page.setViewportSize({ width: kind === 'popup' ? 360 : store.width, height });
  await page.evaluate(
    (place) => scrollTo(0, document.querySelector<HTMLElement>(place)?.offsetTop ?? 0),
    storePlaces[name] ?? 'body',
  );
  const taken = await page.screenshot();
  // The token `--sunk`, so that the popup stands out.
  const background = '#e9e4dd';
  const picture =
    kind === 'popup' ? await sharp(taken).resize({ width: 450, height: 760, fit: 'inside' }).toBuffer() : taken;
  await sharp(picture)
    .resize({ ...store, fit: 'contain', background, withoutEnlargement: true })
    .png({ palette: true, colors: 128 })
    .toFile(path.join(folder, `${name}.png`));
  console.log(`drawn: ${name}`);
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
await draw('session', options, 'page');

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
await market.close();
process.exit(0);
