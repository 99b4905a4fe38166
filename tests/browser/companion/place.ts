// A browser with the companion, between a practice marketplace and a scripted server, and how a person signs in there.

import { expect, type Page } from '@playwright/test';
import { readMetaToken } from '#marketplace/session/bootstrap-page.ts';
import { type Market, openMarket } from '#tests/standin/caller.ts';
import { type Extension, openExtension } from './extension.ts';
import { type Ended, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

type Asked = { server: Pick<ScriptedServer, 'ask'> };
type Place = { market: Market; server: ScriptedServer; extension: Extension };

export const inPlace = async (work: (place: Place) => Promise<void>, { cookies = false } = {}): Promise<void> => {
  const market = await openMarket({ now: Date.now });
  const server = await startScriptedServer(market.origin);
  const extension = await openExtension({ allowed: [server.url, market.origin], cookies });
  try {
    await work({ market, server, extension });
  } finally {
    await extension.close();
    await server.close();
    await market.close();
  }
};

export const pairWith = async ({ extension, server }: Place): Promise<Page> => {
  const options = await extension.open('options');
  await options.getByLabel('Address of your Hangtag').fill(server.url);
  await options.getByLabel('Pairing code').fill('abcd-2345');
  await options.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(options.getByRole('heading', { name: 'This browser' })).toBeVisible();
  return options;
};

export const signIn = async ({ extension, market }: Place, page?: Page): Promise<Page> => {
  const tab = page ?? (await extension.context.newPage());
  await signInAt(tab, market.origin, { username: 'thrifty_jo', password: 'practice-1' });
  return tab;
};

/** Signs in at the practice marketplace as a person does. Does nothing if the browser is signed in already. */
export async function signInAt(
  tab: Page,
  origin: string,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await tab.goto(`${origin}/login`);
  if (!tab.url().includes('/login')) return;
  await tab.locator('#login_form_username_email').fill(username);
  await tab.locator('#login_form_password').fill(password);
  await tab.locator('#login_form_password').press('Enter');
  await tab.waitForURL(/\/(feed|closet)/);
}

export const bodyOf = (ended: Ended): string => (ended.kind === 'answered' ? ended.body : '');

export const tokenOf = async ({ server }: Asked): Promise<string> =>
  readMetaToken(bodyOf(await server.ask({ path: '/create-listing', headers: { accept: 'text/html' } }))) ?? '';

/** The listings of thrifty_jo for sale, the newest first. */
export const idsOf = async ({ server }: Asked): Promise<string[]> => {
  const request = JSON.stringify({
    filters: { department: 'All', inventory_status: ['available'] },
    sort_by: 'added_desc',
    experience: 'all',
    count: 48,
  });
  const path = `/vm-rest/users/thrifty_jo/posts/filtered?request=${encodeURIComponent(request)}&summarize=true&pm_version=1`;
  const { data } = JSON.parse(bodyOf(await server.ask({ path }))) as { data: { id: string }[] };
  return data.map(({ id }) => id);
};

export const writing = (token: string) => ({
  accept: 'application/json',
  'content-type': 'application/json',
  'x-xsrf-token': token,
});

export const shareOf = (id: string, token: string) => ({
  method: 'PUT' as const,
  path: `/vm-rest/users/self/shared_posts/${id}?pm_version=2026.33.00`,
  headers: writing(token),
  body: '{}',
});

/** Asks only who is signed in. */
export const askWho = { path: '/vm-rest/users/self?pm_version=1' };
