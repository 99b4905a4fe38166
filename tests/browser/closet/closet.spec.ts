import type { Page } from '@playwright/test';
import { botIs, startBot } from '../fixtures/situations.ts';
import {
  botButton,
  changeReply,
  expect,
  expectFieldError,
  expectToast,
  holdCalls,
  sentence,
  test,
} from '../fixtures/story.ts';

/** The stamp of the bot band. The marketplace panel has another one. */
const stamp = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Bot Controls' }).getByText(words, { exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Marketplace', exact: true });
const activeListings = (page: Page) =>
  page.locator('.cell', { has: page.getByRole('heading', { name: 'Active Listings' }) }).locator('.fig');

const byPassword = async (page: Page, username: string, password: string) => {
  await page.getByRole('tab', { name: 'Username and password' }).click();
  await page.getByLabel('Poshmark username').fill(username);
  await page.getByLabel('Poshmark password').fill(password);
  await page.getByRole('button', { name: 'Save credentials' }).click();
};

/** The test's own real closet at the marketplace. */
const openCloset = async (market: { control: (...call: [string, string, unknown]) => Promise<{ json: object }> }) => {
  const { json } = await market.control('POST', 'accounts', { listings: 7, sold: 2 });
  return json as { username: string; password: string };
};

test('a seller links a practice closet, and disconnects it', async ({ page, context, enter }) => {
  const seller = await enter({ path: null });
  await test.step('a pairing code is good for its time, whatever this computer’s clock says', async () => {
    await page.clock.install({ time: Date.now() + 3 * 3_600_000 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Show a pairing code' }).click();
    await expect(page.locator('.pairing-left')).toHaveText(/for (10:00|9:5\d) more$/);
    await page.clock.setSystemTime(Date.now());
    await page.reload();
  });
  await test.step('the page hears that the companion was clicked on it, and has a code for it', async () => {
    await expect(page.getByRole('button', { name: 'Show a pairing code' })).toBeVisible();
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('hangtag-companion')));
    await expect(page.getByText('The companion is installed in this browser.')).toBeVisible();
    await expect(page.locator('[data-pairing-code]')).toHaveAttribute('data-pairing-code', /^[A-Z0-9]{8}$/);
  });
  await test.step('one click links a practice closet, syncs it, and makes it ready for sharing', async () => {
    await expect(stamp(page, 'Setup Required')).toBeVisible();
    await expect(botButton(page, 'Start Bot')).toBeDisabled();
    await expect(botButton(page, 'Start Bot')).toHaveAccessibleDescription('Connect your closet to start the bot');
    await page.getByRole('button', { name: 'Use a practice closet' }).click();
    await expectToast(page, 'Authentication Successful');
    await expect(stamp(page, 'Ready for Sharing')).toBeVisible();
    await expect(activeListings(page)).toHaveText('60');
    await expect(page.locator('.act')).toContainText('Closet connected');
    await expect(panel(page)).toContainText('Practice closet (not real)');
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
  });
  await test.step('if the practice marketplace lost it, no form asks for its password, and the way to a new one is shown', async () => {
    const lost = { isAuthenticated: false, state: 'connection_issue', reason: 'credentials_rejected' };
    await changeReply(page, '**/api/poshmark/auth-status', (status) => ({ ...status, ...lost }));
    await page.reload();
    const step = page.getByRole('listitem').filter({ hasText: 'Connect your closet' });
    const trouble =
      'The practice marketplace doesn’t know this closet. Disconnect it, then start a new practice closet.';
    await expect(step.getByText(trouble, { exact: true })).toBeVisible();
    // The forms’ script loads after the message, and until then there is a skeleton.
    await expect(step.getByRole('status', { name: 'Loading the connection' })).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Username and password' })).toHaveCount(0);
    await expect(page.locator('input[autocomplete*="section-marketplace"]')).toHaveCount(0);
    await page.unroute('**/api/poshmark/auth-status');
  });
  const asksForRealOnes = page.locator('input[autocomplete*="section-marketplace"], input[name^="poshmark"], textarea');
  await test.step('with MARKETPLACE_URL=none the panel asks for no Poshmark sign-in', async () => {
    // What such a server reports to the app. tests/journeys/demo.test.ts has the server's side.
    const offers = { practice: true, real: false };
    await changeReply(page, '**/api/poshmark/auth-status', (status) => ({ ...status, offers }));
    await page.reload();
    await expect(panel(page)).toContainText('Practice closet (not real)');
    await expect(panel(page).getByRole('button', { name: 'Change credentials' })).toHaveCount(0);
    await expect(asksForRealOnes).toHaveCount(0);
  });
  await test.step('disconnecting asks first, stops the bot, and leads back to the first steps', async () => {
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
    await expectToast(page, 'Closet Disconnected', 'Your closet has been disconnected.');
    await expect(stamp(page, 'Setup Required')).toBeVisible();
    expect(await seller.api.bot.status()).toMatchObject({ isRunning: false });
  });
  await test.step('nor do the first steps, the profile, and the registration form', async () => {
    await expect(page.getByRole('main').getByRole('button', { name: 'Use a practice closet' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Username and password' })).toHaveCount(0);
    await page.getByRole('button', { name: /^Profile of/ }).click();
    const profile = page.getByRole('dialog', { name: 'Your profile' });
    await profile.getByRole('tab', { name: 'Poshmark' }).click();
    await expect(profile.getByRole('button', { name: 'Use a practice closet' })).toBeVisible();
    await expect(asksForRealOnes).toHaveCount(0);
    await context.clearCookies();
    const register = async () => {
      await page.goto('/auth');
      await page.getByRole('tab', { name: 'Register' }).click();
      await expect(page.getByLabel('First name')).toBeVisible();
    };
    await register();
    await expect(asksForRealOnes).toHaveCount(2);
    await page.route('**/auth', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('data-closets="real"', 'data-closets="practice"');
      await route.fulfill({ response: answer, body });
    });
    await register();
    await expect(asksForRealOnes).toHaveCount(0);
  });
});

test('a closet is linked by username and password, tested, and synced', async ({ page, enter, product, look }) => {
  const closet = await openCloset(product.market);
  const seller = await enter();
  await test.step('an email address instead of the username shows a warning, and one click fixes it', async () => {
    await page.getByRole('tab', { name: 'Username and password' }).click();
    await page.getByLabel('Poshmark password').fill('typed-already');
    await expect(page.getByText('Use your closet name, not your email.')).toBeVisible();
    await page.getByLabel('Poshmark username').fill('maya@example.com');
    await expect(page.getByText('This looks like an email.')).toBeVisible();
    await page.getByRole('button', { name: 'Use “maya”' }).click();
    await expect(page.getByLabel('Poshmark username')).toHaveValue('maya');
    await expect(page.getByLabel('Poshmark password')).toHaveValue('typed-already');
    await expect(page.getByText('This looks like an email.')).toBeHidden();
  });
  await test.step('username and password are both required, a wrong one is reported, and the right one links', async () => {
    await page.getByLabel('Poshmark username').fill('');
    await page.getByLabel('Poshmark password').fill('');
    await page.getByRole('button', { name: 'Save credentials' }).click();
    await expectToast(page, 'Missing Information', 'Please provide both username and password');
    await expectFieldError(page, 'Poshmark username', 'Please provide both username and password');
    await look('connect-by-password', { part: page.getByRole('region', { name: 'Before the first round' }) });

    // A stored username with an @ keeps showing its warning.
    await byPassword(page, 'maya@example.com', 'not-the-password');
    await expectToast(page, 'Failed to update credentials');
    await expect(stamp(page, 'Connection Issue')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByText('This looks like an email.')).toBeVisible();
    await expect(botButton(page, 'Start Bot')).toBeDisabled();
    // Nothing was connected, so a practice closet can still be.
    await expect(page.getByRole('button', { name: 'Use a practice closet' })).toBeVisible();

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
  await test.step('the connection can be tested, and the result is shown', async () => {
    await page.getByRole('button', { name: 'Test authentication' }).click();
    await expectToast(page, 'Authentication Successful');

    await product.market.control('POST', 'human-check', { account: closet.username, on: true });
    await product.market.fault(
      { case: 'E4', times: 1 },
      { op: 'self', account: closet.username },
      `look-${closet.username}`,
    );
    await page.getByRole('button', { name: 'Test authentication' }).click();
    await expectToast(page, 'Authentication Failed', 'Authentication test failed');
    await expect(stamp(page, 'Connection Issue')).toBeVisible();
    // Only a share shows whether a check is done, so the bot may be started.
    await expect(sentence(page)).toContainText('Poshmark wants to verify you’re human.');
    await expect(botButton(page, 'Start Bot')).toBeEnabled();

    await product.market.control('POST', 'human-check', { account: closet.username, on: false });
    await page.getByRole('button', { name: 'Test authentication' }).click();
    await expectToast(page, 'Authentication Successful');
    await expect(stamp(page, 'Ready for Sharing')).toBeVisible();
  });
  await test.step('a sync shows what changed at the marketplace, and reports a failure', async () => {
    await expect(activeListings(page)).toHaveText('7');
    const [first] = await seller.api.listings.list();
    await product.market.control('POST', `listings/${first?.poshmarkId}`, { set: 'sold' });
    await page.getByRole('button', { name: 'Sync Closet' }).first().click();
    await expectToast(page, 'Closet Synced');
    await expect(activeListings(page)).toHaveText('6');
    await expect(page.getByText('3 sold')).toBeVisible();
    await expect(page.getByText('Closet read just now')).toBeVisible();
    await expect(page.locator('.act')).toContainText('Sync');

    // Changes from before the page received events are loaded once it does.
    const release = await holdCalls(page, '**/api/events');
    await page.reload();
    await expect(activeListings(page)).toHaveText('6');
    const next = (await seller.api.listings.list()).find(({ isActive }) => isActive);
    await product.market.control('POST', `listings/${next?.poshmarkId}`, { set: 'sold' });
    await seller.api.listings.sync();
    await expect(activeListings(page)).toHaveText('6');
    release();
    await expect(activeListings(page)).toHaveText('5');

    await product.market.fault(
      { case: 'E16', times: -1 },
      { op: 'closet', account: closet.username },
      `down-${closet.username}`,
    );
    await page.getByRole('button', { name: 'Sync Closet' }).first().click();
    await expectToast(page, 'No Listings Found', /\S/);
    await expect(activeListings(page)).toHaveText('5');
  });
});

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const ownBrowsers = [
  { tab: 'Safari', copy: 'choose Copy as cURL', steps: 5 },
  { tab: 'Chrome or Edge', copy: 'Copy, then Copy as cURL', steps: 4 },
  { tab: 'Firefox', copy: 'Copy Value, then Copy as cURL', steps: 4 },
];

test('the session of the seller’s browser links without a password', async ({
  page,
  enter,
  product,
  context,
  look,
}) => {
  const closet = await openCloset(product.market);
  const browser = await product.market.seller(closet.username, closet.password);
  const seller = await enter();
  const cookies = page.getByLabel('Paste your Poshmark cookies');
  await test.step('the steps for the seller’s own browser are the second way, each with a picture that is described', async () => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setUserAgentOverride', { userAgent: safari });
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Your browser' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Your browser' }).press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Browser session' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tab', { name: 'Safari' })).toHaveAttribute('aria-selected', 'true');
    for (const { tab, copy, steps } of ownBrowsers) {
      await page.getByRole('tab', { name: tab }).click();
      const list = page.getByRole('list', { name: `Steps for ${tab}` });
      await expect(list.getByRole('listitem')).toHaveCount(steps);
      // The keys of a Mac.
      await expect(list).toContainText('⌥⌘');
      await expect(list).toContainText(copy);
      const pictures = list.getByRole('img');
      await expect(pictures).toHaveCount(steps);
      for (const picture of await pictures.all()) await expect(picture).toHaveAccessibleName(/^[A-Z].{30,}\.$/);
    }
    await page.getByRole('tab', { name: 'Firefox' }).press('ArrowLeft');
    await expect(page.getByRole('list', { name: 'Steps for Safari' })).toContainText(
      'Show features for web developers',
    );
  });
  await test.step('nothing pasted, and a session that Poshmark does not know, are refused', async () => {
    await page.getByRole('button', { name: 'Connect closet' }).click();
    await expect(cookies).toHaveAccessibleDescription('Paste your Poshmark cookies');
    await look('connect-by-session', { part: page.getByRole('region', { name: 'Before the first round' }) });
    await cookies.fill(`fetch("${product.market.origin}/feed", { "credentials": "include" });`);
    await page.getByRole('button', { name: 'Connect closet' }).click();
    await expect(cookies).toHaveAccessibleDescription(/^That looks like Copy as fetch, which leaves the cookies out\./);
    await cookies.fill('jwt=made-up; ui=also');
    await page.getByRole('button', { name: 'Connect closet' }).click();
    await expectToast(page, 'Authentication Failed', /\S/);
    await expect(stamp(page, 'Setup Required')).toBeVisible();
  });
  await test.step('the copied request links the closet', async () => {
    await cookies.fill(`curl '${product.market.origin}/feed' -H 'accept: text/html' -b '${browser.jar.header()}'`);
    await page.getByRole('button', { name: 'Connect closet' }).click();
    await expectToast(page, 'Authentication Successful');
    await expect(stamp(page, 'Ready for Sharing')).toBeVisible();
    await expect(panel(page)).toContainText('Not saved, only the session');
  });
  await test.step('a one-time code that Poshmark asks for in the middle of a round is entered there, and a new session continues', async () => {
    const account = closet.username;
    await product.market.fault({ case: 'E14', times: 1 }, { op: 'share', account, after: 2 }, `code-${account}`);
    await startBot(seller);
    await expect(sentence(page)).toContainText('Poshmark needs a one-time code.');
    const { sharesToday } = await botIs(seller, ({ state }) => state === 'paused');
    expect(sharesToday).toBe(2);
    await expect(panel(page)).toContainText(
      'Poshmark needs a one-time code. Sign in to Poshmark in your own browser and enter the code there. Then connect your closet again here.',
    );
    // To request one, Hangtag would have to sign in, and has no password.
    await expect(page.getByRole('button', { name: 'Send me a code' })).toHaveCount(0);
    const again = await product.market.seller(closet.username, closet.password);
    await panel(page).getByRole('tab', { name: 'Browser session' }).click();
    await cookies.fill(again.jar.header());
    await page.getByRole('button', { name: 'Connect closet', exact: true }).click();
    await expectToast(page, 'Authentication Successful');
    await expect(panel(page)).toContainText('Ready for Sharing');
    // Whoever settles the reason of a pause has settled the pause. The refused listing waits for the next round.
    const { shareStatus } = await botIs(seller, (one) => one.state === 'waiting' && !one.shareStatus.isUnderWay);
    expect(shareStatus).toMatchObject({ completedShares: 6, refused: 1, left: 0 });
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1',
  });

  test('a seller connects with username, password, and one-time code, all in step 2 of the checklist', async ({
    page,
    enter,
    product,
    look,
  }) => {
    await enter();
    const step = page.getByRole('region', { name: 'Before the first round' }).getByRole('listitem').nth(1);
    const form = step.getByRole('form', { name: 'One-time code' });
    const send = form.getByRole('button', { name: 'Send me a code' });
    const code = form.getByLabel('One-time code');
    await test.step('username and password come first, because phones can’t copy a session', async () => {
      await expect(step).toHaveAttribute('aria-current', 'step');
      await expect(step.getByRole('tab', { name: 'Username and password' })).toHaveAttribute('aria-selected', 'true');
      await step.getByRole('tab', { name: 'Browser session' }).click();
      await expect(step.getByText('Phones can’t copy a session.')).toBeVisible();
    });
    await test.step('a refused password stays in the step', async () => {
      await byPassword(page, 'otp_olive', 'not-the-password');
      await expectToast(page, 'Failed to update credentials');
      await expect(step.getByText('Poshmark rejected this username and password.')).toBeVisible();
      await expect(step.getByLabel('Poshmark password')).toBeInViewport();
    });
    await test.step('the code is requested there, in view and in focus, even after a reload', async () => {
      await byPassword(page, 'otp_olive', 'practice-2');
      await expect(send).toBeFocused();
      await expect(send).toBeInViewport();
      await expect(code).toBeInViewport();
      await page.reload();
      await expect(send).toBeFocused();
      await expect(code).toBeInViewport();
      await expect(panel(page)).toBeHidden();
    });
    await test.step('a wrong code is refused, and the right one connects the closet', async () => {
      await form.getByRole('button', { name: 'Confirm code' }).click();
      await expect(code).toHaveAccessibleDescription('Enter the code');
      await look('one-time-code', { part: step });
      await send.click();
      await expectToast(page, 'Code sent');
      await expect(code).toBeFocused();
      await code.fill('000000');
      await form.getByRole('button', { name: 'Confirm code' }).click();
      await expectToast(page, 'Authentication Failed');
      await expect(code).toHaveAttribute('aria-invalid', 'true');

      const { json } = await product.market.control('GET', 'otp?account=otp_olive');
      await code.fill('soon');
      await form.getByRole('button', { name: 'Confirm code' }).click();
      await expect(code).toHaveAccessibleDescription('Enter the digits of the code');
      await code.fill(`${json.code} is your code. Don’t share it.`);
      await form.getByRole('button', { name: 'Confirm code' }).click();
      await expectToast(page, 'Authentication Successful');
      await expect(stamp(page, 'Ready for Sharing')).toBeVisible();
      await expect(step.getByLabel('Done')).toBeVisible();
      await expect(panel(page)).toContainText('@otp_olive');
    });
  });
});
