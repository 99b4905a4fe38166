import type { Page, Route } from '@playwright/test';
import { refuse } from '../fixtures/canned-prices.ts';
import { choosePhoto, reachPricing, takePhoto } from '../fixtures/pricing-situations.ts';
import { password } from '../fixtures/product.ts';
import { botButton, expect, expectToast, test, toast } from '../fixtures/story.ts';

const cell = (page: Page, name: string) =>
  page.locator('.cell', { has: page.getByRole('heading', { name, exact: true }) });
const namesOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).locator('option').allInnerTexts();
/** A reply with only a status and no message. */
const wordless = (status: number) => (route: Route) => route.fulfill({ status, body: '' });

test('the auth screen says what the specification fixes', async ({ page }) => {
  await test.step('/auth has a How it Works link and a side panel with four benefits', async () => {
    await page.goto('/auth');
    await expect(page.getByRole('link', { name: 'How it Works', exact: true })).toHaveAttribute(
      'href',
      '/how-it-works',
    );
    for (const benefit of [
      'Automated listing sharing',
      'AI price suggestions',
      'Smart offer management',
      'Real-time market analysis',
    ])
      await expect(page.getByText(benefit, { exact: true })).toBeVisible();
  });
  await test.step('Register labels the phone number as optional, for account security notifications', async () => {
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/account security notifications/);
    await expect(page.getByLabel('Poshmark username')).toBeVisible();
    await expect(page.getByLabel('Poshmark password')).toBeVisible();
  });
  await test.step('a refusal on the auth screen shows the server’s message, or else the fixed text', async () => {
    await page.getByRole('tab', { name: 'Login' }).click();
    await page.getByLabel('Email').fill('maya@example.com');
    await page.getByLabel('Password').fill(password);
    const login = async (answer: (route: Route) => Promise<void>, words: string) => {
      await page.route('**/api/login', answer);
      await page.getByRole('button', { name: 'Login' }).click();
      await expectToast(page, 'Login Failed', words);
      await page.unroute('**/api/login');
    };
    await test.step('Login Failed: the error or message, else the body text, else the fallback', async () => {
      await login(refuse(429, 'too_many_requests', 'Please wait a while.'), 'Please wait a while.');
      await login((route) => route.fulfill({ status: 400, json: { error: 'Not like this.' } }), 'Not like this.');
      await login(
        (route) => route.fulfill({ status: 400, contentType: 'text/plain', body: 'Come later.' }),
        'Come later.',
      );
      await login(wordless(401), 'Invalid credentials. Please try again.');
    });
    await test.step('Error: the server’s message, if a reset link cannot be sent', async () => {
      await page.route('**/api/auth/forgot-password', refuse(429, 'too_many_requests', 'Please wait a while.'));
      await page.getByRole('button', { name: 'Forgot your password' }).click();
      const forgot = page.getByRole('form', { name: 'Send a reset link' });
      await forgot.getByLabel('Email').fill('maya@example.com');
      await forgot.getByRole('button', { name: 'Send reset link' }).click();
      await expectToast(page, 'Error', 'Please wait a while.');
    });
    await test.step('Registration Failed: the fallback', async () => {
      await page.getByRole('tab', { name: 'Register' }).click();
      await page.getByLabel('First name').fill('Maya');
      await page.getByLabel('Last name').fill('Brandt');
      await page.getByLabel('Email').fill('maya@example.com');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('checkbox', { name: /I agree to the Terms/ }).check();
      let sent: unknown;
      await page.route('**/api/register', (route) => {
        sent = route.request().postDataJSON();
        return wordless(400)(route);
      });
      await page.getByRole('button', { name: 'Create account' }).click();
      await expectToast(page, 'Registration Failed', 'Failed to create account. Please try again.');
      expect(sent).toMatchObject({ firstName: 'Maya' });
      expect(sent).not.toHaveProperty('acceptTerms');
    });
  });
});

test('the dashboard of a new seller shows the presets and defaults of the specification', async ({ page, enter }) => {
  await enter();
  await test.step('below the first steps the cards are empty, and only one step leads on', async () => {
    const cards = page.getByRole('region', { name: 'Closet at a glance' });
    await expect(cards.locator('.cell')).toHaveText([
      /^0Active Listings0 soldSync Closet$/,
      /^AI Analysis.*Analyze$/,
      /^0Total Shares0 today$/,
      /^0All ListingsNo active listings$/,
    ]);
    await expect(cards.getByRole('button', { name: 'Sync Closet' })).toBeDisabled();
    const steps = page.getByRole('region', { name: 'Before the first round' });
    // Both are measured again until they are where they stay.
    await expect(async () => {
      const [above, below] = await Promise.all([steps.boundingBox(), cards.boundingBox()]);
      expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    }).toPass();
    await expect(page.getByText('Setup Required')).toBeVisible();
    await expect(page.getByText(/^Not Connected\./)).toBeVisible();
    for (const name of ['Start Bot', 'Stop Bot']) await expect(page.getByRole('button', { name })).toBeDisabled();
    await expect(page.locator('.btn.pri:not([aria-disabled])')).toHaveText(['Show a pairing code', 'Update Settings']);
    await page.getByRole('tab', { name: 'Username and password' }).click();
    await expect(page.getByLabel('Poshmark username')).toHaveAccessibleDescription(/not your email/);
    await page.getByRole('button', { name: 'Hide these steps' }).click();
  });
  await test.step('cards: Active Listings with Sync Closet, AI Analysis, Total Shares, All Listings', async () => {
    await expect(cell(page, 'Active Listings').getByRole('button', { name: 'Sync Closet' })).toBeVisible();
    await expect(page.locator('.cell.ai').getByRole('link')).toHaveAttribute('href', '/market-analysis');
    await expect(page.locator('.cell.ai').getByRole('heading')).toHaveText('AI Analysis');
    await expect(cell(page, 'Total Shares').locator('.fig')).toHaveText('0');
    await expect(cell(page, 'All Listings')).toContainText('No active listings');
  });
  await test.step('Setup Required, Not Connected', async () => {
    await expect(page.getByText('Setup Required').first()).toBeVisible();
    await expect(page.getByText('Not Connected. Connect your closet to start sharing.')).toBeVisible();
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
    expect(values).toEqual(['', 'new-with-tags', 'new-without-tags', 'excellent', 'very-good', 'good', 'fair', 'poor']);
  });
});

test('polling and toasts keep their times', async ({ page, enter }) => {
  await page.clock.install();
  await page.route('**/api/events', (route) => route.fulfill({ status: 404 }));
  await enter({ closet: 'practice' });
  await test.step('bot and connection are polled every 10 and 30 seconds, and nothing loads on focus', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await expect(cell(page, 'All Listings')).toContainText('75% active');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const times = (path: string) => asked.filter((one) => one === path).length;
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.clock.runFor(9000);
    expect(times('/api/listings')).toBe(0);
    expect(times('/api/poshmark/auth-status')).toBe(0);
    await page.clock.runFor(2000);
    await expect.poll(() => times('/api/bot/status')).toBe(1);
    // Without events, the log that says "Live" is asked for as often.
    await expect.poll(() => times('/api/activity')).toBe(1);
    await page.clock.runFor(20_000);
    await expect.poll(() => times('/api/poshmark/auth-status')).toBe(1);
    await expect.poll(() => times('/api/bot/status')).toBeGreaterThanOrEqual(2);
    expect(times('/api/listings')).toBe(0);
  });
  await test.step('a dismissed toast is removed after 1,000,000 ms', async () => {
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expectToast(page, 'Settings Updated');
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page)).toBeHidden();
    const region = page.locator('.toasts');
    await page.clock.fastForward(990_000);
    await expect(region).toHaveCount(1);
    await page.clock.fastForward(20_000);
    await expect(region).toHaveCount(0);
  });
});
