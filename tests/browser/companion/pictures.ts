// Draws the companion's screens, for people to look at: `node tests/browser/companion/pictures.ts` writes to `screens/`, and with
// `docs` it draws the pictures for the extension stores.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openMarket } from '#tests/standin/caller.ts';
import { openExtension } from './extension.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const isForDocs = process.argv.includes('docs');
const folder = path.join(root, isForDocs ? 'docs/companion/pictures' : 'screens');
mkdirSync(folder, { recursive: true });

const widths = { popup: [360], page: [390, 1440] } as const;
/** The size that the stores ask for. */
const store = { width: 1280, height: 800 };

/** Where the store's picture of a long page begins, other than at its top. */
const storePlaces: Record<string, string> = { session: '#session' };
const popupHeight = (): number => Math.ceil(document.querySelector('.links')?.getBoundingClientRect().bottom ?? 600);

const market = await openMarket({ now: Date.now });

type Draw = (name: string, page: Page, kind: keyof typeof widths) => Promise<void>;

/** Every other state of the popup: what the server says, what the companion remembers, and what the browser forbids. */
async function drawOtherStates(popup: Page, server: ScriptedServer, draw: Draw): Promise<void> {
  const usual = { isOnHold: false, ...server.state };
  const shows = (text: string) => popup.getByRole('heading', { level: 1 }).getByText(text).waitFor();
  const states: [string, Partial<ScriptedServer['state']>, string][] = [
    ['standing-by', { isStandingBy: true }, 'Standing by.'],
    ['bot-stopped', { bot: 'stopped', nextShareAt: null }, 'Your bot is stopped.'],
    ['bot-paused', { bot: 'paused', pauseReason: 'human_check', nextShareAt: null }, 'Your bot is paused.'],
    ['on-hold', { bot: 'waiting', isOnHold: true, nextShareAt: null }, 'Sharing is on hold.'],
    ['server-works', { transport: 'server' }, 'Nothing to do here.'],
  ];
  for (const [name, change, text] of states) {
    Object.assign(server.state, usual, change);
    await shows(text);
    await draw(`popup-${name}`, popup, 'popup');
  }
  Object.assign(server.state, usual);
  for (const [kind, text] of [
    ['signed_out', 'Sign in to'],
    ['human_check', 'wants'],
  ] as const) {
    await popup.evaluate(`chrome.storage.local.set({ attention: { kind: '${kind}', since: 0 } })`);
    await shows(text);
    await draw(`popup-${kind.replace('_', '-')}`, popup, 'popup');
  }
  await popup.evaluate(`chrome.storage.local.remove('attention')`);
  for (const [name, status, body, text] of [
    ['unreachable', 503, {}, 'Can’t reach'],
    ['refused', 500, { error: 'unexpected', message: 'Something went wrong on this server.' }, 'Your Hangtag'],
    ['other-version', 409, { error: 'other_version', message: 'Update' }, 'This extension'],
  ] as const) {
    server.refuse({ status, body });
    await shows(text);
    await draw(`popup-${name}`, popup, 'popup');
    server.refuse(null);
    await popup.reload();
    await shows('All shared for now.');
  }
  await popup.evaluate(
    `chrome.permissions.contains = async () => false; chrome.storage.session.set({ lastCarriedAt: 1 })`,
  );
  await shows('One more click.');
  await draw('popup-no-permission', popup, 'popup');
  await popup.reload();
  await shows('All shared for now.');
}

/** The settings with a question, and with a renewal that is off in Hangtag. */
async function drawQuestions(options: Page, server: ScriptedServer, draw: Draw): Promise<void> {
  Object.assign(server.state, { transport: 'server', renewsSession: false });
  await options.evaluate('chrome.storage.local.set({ renewsSession: true })');
  await options.getByText('This is off in your Hangtag.').waitFor();
  await options.getByRole('button', { name: 'Clear the log' }).click();
  await draw('options-asking', options, 'page');
  await options.getByRole('button', { name: 'Keep it' }).click();
  await options.evaluate(`chrome.storage.local.remove('renewsSession')`);
  Object.assign(server.state, { transport: 'browser' });
}

for (const colorScheme of isForDocs ? (['light'] as const) : (['light', 'dark'] as const)) {
  const server = await startScriptedServer(market.origin);
  const extension = await openExtension({ allowed: [server.url, market.origin], cookies: true, colorScheme });
  Object.assign(server.state, {
    sharesToday: 396,
    nextShareAt: new Date(Date.now() + 60_000).toISOString(),
    closet: 'mayasrail',
  });

  const draw: Draw = async (name, page, kind) => {
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
  if (!isForDocs) await drawOtherStates(popup, server, draw);
  await options.getByRole('button', { name: 'Use my session on the server' }).click();
  await options.getByText('Send these cookies').waitFor();
  await draw('options', options, 'page');
  if (isForDocs) await draw('session', options, 'page');
  else await drawQuestions(options, server, draw);

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
  if (!isForDocs) {
    await recorder.getByRole('button', { name: 'Discard' }).click();
    await draw('recording-asking', recorder, 'page');
    await recorder.getByRole('button', { name: 'Keep recording' }).click();
  }
  await recorder.getByRole('button', { name: 'Stop' }).click();
  await recorder.locator('.entries li').first().waitFor();
  await recorder.locator('.entries input').first().uncheck();
  await recorder.locator('.entries summary').last().click();
  await draw('review', recorder, 'page');
  if (!isForDocs) {
    await recorder.getByRole('button', { name: 'Record again' }).click();
    await draw('review-asking', recorder, 'page');
    await recorder.getByRole('button', { name: 'Keep this one' }).click();
  }

  server.refuse({ status: 401, body: { error: 'unauthenticated', message: 'No' } });
  await popup.getByText('No longer paired.').waitFor();
  await draw('popup-revoked', popup, 'popup');
  await extension.close();
  await server.close();
}
await market.close();
process.exit(0);
