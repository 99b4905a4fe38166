// What each way must do once it is there: start, answer, run a demo that shares, read a photo, and stop.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { startingPage } from '#contract/pages.ts';
import { createHttpClient } from '#tests/http-client.ts';
import { freePort } from '#tests/process.ts';
import { findBrowser } from '../../bin/find-browser.ts';

const sharesToSee = 3;
const patienceMs = 60_000;
/** How much longer everything may take where a program translates each instruction of another processor. */
const slowness = 10;
const stopMs = 5_000;

type Started = { address: string; readyMs: number; stop(): Promise<void> };

export const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  );
export const need = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise);
};

/** With only this environment, and a free port. */
export async function start(
  [program = '', ...args]: readonly string[],
  { cwd = '/', env = {}, isForeign = false }: { cwd?: string; env?: Record<string, string>; isForeign?: boolean },
): Promise<Started> {
  const waitMs = isForeign ? patienceMs * slowness : patienceMs;
  const since = performance.now();
  const child: ChildProcess = spawn(program, args, {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(await freePort()),
      SHARE_INTERVAL_MS: '200',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let said = '';
  for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', (words) => (said += words));
  const ended = once(child, 'exit');
  for (;;) {
    const address = /Hangtag is ready at (\S+)/.exec(said)?.[1];
    if (address !== undefined)
      return {
        address,
        readyMs: performance.now() - since,
        async stop() {
          const stopped = performance.now();
          child.kill('SIGTERM');
          await ended;
          // npx dies of the signal, and the command beside the server notices that.
          while ((await answers(address)) && performance.now() - stopped < stopMs) await sleep(20);
          need(!(await answers(address)), 'It took more than five seconds to stop.');
        },
      };
    need(child.exitCode === null && performance.now() - since < waitMs, `It didn’t start. It said: ${said}`);
    await sleep(20);
  }
}

type Client = ReturnType<typeof createHttpClient>;

/**
 * A demo whose bot shares, and a photo, which a translated program can't read in time. Resolves to the demo's client, whose session later
 * starts still know.
 */
export async function visit(
  { address }: Pick<Started, 'address'>,
  { isForeign = false, readsPhoto = !isForeign }: { isForeign?: boolean; readsPhoto?: boolean } = {},
): Promise<{ client: Client; shares: number }> {
  const waitMs = isForeign ? patienceMs * slowness : patienceMs;
  const page = await fetch(address);
  need(page.ok && (await page.text()).includes('<html'), 'The home page doesn’t answer.');
  // As a stranger sees it, for whoever wants to look: PICTURES names a folder.
  if (process.env.PICTURES)
    await walk(address, path.join(process.env.PICTURES, path.parse(process.argv[1] ?? '').name));
  const client = createHttpClient(address, isForeign ? { patienceMs: waitMs } : {});
  await client.api.account.demo({ body: undefined });
  const before = (await client.api.bot.status()).sharesToday;
  await client.api.bot.start({ body: { offerShippingDiscount: false } });
  const giveUpAt = performance.now() + waitMs;
  let shares = 0;
  while (shares < sharesToSee) {
    need(performance.now() < giveUpAt, 'The demo’s bot shared nothing in time.');
    await sleep(50);
    shares = (await client.api.bot.status()).sharesToday - before;
  }
  await client.api.bot.stop();
  if (!readsPhoto) return { client, shares };
  const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#1e3fae' } })
    .jpeg()
    .toBuffer();
  const label =
    '<svg width="800" height="300"><rect width="800" height="300" fill="white"/><text x="60" y="190" font-size="150" font-family="sans-serif" font-weight="bold">PATAGONIA</text></svg>';
  const tag = await sharp(Buffer.from(label)).jpeg().toBuffer();
  const [image = '', tagImage] = [picture, tag].map((bytes) => `data:image/jpeg;base64,${bytes.toString('base64')}`);
  const read = await client.api.pricing.analyzeImage({ body: { image, tagImage } });
  need(JSON.stringify(read).includes('Patagonia'), 'It didn’t read the brand from the tag.');
  return { client, shares };
}

/** The demo of an earlier start, at the address of this one. */
export async function isStillThere(
  { client }: { client: Client },
  { address }: Pick<Started, 'address'>,
): Promise<boolean> {
  const reply = await fetch(`${address}/api/bot/status`, { headers: { cookie: client.jar.header() } });
  return reply.ok && ((await reply.json()) as { sharesToday: number }).sharesToday > 0;
}

const sizes = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  { name: '390', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
] as const;

/** Takes pictures from the welcome, which a start opens, to the first share. */
async function walk(address: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  for (const { name, ...size } of sizes) {
    const context = await browser.newContext({ ...size, baseURL: address, reducedMotion: 'reduce' });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    const show = (screen: string) => page.screenshot({ path: path.join(folder, `${name}-${screen}.png`) });
    const button = (words: string) => page.getByRole('button', { name: words, exact: true }).filter({ visible: true });
    await page.goto(startingPage);
    await button('Watch Demo').first().waitFor();
    await show('1-welcome');
    await button('Watch Demo').first().click();
    await page.getByText('If you start now').first().waitFor();
    await show('2-dashboard');
    await button('Start Bot').first().click();
    await page
      .getByText(/[1-9]\d* of \d+ shared this round/)
      .first()
      .waitFor();
    await show('3-first-share');
    await context.close();
  }
  await browser.close();
}
