import type { Page } from '@playwright/test';
import type { PhoneLinkState } from '#contract/account/phone-link.ts';
import type { PhoneWays } from '#contract/phone/phone.ts';
import { dialog, rest } from '../fixtures/look.ts';
import { expect, expectToast, test } from '../fixtures/story.ts';

const tailnet = 'https://maya-laptop.tail1234.ts.net';
const nothing: PhoneWays = { address: null, domain: null, tailscale: null, isHere: true };
const tailscale = (kind: 'missing' | 'off' | 'ready' | 'on', isPublic = false): PhoneWays => ({
  ...nothing,
  address: kind === 'on' ? tailnet : null,
  tailscale: { kind, address: kind === 'ready' || kind === 'on' ? tailnet : null, isPublic },
});
const domain = (state: NonNullable<PhoneWays['domain']>['state']): PhoneWays => ({
  ...nothing,
  address: state === 'not_https' || state === 'only_here' ? null : 'https://hangtag.example',
  domain: { origin: `${state === 'not_https' ? 'http' : 'https'}://hangtag.example`, state },
});

const pretendWays = async (page: Page, ways: PhoneWays): Promise<void> =>
  void (await page.route('**/api/phone', (route) => route.fulfill({ json: ways })));

/** A code that a phone has used, or not yet. */
async function pretendCode(page: Page, state: PhoneLinkState, lifeMs = 120_000): Promise<void> {
  const expiresAt = new Date(Date.now() + lifeMs).toISOString();
  await page.route('**/api/user/phone-link', (route) =>
    route.fulfill({ status: 201, json: { id: '7', url: `${tailnet}/phone/sign-in#${'A'.repeat(43)}`, expiresAt } }),
  );
  await page.route('**/api/user/phone-link/7', (route) => route.fulfill({ json: state }));
}

const usedBy = (isSignedIn: boolean): PhoneLinkState => ({
  state: 'used',
  usedBy: {
    sessionId: '1',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
    address: '100.64.0.9',
    at: new Date().toISOString(),
    isSignedIn,
  },
});

const off = tailscale('ready');
const on = tailscale('on');

test('a phone that opens the code’s link says whose account it is, and signs in by a tap', async ({
  page,
  product,
}) => {
  const token = 'T'.repeat(43);
  const addresses: string[] = [];
  const bodies: string[] = [];
  page.on('request', (request) => {
    addresses.push(request.url(), request.headers().referer ?? '');
    if (request.method() === 'POST') bodies.push(`${new URL(request.url()).pathname} ${request.postData()}`);
  });
  const seller = await product.newSeller();
  const answer = { firstName: 'Maya', email: seller.email, expiresAt: new Date().toISOString() };
  await page.route('**/api/phone-link', (route) => route.fulfill({ json: answer }));
  await page.route('**/api/login/phone', async (route) => {
    const user = await seller.api.account.me();
    await page.context().addCookies([
      { ...seller.cookie, url: product.url, httpOnly: true, sameSite: 'Lax' },
      { name: 'hangtag_signed_in', value: '1', url: product.url, sameSite: 'Lax' },
    ]);
    await route.fulfill({ json: user });
  });
  await page.goto(`/phone/sign-in#${token}`);
  await expect(page.getByText(seller.email)).toBeVisible();

  await test.step('opening it signs nobody in, and the secret is in no address, history, or referrer', async () => {
    await expect(page).toHaveURL('/phone/sign-in');
    expect(bodies).toEqual([`/api/phone-link ${JSON.stringify({ token })}`]);
    expect(addresses.filter((one) => one.includes(token))).toEqual([]);
    expect(await page.content()).not.toContain(token);
  });

  await test.step('the tap sends it, and leads to the app', async () => {
    await page.getByRole('button', { name: 'Sign in on this phone' }).click();
    await expect(page).toHaveURL('/phone');
    expect(bodies.at(1)).toBe(`/api/login/phone ${JSON.stringify({ token })}`);
    expect(addresses.filter((one) => one.includes(token))).toEqual([]);
    await page.goBack();
    await expect(page).not.toHaveURL(/sign-in/);
  });
});

test.describe('every way to a phone, and what the phone shows', () => {
  test.use({ allowed: /net::ERR_FAILED/ });

  test('can be read in every state, and nothing is changed or made before the seller asks for it', async ({
    page,
    enter,
    look,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await pretendWays(page, tailscale('missing'));
    await enter();
    await page.getByRole('link', { name: 'Use it on your phone' }).click();
    await expect(page).toHaveURL('/phone');
    await page.getByRole('heading', { name: 'Your own address' }).waitFor();
    await look('phone-no-way', { isVariant: true });
    for (const [name, ways, says] of [
      ['off', tailscale('off'), 'installed on this computer, but not connected'],
      ['elsewhere', { ...nothing, isHere: false }, 'can’t reach Hangtag safely yet'],
      ['not-https', domain('not_https'), 'isn’t secure'],
      ['bad-certificate', domain('bad_certificate'), 'certificate isn’t valid'],
      ['only-here', domain('only_here'), 'means this computer only'],
      ['other', domain('other'), 'Something else answers there'],
      ['nothing', domain('nothing'), 'Nothing answers there'],
      ['ready', off, 'Tailscale is connected on this computer'],
    ] as const) {
      await pretendWays(page, ways);
      await page.getByRole('button', { name: 'Look again' }).click();
      await page.getByText(says).waitFor();
      await look(`phone-${name}`, { isVariant: true });
    }
    await test.step('nothing is changed before the seller has agreed', async () => {
      await expect(page.getByRole('button', { name: 'Show the QR code' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Turn it on' }).press('Enter');
      await look('phone-ask', { part: dialog(page) });
      await dialog(page).getByRole('button', { name: 'Not now' }).press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(asked).not.toContain('POST /api/phone/tailscale');
      const turnOn = async (answer: object) => {
        await page.route('**/api/phone/tailscale', (route) => route.fulfill({ json: { user: null, ...answer } }));
        await page.getByRole('button', { name: 'Turn it on' }).press('Enter');
        await dialog(page).getByRole('button', { name: 'Turn it on' }).press('Enter');
      };
      await turnOn({ result: 'allow_first', link: 'https://login.tailscale.com/f/serve?node=n1', ways: off });
      await page.getByRole('link', { name: 'Allow it at Tailscale' }).waitFor();
      await look('phone-allow-first', { isVariant: true });
      await turnOn({ result: 'done', link: null, ways: on });
      await expectToast(page, 'Tailscale is on');
      await look('phone-on');
    });
    await test.step('the code is made when it is asked for', async () => {
      expect(asked).not.toContain('POST /api/user/phone-link');
      await pretendCode(page, { state: 'waiting', usedBy: null });
      await page.getByRole('button', { name: 'Show the QR code' }).press('Enter');
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
      await page.getByText('Waiting for your phone').waitFor();
      await look('phone-code-waiting', { isVariant: true });
    });
    await test.step('the device that used it is named, and signed out by the call that ends any session', async () => {
      await pretendCode(page, usedBy(true));
      await expect(page.getByText('Safari on iPhone at 100.64.0.9 is signed in.')).toBeVisible();
      await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
      await look('phone-code-used', { isVariant: true });
      await page.route('**/api/user/sessions/1', (route) => route.fulfill({ json: { message: 'Done.' } }));
      await pretendCode(page, usedBy(false));
      await page.getByRole('button', { name: 'Sign it out' }).press('Enter');
      await expect(page.getByText('Safari on iPhone at 100.64.0.9 was signed out.')).toBeVisible();
      expect(asked).toContain('DELETE /api/user/sessions/1');
      await look('phone-code-signed-out', { isVariant: true });
    });
    for (const [name, ways] of [
      ['public', tailscale('on', true)],
      ['domain', domain('works')],
    ] as const) {
      await rest(page);
      await pretendWays(page, ways);
      await page.goto('/phone');
      await page
        .getByRole('status', { name: 'Looking how your phone can open Hangtag' })
        .waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Open it on your phone' }).waitFor();
      await look(`phone-${name}`, { isVariant: true });
    }
    await rest(page);
    await page.goto('/dashboard?ask=stop');
    await page.getByRole('dialog', { name: 'Stop the bot?' }).waitFor();
    await look('ask-from-icon', { part: dialog(page) });
    await rest(page);
    const at = Date.now() - 3 * 3_600_000;
    const kept = { at, state: 'waiting', sharesToday: 120, limit: 5_000, timezone: 'America/New_York' };
    await page.evaluate((state) => {
      localStorage.setItem('work::keeps-last-state', 'yes');
      localStorage.setItem('work::last-state', state);
    }, JSON.stringify(kept));
    await page.route('**/api/user', (route) => route.abort());
    await page.reload();
    await page.getByText('120 shares of 5,000 that day.').waitFor();
    await look('last-state', { isVariant: true });
    for (const [name, answer] of [
      [
        'ready',
        {
          status: 200,
          json: { firstName: 'Maya', email: 'maya@example.com', expiresAt: new Date().toISOString() },
        },
      ],
      [
        'used',
        { status: 409, json: { error: 'link_used', message: 'A device has already signed in with this code.' } },
      ],
    ] as const) {
      await rest(page);
      await page.route('**/api/phone-link', (route) => route.fulfill(answer));
      await page.goto(`/phone/sign-in?${name}#${'A'.repeat(43)}`);
      await page.getByRole('button', { name: /^Sign in/ }).waitFor();
      await look(`phone-sign-in-${name}`, { isVariant: true });
    }
    await page.context().clearCookies();
    await page.route('**/api/welcome', (route) => route.fulfill({ json: { isFirst: true, hasDemo: true } }));
    await page.goto('/welcome');
    await page.getByRole('button', { name: 'Watch Demo' }).waitFor();
    await look('welcome');
    await page.goto('/phone/sign-in');
    await page.getByText('Show a code on your computer').waitFor();
    await look('phone-sign-in-empty', { isVariant: true });
  });
});
