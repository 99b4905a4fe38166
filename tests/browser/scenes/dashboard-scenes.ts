// The dashboard from the first visit on, with what covers it and what fails on it.

import { expect, type Page } from '@playwright/test';
import { breakFirstPage } from '../fixtures/situations.ts';
import { busyDay } from '../today/canned-today.ts';
import { dialog, firstSteps, openDashboard, type Walk } from './scene.ts';

const today = (page: Page) => page.getByRole('region', { name: 'Today' });

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
        part: firstSteps,
      },
      {
        name: 'connect-by-password',
        arrange: async ({ page }) => {
          await page.getByRole('tab', { name: 'Username and password' }).click();
          await page.getByLabel('Poshmark username').fill('maya@example.com');
          await page.getByRole('button', { name: 'Save credentials' }).click();
          await page.getByText('Please provide both username and password').first().waitFor();
        },
        part: firstSteps,
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
        part: firstSteps,
      },
    ],
  },
  {
    scenes: [
      {
        name: 'error',
        arrange: async ({ page, enter }) => {
          await breakFirstPage(page);
          await enter({ closet: 'practice' });
          await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
          await expect(page.getByText('An unexpected error occurred. Please try refreshing the page.')).toBeVisible();
          await expect(page.locator('pre')).toBeHidden();
        },
      },
      {
        name: 'ready',
        arrange: async ({ page }) => {
          await page.getByText('Error details').click();
          await expect(page.locator('pre')).toContainText('No number can be formatted');
          await page.getByRole('button', { name: 'Refresh Page' }).click();
          await page.getByText('Ready when you are.').waitFor();
          await openDashboard(page);
        },
      },
      {
        name: 'today',
        arrange: async ({ page }) => {
          await page.route('**/api/today', (route) => route.fulfill({ json: busyDay }));
          await page.reload();
          await page.getByRole('button', { name: '4 more' }).waitFor();
        },
        part: today,
      },
      {
        name: 'today-open',
        arrange: async ({ page }) => {
          await page.route('**/api/today', (route) => route.fulfill({ json: busyDay }));
          await page.reload();
          await page.getByRole('button', { name: '4 more' }).click();
          await page.getByRole('button', { name: 'Later: 3 listings worth repricing' }).click();
          await page.getByRole('button', { name: 'Tomorrow' }).waitFor();
        },
        part: today,
      },
      {
        name: 'today-done',
        arrange: async ({ page }) => {
          await page.route('**/api/today', (route) => route.fulfill({ json: { tasks: [], setup: [] } }));
          await page.reload();
          await page.getByText('Nothing to do today.').waitFor();
        },
        part: today,
      },
      {
        name: 'today-unread',
        arrange: async ({ page }) => {
          await page.route('**/api/today', (route) => route.abort());
          await page.reload();
          await today(page).getByRole('button', { name: 'Try again' }).waitFor();
        },
        part: today,
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
        name: 'toast',
        arrange: async ({ page }) => {
          await page.getByRole('button', { name: 'Update Settings' }).click();
          await page.locator('.toast').waitFor();
          // While it has the focus, it stays.
          await page.keyboard.press('F8');
          await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused();
        },
        part: (page) => page.locator('.toast'),
      },
      {
        name: 'card-error',
        arrange: async ({ page }) => {
          await page.route(/\/api\/(activity|listings)/, (route) => route.abort());
          await page.reload();
          await openDashboard(page);
          await page.getByRole('region', { name: 'Recent activity' }).getByRole('alert').waitFor();
        },
        part: (page) => page.getByRole('region', { name: 'Recent activity' }),
      },
      {
        name: 'outage',
        isVariant: true,
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
];
