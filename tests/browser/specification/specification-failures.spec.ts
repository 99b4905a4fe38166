import type { Page, Route } from '@playwright/test';
import { refuse } from '../fixtures/canned-prices.ts';
import { botIs } from '../fixtures/situations.ts';
import { botButton, expect, expectToast, test, toast } from '../fixtures/story.ts';

const cell = (page: Page, name: string) =>
  page.locator('.cell', { has: page.getByRole('heading', { name, exact: true }) });
/** A reply with only a status and no message. */
const wordless = (status: number) => (route: Route) => route.fulfill({ status, body: '' });

test.use({ allowed: /net::ERR_FAILED|made-up/ });

test('every failure of the dashboard has its title and text, nothing is requested twice, and unexpected errors leave the page working', async ({
  page,
  enter,
}) => {
  await page.clock.install();
  const seller = await enter({ closet: 'real', listings: 8, sold: 2 });
  await expect(cell(page, 'All Listings')).toContainText('80% active');
  const press = (name: string) => page.getByRole('button', { name }).first().click();
  const during = async (path: string, answer: (route: Route) => Promise<void>, act: () => Promise<void>) => {
    await page.route(path, answer);
    await act();
    await page.unroute(path);
  };

  await test.step('an unhandled error is logged in the console, and the page keeps working', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    const uncaught: string[] = [];
    const logged: string[] = [];
    const asked: string[] = [];
    page.on('pageerror', ({ message }) => uncaught.push(message));
    page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.evaluate(() => {
      queueMicrotask(() => {
        throw new Error('a made-up error');
      });
      void Promise.reject(new Error('a made-up rejection'));
    });
    await expect.poll(() => uncaught).toEqual(expect.arrayContaining(['a made-up error', 'a made-up rejection']));
    await expect.poll(() => logged.join()).toMatch(/error: .*a made-up rejection/);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
    expect(asked.filter((call) => !call.startsWith('GET '))).toEqual([]);
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expectToast(page, 'Settings Updated');
  });
  await test.step('Error: Failed to stop bot', () =>
    during('**/api/bot/stop', refuse(409, 'not_running', 'The bot is not running.'), async () => {
      await seller.api.bot.start({ body: { ...(await seller.api.bot.status()).settings, acceptAutomationRisk: true } });
      await botButton(page, 'Stop Bot').click();
      await expectToast(page, 'Error', 'Failed to stop bot');
    }));
  // After the round, because a share that is on its way would be logged after the stop.
  await botIs(seller, ({ state }) => state === 'waiting');
  await botButton(page, 'Stop Bot').click();
  await expectToast(page, 'Bot stopped successfully');
  await test.step('recent activity: the latest 5 entries, action words with spaces, and when', async () => {
    const entries = page.getByRole('region', { name: 'Recent activity' }).locator('.entry');
    await expect(entries.first()).toContainText('Bot stopped');
    await expect(entries).toHaveCount(5);
    await expect(entries.first()).toContainText(/\d+:\d\d [AP]M|just now|ago/);
    await expect(async () => {
      const latest = await seller.api.activity.list({ query: { limit: 5 } });
      const names = (await entries.locator('.lab').allTextContents()).map((name) => name.toUpperCase());
      expect(names).toEqual(latest.map(({ action }) => action.replaceAll('_', ' ')));
    }).toPass();
    await expect(page.getByRole('region', { name: 'Recent activity' })).not.toContainText('BOT_');
  });
  await test.step('Error: Failed to start bot, with the reason, and the button is as before', () =>
    during('**/api/bot/start', refuse(409, 'no_listings', 'There is nothing for sale in your closet.'), async () => {
      await botButton(page, 'Start Bot').click();
      await expectToast(page, 'Error', 'Failed to start bot');
      await expect(toast(page)).toContainText('There is nothing for sale in your closet.');
      await expect(botButton(page, 'Start Bot')).toBeEnabled();
    }));
  await test.step('Update Failed: Expected JSON response but got {type}, Invalid JSON, API endpoint error', async () => {
    const say = async (answer: (route: Route) => Promise<void>, words: string) =>
      during('**/api/bot/settings', answer, async () => {
        await press('Update Settings');
        await expectToast(page, 'Update Failed', words);
      });
    await say(
      (route) => route.fulfill({ contentType: 'text/plain', body: 'fine' }),
      'Expected JSON response but got text/plain',
    );
    await say(
      (route) => route.fulfill({ contentType: 'application/json', body: '{' }),
      'Invalid JSON response from server',
    );
    await say(
      (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<p>no</p>' }),
      'API endpoint error: 404',
    );
  });
  await test.step('Authentication Failed: Please check your credentials', () =>
    during('**/api/poshmark/test-auth', refuse(422, 'credentials_rejected', 'No.'), async () => {
      await press('Test authentication');
      await expectToast(page, 'Authentication Failed', 'Please check your credentials');
    }));
  await test.step('No Listings Found: the server’s message', () =>
    during('**/api/listings/sync', refuse(404, 'no_listings_found', 'Your closet is empty.'), async () => {
      await press('Sync Closet');
      await expectToast(page, 'No Listings Found', 'Your closet is empty.');
    }));
  await test.step('a sync right after another is no failure', () =>
    during(
      '**/api/listings/sync',
      refuse(429, 'too_many_requests', 'A closet can be synced once a minute.'),
      async () => {
        await press('Sync Closet');
        await expectToast(page, 'Not yet', 'A closet can be synced once a minute.');
      },
    ));
  const unreachable = 'Can’t reach the server. Check your connection, then try again.';
  /** A call that fails like this shows these texts, and is not repeated for a minute. */
  const failing = async (act: string, path: string, answer: (route: Route) => Promise<void>, shown: string[]) => {
    let calls = 0;
    await page.route(path, (route) => {
      calls += 1;
      return answer(route);
    });
    await press(act);
    const [title = '', ...texts] = shown;
    await expect(toast(page).locator('.toast-title')).toHaveText(title);
    await expect(toast(page).locator('.toast-text')).toHaveText(texts);
    await page.clock.runFor(60_000);
    expect(calls, `${act} was asked for once`).toBe(1);
    await page.unroute(path);
  };
  const bare = (body: string) => (route: Route) =>
    route.fulfill({ status: 418, contentType: 'application/json', body });
  const cut = (route: Route) => route.abort();

  await test.step('settings: Failed to update settings, and HTTP {status}', async () => {
    const shown = ['Update Failed', 'Failed to update settings'];
    await failing('Update Settings', '**/api/bot/settings', wordless(418), [...shown, 'HTTP 418']);
    await failing('Update Settings', '**/api/bot/settings', bare('{}'), [...shown, 'HTTP 418']);
    await failing('Update Settings', '**/api/bot/settings', cut, [...shown, unreachable]);
  });
  await test.step('sync: Failed to sync closet listings', async () => {
    const shown = ['No Listings Found', 'Failed to sync closet listings'];
    await failing('Sync Closet', '**/api/listings/sync', wordless(418), [...shown, 'HTTP 418']);
    await failing('Sync Closet', '**/api/listings/sync', bare('{"message":""}'), [...shown, 'HTTP 418']);
    await failing('Sync Closet', '**/api/listings/sync', cut, [...shown, unreachable]);
  });
  await test.step('a screen does not repeat on its own a request that the server refused', async () => {
    // Without events, only polled queries run.
    await page.route('**/api/events', (route) => route.fulfill({ status: 404 }));
    const calls = { activity: 0, listings: 0, status: 0 };
    const count = (path: string, name: keyof typeof calls, answer: (route: Route) => Promise<void>) =>
      page.route(path, (route) => {
        calls[name] += 1;
        return answer(route);
      });
    await count('**/api/bot/status', 'status', (route) => route.continue());
    await count('**/api/activity?limit=5', 'activity', wordless(418));
    await count('**/api/listings', 'listings', wordless(418));
    await page.reload();
    const activity = page.getByRole('region', { name: 'Recent activity' });
    await expect(activity.getByRole('alert')).toContainText('HTTP 418');
    await expect(cell(page, 'Active Listings')).toContainText('Couldn’t load');
    for (const _ of Array.from({ length: 3 })) {
      const polled = page.waitForResponse('**/api/bot/status');
      await page.clock.runFor(10_000);
      await polled;
    }
    expect(calls.status).toBeGreaterThanOrEqual(4);
    expect(calls).toMatchObject({ activity: 1, listings: 1 });
    await activity.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => calls.activity).toBe(2);
  });
  await test.step('Logout failed, Update failed, Disconnection failed: the fallbacks', async () => {
    await during('**/api/logout', wordless(400), async () => {
      await press('Logout');
      await expectToast(page, 'Logout failed', 'Logout failed');
    });
    await press('Profile of Maya Brandt');
    const profile = page.getByRole('dialog', { name: 'Your profile' });
    await profile.getByRole('tab', { name: 'Personal Info' }).click();
    await during('**/api/user/profile', wordless(400), async () => {
      await profile.getByLabel('Phone number').fill('+1 555 0100');
      await profile.getByRole('button', { name: 'Save changes' }).click();
      await expectToast(page, 'Update failed', 'Profile update failed');
    });
    await profile.getByRole('tab', { name: 'Poshmark' }).click();
    const question = page.getByRole('dialog', { name: 'Disconnect this closet?' });
    await during('**/api/user/disconnect-closet', wordless(400), async () => {
      await profile.getByRole('button', { name: 'Disconnect closet' }).click();
      await question.getByRole('button', { name: 'Disconnect closet' }).click();
      await expectToast(page, 'Disconnection failed', 'Failed to disconnect closet');
    });
  });
});
