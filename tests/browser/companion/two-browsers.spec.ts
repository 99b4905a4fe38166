import { botIs, refuseUnlessBusy, startBot } from '../fixtures/situations.ts';
import { expect, test } from '../fixtures/story.ts';
import { type Extension, openExtension, wholeBrowser, whySkipped } from './extension.ts';
import { signInAt } from './place.ts';

test.skip(wholeBrowser === undefined, whySkipped);
test.skip(process.env.INTERRUPTIONS === undefined, 'Part of the long version: set INTERRUPTIONS.');

test('two real browsers share one closet: one works, the other takes over, and nothing is shared twice', async ({
  product,
}) => {
  test.setTimeout(240_000);
  const seller = await product.newSeller();
  const { json } = await product.market.control('POST', 'accounts', { listings: 60, sold: 0 });
  const account = { username: String(json.username), password: String(json.password) };
  const opened: Extension[] = [];
  /** A browser that is signed in at the marketplace and paired. */
  const arrive = async (name: string) => {
    const extension = await openExtension({ allowed: [product.url, product.market.origin] });
    opened.push(extension);
    const tab = await extension.context.newPage();
    await signInAt(tab, product.market.origin, account);
    const { code } = await seller.api.companion.code();
    const options = await extension.open('options');
    await options.getByLabel('Address of your Hangtag').fill(product.url);
    await options.getByLabel('Pairing code').fill(code);
    await options.getByLabel('Name of this browser').fill(name);
    await options.getByRole('button', { name: 'Pair', exact: true }).click();
    await expect(options.getByRole('heading', { name: 'This browser' })).toBeVisible();
    return extension;
  };
  const statusNow = () => botIs(seller, () => true);
  const working = async () => {
    const list = await seller.api.companion.list().catch(refuseUnlessBusy);
    return (list?.companions ?? []).filter(({ isWorking }) => isWorking).map(({ name }) => name);
  };
  try {
    const first = await arrive('Desktop');
    await expect.poll(async () => (await seller.api.listings.list()).length, { timeout: 40_000 }).toBe(60);
    const second = await arrive('Laptop');
    const [popup, standby] = [await first.open('popup'), await second.open('popup')];
    await expect(standby.getByRole('heading', { level: 1 })).toContainText('Standing by');
    await startBot(seller);
    await botIs(seller, ({ shareStatus }) => shareStatus.completedShares >= 10);
    await expect.poll(working).toEqual(['Desktop']);

    await test.step('the seller pauses the one that works', async () => {
      await popup.getByRole('button', { name: 'Pause' }).click();
      await expect.poll(working, { timeout: 40_000 }).toEqual(['Laptop']);
      const { shareStatus } = await statusNow();
      await botIs(seller, ({ shareStatus: { completedShares } }) => completedShares > shareStatus.completedShares);
      await popup.getByRole('button', { name: 'Resume' }).click();
      await expect(popup.getByRole('heading', { level: 1 })).toContainText('Standing by', { timeout: 15_000 });
    });

    await test.step('the other one disappears without notice', async () => {
      await second.close();
      opened.pop();
      await expect.poll(working, { timeout: 90_000 }).toEqual(['Desktop']);
      const left = async () => (await statusNow()).shareStatus.left;
      await expect.poll(left, { timeout: 90_000 }).toBe(0);
    });

    const shares = (await product.market.journal('share')).filter((entry) => entry.account === account.username);
    const done = shares.filter((entry) => entry.case === 'ok').map(({ listingId }) => listingId);
    expect(new Set(done).size).toBe(done.length);
    expect((await statusNow()).sharesToday).toBeLessThanOrEqual(60);
    expect(done.length).toBeGreaterThan(55);
  } finally {
    await seller.api.bot.stop().catch(() => undefined);
    for (const extension of opened) await extension.close();
  }
});
