import type { Page } from '@playwright/test';
import { choosePhoto, reachPricing, takePhoto } from '../fixtures/pricing-situations.ts';
import { botIs, startBot } from '../fixtures/situations.ts';
import { expect, expectToast, serverAway, test } from '../fixtures/story.ts';

const cell = (page: Page, name: string) =>
  page.locator('.cell', { has: page.getByRole('heading', { name, exact: true }) });
const namesOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).locator('option').allInnerTexts();
const steps = (page: Page) => page.getByRole('region', { name: 'Before the first round' });
const care = (page: Page) => page.getByRole('region', { name: 'Account health' });
const activity = (page: Page) => page.getByRole('region', { name: 'Recent activity' });

test.describe('a new seller', () => {
  test.use({ allowed: serverAway });

  test('sees what is being read, the first steps, the presets and defaults of the specification, and a checklist that remembers the progress', async ({
    page,
    enter,
    look,
  }) => {
    await test.step('a dashboard that can’t be read says so', async () => {
      const reads = /\/api\/(bot|listings|activity|poshmark)/;
      await page.route(reads, () => undefined);
      await enter();
      await page.getByText('Loading the bot.').waitFor();
      await look('loading', { isVariant: true });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.route(reads, (route) => route.abort());
      await page.reload();
      await page.getByText('Couldn’t load the bot.').waitFor();
      await look('unread', { isVariant: true });
      await page.unroute(reads);
      await page.reload();
      await expect(steps(page)).toContainText('1 of 5 done');
      await expect(page.getByText('Nothing yet.')).toBeVisible();
      await look('first-steps');
    });
    await test.step('below the first steps the cards are empty, and only one step leads on', async () => {
      const cards = page.getByRole('region', { name: 'Closet at a glance' });
      await expect(cards.locator('.cell')).toHaveText([
        /^0Active Listings0 soldSync Closet$/,
        /^AI Analysis.*Analyze$/,
        /^0Total Shares0 today$/,
        /^0All ListingsNo active listings$/,
      ]);
      await expect(cards.getByRole('button', { name: 'Sync Closet' })).toBeDisabled();
      // Both are measured again until they are where they stay.
      await expect(async () => {
        const [above, below] = await Promise.all([steps(page).boundingBox(), cards.boundingBox()]);
        expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
      }).toPass();
      await expect(page.getByText('Setup Required')).toBeVisible();
      await expect(page.getByText(/^Not Connected\./)).toBeVisible();
      for (const name of ['Start Bot', 'Stop Bot']) await expect(page.getByRole('button', { name })).toBeDisabled();
      await expect(page.locator('.btn.pri:not([aria-disabled])')).toHaveText([
        'Show a pairing code',
        'Update Settings',
      ]);
      await page.getByRole('tab', { name: 'Username and password' }).click();
      await expect(page.getByLabel('Poshmark username')).toHaveAccessibleDescription(/not your email/);
      await page.getByRole('button', { name: 'Hide these steps' }).click();
    });
    await test.step('cards: Active Listings with Sync Closet, AI Analysis, Total Shares, All Listings', async () => {
      await expect(page.getByText('Not Connected. Connect your closet to start sharing.')).toBeVisible();
      await expect(cell(page, 'Active Listings').getByRole('button', { name: 'Sync Closet' })).toBeVisible();
      await expect(page.locator('.cell.ai').getByRole('link')).toHaveAttribute('href', '/market-analysis');
      await expect(page.locator('.cell.ai').getByRole('heading')).toHaveText('AI Analysis');
      await expect(cell(page, 'Total Shares').locator('.fig')).toHaveText('0');
      await expect(cell(page, 'All Listings')).toContainText('No active listings');
    });
    await test.step('empty activity and daily shares: a text, and one step that leads on', async () => {
      for (const title of ['Recent activity', 'Daily shares'])
        await expect(
          page.getByRole('region', { name: title }).getByRole('link', { name: 'Go to Start Bot' }),
        ).toHaveAttribute('href', '#bot-title');
    });
    await test.step('credentials: how the password is stored, and a separate section for password managers', async () => {
      await page.getByRole('tab', { name: 'Username and password' }).click();
      const secret = page.getByLabel('Poshmark password');
      await expect(secret).toHaveAttribute('autocomplete', 'section-marketplace current-password');
      await expect(secret).toHaveAccessibleDescription('Stored encrypted. Never shown again.');
      await page.getByLabel(/^Keep my password \(encrypted\)/).uncheck();
    });
    await test.step('240 minutes, 10,000 a day, scheduled slots and shipping discount off', async () => {
      await expect(page.getByRole('radio', { name: '4 hours Recommended' })).toBeChecked();
      await expect(page.getByLabel('Daily share limit', { exact: true })).toHaveValue('10000');
      await expect(page.getByRole('switch', { name: 'Scheduled slots' })).not.toBeChecked();
      await expect(page.getByRole('switch', { name: 'Offer shipping discount' })).not.toBeChecked();
    });
    await test.step('the market screen has nothing to analyze yet', async () => {
      const tools = page.getByRole('navigation', { name: 'Tools' });
      await tools.getByRole('link', { name: 'Market analysis' }).click();
      await page.getByText('Nothing to analyze yet.').first().waitFor();
      await look('market-empty', { isVariant: true });
      await tools.getByRole('link', { name: 'Dashboard' }).click();
    });
    await test.step('the checklist remembers the seller’s progress, and can be hidden and shown again', async () => {
      // A phone, where the way to connect is longer than the screen.
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Show the first steps' }).click();
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
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    await test.step('the values behind the presets', async () => {
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await page.locator('.chip', { hasText: 'Once daily' }).click();
      await page.locator('.chip', { hasText: '20,000' }).click();
      await page.getByRole('button', { name: 'Update Settings' }).click();
      await expectToast(page, 'Settings Updated');
      expect((await sent).postDataJSON()).toMatchObject({
        shareFrequency: 1440,
        dailyShareLimit: 20_000,
        offerShippingDiscount: false,
      });
    });
    await reachPricing(page);
    await test.step('optimizer: four strategies, 5, 10, 15 or 20 listings, engagement and 10 chosen', async () => {
      expect(await namesOf(page, 'Strategy')).toEqual([
        'Top Performers',
        'Underperforming',
        'Recently Shared',
        'Random Sample',
      ]);
      expect(await namesOf(page, 'Listings')).toEqual(['5', '10', '15', '20']);
      await expect(page.getByLabel('Strategy')).toHaveValue('engagement');
      await expect(page.getByLabel('Listings', { exact: true })).toHaveValue('10');
    });
    await test.step('seven condition hints', async () => {
      await choosePhoto(page, await takePhoto());
      const values = await page
        .getByLabel('Condition')
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
      expect(values).toEqual([
        '',
        'new-with-tags',
        'new-without-tags',
        'excellent',
        'very-good',
        'good',
        'fair',
        'poor',
      ]);
    });
  });
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
