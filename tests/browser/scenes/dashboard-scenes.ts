import { botIs, loseConnection, meetHumanCheck, meetShareJail, slots, startBot } from '../fixtures/situations.ts';
import { expect } from '../fixtures/story.ts';
import { dialog, openDashboard, type Walk } from './scene.ts';

/** The dashboard in its states, from the first visit to the day's limit. */
export const dashboardWalks: readonly Walk[] = [
  {
    scenes: [
      {
        name: 'loading',
        arrange: async ({ page, enter }) => {
          await page.route(/\/api\/(bot|listings|activity|poshmark)/, () => undefined);
          await enter();
          await page.getByText('Loading the bot.').waitFor();
        },
      },
      {
        name: 'unread',
        arrange: async ({ page }) => {
          await page.route(/\/api\/(bot|listings|activity|poshmark)/, (route) => route.abort());
          await page.reload();
          await page.getByText('Couldn’t load the bot.').waitFor();
        },
      },
      {
        name: 'first-steps',
        arrange: async ({ page }) => {
          await page.reload();
          await page.getByText('Before the first round').waitFor();
          await openDashboard(page);
        },
      },
      {
        name: 'connect-by-session',
        arrange: async ({ page }) => {
          await page.getByRole('tab', { name: 'Browser session' }).click();
          await page.getByLabel('Paste your Poshmark cookies').waitFor();
        },
      },
      {
        name: 'connect-by-password',
        arrange: async ({ page }) => {
          await page.getByRole('tab', { name: 'Username and password' }).click();
          await page.getByLabel('Poshmark username').fill('maya@example.com');
          await page.getByRole('button', { name: 'Save credentials' }).click();
          await page.getByText('Please provide both username and password').first().waitFor();
        },
      },
      {
        name: 'market-empty',
        arrange: async ({ page }) => {
          await page.goto('/market-analysis');
          await page.getByText('Nothing to analyze yet.').first().waitFor();
        },
      },
      {
        name: 'one-time-code',
        arrange: async ({ page, seller }) => {
          const body = { poshmarkUsername: 'otp_olive', poshmarkPassword: 'practice-2' };
          await seller()
            .api.closet.updateCredentials({ body })
            .catch(() => null);
          await page.goto('/dashboard');
          await page.getByRole('button', { name: 'Confirm code' }).waitFor();
        },
      },
    ],
  },
  {
    scenes: [
      {
        name: 'error',
        arrange: async ({ page, enter }) => {
          // A screen that meets what no screen expects: a zone that does not exist.
          await page.route('**/api/bot/status', async (route) => {
            const answer = await route.fetch();
            await route.fulfill({ response: answer, json: { ...(await answer.json()), timezone: 'Nowhere/Land' } });
          });
          await enter({ closet: 'practice' });
          await page.getByText('Something went wrong').waitFor();
        },
      },
      {
        name: 'ready',
        arrange: async ({ page }) => {
          await page.reload();
          await page.getByText('Ready when you are.').waitFor();
          await openDashboard(page);
        },
      },
      {
        name: 'disconnect',
        arrange: async ({ page }) => {
          await page.getByRole('button', { name: 'Disconnect closet' }).click();
          await page.getByRole('dialog', { name: 'Disconnect this closet?' }).waitFor();
        },
        part: dialog,
      },
      {
        name: 'palette',
        arrange: async ({ page }) => {
          await page.keyboard.press('Control+k');
          await page.getByRole('combobox', { name: 'Find a command or a listing' }).fill('a');
        },
        part: dialog,
      },
      {
        name: 'shortcuts',
        arrange: async ({ page }) => {
          await page.keyboard.press('?');
          await page.getByRole('dialog').waitFor();
        },
        part: dialog,
      },
      {
        name: 'menu',
        arrange: async ({ page }) => {
          await page.setViewportSize({ width: 390, height: 844 });
          await page.getByRole('button', { name: 'Menu' }).click();
          await page.getByRole('button', { name: 'Logout' }).waitFor();
        },
      },
      {
        name: 'toast',
        arrange: async ({ page }) => {
          await page.getByRole('button', { name: 'Update Settings' }).click();
          await page.locator('.toast').waitFor();
        },
      },
      {
        name: 'card-error',
        arrange: async ({ page }) => {
          await page.route(/\/api\/(activity|listings)/, (route) => route.abort());
          await page.reload();
          await openDashboard(page);
          await page.getByRole('region', { name: 'Recent activity' }).getByRole('alert').waitFor();
        },
      },
      {
        name: 'outage',
        arrange: async ({ page }) => {
          await page.route('**/api/**', (route) => route.abort());
          await page.getByRole('button', { name: 'Sync Closet' }).first().click();
          await page.getByText('Can’t reach the server.', { exact: true }).waitFor({ timeout: 20_000 });
        },
      },
      {
        name: 'session-ended',
        arrange: async ({ page, seller }) => {
          await page.reload();
          await openDashboard(page);
          await seller().api.account.logout();
          // The page may notice on its own, and the dialog then covers the button.
          await page.getByRole('button', { name: 'Update Settings' }).dispatchEvent('click');
          await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
        },
        part: dialog,
      },
    ],
  },
  {
    scenes: [
      {
        name: 'consent',
        arrange: async ({ page, enter }) => {
          await enter({ closet: 'real' });
          await page.getByRole('button', { name: 'Start Bot' }).first().click();
          await page.getByRole('dialog', { name: 'Before the first share' }).waitFor();
        },
        part: dialog,
      },
      {
        name: 'waiting',
        arrange: async ({ page, seller }) => {
          await startBot(seller(), { shareFrequency: 60, dailyShareLimit: 1000 });
          await botIs(seller(), ({ state }) => state === 'waiting');
          await page.reload();
          await page.getByText('Waiting').first().waitFor();
          await openDashboard(page);
        },
      },
      {
        name: 'stop-unconfirmed',
        arrange: async ({ page }) => {
          await page.route('**/api/bot/stop', (route) => route.abort());
          await page.getByRole('button', { name: 'Stop Bot' }).first().click();
          await page.getByText('Not stopped: no connection').waitFor();
          await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
        },
        part: (page) => page.locator('.stop-notice'),
      },
      {
        name: 'slots',
        arrange: async ({ page, seller }) => {
          // The stop of the previous scene goes through by now, or with this click.
          await page
            .getByRole('button', { name: 'Try now' })
            .click({ timeout: 2000 })
            .catch(() => undefined);
          await botIs(seller(), ({ isRunning }) => !isRunning);
          await seller().api.bot.changeSettings({ body: { scheduledSlots: slots, useScheduledSlots: true } });
          await page.reload();
          await page.getByLabel('Slot B start').fill('10:30');
          await page.getByText('Slot B changed. Not saved yet.').waitFor();
          await page.getByText('Slots A and B overlap.').waitFor();
        },
      },
      {
        name: 'settings-refused',
        arrange: async ({ page, seller }) => {
          await seller().api.bot.changeSettings({ body: { scheduledSlots: [], useScheduledSlots: false } });
          await page.reload();
          await page.getByText('Custom', { exact: true }).click();
          await page.getByLabel('Minutes between rounds').fill('1441');
          await page.getByLabel('Daily share limit').fill('50001');
          await page.getByRole('switch', { name: 'Scheduled slots' }).click();
          await page.getByRole('button', { name: 'Add slot' }).click();
          await page.getByLabel('Slot A end').fill('09:00');
          await page.getByRole('button', { name: 'Update Settings' }).click();
          await page.locator('.err').first().waitFor();
        },
      },
      {
        name: 'zone-question',
        arrange: async ({ page, seller }) => {
          await seller().api.account.changeProfile({ body: { timezone: 'Europe/Berlin' } });
          await page.goto('/dashboard');
          await page.getByRole('button', { name: 'Stay on Berlin time' }).waitFor();
        },
      },
    ],
  },
  {
    scenes: [
      {
        name: 'sharing',
        arrange: async ({ page, enter }) => {
          const seller = await enter({ closet: 'real', listings: 60, sold: 41, path: null });
          await startBot(seller, { shareFrequency: 60, dailyShareLimit: 50 });
          await botIs(seller, ({ sharesToday }) => sharesToday >= 5);
          await page.goto('/dashboard');
          await page.getByText('Running').first().waitFor();
          await openDashboard(page);
        },
        // The activity below moves while axe reads it. The next scene shows it at rest.
        part: (page) => page.locator('section.bot'),
      },
      {
        name: 'limit-reached',
        arrange: async ({ page, seller }) => {
          await botIs(seller(), ({ state }) => state === 'stopped');
          await page.getByText('Stopped at the limit').first().waitFor();
        },
      },
      {
        name: 'evidence',
        arrange: async ({ page }) => {
          await page.getByLabel('Show', { exact: true }).selectOption('SHARE');
          await page.locator('.entry summary').first().click();
          const end = page.getByText('No older entries.');
          const entries = page.locator('.entry');
          while (!(await end.isVisible())) {
            const before = await entries.count();
            await page.getByRole('button', { name: 'Show more' }).click();
            await expect.poll(async () => (await entries.count()) > before || (await end.isVisible())).toBe(true);
          }
        },
        part: (page) => page.getByRole('region', { name: 'Recent activity' }),
      },
    ],
  },
  {
    scenes: [
      {
        name: 'human-check',
        arrange: async (stage) => {
          const seller = await stage.enter({ closet: 'real', path: null });
          await meetHumanCheck(stage, seller);
          await stage.page.goto('/dashboard');
          await stage.page.getByRole('alert').waitFor();
          await openDashboard(stage.page);
        },
      },
      {
        name: 'share-jail',
        arrange: async (stage) => {
          const seller = await stage.enter({ closet: 'real', path: null });
          await meetShareJail(stage, seller);
          await stage.page.goto('/dashboard');
          await stage.page.getByRole('alert').waitFor();
          await openDashboard(stage.page);
        },
      },
      {
        name: 'connection-issue',
        arrange: async (stage) => {
          await stage.seller().api.bot.stop();
          await loseConnection(stage, stage.seller());
          await stage.page.reload();
          await stage.page.getByText('Connection Issue').first().waitFor();
          await openDashboard(stage.page);
        },
      },
    ],
  },
];
