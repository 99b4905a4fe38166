// The scenes of using Hangtag on a phone. What the computer has, and who scans, is pretended.
import type { Page } from '@playwright/test';
import type { PhoneLinkState } from '#contract/account/phone-link.ts';
import type { PhoneWays } from '#contract/phone/phone.ts';
import { dialog, type Scene, type Walk } from './scene.ts';

export const tailnet = 'https://maya-laptop.tail1234.ts.net';
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

export const pretendWays = async (page: Page, ways: PhoneWays): Promise<void> =>
  void (await page.route('**/api/phone', (route) => route.fulfill({ json: ways })));

/** A code that a phone has used, or not yet. */
export async function pretendCode(page: Page, state: PhoneLinkState, lifeMs = 120_000): Promise<void> {
  const expiresAt = new Date(Date.now() + lifeMs).toISOString();
  await page.route('**/api/user/phone-link', (route) =>
    route.fulfill({ status: 201, json: { id: '7', url: `${tailnet}/phone/sign-in#${'A'.repeat(43)}`, expiresAt } }),
  );
  await page.route('**/api/user/phone-link/7', (route) => route.fulfill({ json: state }));
}

export const usedBy = (isSignedIn: boolean): PhoneLinkState => ({
  state: 'used',
  usedBy: {
    sessionId: '1',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
    address: '100.64.0.9',
    at: new Date().toISOString(),
    isSignedIn,
  },
});

const way = (name: string, ways: PhoneWays, isVariant = true): Scene => ({
  name: `phone-${name}`,
  ...(isVariant && { isVariant }),
  arrange: async ({ page }) => {
    await pretendWays(page, ways);
    await page.goto('/phone');
    await page.getByRole('heading', { name: 'Open it on your phone' }).waitFor();
    await page.getByRole('status', { name: 'Looking how your phone can open Hangtag' }).waitFor({ state: 'detached' });
  },
});

const code = (name: string, state: PhoneLinkState): Scene => ({
  name: `phone-code-${name}`,
  isVariant: true,
  arrange: async ({ page }) => {
    await pretendWays(page, tailscale('on'));
    await pretendCode(page, state);
    await page.goto('/phone');
    await page.getByRole('button', { name: 'Show the QR code' }).click();
    await page.getByText(state.state === 'used' ? 'It used the code' : 'Waiting for your phone').waitFor();
  },
});

/** What a phone shows that opens the link. */
const scanned = (name: string, answer: { status: number; json: object }): Scene => ({
  name: `phone-sign-in-${name}`,
  isVariant: true,
  arrange: async ({ page }) => {
    await page.route('**/api/phone-link', (route) => route.fulfill(answer));
    await page.goto(`/phone/sign-in?${name}#${'A'.repeat(43)}`);
    await page.getByRole('button', { name: /^Sign in/ }).waitFor();
  },
});

export const phoneWalk: Walk = {
  scenes: [
    {
      name: 'phone-no-way',
      arrange: async ({ page, enter }) => {
        await pretendWays(page, tailscale('missing'));
        await enter({ path: '/phone' });
        await page.getByRole('heading', { name: 'Your own address' }).waitFor();
      },
    },
    way('off', tailscale('off')),
    way('elsewhere', { ...nothing, isHere: false }),
    way('ready', tailscale('ready')),
    {
      name: 'phone-ask',
      arrange: async ({ page }) => {
        await pretendWays(page, tailscale('ready'));
        await page.goto('/phone');
        await page.getByRole('button', { name: 'Turn it on' }).click();
        await page.getByRole('dialog').waitFor();
      },
      part: dialog,
    },
    {
      name: 'phone-allow-first',
      isVariant: true,
      arrange: async ({ page }) => {
        const link = 'https://login.tailscale.com/f/serve?node=n1';
        await pretendWays(page, tailscale('ready'));
        await page.route('**/api/phone/tailscale', (route) =>
          route.fulfill({ json: { result: 'allow_first', link, user: null, ways: tailscale('ready') } }),
        );
        await page.goto('/phone');
        await page.getByRole('button', { name: 'Turn it on' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Turn it on' }).click();
        await page.getByRole('link', { name: 'Allow it at Tailscale' }).waitFor();
      },
    },
    way('on', tailscale('on'), false),
    way('public', tailscale('on', true)),
    way('domain', domain('works')),
    way('not-https', domain('not_https')),
    way('bad-certificate', domain('bad_certificate')),
    way('only-here', domain('only_here')),
    way('other', domain('other')),
    way('nothing', domain('nothing')),
    code('waiting', { state: 'waiting', usedBy: null }),
    code('used', usedBy(true)),
    code('signed-out', usedBy(false)),
    {
      name: 'ask-from-icon',
      arrange: async ({ page }) => {
        await page.goto('/dashboard?ask=stop');
        await page.getByRole('dialog', { name: 'Stop the bot?' }).waitFor();
      },
      part: dialog,
    },
    {
      name: 'last-state',
      isVariant: true,
      arrange: async ({ page }) => {
        const at = Date.now() - 3 * 3_600_000;
        const state = { at, state: 'waiting', sharesToday: 120, limit: 5_000, timezone: 'America/New_York' };
        await page.evaluate((kept) => {
          localStorage.setItem('work::keeps-last-state', 'yes');
          localStorage.setItem('work::last-state', kept);
        }, JSON.stringify(state));
        await page.route('**/api/user', (route) => route.abort());
        await page.reload();
        await page.getByText('120 shares of 5,000 that day.').waitFor();
      },
    },
    scanned('ready', {
      status: 200,
      json: { firstName: 'Maya', email: 'maya@example.com', expiresAt: new Date().toISOString() },
    }),
    scanned('used', {
      status: 409,
      json: { error: 'link_used', message: 'A device has already signed in with this code.' },
    }),
    {
      name: 'welcome',
      arrange: async ({ page }) => {
        await page.context().clearCookies();
        await page.route('**/api/welcome', (route) => route.fulfill({ json: { isFirst: true, hasDemo: true } }));
        await page.goto('/welcome');
        await page.getByRole('button', { name: 'Watch Demo' }).waitFor();
      },
    },
    {
      name: 'phone-sign-in-empty',
      isVariant: true,
      arrange: async ({ page }) => {
        await page.goto('/phone/sign-in');
        await page.getByText('Show a code on your computer').waitFor();
      },
    },
  ],
};
