import { botIs, startBot } from '../fixtures/situations.ts';
import { expect, signInto, test } from '../fixtures/story.ts';
import { type Extension, openExtension, wholeBrowser, whySkipped } from './extension.ts';
import { signInAt } from './place.ts';

test.skip(wholeBrowser === undefined, whySkipped);

/** What the seller's export says about shares: the ledger, row by row. */
type Exported = { share_attempts?: { outcome: number; listing_id: number; reserved_at: string }[] };

test('a whole round is shared from the seller’s browser, in order, and nothing is shared twice', async ({
  product,
  page,
  context,
}) => {
  const seller = await product.newSeller();
  const { json } = await product.market.control('POST', 'accounts', { listings: 12, sold: 0 });
  const account = { username: String(json.username), password: String(json.password) };
  const sharesOf = async () =>
    (await product.market.journal('share')).filter(
      (entry) => entry.account === account.username && entry.case === 'ok',
    );
  const extension: Extension = await openExtension({ allowed: [product.url, product.market.origin] });
  try {
    const tab = await extension.context.newPage();
    await signInAt(tab, product.market.origin, account);

    await test.step('a code of Hangtag pairs the browser, and its closet is read through it', async () => {
      const { code } = await seller.api.companion.code();
      const options = await extension.open('options');
      await options.getByLabel('Address of your Hangtag').fill(product.url);
      await options.getByLabel('Pairing code').fill(code);
      await options.getByRole('button', { name: 'Pair', exact: true }).click();
      await expect(options.getByRole('heading', { name: 'This browser' })).toBeVisible();
      await expect.poll(async () => (await seller.api.closet.authStatus()).transport).toBe('browser');
      await expect.poll(async () => (await seller.api.listings.list()).length).toBe(12);
      await expect(options.getByText(`@${account.username}`)).toBeVisible();
      const again = await seller.api.companion.list();
      expect(again.companions).toMatchObject([{ isAwake: true, isWorking: true }]);
    });

    await test.step('the popup and the dashboard show the same round', async () => {
      const popup = await extension.open('popup');
      await startBot(seller);
      await expect(popup.getByText('Sharing', { exact: true })).toBeVisible();
      await signInto(context, product, seller);
      await page.goto('/dashboard');
      for (const count of [4, 8, 12]) await botIs(seller, ({ shareStatus }) => shareStatus.completedShares >= count);
      // The end of the round ends the poll that is open, so the popup shows its last share within a second.
      await expect(popup.locator('.fig')).toHaveText('12');
      await popup.close();
    });

    await test.step('the marketplace’s journal and the ledger agree to the row', async () => {
      const shared = (await sharesOf()).map(({ listingId }) => String(listingId));
      const listings = await seller.api.listings.list();
      expect(new Set(shared).size).toBe(12);
      expect(shared.toSorted()).toEqual(listings.map(({ poshmarkId }) => poshmarkId).toSorted());
      const { sharesToday } = await botIs(seller, ({ state }) => state === 'waiting');
      expect(sharesToday).toBe(12);
      const response = await page.request.get('/api/user/export');
      const { share_attempts: ledger = [] } = (await response.json()) as Exported;
      const nameOf = new Map(listings.map(({ id, poshmarkId }) => [id, poshmarkId]));
      const rows = ledger.toSorted((one, other) => Date.parse(one.reserved_at) - Date.parse(other.reserved_at));
      expect(rows.map(({ listing_id }) => nameOf.get(String(listing_id)))).toEqual(shared);
    });
  } finally {
    await seller.api.bot.stop().catch(() => undefined);
    await extension.close();
  }
});
