import type { Page, Request } from '@playwright/test';
import { startBot } from '../fixtures/situations.ts';
import { botButton, expect, expectToast, forgetFiles, serverAway, test, toast } from '../fixtures/story.ts';

// Parts of the dashboard that load after the first view: without a connection, after a deployment, and again.

// A low screen, so that the pricing cards are too far down to load with the first view.
test.use({
  viewport: { width: 1440, height: 500 },
  allowed: new RegExp(`${serverAway.source}|status of 404 .*/assets/`),
});

/** The most script for a first view, in KB as transferred, and in how many files. */
const most = { dashboard: 160, dashboardFiles: 8 };

/** The scripts that the page asked for before its first view was complete, with their bytes as transferred. */
const firstScripts = async (page: Page): Promise<{ path: string; bytes: number }[]> => {
  const countMarks = () => page.evaluate(() => performance.getEntriesByName('first view').length);
  await expect.poll(countMarks).toBe(1);
  return page.evaluate(() => {
    const completeAt = performance.getEntriesByName('first view')[0]?.startTime ?? 0;
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < completeAt)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }));
  });
};

const missing = (page: Page) => page.getByText('This part of the page didn’t load.');
const photoCard = (page: Page) => page.getByRole('button', { name: /choose a photo/i });
const scrollToPricing = (page: Page) => page.locator('.pricing-row').scrollIntoViewIfNeeded();
const isStyled = (page: Page, name: string) =>
  page.evaluate((part) => [...document.styleSheets].some(({ href }) => href?.includes(part)), name);

/** Makes the server look like another build: its page names another script, and the old pricing cards are gone. */
const deploy = async (page: Page) => {
  let reloads = 0;
  await page.route('**/assets/pricing-cards*', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.route('**/dashboard', async (route) => {
    if (route.request().isNavigationRequest()) {
      // The new page finds all its parts.
      reloads += 1;
      await page.unroute('**/assets/pricing-cards*');
      return route.fallback();
    }
    const response = await route.fetch();
    const text = await response.text();
    return route.fulfill({ response, body: text.replace(/\/assets\/app-[\w-]+\.js/, '/assets/app-ANOTHER1.js') });
  });
  return () => reloads;
};

test('a screen asks for each thing once, and a part whose files are missing loads later, alone, while the bot stays at hand', async ({
  page,
  enter,
  context,
  look,
}) => {
  const seller = await enter({ closet: 'practice', path: null });
  await forgetFiles(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step('each thing is asked for once, although the live updates start with every event', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname + search);
    });
    // The events come when the page knows the account, and before it has the script of the screen that asks for the rest.
    const account = page.waitForResponse('**/api/user');
    await page.route('**/api/events', async (route) => {
      await account;
      await route.continue();
    });
    const isUser = (request: Request) => new URL(request.url()).pathname === '/api/user';
    const accountAgain = account.then(() => page.waitForRequest(isUser));
    await page.route('**/assets/signed-in-*.js', async (route) => {
      await accountAgain;
      await route.continue();
    });
    await page.goto('/dashboard');
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await scrollToPricing(page);
    await expect(photoCard(page)).toBeVisible();
    expect(asked.filter((call) => call === '/api/user')).toHaveLength(2);
    expect(asked.filter((call, place) => call !== '/api/user' && asked.indexOf(call) !== place)).toEqual([]);
    expect(asked).toContain('/api/bot/status');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  const scripts = await firstScripts(page);
  await test.step('the first view stays within its limit for script', () => {
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(most.dashboard * 1000);
    // Each file costs the browser and the server time of its own: see `vite.config.ts`.
    expect(scripts.length).toBeLessThanOrEqual(most.dashboardFiles);
  });
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.route('**/assets/pricing-cards*.css', (route) => route.abort());
  await forgetFiles(page);
  await page.reload();
  await test.step('a part without its style sheet shows with it after a click on try again', async () => {
    await scrollToPricing(page);
    await expect(missing(page)).toBeVisible();
    await page.unroute('**/assets/pricing-cards*.css');
    await page.locator('.missing-part').getByRole('button', { name: 'Try again' }).click();
    await expect(photoCard(page)).toBeVisible();
    expect(await isStyled(page, 'pricing-cards')).toBe(true);
  });
  const notice = page.getByRole('alert').filter({ hasText: 'Not stopped: no connection' });
  await test.step('Start and Sync without a connection say so, and change nothing', async () => {
    // The first view needs no other script to be used, so everything that loads later is missing.
    const first = scripts.map(({ path }) => path);
    await page.route('**/assets/*', (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname.endsWith('.js') && !first.includes(pathname) ? route.abort() : route.continue();
    });
    await page.reload();
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await expect(page.getByRole('img', { name: /^Shares today by time/ })).toBeVisible();
    await context.setOffline(true);
    await botButton(page, 'Start Bot').click();
    await expectToast(page, 'Error', 'Failed to start bot');
    await expect(toast(page)).toContainText('Can’t reach the server. Check your connection, then try again.');
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page)).toBeHidden();
    await page.getByRole('button', { name: 'Sync Closet' }).first().click();
    await expectToast(page, 'No Listings Found', 'Failed to sync closet listings');
    await expect(page.getByText('60 listings ready to share.')).toBeVisible();
    expect((await seller.api.bot.status()).isRunning).toBe(false);
    await context.setOffline(false);
    await page.unroute('**/assets/*');
  });
  await test.step('Stop without a connection stays in sight until it is called off', async () => {
    await startBot(seller);
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
    await context.setOffline(true);
    await botButton(page, 'Stop Bot').click();
    await expectToast(page, 'Error', 'Failed to stop bot');
    await expect(notice).toContainText('The bot may still be sharing.');
    await expect(page.getByText('Something went wrong')).toBeHidden();
    await look('stop-unconfirmed', { part: page.locator('.stop-notice') });
    await notice.getByRole('button', { name: 'Try now' }).click();
    await expect(notice.getByRole('button', { name: 'Try now' })).toBeVisible();
    await notice.getByRole('button', { name: 'Don’t stop' }).click();
    await expectToast(page, 'Stop canceled');
    await expect(notice).toBeHidden();
    await context.setOffline(false);
    await expect(page.getByText('Can’t reach the server.', { exact: true })).toBeHidden();
    expect((await seller.api.bot.status()).isRunning).toBe(true);
  });
  await test.step('Stop goes through on its own when the connection is back, and says so', async () => {
    await context.setOffline(true);
    await botButton(page, 'Stop Bot').click();
    await expect(notice).toBeVisible();
    await context.setOffline(false);
    await expectToast(page, 'Bot stopped successfully', /^Nothing will be shared after/);
    await expect(notice).toBeHidden();
    expect((await seller.api.bot.status()).isRunning).toBe(false);
  });
  await forgetFiles(page);
  await page.reload();
  await test.step('a dialog that cannot be loaded says so, and opens later', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await context.setOffline(true);
    const profile = page.getByRole('button', { name: /^Profile of/ });
    await profile.click();
    const dialog = page.getByRole('dialog', { name: 'Profile' });
    await expect(dialog).toContainText('This part of the page didn’t load.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(profile).toBeFocused();
    await context.setOffline(false);
    await profile.click();
    await expect(dialog.getByRole('tab', { name: 'Personal Info' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('a part that is scrolled to without a connection fails alone, and loads when the connection is back', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await context.setOffline(true);
    await scrollToPricing(page);
    await expect(missing(page)).toBeVisible();
    await expect(page.getByText('Hangtag will try again when the connection is back.')).toBeVisible();
    await expect(botButton(page, 'Start Bot')).toBeVisible();
    await context.setOffline(false);
    await expect(photoCard(page)).toBeVisible();
    await expect(missing(page)).toBeHidden();
    expect(await isStyled(page, 'pricing-cards')).toBe(true);
  });
  await test.step('a screen that cannot be loaded keeps the top bar, and loads when the connection is back', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await context.setOffline(true);
    const tools = page.getByRole('navigation', { name: 'Tools' });
    await tools.getByRole('link', { name: 'API test' }).click();
    await expect(page.getByRole('heading', { name: 'This part of the page didn’t load.' })).toBeVisible();
    await expect(page.getByText('Your bot isn’t affected')).toBeVisible();
    await tools.getByRole('link', { name: 'Dashboard' }).click();
    await expect(botButton(page, 'Start Bot')).toBeVisible();
    await tools.getByRole('link', { name: 'API test' }).click();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Run API Test' })).toBeVisible();
  });
  await test.step('after a new deployment the page reloads on its own when it needs a part that is gone, or asks for it if something is typed', async () => {
    await forgetFiles(page);
    await page.goto('/dashboard');
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    const reloads = await deploy(page);
    await scrollToPricing(page);
    await expect.poll(reloads).toBe(1);
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await scrollToPricing(page);
    await expect(photoCard(page)).toBeVisible();
    expect(reloads()).toBe(1);

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await forgetFiles(page);
    await page.reload();
    const limit = page.getByLabel('Daily share limit').first();
    // Scrolling to the field would bring the pricing cards near, and load them before the deployment.
    await limit.evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '321');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const again = await deploy(page);
    await scrollToPricing(page);
    await expect(page.getByText('Hangtag was updated. Reload the page to see it.')).toBeVisible();
    expect(again()).toBe(0);
    await expect(limit).toHaveValue('321');
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect.poll(again).toBe(1);
    await scrollToPricing(page);
    await expect(photoCard(page)).toBeVisible();
  });
});
