// The dashboard while the bot starts, shares, reaches its limit, and pauses.

import { botIs, loseConnection, meetHumanCheck, meetShareJail, slots, startBot } from '../fixtures/situations.ts';
import { expect } from '../fixtures/story.ts';
import { band, dialog, openDashboard, type Walk } from './scene.ts';

export const botWalks: readonly Walk[] = [
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
          // Later attempts have a query.
          await page.route(/\/api\/bot\/stop(\?|$)/, (route) => route.abort());
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
        part: (page) => page.getByRole('region', { name: 'Settings' }),
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
        part: (page) => page.getByRole('region', { name: 'Settings' }),
      },
      {
        name: 'zone-question',
        isVariant: true,
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
          // The page has loaded before the start, because the limit is reached within a few seconds.
          const seller = await enter({ closet: 'real', listings: 60, sold: 41 });
          await openDashboard(page);
          await startBot(seller, { shareFrequency: 60, dailyShareLimit: 50 });
          await botIs(seller, ({ sharesToday }) => sharesToday >= 5);
          await page.getByText('Running').first().waitFor();
        },
        // The activity below moves while axe reads it. The next scene shows it at rest.
        part: band,
      },
      {
        name: 'limit-reached',
        arrange: async ({ page, seller }) => {
          await botIs(seller(), ({ state }) => state === 'stopped');
          await page.getByText('Stopped at the limit').first().waitFor();
        },
        part: band,
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
        part: band,
      },
      {
        name: 'connection-issue',
        isVariant: true,
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
