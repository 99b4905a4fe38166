// The scenes of the public pages.

import type { Scene, Stage, Walk } from './scene.ts';
import { dialog, openDashboard } from './scene.ts';

const pageOf = (name: string, path: string): Scene => ({
  name,
  arrange: async ({ page }: Stage) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
});

/** What a visitor sees: the public pages and the auth screen. */
export const siteWalks: readonly Walk[] = [
  {
    scenes: [
      pageOf('home', '/'),
      pageOf('landing', '/landing'),
      {
        name: 'learn-more',
        arrange: async ({ page }) => {
          await page.getByRole('button', { name: 'Learn More' }).first().click();
          await page.getByRole('dialog', { name: 'Smart Auto-Sharing' }).waitFor();
        },
        part: dialog,
      },
      pageOf('how-it-works', '/how-it-works'),
      pageOf('blog', '/blog'),
      pageOf('article', '/blog/poshmark-pricing-strategy'),
      pageOf('companion', '/companion'),
      pageOf('privacy', '/privacy'),
      pageOf('terms', '/terms'),
      {
        name: 'not-found',
        arrange: async ({ page }) => {
          await page.goto('/nowhere');
          await page.getByText('404 Page Not Found').waitFor();
        },
      },
      {
        name: 'demo',
        arrange: async ({ page }) => {
          await page.goto('/landing');
          await page.getByRole('button', { name: 'Watch Demo' }).first().click();
          await page.getByText('Demo', { exact: true }).waitFor();
          await openDashboard(page);
        },
      },
    ],
  },
  {
    scenes: [
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
        isVariant: true,
        arrange: async ({ page }) => {
          await page.goto('/auth');
          await page.getByLabel('Email').fill('nobody@example.com');
          await page.getByLabel('Password').fill('not-the-password');
          await page.getByRole('button', { name: 'Login' }).click();
          await page.locator('.toast').waitFor();
        },
      },
    ],
  },
];
