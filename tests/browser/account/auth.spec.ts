import type { Route } from '@playwright/test';
import { refuse } from '../fixtures/canned-prices.ts';
import { password } from '../fixtures/product.ts';
import { expect, expectFieldError, expectToast, test } from '../fixtures/story.ts';

/** A reply with only a status and no message. */
const wordless = (status: number) => (route: Route) => route.fulfill({ status, body: '' });

test('the auth screen checks its fields, says what failed, resets a forgotten password, and opens the dashboard or a demo', async ({
  page,
  context,
  product,
  look,
}) => {
  const { email } = await product.newSeller();
  const login = page.getByRole('button', { name: 'Login' });
  await test.step('it has a How it Works link and a side panel with four benefits', async () => {
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
  await test.step('each field’s error is below it, in the specification’s words', async () => {
    await page.getByRole('tab', { name: 'Register' }).click();
    // For account security notifications, and optional.
    await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/account security notifications/);
    await expect(page.getByLabel('Poshmark username')).toBeVisible();
    await expect(page.getByLabel('Poshmark password')).toBeVisible();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectFieldError(page, 'First name', 'First name is required');
    await expectFieldError(page, 'Last name', 'Last name is required');
    await expectFieldError(page, 'Email', 'Please enter a valid email address');
    await expectFieldError(page, 'Password', 'Password must be at least 6 characters');
    await expect(page.getByText('You must accept the terms and conditions to register')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'new-password');

    await page.getByLabel('Email').fill('maya@example');
    await page.getByLabel('Password', { exact: true }).fill('five5');
    await page.getByLabel('First name').fill('Maya');
    await expect(page.getByText('First name is required')).toBeHidden();
    await expectFieldError(page, 'Password', 'Password must be at least 6 characters');
    await expectFieldError(page, 'Email', 'Please enter a valid email address');
    await look('register');
  });
  await test.step('a registration that fails says why, and an address can register only once', async () => {
    await page.getByLabel('Last name').fill('Brandt');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('checkbox', { name: /I agree to the Terms/ }).check();
    await page.route('**/api/register', wordless(400), { times: 1 });
    const sent = page.waitForRequest('**/api/register');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectToast(page, 'Registration Failed', 'Failed to create account. Please try again.');
    expect((await sent).postDataJSON()).toMatchObject({ firstName: 'Maya' });
    expect((await sent).postDataJSON()).not.toHaveProperty('acceptTerms');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page).toHaveURL(/\/auth/);
  });
  await page.getByRole('tab', { name: 'Login' }).click();
  await look('login');
  await test.step('the password can be shown while it is typed, and is hidden again when it is sent', async () => {
    const field = page.getByLabel('Password');
    await field.fill('linen');
    await field.press('ArrowLeft');
    const state = () =>
      field.evaluate((input: HTMLInputElement) => [
        input.type,
        input.value,
        input.selectionStart,
        input.autocomplete,
        document.activeElement === input,
      ]);
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await state()).toEqual(['text', 'linen', 4, 'current-password', true]);
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await state()).toEqual(['password', 'linen', 4, 'current-password', true]);
    await page.getByRole('button', { name: 'Show password' }).press('Enter');
    expect((await state()).slice(0, 2)).toEqual(['text', 'linen']);
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused();
    await field.press('Enter');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
    expect((await state())[0]).toBe('password');
    await field.fill('');
  });
  await test.step('password managers find both fields, and a password can be pasted', async () => {
    const [address, field] = [page.getByLabel('Email'), page.getByLabel('Password')];
    await expect(address).toHaveAttribute('autocomplete', 'username');
    await expect(field).toHaveAttribute('autocomplete', 'current-password');
    await address.fill('a Pasted-passw0rd');
    await address.press('ControlOrMeta+a');
    await address.press('ControlOrMeta+c');
    await field.focus();
    await field.press('ControlOrMeta+v');
    await expect(field).toHaveValue('a Pasted-passw0rd');
    for (const filled of [address, field]) await filled.fill('');
  });
  await test.step('requires both fields before it sends anything', async () => {
    await login.click();
    await expectFieldError(page, 'Email', 'Please enter a valid email address');
    await expectFieldError(page, 'Password', 'Password is required');
  });
  await test.step('a login that fails says why, and refuses a wrong password and an unknown address with the same message', async () => {
    await page.getByLabel('Password').fill('not-the-password');
    const wordsFor = async (address: string, answer?: (route: Route) => Promise<void>) => {
      await page.getByLabel('Email').fill(address);
      if (answer) await page.route('**/api/login', answer, { times: 1 });
      const answered = page.waitForResponse('**/api/login');
      await login.click();
      await answered;
      await expectToast(page, 'Login Failed', /\S/);
      return page.locator('.toast-text');
    };
    const wrong = await (await wordsFor(email)).textContent();
    expect(await (await wordsFor('nobody@example.com')).textContent()).toBe(wrong);
    // The error or the message, else the body’s text, else the fallback.
    for (const [answer, words] of [
      [refuse(429, 'too_many_requests', 'Please wait a while.'), 'Please wait a while.'],
      [(route: Route) => route.fulfill({ status: 400, json: { error: 'Not like this.' } }), 'Not like this.'],
      [(route: Route) => route.fulfill({ status: 400, contentType: 'text/plain', body: 'Come later.' }), 'Come later.'],
      [wordless(401), 'Invalid credentials. Please try again.'],
    ] as const)
      await expect(await wordsFor(email, answer)).toHaveText(words);
    await expect(page).toHaveURL('/auth');
    await expect(page.getByLabel('Email')).not.toHaveValue('');
    await look('login-refused', { isVariant: true });
  });
  const fresh = page.getByRole('form', { name: 'Set a new password' });
  let token = '';
  await test.step('a forgotten password is reset once, with the token that is filled in', async () => {
    const opener = page.getByRole('button', { name: 'Forgot your password' });
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await opener.click();
    const forgot = page.getByRole('form', { name: 'Send a reset link' });
    await expect(forgot.getByLabel('Email')).toBeFocused();
    await forgot.getByRole('button', { name: 'Cancel' }).click();
    await expect(forgot).toBeHidden();

    await opener.click();
    await forgot.getByLabel('Email').fill('maya@');
    await forgot.getByRole('button', { name: 'Send reset link' }).click();
    await expect(forgot.getByText('Please enter a valid email address')).toBeVisible();
    await look('login-forgot', { part: forgot });
    await forgot.getByLabel('Email').fill(email);
    await page.route('**/api/auth/forgot-password', refuse(429, 'too_many_requests', 'Please wait a while.'), {
      times: 1,
    });
    await forgot.getByRole('button', { name: 'Send reset link' }).click();
    await expectToast(page, 'Error', 'Please wait a while.');
    await forgot.getByRole('button', { name: 'Send reset link' }).click();
    await expectToast(page, 'Reset Link Sent');

    await expect(fresh.getByLabel('Reset token')).not.toHaveValue('');
    token = await fresh.getByLabel('Reset token').inputValue();
    for (const label of ['New password', 'Confirm password'])
      await expect(fresh.getByLabel(label)).toHaveAttribute('autocomplete', 'new-password');
    await fresh.getByLabel('Reset token').fill('');
    await fresh.getByLabel('New password').fill('short');
    await fresh.getByLabel('Confirm password').fill('other');
    await fresh.getByRole('button', { name: 'Save password' }).click();
    await expectFieldError(page, 'Reset token', 'Reset token is required');
    await expectFieldError(page, 'New password', 'Password must be at least 6 characters');
    await expectFieldError(page, 'Confirm password', 'Password confirmation is required');
    await fresh.getByLabel('Reset token').fill(token);
    await fresh.getByLabel('New password').fill('a-new-password');
    await fresh.getByLabel('Confirm password').fill('another-password');
    await fresh.getByRole('button', { name: 'Save password' }).click();
    await expectFieldError(page, 'Confirm password', "Passwords don't match");
    await look('login-new-password', { part: fresh });
    await fresh.getByLabel('Confirm password').fill('a-new-password');
    await fresh.getByRole('button', { name: 'Save password' }).click();
    await expectToast(page, 'Password Reset');
    await expect(fresh).toBeHidden();

    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('a-new-password');
    await login.click();
    await expect(page).toHaveURL('/dashboard');
    await expectToast(page, 'Welcome back!', 'Successfully logged in.');
  });
  await test.step('with a mailed link whose token is in no request', async () => {
    await context.clearCookies();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`/auth#reset=${token}`);
    await expect(fresh.getByLabel('Reset token')).toHaveValue(token);
    expect(asked.filter((url) => new URL(url).pathname.includes(token))).toEqual([]);

    // Pasted into the address bar of the auth screen, a link changes only the fragment, and the browser loads nothing.
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect(fresh).toBeHidden();
    await page.goto(`/auth#reset=${token}`);
    await expect(fresh.getByLabel('Reset token')).toHaveValue(token);
    await page.goto('/auth#start=a-key');
    await expect(page).toHaveURL('/auth');
    // It was used in the step before.
    await fresh.getByLabel('New password').fill('a-third-password');
    await fresh.getByLabel('Confirm password').fill('a-third-password');
    await fresh.getByRole('button', { name: 'Save password' }).click();
    await expectToast(page, 'Error');
    await expect(page).toHaveURL('/auth');
    // The key from the link that Hangtag printed at its start leaves the address, and goes with the next request.
    await page.goto('/auth?start#start=the-key-of-the-start');
    await expect(page).toHaveURL('/auth?start');
    await page.getByRole('button', { name: 'Forgot your password' }).click();
    const forgot = page.getByRole('form', { name: 'Send a reset link' });
    await forgot.getByLabel('Email').fill('nobody@example.com');
    const [request] = await Promise.all([
      page.waitForRequest('**/api/auth/forgot-password'),
      forgot.getByRole('button', { name: 'Send reset link' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ email: 'nobody@example.com', startKey: 'the-key-of-the-start' });
  });
  await test.step('a demo opens with one click, and is marked as one on every screen', async () => {
    await page.getByRole('button', { name: 'Try with a demo closet' }).click();
    await expect(page).toHaveURL('/dashboard', { timeout: 60_000 });
    await expectToast(page, 'Welcome!');
    const badge = page.getByRole('banner').getByText('Demo', { exact: true });
    await expect(badge).toBeVisible();
    await look('demo', { isVariant: true });
    await page.getByRole('link', { name: 'API test' }).click();
    await expect(badge).toBeVisible();
  });
  await test.step('the auth screen sends who is signed in away', async () => {
    await page.goto('/auth');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Open your dashboard' }).first()).toBeVisible();
  });
});
