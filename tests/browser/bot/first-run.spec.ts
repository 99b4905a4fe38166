import type { Page } from '@playwright/test';
import { botIs, startBot } from '../fixtures/situations.ts';
import { expect, test } from '../fixtures/story.ts';

const steps = (page: Page) => page.getByRole('region', { name: 'Before the first round' });
const care = (page: Page) => page.getByRole('region', { name: 'Account health' });
const activity = (page: Page) => page.getByRole('region', { name: 'Recent activity' });

test('the checklist remembers the seller’s progress, and can be hidden and shown again', async ({
  page,
  enter,
  look,
}) => {
  await enter();
  await expect(steps(page)).toContainText('1 of 5 done');
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await look('first-steps');
  // A phone, where the way to connect is longer than the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await steps(page).getByRole('button', { name: 'Use a practice closet' }).click();
  await expect(steps(page)).toContainText('3 of 5 done');
  await expect(page.getByText('Not Connected.')).toBeHidden();
  await expect(steps(page).getByRole('heading', { name: 'Choose your pace' })).toBeInViewport();
  await expect(page.getByRole('banner').getByText('Practice')).toBeVisible();
  await steps(page).getByRole('button', { name: 'Keep this pace' }).click();
  await expect(steps(page)).toContainText('4 of 5 done');
  await steps(page).getByRole('button', { name: 'Hide these steps' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show the first steps' })).toBeVisible();
  await expect(steps(page)).toBeHidden();
  await page.getByRole('button', { name: 'Show the first steps' }).click();
  await expect(steps(page)).toContainText('4 of 5 done');
  await expect(steps(page).getByRole('link', { name: 'Go to Start Bot' })).toBeVisible();
});

test('each share opens to show its evidence, and the feed can be filtered, paused, and read further back', async ({
  page,
  enter,
  look,
}) => {
  const seller = await enter({ closet: 'real', listings: 14, path: null });
  await startBot(seller);
  await botIs(seller, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 14);
  await page.goto('/dashboard');
  await expect(care(page).locator('.fig')).toHaveText('14 confirmed shares in 24 hours');
  await expect(care(page)).toContainText(/Share jail, a temporary block on sharing, has been reported from 4,000\./);
  await expect(care(page)).toContainText('No warnings in the last 7 days.');
  await expect(care(page).getByText('Healthy')).toBeVisible();
  await look('waiting');

  await activity(page).getByLabel('Show').selectOption('SHARE');
  const first = activity(page).locator('.entry').first();
  await expect(first.locator('.lab')).toHaveText('Share');
  await first.locator('summary').click();
  const [entry] = await seller.api.activity.list({ query: { limit: 1, action: 'SHARE' } });
  expect(entry?.evidence).toMatch(/\S/);
  await expect(first).toContainText(String(entry?.evidence));
  await expect(first).toContainText(/\d [AP]M/);
  await expect(first.getByRole('link', { name: 'Open on Poshmark' })).toHaveAttribute('href', /^http/);

  await expect(activity(page).locator('.entry')).toHaveCount(5);
  await activity(page).getByRole('button', { name: 'Show more' }).click();
  await expect(activity(page).locator('.entry')).toHaveCount(14);
  await expect(activity(page)).toContainText('No older entries.');
  await look('evidence', { part: activity(page) });
  await expect(activity(page).getByText('Paused', { exact: true })).toBeVisible();
  await activity(page).getByRole('button', { name: 'Back to latest' }).click();
  await expect(activity(page).locator('.entry')).toHaveCount(5);

  await activity(page).getByLabel('Show').selectOption('');
  await activity(page).getByRole('button', { name: 'Pause live feed' }).click();
  const held = await activity(page).locator('.entry summary').allTextContents();
  await seller.api.bot.stop();
  await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible();
  expect(await activity(page).locator('.entry summary').allTextContents()).toEqual(held);
  await activity(page).getByRole('button', { name: 'Resume live feed' }).click();
  await expect(activity(page).locator('.entry').first()).toContainText('Bot stopped');
});
