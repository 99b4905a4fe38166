import { password } from '../fixtures/product.ts';
import { expect, expectFieldError, expectToast, test } from '../fixtures/story.ts';

let visitors = 0;
const newEmail = () => `visitor-${process.pid}-${++visitors}@example.com`;

test('registering opens the dashboard once for each address, and logging in is refused until both fields are right', async ({
  page,
  context,
  look,
}) => {
  const email = newEmail();
  // Some browsers name a zone and a language that they can't use themselves.
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    };
  });
  await test.step('each field’s error is below it, in the specification’s words', async () => {
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
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
  await test.step('the dashboard opens with a welcome, and an address can register only once', async () => {
    const fill = async () => {
      await page.goto('/auth?tab=register');
      await page.getByLabel('First name').fill('Maya');
      await page.getByLabel('Last name').fill('Brandt');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('checkbox', { name: /I agree to the Terms/ }).check();
      await page.getByRole('button', { name: 'Create account' }).click();
    };
    await fill();
    await expect(page).toHaveURL('/dashboard');
    await expectToast(page, 'Welcome!', 'Your account has been created successfully.');
    await expect(page.getByText('Maya Brandt')).toBeVisible();
    await expect(page.getByText('Setup Required').first()).toBeVisible();

    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    await expectToast(page, 'Logged out', 'You have been successfully logged out.');

    await fill();
    await expectToast(page, 'Registration Failed');
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page).toHaveURL(/\/auth/);
  });
  // The tools send visitors to the auth screen.
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
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
    await page.getByRole('button', { name: 'Login' }).click();
    await expectFieldError(page, 'Email', 'Please enter a valid email address');
    await expectFieldError(page, 'Password', 'Password is required');
  });
  await test.step('refuses a wrong password and an unknown address with the same message', async () => {
    const wordsFor = async (address: string) => {
      await page.getByLabel('Email').fill(address);
      await page.getByLabel('Password').fill('not-the-password');
      const answered = page.waitForResponse('**/api/login');
      await page.getByRole('button', { name: 'Login' }).click();
      expect((await answered).status()).toBe(401);
      await expectToast(page, 'Login Failed', /\S/);
      return page.locator('.toast-text').textContent();
    };
    const wrong = await wordsFor(email);
    expect(await wordsFor(newEmail())).toBe(wrong);
    await expect(page).toHaveURL('/auth');
    await expect(page.getByLabel('Email')).not.toHaveValue('');
    await look('login-refused', { isVariant: true });
  });
  await test.step('welcomes the seller back on the dashboard', async () => {
    await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expectToast(page, 'Welcome back!', 'Successfully logged in.');
  });
  await test.step('the auth screen sends signed-in sellers away', async () => {
    await page.goto('/auth');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Open your dashboard' }).first()).toBeVisible();
  });
  await test.step('a demo opens with one click, and is marked as one on every screen', async () => {
    await context.clearCookies();
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Try with a demo closet' }).click();
    await expect(page).toHaveURL('/dashboard', { timeout: 60_000 });
    await expectToast(page, 'Welcome!');
    const badge = page.getByRole('banner').getByText('Demo', { exact: true });
    await expect(badge).toBeVisible();
    await page.getByRole('link', { name: 'API test' }).click();
    await expect(badge).toBeVisible();
  });
});

test('a forgotten password can be reset', async ({ page, context, product, look }) => {
  const { email } = await product.newSeller();
  const fresh = page.getByRole('form', { name: 'Set a new password' });
  let token = '';
  await test.step('once, with the token that is filled in', async () => {
    await page.goto('/auth');
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
    await look('login-forgot');
    await forgot.getByLabel('Email').fill(email);
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
    await look('login-new-password');
    await fresh.getByLabel('Confirm password').fill('a-new-password');
    await fresh.getByRole('button', { name: 'Save password' }).click();
    await expectToast(page, 'Password Reset');
    await expect(fresh).toBeHidden();

    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expectToast(page, 'Login Failed');
    await page.getByLabel('Password').fill('a-new-password');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/dashboard');
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
});
