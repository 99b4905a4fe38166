import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createHttpClient } from '#tests/http-client.ts';
import { password, sellerPlace } from '../fixtures/product.ts';
import { changeReply, expect, expectFieldError, expectToast, test } from '../fixtures/story.ts';

const profile = (page: Page) => page.getByRole('dialog', { name: 'Your profile' });

const openProfile = async (page: Page, tab: 'Overview' | 'Closet Stats' | 'Personal Info' | 'Poshmark') => {
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await profile(page).getByRole('tab', { name: tab }).click();
};

test('the profile shows the account and its closet, and disconnects it', async ({ page, enter, product, look }) => {
  const seller = await enter({ closet: 'real', listings: 12, sold: 3 });
  await test.step('Overview shows the account, Closet Stats the numbers of the listings', async () => {
    await openProfile(page, 'Overview');
    const facts = profile(page).getByRole('tabpanel').first();
    await expect(facts).toContainText(seller.email);
    await expect(facts).toContainText('12 active, 3 sold');
    await expect(facts).toContainText(`${sellerPlace} time`);
    const log = profile(page).getByRole('region', { name: 'Sign-ins and changes' });
    await expect(log.getByRole('listitem')).toHaveCount(1);
    await expect(log.getByRole('listitem')).toContainText('Account created');
    await expect(facts.getByText('This browser', { exact: true })).toBeVisible();
    await look('profile-overview', { part: profile(page) });
    const tabs = profile(page).getByRole('tab');
    await expect(tabs).toHaveText(['Overview', 'Closet Stats', 'Personal Info', 'Poshmark']);
    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(profile(page).getByRole('tab', { name: 'Closet Stats' })).toBeFocused();
    const listings = await seller.api.listings.list();
    const prices = listings.flatMap(({ isActive, price }) => (isActive && price !== null ? [price] : []));
    await expect(facts).toContainText(`Lowest$${Math.min(...prices)}`);
    await expect(facts).toContainText(`Highest$${Math.max(...prices)}`);
    await expect(facts.locator('.fig')).toHaveText([
      '12',
      '3',
      String(listings.filter(({ isActive }) => isActive).reduce((sum, { likeCount }) => sum + likeCount, 0)),
      '0',
    ]);
    await look('profile-stats', { part: profile(page) });
  });
  await test.step('an address that waits for its link is named until it is confirmed or dropped', async () => {
    // This site sends no mail, so only the reply says that an address waits.
    await changeReply(page, '**/api/user', (user) => ({ ...user, emailToConfirm: 'next@example.com' }));
    await page.route('**/api/auth/confirm-email', (route) =>
      route.request().postDataJSON().token === 'right'
        ? route.fulfill({ json: { message: 'Your account now uses this email address.' } })
        : route.continue(),
    );
    const panel = page.getByRole('region', { name: 'Confirm your email address' });
    await page.goto('/auth?wrong#confirm=wrong');
    await panel.getByRole('button', { name: 'Confirm address' }).click();
    await expectToast(page, 'Error', 'This link has expired or was used already. Send a new one from your profile.');
    await page.goto('/auth?right#confirm=right');
    await panel.getByRole('button', { name: 'Confirm address' }).click();
    await expectToast(page, 'Email confirmed', 'Your account now uses this email address.');
    await expect(page).toHaveURL('/dashboard');
    await openProfile(page, 'Overview');
    const notice = profile(page).getByRole('region', { name: 'Confirm your new email address' });
    await expect(notice).toContainText(
      `Open the link in the email to next@example.com. Until then, your account keeps using ${seller.email}.`,
    );
    await notice.getByRole('button', { name: 'Send a new link' }).click();
    await expectToast(page, 'Error', 'There is no email address to confirm.');
    await notice.getByRole('button', { name: 'Keep the old address' }).click();
    await expect(notice).toBeHidden();
    await page.unroute('**/api/user');
    await page.unroute('**/api/auth/confirm-email');
  });
  await test.step('the dialog keeps its size, and only what is below the tabs scrolls', async () => {
    const sizes = new Set<string>();
    for (const name of ['Overview', 'Closet Stats', 'Personal Info', 'Poshmark']) {
      await profile(page).getByRole('tab', { name }).click();
      const { x, y, width, height } = (await profile(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const panel = (await profile(page).getByRole('tabpanel').first().boundingBox())?.width;
      sizes.add([x, y, width, height, panel].join());
      await profile(page)
        .getByRole('tabpanel')
        .first()
        .evaluate((part) => part.scrollTo(0, 10_000));
      await expect(profile(page).getByRole('heading', { name: 'Your profile' })).toBeInViewport();
    }
    expect([...sizes]).toHaveLength(1);
  });
  await test.step('pictures come from the marketplace without a referrer, or through this server if the seller chooses', async () => {
    const choice = profile(page).getByRole('switch', { name: 'Load pictures through this server' });
    await expect(choice).not.toBeChecked();
    const other = await page.context().newPage();
    await other.goto('/market-analysis');
    const picture = other.locator('img.listing-shot').first();
    await expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(picture).toHaveAttribute('src', new RegExp(`^${product.market.origin}/`));
    await choice.click();
    await expectToast(page, 'Profile Updated');
    await expect(choice).toBeChecked();
    const asked = other.waitForResponse(/\/api\/listings\/\d+\/picture$/);
    await other.reload();
    // The practice marketplace has drawings in SVG, which never pass, so a drawing of Hangtag's own stands in.
    expect((await asked).status()).toBe(502);
    await expect(other.locator('.card .flat').first()).toBeVisible();
    await other.close();
  });
  await test.step('the Poshmark tab disconnects the closet after a question', async () => {
    await profile(page).getByRole('tab', { name: 'Poshmark' }).click();
    const tab = profile(page).getByRole('tabpanel').first();
    await expect(tab).toContainText('Ready for Sharing');
    await look('profile-poshmark', { part: profile(page) });
    const question = page.getByRole('dialog', { name: 'Disconnect this closet?' });
    await tab.getByRole('button', { name: 'Disconnect closet' }).click();
    await look('disconnect', { part: question });
    await question.getByRole('button', { name: 'Disconnect closet' }).click();
    await expectToast(page, 'Closet Disconnected', 'Your closet has been disconnected.');
    await expect(tab).toContainText('Setup Required');
    await expect(profile(page)).toBeVisible();
    expect((await seller.api.account.me()).closet.connected).toBe(false);
    await tab.getByRole('tab', { name: 'Username and password' }).click();
    await tab.getByRole('button', { name: 'Save credentials' }).click();
    await expectToast(page, 'Missing Information', 'Please provide both username and password');
  });
});

test.describe('Personal Info', () => {
  test('is changed, exported, and erased with the account', async ({ page, enter, look }) => {
    const seller = await enter({ closet: 'practice' });
    const login = (word: string) => seller.api.account.login({ body: { email: seller.email, password: word } });
    await test.step('changes names, phone and time zone, with the errors under their fields', async () => {
      await openProfile(page, 'Personal Info');
      const form = profile(page).getByRole('form', { name: 'Personal details' });
      await form.getByLabel('First name').fill('');
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expectFieldError(page, 'First name', 'First name is required');
      await look('profile-personal', { part: profile(page) });
      await form.getByLabel('First name').fill('Mara');
      await form.getByLabel('Phone number').fill('ask my sister');
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expectFieldError(page, 'Phone number optional', 'Enter a phone number, or leave this empty');
      await form.getByLabel('Phone number').fill('+1 555 0100');
      // Typed text survives another tab and closing the dialog.
      await profile(page).getByRole('tab', { name: 'Overview' }).click();
      await page.keyboard.press('Escape');
      await openProfile(page, 'Personal Info');
      await expect(form.getByLabel('First name')).toHaveValue('Mara');
      await form.getByLabel('Time zone').selectOption('America/Denver');
      await expect(form.getByRole('button', { name: `Use this device’s: ${sellerPlace}` })).toBeVisible();
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expectToast(page, 'Profile Updated', 'Your profile has been successfully updated.');
      expect(await seller.api.account.me()).toMatchObject({
        firstName: 'Mara',
        phoneNumber: '+1 555 0100',
        timezone: 'America/Denver',
      });
      await page.keyboard.press('Escape');
      await expect(page.getByText(/· Denver time$/)).toBeVisible();
      // The device is still in its own zone, so Hangtag asks and changes nothing on its own.
      await look('zone-question', { isVariant: true, zone: { place: 'Denver', note: ' MT' } });
      await page.getByRole('button', { name: 'Stay on Denver time' }).click();
      await page.reload();
      await expect(page.getByText(/· Denver time$/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Stay on Denver time' })).toBeHidden();
    });
    await test.step('changes email and password only with the current one, and signs out everywhere else', async () => {
      await openProfile(page, 'Personal Info');
      const form = profile(page).getByRole('form', { name: 'Email and password' });
      await expect(form.getByLabel('New password')).toHaveAttribute('autocomplete', 'new-password');
      await expect(form.getByLabel('Current password')).toHaveAttribute('autocomplete', 'current-password');
      await form.getByLabel('New password').fill('short');
      await form.getByRole('button', { name: 'Update sign-in' }).click();
      await expectFieldError(page, 'New password optional', 'Password must be at least 6 characters');
      await expectFieldError(page, 'Current password', 'Enter your current password');
      await form.getByLabel('New password').fill('wool-and-linen');
      await form.getByLabel('Current password').fill('not-the-password');
      await form.getByRole('button', { name: 'Update sign-in' }).click();
      await expectToast(page, 'Update failed');
      await expect(form.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
      await form.getByLabel('Current password').fill(password);
      await form.getByRole('button', { name: 'Update sign-in' }).click();
      await expectToast(page, 'Profile Updated', 'Your profile has been successfully updated.');
      await expect(login(password)).rejects.toMatchObject({ status: 401 });
      await login('wool-and-linen');
      await profile(page).getByRole('tab', { name: 'Overview' }).click();
      await expect(profile(page).getByText('This browser', { exact: true })).toHaveCount(1);
      await profile(page)
        .getByRole('button', { name: /^Sign out / })
        .first()
        .click();
      await expectToast(page, 'Signed out');
      await expect(seller.api.account.me()).rejects.toMatchObject({ status: 401 });
      await page.keyboard.press('Escape');
    });
    await test.step('exports everything as one file, and deletes the account after the password', async () => {
      await openProfile(page, 'Personal Info');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        profile(page).getByRole('button', { name: 'Export my data' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^hangtag-export-\d{4}-\d\d-\d\d\.json$/);
      const text = await readFile(await file.path(), 'utf8');
      expect(text).toContain(seller.email);
      expect(text).not.toContain('wool-and-linen');
      const tables = [
        ['Listings (CSV)', 'Title,Price,Original price,Floor price,Currency'],
        ['Activity (CSV)', 'When (UTC),What'],
        ['Price history (CSV)', 'When (UTC),Listing'],
      ] as const;
      for (const [verb, head] of tables) {
        const [table] = await Promise.all([
          page.waitForEvent('download'),
          profile(page).getByRole('button', { name: verb }).click(),
        ]);
        expect(table.suggestedFilename()).toMatch(/^hangtag-\w+-\d{4}-\d\d-\d\d\.csv$/);
        expect(await readFile(await table.path(), 'utf8')).toMatch(
          new RegExp(`^\ufeff${head.replace(/[()$]/g, '\\$&')}`),
        );
        await expectToast(page, 'Export ready');
      }
      await profile(page).getByRole('button', { name: 'Delete my account' }).click();
      const question = page.getByRole('dialog', { name: 'Delete your account?' });
      await look('delete-account', { part: question, zone: { place: 'Denver', note: ' MT' } });
      await question.getByLabel('Your Hangtag password').fill('not-the-password');
      await question.getByRole('button', { name: 'Delete permanently' }).click();
      await expectToast(page, 'Deletion failed');
      await question.getByLabel('Your Hangtag password').fill('wool-and-linen');
      await question.getByRole('button', { name: 'Delete permanently' }).click();
      await expect(page).toHaveURL('/auth');
      await expectToast(page, 'Account deleted');
      await expect(login('wool-and-linen')).rejects.toMatchObject({ status: 401 });
    });
  });
});

test('the header leads everywhere, and a session that ends while a form is open asks for the password and keeps typed text', async ({
  page,
  context,
  enter,
  product,
  look,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const seller = await enter({ closet: 'practice' });
  await test.step('on a phone a menu has the same items and works by keyboard', async () => {
    const opener = page.getByRole('button', { name: 'Menu' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'How it Works' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await look('menu', { part: page.getByRole('banner') });
    await menu.getByRole('button', { name: /^Profile of/ }).focus();
    await page.keyboard.press('Enter');
    await expect(profile(page)).toBeVisible();
    await expect(menu).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(profile(page)).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  const bar = page.getByRole('banner');
  await expect(bar.getByText('Practice')).toBeVisible();
  await page.getByLabel('Daily share limit').fill('1250');
  const other = await context.newPage();
  await other.goto('/api-test');
  await other.getByRole('heading', { level: 1 }).waitFor();
  await seller.api.account.logout();
  // The page may notice on its own, and the dialog then covers the button.
  await page.getByRole('button', { name: 'Update Settings' }).dispatchEvent('click');
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again.getByLabel('Password')).toBeFocused();
  await look('session-ended', { part: again });
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  await again.getByLabel('Password').fill('not-the-password');
  await again.getByRole('button', { name: 'Sign in again' }).click();
  await expectToast(page, 'Login Failed');
  await again.getByLabel('Password').fill(password);
  await again.getByRole('button', { name: 'Sign in again' }).click();
  await expect(again).toBeHidden();
  await expectToast(page, 'Welcome back!', 'Successfully logged in.');
  await expect(page.getByLabel('Daily share limit')).toHaveValue('1250');
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await expectToast(page, 'Settings Updated');

  await test.step('once in all tabs: the others need no password then', async () => {
    await other.reload();
    // Signed out before it has asked who is signed in, the page would go to the auth screen.
    await other.getByRole('button', { name: 'Run API Test' }).waitFor();
    const session = (await context.cookies()).find(({ name }) => name === seller.cookie.name)?.value ?? '';
    const { api, jar } = createHttpClient(product.url);
    jar.set(seller.cookie.name, session);
    await api.account.logout();
    // The page may find out first, and then its dialog covers the button.
    await other.getByRole('button', { name: 'Run API Test' }).dispatchEvent('click');
    const inOther = other.getByRole('dialog', { name: 'Your session has ended' });
    await expect(inOther).toBeVisible();
    await page.getByRole('button', { name: 'Update Settings' }).dispatchEvent('click');
    await again.getByLabel('Password').fill(password);
    await again.getByRole('button', { name: 'Sign in again' }).click();
    await expect(again).toBeHidden();
    await expect(inOther).toBeHidden();
  });
  await test.step('a tab of one account becomes one of the account that signs in beside it', async () => {
    const next = await product.newSeller({ firstName: 'Nora' });
    // A mailed link opens the auth screen for signed-in sellers, too.
    await other.goto('/auth#reset=an-old-link');
    await other.getByLabel('Email').fill(next.email);
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Login' }).click();
    await expect(other).toHaveURL('/dashboard');
    await expect(page.getByRole('button', { name: 'Profile of Nora Brandt' })).toBeVisible();
    await expect(page.getByText('Setup Required').first()).toBeVisible();
    await expect(page.getByLabel('Daily share limit')).toHaveValue('10000');
  });
  await test.step('the header leads to How it Works, contact, profile and Logout, which ends the session in every tab', async () => {
    await expect(bar.getByRole('link', { name: 'How it Works' })).toHaveAttribute('href', '/how-it-works');
    await expect(bar.getByRole('button', { name: 'Contact Us' })).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Profile of Nora Brandt' })).toBeVisible();
    await bar.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    await expectToast(page, 'Logged out', 'You have been successfully logged out.');
    await expect(other).toHaveURL('/auth');
  });
});
