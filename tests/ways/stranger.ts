// Goes the way of somebody who has just started Hangtag: from the page that opens to the first practice share, in a browser, at the
// width of a computer and of a phone. Counts the clicks, and saves a picture of each screen.
// Alone: node tests/ways/stranger.ts ADDRESS FOLDER
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startingPage } from '#contract/pages.ts';
import { findBrowser } from '../../bin/find-browser.ts';

const mostClicks = 5;
const sizes = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  { name: '390', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
] as const;
const patienceMs = 60_000;

/** Resolves to the clicks at each width. Throws if one takes more than five, or no share comes. */
export async function walk(address: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const found: string[] = [];
    for (const size of sizes) found.push(`${await walkAt(browser, size, { address, folder })} at ${size.name} px`);
    return `clicks to the first share: ${found.join(', ')}`;
  } finally {
    await browser.close();
  }
}

async function walkAt(
  browser: Browser,
  { name, ...size }: (typeof sizes)[number],
  { address, folder }: { address: string; folder: string },
): Promise<number> {
  const context = await browser.newContext({ ...size, baseURL: address, reducedMotion: 'reduce' });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  let pictures = 0;
  const show = async (screen: string): Promise<void> => {
    pictures += 1;
    await page.screenshot({ path: path.join(folder, `${name}-${pictures}-${screen}.png`) });
  };
  let clicks = 0;
  const click = async (button: string): Promise<void> => {
    await page.getByRole('button', { name: button, exact: true }).filter({ visible: true }).first().click();
    clicks += 1;
  };

  // What a start opens. The server sends it on to the welcome.
  await page.goto(startingPage);
  await page.getByRole('button', { name: 'Watch Demo' }).waitFor();
  await show('welcome');
  await click('Watch Demo');
  await page.waitForURL('**/dashboard');
  await page.getByText('If you start now').first().waitFor();
  const before = await sharesToday(page);
  await show('dashboard');
  await click('Start Bot');
  while ((await sharesToday(page)) <= before) await page.waitForTimeout(200);
  await page
    .getByText(/[1-9]\d* of \d+ shared this round/)
    .first()
    .waitFor();
  await show('first-share');
  await context.close();
  if (clicks > mostClicks) throw new Error(`The first share took ${clicks} clicks at ${name} px.`);
  return clicks;
}

const sharesToday = async (page: Page): Promise<number> => {
  const reply = await page.request.get('/api/bot/status');
  return ((await reply.json()) as { sharesToday: number }).sharesToday;
};

if (process.argv[1] === import.meta.filename) {
  const [address = '', folder = ''] = process.argv.slice(2);
  console.log(await walk(address, folder));
  process.exit();
}
