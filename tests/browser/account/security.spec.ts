import type { Page } from '@playwright/test';
import { createHttpClient } from '#tests/http-client.ts';
import { codeInApp } from '#tests/journeys/account/authenticator-app.ts';
import type { Seller } from '../fixtures/product.ts';
import { changeReply, expect, expectToast, test } from '../fixtures/story.ts';

/** A phone's passkeys, by Chromium's own authenticator in software. */
const addAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the person's finger, face, or PIN is right. */
    recognize: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
};

const security = (page: Page) => page.getByRole('region', { name: 'Security' });
const openSecurity = async (page: Page) => {
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('tab', { name: 'Personal Info' }).click();
  await expect(security(page)).toBeVisible();
};
const signOut = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Your profile' })).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth$/);
};
const typePassword = async (page: Page, { email, password }: Seller) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
};
const step = (page: Page) => page.getByRole('form', { name: 'Second step' });
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Save your recovery codes' });
const codesIn = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

test('a seller protects an account with a passkey, an app, and recovery codes, and signs in with each', async ({
  page,
  product,
  look,
}) => {
  const seller = await product.newSeller({ closet: 'practice' });
  // Browsers know no passkeys of IP addresses.
  const here = product.url.replace('127.0.0.1', 'localhost');
  const phone = await addAuthenticator(page);
  let codes: string[] = [];
  let key = '';

  await test.step('a passkey brings ten recovery codes, which are shown once', async () => {
    await page.goto(`${here}/auth`);
    await typePassword(page, seller);
    await openSecurity(page);
    await phone.recognize(false);
    await security(page).getByRole('button', { name: 'Add a passkey' }).click();
    await expectToast(page, 'Error', 'No passkey was used. Try again when you’re ready.');
    await phone.recognize(true);
    await security(page).getByRole('button', { name: 'Add a passkey' }).click();
    await expect(codesIn(page)).toHaveCount(10);
    codes = await codesIn(page).allTextContents();
    // A second press of the key that opened it must not close it: the codes are shown only now.
    await expect(codesDialog(page).getByRole('button', { name: 'Copy' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(codesDialog(page)).toBeVisible();
    await look('recovery-codes', { part: codesDialog(page) });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      codesDialog(page).getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('hangtag-recovery-codes.txt');
    await codesDialog(page).getByRole('button', { name: 'I saved them' }).click();
    await expect(codesDialog(page)).toBeHidden();
    await expect(security(page).getByText('Passkey from Chrome on')).toBeVisible();
    await expect(security(page).getByText('10 of 10 left.')).toBeVisible();
  });

  await test.step('the passkey signs in, after the password and without it', async () => {
    await signOut(page);
    await typePassword(page, seller);
    await expect(step(page).getByText('Use your passkey to finish signing in.')).toBeVisible();
    await step(page).getByRole('button', { name: 'Use your passkey' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectToast(page, 'Welcome back!', 'Successfully logged in.');
    await openSecurity(page);
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('an app is set up by keyboard alone', async () => {
    await openSecurity(page);
    await security(page).getByRole('button', { name: 'Set up' }).press('Enter');
    const setUp = page.getByRole('dialog', { name: 'Set up your authenticator app' });
    await expect(setUp.getByRole('img', { name: /^QR code/ })).toBeVisible();
    key = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '');
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    await look('app-setup', { part: setUp });
    const code = setUp.getByLabel('Code from your app');
    await expect(code).toBeFocused();
    await code.fill('12345');
    await setUp.getByRole('button', { name: 'Turn on' }).click();
    await expect(code).toHaveAccessibleDescription('Enter the 6 digits of your app, or one recovery code');
    await code.fill('000000');
    await setUp.getByRole('button', { name: 'Turn on' }).press('Enter');
    await expect(code).toHaveAccessibleDescription(/^That’s not the code/);
    await expect(code).toBeFocused();
    await code.fill(codeInApp(key, Date.now()));
    await code.press('Enter');
    await expect(setUp).toBeHidden();
    await expect(security(page).getByText(/^On since/)).toBeVisible();
    await look('profile-security', { part: page.getByRole('dialog', { name: 'Your profile' }) });
    // The codes from before still work.
    await expect(codesDialog(page)).toBeHidden();
  });

  await test.step('wrong codes are refused, and a recovery code signs in once', async () => {
    await signOut(page);
    await typePassword(page, seller);
    const code = step(page).getByLabel('Code from your app');
    await expect(code).toBeFocused();
    await code.fill('000000');
    await code.press('Enter');
    await expectToast(page, 'Login Failed');
    await expect(code).toHaveAccessibleDescription(/^That code is wrong or was used already/);
    await look('login-second-step');
    await step(page).getByRole('button', { name: 'Use a recovery code' }).click();
    const field = step(page).getByLabel('Recovery code');
    await look('login-recovery-code', { isVariant: true });
    await field.fill('aaaa-bbbb-cccc');
    await field.press('Enter');
    // Unlike an app's code, it has nothing to do with the time on the phone.
    await expect(field).toHaveAccessibleDescription(
      'That recovery code is wrong or was used already. Try another one.',
    );
    await field.fill(codes[0]?.toLowerCase() ?? '');
    await step(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await openSecurity(page);
    await expect(security(page).getByText('9 of 10 left.')).toBeVisible();
  });

  await test.step('a call that needs it asks who they are, and continues', async () => {
    // As if the seller had signed in more than ten minutes ago.
    const refuseOnce = () =>
      page.route(
        '**/api/user/recovery-codes',
        (route) =>
          route.fulfill({
            status: 403,
            json: { error: 'confirmation_required', message: 'Confirm it’s you, then try again.' },
          }),
        { times: 1 },
      );
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const make = security(page).getByRole('button', { name: 'Make new codes' });
    await refuseOnce();
    await make.click();
    await expect(confirm.getByLabel('Code from your app')).toBeFocused();
    await look('confirm', { part: confirm });
    await page.keyboard.press('Escape');
    await expect(confirm).toBeHidden();
    await expectToast(page, 'Error', 'Confirm it’s you, then try again.');

    await refuseOnce();
    await make.click();
    const code = confirm.getByLabel('Code from your app');
    await code.press('Enter');
    await expect(code).toHaveAccessibleDescription(/^Enter the code/);
    await code.fill('000000');
    await code.press('Enter');
    await expect(code).toHaveAccessibleDescription(/^That code is wrong or was used already/);
    await confirm.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(confirm.getByLabel('Recovery code')).toBeFocused();
    await confirm.getByRole('button', { name: 'Use your app instead' }).click();
    await expect(code).toBeFocused();
    await confirm.getByRole('button', { name: 'Use your passkey' }).click();
    await expect(codesIn(page)).toHaveCount(10);
    await expect(codesDialog(page)).toContainText('Your old codes no longer work.');
    await codesDialog(page).getByRole('button', { name: 'I saved them' }).click();

    await refuseOnce();
    await make.click();
    await code.fill(codeInApp(key, Date.now(), 1));
    await code.press('Enter');
    await expect(codesIn(page)).toHaveCount(10);
    await codesDialog(page).getByRole('button', { name: 'I saved them' }).click();
  });

  await test.step('without passkey and app, the password is enough again', async () => {
    await security(page)
      .getByRole('button', { name: /^Remove the passkey/ })
      .click();
    await page.getByRole('dialog', { name: 'Remove this passkey?' }).getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Passkey removed');
    await security(page).getByRole('button', { name: 'Turn off' }).click();
    const last = page.getByRole('dialog', { name: 'Turn off the authenticator app?' });
    await expect(last).toContainText('Your password alone will be enough to sign in');
    await last.getByRole('button', { name: 'Turn off' }).click();
    await expectToast(page, 'Authenticator app turned off');
    await expect(last).toBeHidden();
    await expect(security(page).getByText('Recovery codes')).toBeHidden();
    await signOut(page);
    await typePassword(page, seller);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('a sign-in from a new browser is shown until the seller answers, and can be ended', async ({
  page,
  enter,
  product,
  look,
}) => {
  const { email, password } = await enter({ closet: 'practice', path: null });
  const signInElsewhere = async () => {
    const other = createHttpClient(product.url);
    await other.api.account.login({ body: { email, password } });
    return other.api;
  };
  const notice = page.getByRole('region', { name: 'New sign-in' });
  await signInElsewhere();
  await page.goto('/dashboard');
  await expect(notice).toContainText('Was this you?');
  await look('new-sign-in', { part: notice });
  await notice.getByRole('button', { name: 'It was me' }).click();
  await expect(notice).toBeHidden();

  await test.step('its button ends every session of that browser', async () => {
    const thief = await signInElsewhere();
    await page.reload();
    await notice.getByRole('button', { name: 'Sign out that browser' }).click();
    await expectToast(page, 'Signed out', 'That browser has to sign in again. Change your password now.');
    await expect(notice).toBeHidden();
    await expect(thief.account.me()).rejects.toMatchObject({ status: 401 });
  });

  await test.step('so does the security log’s', async () => {
    const thief = await signInElsewhere();
    const guessed = { at: new Date().toISOString(), what: 'password_refused', userAgent: null, signedInBrowser: null };
    await changeReply(page, '**/api/user/security-log', (entries) => [
      { ...guessed, times: 12, address: '203.0.113.7' },
      { ...guessed, times: 300, address: null },
      ...entries,
    ]);
    await page.reload();
    await page.getByRole('button', { name: /^Profile of/ }).click();
    const log = page.getByRole('region', { name: 'Sign-ins and changes' });
    await expect(log.getByRole('listitem').nth(0)).toContainText('Wrong password, 12 times');
    await expect(log.getByRole('listitem').nth(0)).toContainText('203.0.113.7');
    await expect(log.getByRole('listitem').nth(1)).toContainText('Wrong password, 300 timesFrom other addresses');
    await page.unroute('**/api/user/security-log');
    await log.getByRole('button', { name: 'Sign out that browser' }).first().click();
    await expectToast(page, 'Signed out');
    await expect(thief.account.me()).rejects.toMatchObject({ status: 401 });
    await expect(log.getByText('New browser signed out').first()).toBeVisible();
  });

  await test.step('at another address than its own, the profile says where passkeys work', async () => {
    await page.getByRole('tab', { name: 'Personal Info' }).click();
    const origin = product.url.replace('127.0.0.1', 'localhost');
    await expect(security(page)).toContainText(`Passkeys work at ${origin} only.`);
    await expect(security(page).getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  });
});
