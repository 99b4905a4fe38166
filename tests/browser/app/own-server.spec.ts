// What needs a Hangtag of its own: one without an account, and one whose server is killed. Both are the same, one after the other.
import { botIs, startBot } from '../fixtures/situations.ts';
import {
  botButton,
  changeReply,
  expect,
  expectToast,
  sentence,
  serverAway,
  signInto,
  test,
} from '../fixtures/story.ts';

test.describe.configure({ mode: 'serial' });

test('the first start leads from an account to the closet’s companion, and afterward the welcome is over', async ({
  page,
  ownProduct,
}) => {
  const at = (path: string) => ownProduct.url + path;
  await page.goto(at('/welcome'));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Watch Demo' })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Seller');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('linen-and-wool');
  await page.getByLabel('Time zone').selectOption('America/Denver');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).press('Enter');
  await expect(page).toHaveURL(at('/dashboard#marketplace'));
  await expect(page.getByRole('tab', { name: /^Your browser/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Connect your closet' })).toBeInViewport();
  await expect(page.locator('#marketplace')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Download the companion' })).toHaveAttribute('href', /chromium\.zip$/);
  await expect(page.getByText('Your computer has to be awake')).toBeVisible();
  await test.step('the operator saves a backup, and what was set up or put off is not asked again', async () => {
    const setup = page.getByRole('region', { name: 'When you’re ready' });
    const download = page.waitForEvent('download');
    await setup.getByRole('button', { name: 'Save a backup', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/^hangtag-.*\.backup$/);
    const dialog = page.getByRole('dialog', { name: 'Your backup is saved' });
    await expect(dialog).toContainText('secret.key');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(setup).toContainText('1 of 3 done');
    await setup.getByRole('button', { name: 'Not now: Use it on your phone' }).click();
    await expect(setup).toContainText('1 of 2 done');
    await setup.getByRole('button', { name: /^Not now: Hear/ }).click();
    await expect(setup).toBeHidden();
  });
  await test.step('the operator turns on the look for new versions, and reads about one', async () => {
    await page.getByRole('button', { name: /^Profile of/ }).click();
    const profile = page.getByRole('dialog', { name: 'Your profile' });
    await profile.getByRole('tab', { name: 'Personal Info' }).click();
    await changeReply(page, '**/api/computer/new-version', ({ operated, ...others }) => {
      expect(operated.newVersion).toMatchObject({ looks: true, newest: null, failedAt: null });
      return { ...others, operated: { ...operated, newVersion: { ...operated.newVersion, newest: '99.0.0' } } };
    });
    // It moves with the call, a moment after the click. Playwright's check() expects it at once.
    const looks = profile.getByRole('switch', { name: 'Look for a new version once a day' });
    await looks.click();
    await expect(looks).toBeChecked();
    await expect(profile.getByText('99.0.0')).toBeVisible();
    await page.unroute('**/api/computer/new-version');
    await page.keyboard.press('Escape');
  });
  const me = await page.evaluate(async () => (await fetch('/api/user')).json());
  expect(me.timezone).toBe('America/Denver');
  await page.goto(at('/welcome'));
  await expect(page).toHaveURL(at('/dashboard'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(at('/auth'));
  await page.goto(at('/welcome'));
  await expect(page).toHaveURL(at('/auth'));
  // Hangtag ends before the page does, and a font may still be on its way.
  await page.waitForLoadState('networkidle');
});

test.describe('the server', () => {
  test.use({ allowed: serverAway });

  // A low screen, so that the pricing cards are too far down to load with the first view.
  test.use({ viewport: { width: 1440, height: 500 } });

  test('is killed during a round: a stop is confirmed when it is back, and the open page recovers', async ({
    page,
    context,
    ownProduct,
    look,
  }) => {
    test.slow();
    const seller = await ownProduct.newSeller({ closet: 'real', listings: 60 });
    await signInto(context, ownProduct, seller);
    // The other screen's files must be there before the server is away.
    await page.goto(`${ownProduct.url}/api-test`);
    await expect(page.getByRole('button', { name: 'Run API Test' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Dashboard' }).click();
    // The page has loaded before the start, because a round takes only a few seconds.
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await startBot(seller);
    const outage = page.getByText('Can’t reach the server.', { exact: true });
    const missing = page.getByText('This part of the page didn’t load.');
    const notice = page.getByRole('alert').filter({ hasText: 'Not stopped: no connection' });
    await test.step('the page says since when its data is old', async () => {
      await expect(sentence(page)).toContainText('of 60 shared this round.');
      await botIs(seller, ({ sharesToday }) => sharesToday >= 5);
      await ownProduct.kill9();
      await expect(outage).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText(/Showing data from \d/)).toBeVisible();
      await look('outage', { isVariant: true });
      await expect(sentence(page)).toContainText('of 60 shared this round.');
    });
    await test.step('a stop stays in sight on every screen', async () => {
      await botButton(page, 'Stop Bot').click();
      await expectToast(page, 'Error', 'Failed to stop bot');
      await expect(notice).toContainText('Hangtag keeps trying until the stop is confirmed.');
      await page.locator('.pricing-row').scrollIntoViewIfNeeded();
      await expect(missing).toBeVisible();
      await expect(notice).toBeInViewport();
      await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'API test' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(notice).toBeVisible();
      await expect(outage).toBeVisible({ timeout: 20_000 });
    });
    await test.step('everything recovers when the server is back, and no listing was shared twice', async () => {
      await ownProduct.start();
      await expectToast(page, 'Bot stopped successfully');
      await expect(notice).toBeHidden();
      await expect(outage).toBeHidden({ timeout: 20_000 });
      await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Dashboard' }).click();
      await page.locator('.pricing-row').scrollIntoViewIfNeeded();
      expect((await seller.api.bot.status()).isRunning).toBe(false);
      const { json } = await ownProduct.market.control('GET', `journal?since=0&account=${seller.market?.username}`);
      const shared = (json.entries as { op: string; listingId: string }[]).filter(({ op }) => op === 'share');
      expect(new Set(shared.map(({ listingId }) => listingId)).size).toBe(shared.length);
      // The browser has no event for a server that is back, so the part loads by its own retry.
      await expect(page.getByRole('button', { name: /choose a photo/i })).toBeVisible({ timeout: 40_000 });
    });
  });
});
