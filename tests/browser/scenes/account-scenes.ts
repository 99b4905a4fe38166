// The scenes of signing in, the profile, and the security settings.

import type { Page } from '@playwright/test';
import { createHttpClient } from '#tests/http-client.ts';
import { codeInApp } from '#tests/journeys/account/authenticator-app.ts';
import { pretendPush } from '../fixtures/push-browser.ts';
import { dialog, openDashboard, type Walk } from './scene.ts';

/** Opens the profile dialog with its button in the top bar, which only wide pages show. */
const openProfile = async (page: Page, tab: string): Promise<void> => {
  await openDashboard(page);
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('dialog', { name: 'Your profile' }).getByRole('tab', { name: tab }).click();
};

/** Profile, contact, notifications, and API test in their states. */
export const accountWalks: readonly Walk[] = [
  {
    scenes: [
      {
        name: 'profile-overview',
        arrange: async ({ page, enter }) => {
          await enter({ closet: 'real' });
          await openProfile(page, 'Overview');
          await page.getByText('This browser', { exact: true }).waitFor();
        },
        part: dialog,
      },
      {
        name: 'profile-stats',
        arrange: async ({ page }) => {
          await openProfile(page, 'Closet Stats');
          await page.getByText('Asking prices').waitFor();
        },
        part: dialog,
      },
      {
        name: 'profile-poshmark',
        arrange: async ({ page }) => {
          await openProfile(page, 'Poshmark');
          await page.getByRole('dialog').getByText('Ready for Sharing').waitFor();
        },
        part: dialog,
      },
      {
        name: 'profile-personal',
        arrange: async ({ page }) => {
          await openProfile(page, 'Personal Info');
          await page.getByLabel('First name').fill('');
          await page.getByRole('button', { name: 'Save changes' }).click();
          await page.getByText('First name is required').waitFor();
        },
        part: dialog,
      },
      {
        name: 'profile-security',
        arrange: async ({ page, seller }) => {
          const { key } = await seller().api.account.startApp();
          await seller().api.account.confirmApp({ body: { code: codeInApp(key, Date.now()) } });
          await openProfile(page, 'Personal Info');
          const part = page.getByRole('region', { name: 'Security' });
          await part.getByText('Recovery codes').waitFor();
          await part.scrollIntoViewIfNeeded();
        },
        part: dialog,
      },
      {
        name: 'confirm',
        arrange: async ({ page }) => {
          await openProfile(page, 'Personal Info');
          await page.route('**/api/user/recovery-codes', (route) =>
            route.fulfill({ status: 403, json: { error: 'confirmation_required', message: 'Confirm it’s you.' } }),
          );
          await page.getByRole('button', { name: 'Make new codes' }).click();
          await page.getByLabel('Code from your app').waitFor();
        },
        part: dialog,
      },
      {
        name: 'app-setup',
        arrange: async ({ page, seller }) => {
          await seller().api.account.removeApp();
          await openProfile(page, 'Personal Info');
          await page.getByRole('button', { name: 'Set up' }).click();
          await page.getByRole('img', { name: /^QR code/ }).waitFor();
        },
        part: dialog,
      },
      {
        name: 'new-sign-in',
        arrange: async ({ page, product, seller }) => {
          const { email, password } = seller();
          await createHttpClient(product.url).api.account.login({ body: { email, password } });
          await page.reload();
          await page.getByRole('region', { name: 'New sign-in' }).waitFor();
        },
        part: (page) => page.getByRole('region', { name: 'New sign-in' }),
      },
      {
        name: 'delete-account',
        arrange: async ({ page }) => {
          await openProfile(page, 'Personal Info');
          await page.getByRole('button', { name: 'Delete my account' }).click();
          await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
        },
        part: dialog,
      },
      {
        name: 'contact',
        arrange: async ({ page }) => {
          await page.getByRole('button', { name: 'Contact Us' }).click();
          await page.getByLabel('Subject').fill('Hi');
          await page.getByRole('button', { name: 'Send Message' }).click();
          await page.getByText('Subject must be at least 5 characters').waitFor();
        },
        part: dialog,
      },
      {
        name: 'api-test',
        arrange: async ({ page }) => {
          await page.goto('/api-test');
          await page.getByRole('button', { name: 'Run API Test' }).waitFor();
        },
      },
      {
        name: 'api-test-failed',
        isVariant: true,
        arrange: async ({ page }) => {
          await page.route('**/api/poshmark/test', (route) =>
            route.fulfill({ status: 503, json: { error: 'shutting_down', message: 'The server is stopping.' } }),
          );
          await page.getByRole('button', { name: 'Run API Test' }).click();
          await page.getByText('API test failed with status: 503').first().waitFor();
        },
      },
      {
        name: 'api-test-result',
        arrange: async ({ page }) => {
          await page.reload();
          await page.getByRole('button', { name: 'Run API Test' }).click();
          await page.getByText('API key').waitFor();
        },
      },
    ],
  },
  {
    scenes: [
      {
        name: 'messages-on',
        arrange: async ({ page, enter }) => {
          await pretendPush(page, { permission: 'granted' });
          const turnOn = page.getByRole('tabpanel').getByRole('button', { name: 'Turn on notifications' });
          await enter({ closet: 'practice' });
          await openProfile(page, 'Overview');
          await turnOn.click();
          await page.getByText('No notifications sent here yet.').waitFor();
          // As if another browser had been turned on before.
          await page.evaluate(() => localStorage.removeItem('pretend-subscription'));
          await page.reload();
          await openProfile(page, 'Overview');
          await turnOn.click();
          const part = page.getByRole('region', { name: 'Notifications on this device' });
          await part.getByRole('switch').first().waitFor();
          await part.getByText('Your other devices').waitFor();
          await part.scrollIntoViewIfNeeded();
        },
        part: dialog,
      },
      {
        name: 'messages-denied',
        arrange: async ({ page, enter }) => {
          await page.evaluate(() => localStorage.setItem('pretend-permission', 'denied'));
          await enter({ closet: 'practice' });
          await openProfile(page, 'Overview');
          await page
            .getByText('Your browser blocks notifications from Hangtag. To allow them')
            .scrollIntoViewIfNeeded();
        },
        part: dialog,
      },
      {
        name: 'messages-offer',
        arrange: async ({ page, enter }) => {
          await page.evaluate(() => localStorage.setItem('pretend-permission', 'default'));
          await page.route('**/api/notices', async (route) => {
            const answer = await route.fetch();
            await route.fulfill({ response: answer, json: { ...(await answer.json()), isOffered: true } });
          });
          await enter({ closet: 'practice' });
          await openDashboard(page);
          await page.getByText('Sharing is going well.').waitFor();
        },
        part: (page) => page.getByRole('region', { name: 'Notifications', exact: true }),
      },
    ],
  },
];
