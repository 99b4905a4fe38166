import type { Page } from '@playwright/test';
import { botButton, expect, expectFieldError, expectToast, test } from '../fixtures/story.ts';

/** The stamp of the bot band. The marketplace panel has another one. */
const stamp = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Bot Controls' }).getByText(words, { exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Marketplace', exact: true });
const activeListings = (page: Page) =>
  page.locator('.cell', { has: page.getByRole('heading', { name: 'Active Listings' }) }).locator('.fig');

const byPassword = async (page: Page, username: string, password: string) => {
  await page.getByRole('tab', { name: 'Username and password' }).click();
  await page.getByLabel('Marketplace username').fill(username);
  await page.getByLabel('Marketplace password').fill(password);
  await page.getByRole('button', { name: 'Save credentials' }).click();
};

/** The test's own real closet at the marketplace. */
const openCloset = async (market: { control: (...call: [string, string, unknown]) => Promise<{ json: object }> }) => {
  const { json } = await market.control('POST', 'accounts', { listings: 7, sold: 2 });
  return json as { username: string; password: string };
};

test('a seller links a practice closet, and disconnects it', async ({ page, enter }) => {
  const seller = await enter();
  await test.step('a practice closet is linked in one press, synced, and ready for sharing', async () => {
    await expect(stamp(page, 'Setup Required')).toBeVisible();
    await expect(botButton(page, 'Start Bot')).toBeDisabled();
    await expect(botButton(page, 'Start Bot')).toHaveAccessibleDescription('Start Bot needs a connected closet');
    await page.getByRole('button', { name: 'Use a practice closet' }).click();
    await expectToast(page, 'Authentication Successful');
    await expect(stamp(page, 'Ready for Sharing')).toBeVisible();
    await expect(activeListings(page)).toHaveText('60');
    await expect(page.locator('.act')).toContainText('CLOSET CONNECTED');
    await expect(panel(page)).toContainText('Practice, nothing in it is real');
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
  });
  await test.step('disconnecting asks first, stops the bot, and leads back to the beginning', async () => {
    await botButton(page, 'Start Bot').click();
    await expectToast(page, 'Bot started successfully');
    await page.getByRole('button', { name: 'Disconnect closet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect this closet?' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Disconnect closet' })).toBeFocused();

    await page.getByRole('button', { name: 'Disconnect closet' }).click();
    await dialog.getByRole('button', { name: 'Disconnect closet' }).click();
    await expectToast(page, 'Closet Disconnected', 'Your marketplace closet has been disconnected.');
    await expect(stamp(page, 'Setup Required')).toBeVisible();
    expect(await seller.api.bot.status()).toMatchObject({ isRunning: false });
  });
});

test('a closet is linked by username and password, tested, and synced', async ({ page, enter, product }) => {
  const closet = await openCloset(product.market);
  const seller = await enter();
  await test.step('an address in place of the username is warned of, and put right with one press', async () => {
    await page.getByRole('tab', { name: 'Username and password' }).click();
    await page.getByLabel('Marketplace password').fill('typed-already');
    await expect(page.getByText('Use your marketplace username, not your e-mail.')).toBeVisible();
    await page.getByLabel('Marketplace username').fill('maya@example.com');
    await expect(page.getByText('This looks like an e-mail.')).toBeVisible();
    await page.getByRole('button', { name: 'Use “maya”' }).click();
    await expect(page.getByLabel('Marketplace username')).toHaveValue('maya');
    await expect(page.getByLabel('Marketplace password')).toHaveValue('typed-already');
    await expect(page.getByText('This looks like an e-mail.')).toBeHidden();
  });
  await test.step('username and password are both asked for, a wrong one is told, the right one links', async () => {
    await page.getByLabel('Marketplace username').fill('');
    await page.getByLabel('Marketplace password').fill('');
    await page.getByRole('button', { name: 'Save credentials' }).click();
    await expectToast(page, 'Missing Information', 'Please provide both username and password');
    await expectFieldError(page, 'Marketplace username', 'Please provide both username and password');

    await byPassword(page, closet.username, 'not-the-password');
    await expectToast(page, 'Failed to update credentials');
    await expect(stamp(page, 'Connection Issue')).toBeVisible();
    await expect(botButton(page, 'Start Bot')).toBeDisabled();

    await byPassword(page, closet.username, closet.password);
    await expectToast(page, 'Credentials Updated');
    await expect(stamp(page, 'Ready for Sharing')).toBeVisible();
    await expect(panel(page)).toContainText(`@${closet.username}`);
    await expect(panel(page)).toContainText('Saved, never shown');
    await expect(activeListings(page)).toHaveText('7');
    await expect(page.getByText('2 sold')).toBeVisible();
    await expect(page.getByText('78% active')).toBeVisible();
    expect(await page.content()).not.toContain(closet.password);
  });
  await test.step('the connection is tested on demand, and what a test finds is told', async () => {
    await page.getByRole('button', { name: 'Test authentication' }).click();
    await expectToast(page, 'Authentication Successful');

    await product.market.control('POST', 'human-check', { account: closet.username, on: true });
    await product.market.fault({ case: 'E4', times: 1 }, { op: 'self', account: closet.username }, 'look');
    await page.getByRole('button', { name: 'Test authentication' }).click();
    await expectToast(page, 'Authentication Failed', 'Authentication test failed');
    await expect(stamp(page, 'Connection Issue')).toBeVisible();
    await expect(botButton(page, 'Start Bot')).toHaveAccessibleDescription(
      'Start Bot needs a working connection: test it first',
    );

    await product.market.control('POST', 'human-check', { account: closet.username, on: false });
    await page.getByRole('button', { name: 'Test authentication' }).click();
    await expectToast(page, 'Authentication Successful');
    await expect(stamp(page, 'Ready for Sharing')).toBeVisible();
  });
  await test.step('a sync shows what changed at the marketplace, and says so when it failed', async () => {
    await expect(activeListings(page)).toHaveText('7');
    const [first] = await seller.api.listings.list();
    await product.market.control('POST', `listings/${first?.poshmarkId}`, { set: 'sold' });
    await page.getByRole('button', { name: 'Sync Closet' }).first().click();
    await expectToast(page, 'Closet Synced');
    await expect(activeListings(page)).toHaveText('6');
    await expect(page.getByText('3 sold')).toBeVisible();
    await expect(page.locator('.act')).toContainText('SYNC');

    await product.market.fault({ case: 'E16', times: -1 }, { op: 'closet', account: closet.username }, 'down');
    await page.getByRole('button', { name: 'Sync Closet' }).first().click();
    await expectToast(page, 'No Listings Found', /\S/);
    await expect(activeListings(page)).toHaveText('6');
  });
});

test('a stored username with an @ keeps its warning in sight', async ({ page, enter }) => {
  const seller = await enter({ path: null });
  const body = { poshmarkUsername: 'maya@example.com', poshmarkPassword: 'something' };
  await seller.api.closet.updateCredentials({ body }).catch(() => null);
  await page.goto('/dashboard');
  await expect(stamp(page, 'Connection Issue')).toBeVisible();
  await expect(panel(page).getByText('This looks like an e-mail.')).toBeVisible();
});

test('the session of the seller’s own browser links without any password', async ({ page, enter, product }) => {
  const closet = await openCloset(product.market);
  const browser = await product.market.seller(closet.username, closet.password);
  await enter();
  const cookies = page.getByLabel('Cookies of your signed-in browser');
  await page.getByRole('button', { name: 'Connect closet' }).click();
  await expect(cookies).toHaveAccessibleDescription('Please paste the cookies of your signed-in browser');
  await cookies.fill('jwt=made-up; ui=also');
  await page.getByRole('button', { name: 'Connect closet' }).click();
  await expectToast(page, 'Authentication Failed', /\S/);
  await expect(stamp(page, 'Setup Required')).toBeVisible();

  await cookies.fill(browser.jar.header());
  await page.getByRole('button', { name: 'Connect closet' }).click();
  await expectToast(page, 'Authentication Successful');
  await expect(stamp(page, 'Ready for Sharing')).toBeVisible();
  await expect(panel(page)).toContainText('Not kept, only the session');
});

test('a one-time code is sent on the seller’s word, refused when wrong, and links when right', async ({
  page,
  enter,
  product,
}) => {
  await enter();
  await byPassword(page, 'otp_olive', 'practice-2');
  const form = page.getByRole('form', { name: 'One-time code' });
  await expect(form).toBeVisible();
  await form.getByRole('button', { name: 'Confirm code' }).click();
  await expect(form.getByLabel('One-time code')).toHaveAccessibleDescription('Please enter the code');

  await form.getByRole('button', { name: 'Send me a code' }).click();
  await expectToast(page, 'Code sent');
  await expect(form.getByLabel('One-time code')).toBeFocused();
  await form.getByLabel('One-time code').fill('000000');
  await form.getByRole('button', { name: 'Confirm code' }).click();
  await expectToast(page, 'Authentication Failed');
  await expect(form.getByLabel('One-time code')).toHaveAttribute('aria-invalid', 'true');

  const { json } = await product.market.control('GET', 'otp?account=otp_olive');
  await form.getByLabel('One-time code').fill(String(json.code));
  await form.getByRole('button', { name: 'Confirm code' }).click();
  await expectToast(page, 'Authentication Successful');
  await expect(stamp(page, 'Ready for Sharing')).toBeVisible();
});

test('what happened before the page could listen is caught up with once it does', async ({ page, enter, product }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/events', async (route) => {
    await held;
    await route.continue();
  });
  const seller = await enter({ closet: 'real', listings: 7, sold: 2 });
  await expect(activeListings(page)).toHaveText('7');
  const [first] = await seller.api.listings.list();
  await product.market.control('POST', `listings/${first?.poshmarkId}`, { set: 'sold' });
  await seller.api.listings.sync();
  await expect(activeListings(page)).toHaveText('7');
  release();
  await expect(activeListings(page)).toHaveText('6');
});
