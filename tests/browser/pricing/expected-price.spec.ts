import { dollars } from '#web/format/money-format.ts';
import { steepAdvice, withOwnComparable } from '../fixtures/canned-prices.ts';
import { reachPricing } from '../fixtures/pricing-situations.ts';
import { expect, expectToast, test } from '../fixtures/story.ts';

test.use({ looksAtPrices: true });

test('a price that has changed since it was shown is left, and the seller is told what it is now', async ({
  page,
  enter,
  product,
}) => {
  const seller = await enter({ closet: 'real', listings: 4, sold: 0, path: null });
  const listings = () => seller.api.listings.list();
  const [, double, little] = await listings();
  if (double?.price == null || little?.price == null) throw new Error('This closet has listings with prices.');
  const [was, now] = [little.price, little.price + 7];

  await test.step('in the optimizer, if it was changed at the marketplace: the other prices are changed', async () => {
    const advised = steepAdvice(await listings());
    await page.route('**/api/listings/pricing-optimization', (route) => route.fulfill({ json: advised }));
    await page.goto('/dashboard');
    await reachPricing(page);
    const card = page.getByRole('region', { name: 'Smart pricing optimizer' });
    await card.getByRole('button', { name: 'Optimize Prices' }).click();
    await expectToast(page, 'Optimization Complete');
    await product.market.control('POST', `listings/${little.poshmarkId}`, { price: now });
    await card.getByRole('button', { name: 'All', exact: true }).click();
    await card.getByRole('button', { name: 'Apply 2 prices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply 2 prices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, change it' }).click();
    await expectToast(page, 'Prices Updated', '1 price updated, 1 not.');
    await expect(card.locator('.batch li.failed small')).toHaveText(
      `The price is now ${dollars(now).replace('.00', '')}, not the ${dollars(was).replace('.00', '')} that you saw, so Hangtag left it. Check it, then decide again.`,
    );
    // The advice was on the price that the listing no longer has.
    await expect(card.locator('.advice tbody tr')).toHaveCount(0);
    expect((await listings()).find(({ id }) => id === little.id)?.price).toBe(now);
  });

  await test.step('in a market analysis, if it was changed on another device: the sheet then shows the new price', async () => {
    await page.route(`**/api/listings/${little.id}/market-analysis`, async (route) => {
      const price = (await listings()).find(({ id }) => id === little.id)?.price ?? 0;
      const json = {
        ...withOwnComparable,
        currentPrice: price,
        suggestedPrice: price + 1,
        priceAdjustment: { direction: 'increase', percentage: 4 },
        isAdvised: true,
      };
      await route.fulfill({ json });
    });
    await page.goto(`/market-analysis?listing=${little.id}`);
    const sheet = page.locator('dialog.sheet');
    await expect(sheet.getByRole('button', { name: `Keep ${dollars(now)}` })).toBeVisible();
    await page.route('**/api/listings/*/price', async (route) => {
      await seller.api.listings.setPrice({ id: little.id, body: { price: was } });
      await route.continue();
    });
    await sheet.getByRole('button', { name: 'Apply AI Price' }).click();
    await expectToast(
      page,
      'Update Failed',
      `A price has changed: “${little.title}” is now $${was}, not $${now}. Nothing was sent. Check it, then decide again.`,
    );
    await expect(sheet.getByRole('button', { name: `Keep ${dollars(was)}` })).toBeVisible();
    expect((await listings()).find(({ id }) => id === little.id)?.price).toBe(was);
  });
});
