// Looks at a closet that shares through the seller's own browser: from the pairing code to a browser that is gone.

import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { ScriptedCompanion } from '#tests/journeys/companion/scripted-companion.ts';
import { band, dialog, firstSteps, openDashboard, rest } from '../fixtures/look.ts';
import type { Product, Seller } from '../fixtures/product.ts';
import { expect, test } from '../fixtures/story.ts';

/** The seller's browser with the companion, which is signed in at the marketplace. */
async function openCompanion(product: Product): Promise<ScriptedCompanion> {
  const { json } = await product.market.control('POST', 'accounts', { listings: 24, sold: 3 });
  const market = connectMarketplace({
    origin: product.market.origin,
    userAgent: 'Browser',
    clock: { now: Date.now, at: () => () => {} },
  });
  const account = market.account({ cookies: [] });
  await account.signIn({ username: String(json.username), password: String(json.password) });
  await market.close();
  const cookies = account
    .session()
    .cookies.map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const companion = new ScriptedCompanion({ send: fetch, origin: product.market.origin, cookies });
  companion.server = product.url;
  return companion;
}

const removeAll = async ({ api }: Seller): Promise<void> => {
  for (const { id } of (await api.companion.list()).companions) await api.companion.remove({ id });
};

test('a closet that the seller’s own browser shares', async ({ page, product, enter, look }) => {
  const seller = await enter();
  await page.getByRole('tab', { name: 'Your browser' }).click();
  // What a new seller sees. The story of the first steps looks at it.
  await page.getByRole('button', { name: 'Show a pairing code' }).press('Enter');
  await page.getByText('Waiting for your browser…').waitFor();
  await look('browser-code', { part: firstSteps(page) });
  const companion = await openCompanion(product);
  const letters = await page.locator('.pairing-code').getAttribute('aria-label');
  const paired = await companion.pair((letters ?? '').replaceAll(' ', '').toLowerCase(), 'Chrome on Linux');
  expect(paired.status).toBe(201);
  await page.getByText('Chrome on Linux is paired, but closed or asleep.').waitFor();
  await look('browser-paired', { part: firstSteps(page) });
  for (const [state, text] of [
    ['no_permission', 'Chrome on Linux is paired. One more click'],
    ['paused', 'Chrome on Linux is paired, but you paused the companion.'],
    ['signed_out', 'Chrome on Linux is paired, but not signed in to'],
  ] as const) {
    companion.state = state;
    companion.start();
    await page.getByText(text).waitFor();
    await companion.stop();
  }
  companion.state = 'ready';
  companion.start();
  await page.getByText('Chrome on Linux, open').waitFor();
  await openDashboard(page);
  await page.getByRole('button', { name: 'Connect another way' }).press('Enter');
  await expect(page.getByRole('tab', { name: 'Browser session' })).toBeFocused();
  await page.getByText('The companion in your paired browser does this in one click').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Connect another way' })).toBeFocused();
  await look('browser-linked', { isVariant: true });
  await seller.api.bot.start({ body: { offerShippingDiscount: false, acceptAutomationRisk: true } });
  await page.getByText('Running').first().waitFor();
  await companion.stop();
  await removeAll(seller);
  await page.getByText('No browser is paired.').first().waitFor();
  await look('browser-waiting', { part: band(page) });
  const { code } = await seller.api.companion.code();
  await companion.pair(code, 'Firefox on Windows');
  companion.start();
  await expect(page.getByText('No browser is paired.')).toHaveCount(0);
  await page.getByText('Running').first().waitFor();
  await seller.api.bot.stop();
  await look('browser-back', { part: band(page) });
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await dialog(page).getByRole('tab', { name: 'Poshmark' }).click();
  await dialog(page).getByText('Firefox on Windows', { exact: true }).waitFor();
  await dialog(page).getByText('Firefox on Windows', { exact: true }).scrollIntoViewIfNeeded();
  await look('browser-list', { part: dialog(page) });
  await rest(page);
  await companion.stop();
  await removeAll(seller);
  await page.goto('/dashboard');
  await openDashboard(page);
  await look('browser-away', { isVariant: true });
});
