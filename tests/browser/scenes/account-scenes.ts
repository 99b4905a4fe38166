import type { Page } from '@playwright/test';
import { pretendPush } from '../fixtures/push-browser.ts';
import { botIs, startBot } from '../fixtures/situations.ts';
import type { Scene } from './scene.ts';

const openDashboard = (page: Page) => page.getByRole('button', { name: 'Update Settings' }).waitFor();

/** The profile's dialog, opened by its button in the top bar; a wide page has it there. */
const openProfile = async (page: Page, tab: string): Promise<void> => {
  await openDashboard(page);
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('dialog', { name: 'Your profile' }).getByRole('tab', { name: tab }).click();
};

/** Profile, contact and API test in their states. */
export const accountScenes: readonly Scene[] = [
  {
    name: 'profile-overview',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'real' });
      await openProfile(page, 'Overview');
      await page.getByText('This browser', { exact: true }).waitFor();
    },
  },
  {
    name: 'messages-on',
    arrange: async ({ page, enter }) => {
      await pretendPush(page, { permission: 'granted' });
      await enter({ closet: 'practice' });
      await openProfile(page, 'Overview');
      await page.getByRole('button', { name: 'Turn on notifications' }).click();
      await page.getByText('No notifications sent here yet.').waitFor();
      // As if another browser had been turned on before.
      await page.evaluate(() => localStorage.removeItem('pretend-subscription'));
      await page.reload();
      await openProfile(page, 'Overview');
      await page.getByRole('button', { name: 'Turn on notifications' }).click();
      const part = page.getByRole('region', { name: 'Notifications on this device' });
      await part.getByRole('switch').first().waitFor();
      await part.getByText('Your other devices').waitFor();
      await part.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'messages-denied',
    arrange: async ({ page, enter }) => {
      await pretendPush(page, { permission: 'denied' });
      await enter({ closet: 'practice' });
      await openProfile(page, 'Overview');
      await page.getByText('Your browser blocks notifications from Hangtag. To allow them').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'messages-offer',
    arrange: async ({ page, enter }) => {
      await pretendPush(page);
      await page.route('**/api/notices', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), isOffered: true } });
      });
      await enter({ closet: 'practice' });
      await openDashboard(page);
      await page.getByText('Your first day of sharing went well.').waitFor();
    },
  },
  {
    name: 'profile-stats',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'practice' });
      await openProfile(page, 'Closet Stats');
      await page.getByText('Asking prices').waitFor();
    },
  },
  {
    name: 'profile-personal',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'practice' });
      await openProfile(page, 'Personal Info');
      await page.getByLabel('First name').fill('');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('First name is required').waitFor();
    },
  },
  {
    name: 'profile-poshmark',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'real' });
      await openProfile(page, 'Poshmark');
      await page.getByRole('dialog').getByText('Ready for Sharing').waitFor();
    },
  },
  {
    name: 'delete-account',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'practice' });
      await openProfile(page, 'Personal Info');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
    },
  },
  {
    name: 'contact',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'practice' });
      await openDashboard(page);
      await page.getByRole('button', { name: 'Contact Us' }).click();
      await page.getByLabel('Subject').fill('Hi');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByText('Subject must be at least 5 characters').waitFor();
    },
  },
  {
    name: 'session-ended',
    arrange: async ({ page, enter }) => {
      const seller = await enter({ closet: 'practice' });
      await openDashboard(page);
      await seller.api.account.logout();
      await page.getByRole('button', { name: 'Update Settings' }).click();
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    },
  },
  {
    name: 'api-test',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'real', path: '/api-test' });
      await page.getByRole('button', { name: 'Run API Test' }).waitFor();
    },
  },
  {
    name: 'api-test-result',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'real', path: '/api-test' });
      await page.getByRole('button', { name: 'Run API Test' }).click();
      await page.getByText('API key').waitFor();
    },
  },
  {
    name: 'api-test-failed',
    arrange: async ({ page, enter }) => {
      await page.route('**/api/poshmark/test', (route) =>
        route.fulfill({ status: 503, json: { error: 'shutting_down', message: 'The server is stopping.' } }),
      );
      await enter({ closet: 'real', path: '/api-test' });
      await page.getByRole('button', { name: 'Run API Test' }).click();
      await page.getByRole('status').getByText('API test failed with status: 503').waitFor();
    },
  },
  {
    name: 'menu',
    arrange: async ({ page, enter }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await enter({ closet: 'practice' });
      await openDashboard(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Logout' }).waitFor();
    },
  },
  {
    name: 'evidence',
    arrange: async ({ page, enter }) => {
      const seller = await enter({ closet: 'real', listings: 14, path: null });
      await startBot(seller);
      await botIs(seller, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 14);
      await page.goto('/dashboard');
      await openDashboard(page);
      await page.getByLabel('Show', { exact: true }).selectOption('SHARE');
      await page.locator('.entry summary').first().click();
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText('No older entries.').waitFor();
    },
  },
  {
    name: 'zone-question',
    arrange: async ({ page, enter }) => {
      const seller = await enter({ closet: 'practice', path: null });
      await seller.api.account.changeProfile({ body: { timezone: 'Europe/Berlin' } });
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Stay on Berlin time' }).waitFor();
    },
  },
];
