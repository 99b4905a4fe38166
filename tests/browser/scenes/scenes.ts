import type { Page } from '@playwright/test';
import { botIs, loseConnection, meetHumanCheck, meetShareJail, slots, startBot } from '../fixtures/situations.ts';
import { accountScenes } from './account-scenes.ts';
import { pricingScenes } from './pricing-scenes.ts';
import type { Scene, Stage } from './scene.ts';

export type { Scene, Stage };

const openDashboard = (page: Page) => page.getByRole('button', { name: 'Update Settings' }).waitFor();

export const scenes: readonly Scene[] = [
  ...Object.entries({
    home: '/',
    landing: '/landing',
    'how-it-works': '/how-it-works',
    blog: '/blog',
    article: '/blog/poshmark-pricing-strategy',
    privacy: '/privacy',
    terms: '/terms',
  }).map(([name, path]) => ({
    name,
    arrange: async ({ page }: Stage) => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  })),
  {
    name: 'learn-more',
    arrange: async ({ page }) => {
      await page.goto('/landing');
      await page.getByRole('button', { name: 'Learn More' }).first().click();
      await page.getByRole('dialog', { name: 'Smart Auto-Sharing' }).waitFor();
    },
  },
  {
    name: 'login',
    arrange: async ({ page }) => {
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Login' }).waitFor();
    },
  },
  {
    name: 'login-forgot',
    arrange: async ({ page }) => {
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Forgot your password' }).click();
      const panel = page.getByRole('form', { name: 'Send a reset link' });
      await panel.getByLabel('Email').fill('maya@example');
      await panel.getByRole('button', { name: 'Send reset link' }).click();
      await page.getByText('Please enter a valid email address').waitFor();
    },
  },
  {
    name: 'login-new-password',
    arrange: async ({ page }) => {
      await page.goto('/auth#reset=7QX2-M4LD-90RT');
      await page.getByLabel('New password', { exact: true }).fill('linen-and-wool');
      await page.getByLabel('Confirm password').fill('linen-and-silk');
      await page.getByRole('button', { name: 'Save password' }).click();
      await page.getByText("Passwords don't match").waitFor();
    },
  },
  {
    name: 'login-refused',
    arrange: async ({ page }) => {
      await page.goto('/auth');
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password').fill('not-the-password');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.locator('.toast').waitFor();
    },
  },
  {
    name: 'register',
    arrange: async ({ page }) => {
      await page.goto('/auth?tab=register');
      await page.getByLabel('First name').fill('Maya');
      await page.getByLabel('Email').fill('maya@example.com');
      await page.getByLabel('Password', { exact: true }).fill('five5');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Last name is required').waitFor();
    },
  },
  {
    name: 'not-found',
    arrange: async ({ page }) => {
      await page.goto('/nowhere');
      await page.getByText('404 Page Not Found').waitFor();
    },
  },
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
    name: 'loading',
    arrange: async ({ page, enter }) => {
      await page.route(/\/api\/(bot|listings|activity|poshmark)/, () => undefined);
      await enter();
      await page.getByText('Loading the bot.').waitFor();
    },
  },
  {
    name: 'unread',
    arrange: async ({ page, enter }) => {
      await page.route(/\/api\/(bot|listings|activity|poshmark)/, (route) => route.abort());
      await enter();
      await page.getByText('Couldn’t load the bot.').waitFor();
    },
  },
  {
    name: 'first-steps',
    arrange: async ({ page, enter }) => {
      await enter();
      await page.getByText('Before the first round').waitFor();
      await openDashboard(page);
    },
  },
  {
    name: 'connect-by-password',
    arrange: async ({ page, enter }) => {
      await enter();
      await page.getByRole('tab', { name: 'Username and password' }).click();
      await page.getByLabel('Poshmark username').fill('maya@example.com');
      await page.getByRole('button', { name: 'Save credentials' }).click();
      await page.getByText('Please provide both username and password').first().waitFor();
    },
  },
  {
    name: 'one-time-code',
    arrange: async ({ page, enter }) => {
      const seller = await enter({ path: null });
      const body = { poshmarkUsername: 'otp_olive', poshmarkPassword: 'practice-2' };
      await seller.api.closet.updateCredentials({ body }).catch(() => null);
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Confirm code' }).waitFor();
    },
  },
  {
    name: 'ready',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'practice' });
      await page.getByText('Ready when you are.').waitFor();
      await openDashboard(page);
    },
  },
  {
    name: 'consent',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'real' });
      await page.getByRole('button', { name: 'Start Bot' }).first().click();
      await page.getByRole('dialog', { name: 'Before the first share' }).waitFor();
    },
  },
  {
    name: 'sharing',
    arrange: async ({ page, enter }) => {
      const seller = await enter({ closet: 'real', listings: 86, sold: 41, path: null });
      await startBot(seller, { shareFrequency: 60, dailyShareLimit: 1000 });
      await botIs(seller, ({ sharesToday }) => sharesToday >= 20);
      await page.goto('/dashboard');
      await page.getByText('Running').first().waitFor();
      await openDashboard(page);
    },
  },
  {
    name: 'waiting',
    arrange: async ({ page, enter }) => {
      const seller = await enter({ closet: 'real', path: null });
      await startBot(seller, { shareFrequency: 60, dailyShareLimit: 1000 });
      await botIs(seller, ({ state }) => state === 'waiting');
      await page.goto('/dashboard');
      await page.getByText('Waiting').first().waitFor();
      await openDashboard(page);
    },
  },
  {
    name: 'slots',
    arrange: async ({ page, enter }) => {
      const seller = await enter({ closet: 'real', path: null });
      await seller.api.bot.changeSettings({ body: { scheduledSlots: slots, useScheduledSlots: true } });
      await page.goto('/dashboard');
      await page.getByLabel('Slot B start').fill('12:30');
      await page.getByText('Slot B changed. Not saved yet.').waitFor();
    },
  },
  {
    name: 'settings-refused',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'real' });
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
      const seller = await stage.enter({ closet: 'real', path: null });
      await loseConnection(stage, seller);
      await stage.page.goto('/dashboard');
      await stage.page.getByText('Connection Issue').first().waitFor();
      await openDashboard(stage.page);
    },
  },
  {
    name: 'limit-reached',
    arrange: async ({ page, enter }) => {
      const seller = await enter({ closet: 'real', listings: 60, path: null });
      await startBot(seller, { dailyShareLimit: 50 });
      await botIs(seller, ({ state }) => state === 'stopped');
      await page.goto('/dashboard');
      await page.getByText('Stopped at the limit').first().waitFor();
      await openDashboard(page);
    },
  },
  {
    name: 'disconnect',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'practice' });
      await page.getByRole('button', { name: 'Disconnect closet' }).click();
      await page.getByRole('dialog', { name: 'Disconnect this closet?' }).waitFor();
    },
  },
  {
    name: 'toast',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'practice' });
      await page.getByRole('button', { name: 'Update Settings' }).click();
      await page.locator('.toast').waitFor();
    },
  },
  {
    name: 'outage',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'practice' });
      await openDashboard(page);
      await page.route('**/api/**', (route) => route.abort());
      await page.getByRole('button', { name: 'Sync Closet' }).first().click();
      await page.getByText('Can’t reach the server.').waitFor({ timeout: 20_000 });
    },
  },
  {
    name: 'palette',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'real' });
      await openDashboard(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find a command or a listing' }).fill('a');
    },
  },
  {
    name: 'shortcuts',
    arrange: async ({ page, enter }) => {
      await enter({ closet: 'real' });
      await openDashboard(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  ...accountScenes,
  ...pricingScenes,
];
