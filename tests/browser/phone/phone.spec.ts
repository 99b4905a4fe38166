import { expect, expectToast, test } from '../fixtures/story.ts';
import { pretendCode, pretendWays, tailnet, usedBy } from '../scenes/phone-scenes.ts';

const off = {
  address: null,
  domain: null,
  tailscale: { kind: 'ready' as const, address: tailnet, isPublic: false },
  isHere: true,
};
const on = { ...off, address: tailnet, tailscale: { ...off.tailscale, kind: 'on' as const } };

test('a seller lets Tailscale open Hangtag, shows the code, and signs out the device that used it', async ({
  page,
  enter,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await pretendWays(page, off);
  await page.route('**/api/phone/tailscale', (route) =>
    route.fulfill({ json: { result: 'done', link: null, user: null, ways: on } }),
  );
  await enter();
  await page.getByRole('link', { name: 'Use it on your phone' }).click();
  await expect(page).toHaveURL('/phone');

  await test.step('nothing is changed before the seller has agreed', async () => {
    await expect(page.getByRole('button', { name: 'Show the QR code' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Turn it on' }).press('Enter');
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Not now' }).press('Enter');
    await expect(question).toHaveCount(0);
    expect(asked).not.toContain('POST /api/phone/tailscale');
    await page.getByRole('button', { name: 'Turn it on' }).press('Enter');
    await question.getByRole('button', { name: 'Turn it on' }).press('Enter');
    await expectToast(page, 'Tailscale is on');
  });

  await test.step('the code is made when it is asked for', async () => {
    expect(asked).not.toContain('POST /api/user/phone-link');
    await pretendCode(page, { state: 'waiting', usedBy: null });
    await page.getByRole('button', { name: 'Show the QR code' }).press('Enter');
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  });

  await test.step('the device that used it is named, and signed out by the call that ends any session', async () => {
    await page.unroute('**/api/user/phone-link/7');
    await pretendCode(page, usedBy(true));
    await expect(page.getByText('Safari on iPhone at 100.64.0.9 is signed in.')).toBeVisible();
    await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
    await page.route('**/api/user/sessions/1', (route) => route.fulfill({ json: { message: 'Done.' } }));
    await page.unroute('**/api/user/phone-link/7');
    await pretendCode(page, usedBy(false));
    await page.getByRole('button', { name: 'Sign it out' }).press('Enter');
    await expect(page.getByText('Safari on iPhone at 100.64.0.9 was signed out.')).toBeVisible();
    expect(asked).toContain('DELETE /api/user/sessions/1');
  });
});

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
