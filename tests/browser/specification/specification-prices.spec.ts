import type { Page } from '@playwright/test';
import { pricedPhoto, refuse, steepAdvice } from '../fixtures/canned-prices.ts';
import { choosePhoto, reachPricing, takePhoto } from '../fixtures/pricing-situations.ts';
import { password } from '../fixtures/product.ts';
import { expect, expectToast, test } from '../fixtures/story.ts';

const cell = (page: Page, name: string) =>
  page.locator('.cell', { has: page.getByRole('heading', { name, exact: true }) });
const optimizer = (page: Page) => page.getByRole('region', { name: 'Smart pricing optimizer' });
const photoCard = (page: Page) => page.getByRole('region', { name: 'Price from a photo' });

test('photo and prices say what failed, the market screen offers no price to keep, and a logout clears all loaded data', async ({
  page,
  enter,
  product,
}) => {
  const seller = await enter({ closet: 'practice' });
  await reachPricing(page);
  await test.step('an unreadable photo shows a message, and a result shows every field', async () => {
    const card = photoCard(page);
    await test.step('Failed to read the image file. Please try a different image.', async () => {
      await page.evaluate(() => {
        const known = Blob.prototype.arrayBuffer;
        Blob.prototype.arrayBuffer = () => {
          Blob.prototype.arrayBuffer = known;
          return Promise.reject(new DOMException('gone', 'NotReadableError'));
        };
      });
      const buffer = await takePhoto();
      await card.getByLabel('Choose a photo').setInputFiles({ name: 'coat.jpg', mimeType: 'image/jpeg', buffer });
      await expect(card.getByRole('alert')).toHaveText('Failed to read the image file. Please try a different image.');
    });
    await test.step('price, demand, category, brand, condition, color and style, description, confidence', async () => {
      const seen = {
        ...pricedPhoto.seen,
        category: { value: pricedPhoto.itemCategory, source: 'photo' },
        brand: { value: pricedPhoto.brand, source: 'tag' },
        condition: { value: pricedPhoto.condition, source: 'model' },
      };
      await page.route('**/api/price/analyze-image', (route) => route.fulfill({ json: { ...pricedPhoto, seen } }));
      await choosePhoto(page, await takePhoto());
      await card.getByRole('button', { name: 'Analyze Photo' }).click();
      await expectToast(page, 'Analysis Complete');
      await expect(card.locator('.shot .tag')).toHaveText('$84.00');
      for (const [name, value] of [
        ['Demand', 'High'],
        ['Color and style', 'Navy, chore'],
        ['Confidence', '44%'],
      ] as const)
        await expect(card.locator('.facts div').filter({ has: page.getByText(name, { exact: true }) })).toContainText(
          value,
        );
      // What the seller can correct stands in fields.
      const facts = card.locator('.facts');
      const chosen = (name: string) => facts.getByLabel(name, { exact: true }).locator('option:checked');
      await expect(chosen('Category')).toHaveText('Jackets & Coats');
      await expect(facts.getByLabel('Brand', { exact: true })).toHaveValue('Madewell');
      await expect(chosen('Condition')).toHaveText('Excellent');
      await expect(card.getByText(pricedPhoto.itemDescription)).toBeVisible();
      await expect(card.getByText(pricedPhoto.recommendations[0] ?? '')).toBeVisible();
    });
    await test.step('market data in cents, with comparable listings', async () => {
      await expect(card.getByText('11 comps, average $81.00, range $58.00 to $112.00.')).toBeVisible();
      await card.getByText('See 8 comps').click();
      await expect(card.locator('.comp-list li').first()).toContainText('$58.00');
    });
    await test.step('Analyze Again runs it again, Clear resets', async () => {
      const again = page.waitForRequest('**/api/price/analyze-image');
      await card.getByRole('button', { name: 'Analyze Again' }).click();
      await again;
      await card.getByRole('button', { name: 'Clear' }).click();
      await expect(card.getByText('Choose a photo')).toBeVisible();
      await expect(card.locator('.facts')).toHaveCount(0);
    });
  });
  await test.step('every failure of prices has its title and text, and each choice sends one update', async () => {
    const active = (await seller.api.listings.list()).filter(({ isActive, price }) => isActive && price !== null);
    await test.step('Optimization Failed: the message', async () => {
      await page.route('**/api/listings/pricing-optimization', refuse(409, 'no_listings', 'Nothing to compare.'));
      await optimizer(page).getByRole('button', { name: 'Optimize Prices' }).click();
      await expectToast(page, 'Optimization Failed', 'Nothing to compare.');
      await page.unroute('**/api/listings/pricing-optimization');
    });
    await page.route('**/api/listings/pricing-optimization', (route) => route.fulfill({ json: steepAdvice(active) }));
    await optimizer(page).getByRole('button', { name: 'Try again' }).click();
    await expectToast(page, 'Optimization Complete', /^3 listings compared, 2 worth changing\.$/);
    await test.step('the summary counts, and the average confidence in percent without decimals', async () => {
      await expect(optimizer(page).locator('.opt-sum')).toHaveText(
        /2 raise\s*1 lower\s*0 keep\s*71% average confidence/,
      );
      await expect(optimizer(page).locator('.advice tbody tr').first()).toContainText(/\$\d+\.\d\d/);
      await expect(optimizer(page).locator('.advice tbody tr').first()).toContainText('100.0%');
    });
    await test.step('Update Failed, and one {listingId, newPrice} for each selected listing', async () => {
      const sent = page.waitForRequest('**/api/listings/bulk-price-update');
      await page.route('**/api/listings/bulk-price-update', refuse(429, 'too_many_requests', 'Not now.'));
      await optimizer(page).getByRole('button', { name: '2 to raise' }).click();
      await expect(optimizer(page).getByText('2 of 2 selected.')).toBeVisible();
      await optimizer(page).getByRole('button', { name: 'Apply 2 prices' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply 2 prices' }).click();
      await page.getByRole('button', { name: 'Yes, change it' }).click();
      await expectToast(page, 'Update Failed', 'Not now.');
      expect((await sent).postDataJSON().updates).toEqual([
        { listingId: active[1]?.id, newPrice: (active[1]?.price ?? 0) * 2 },
        { listingId: active[2]?.id, newPrice: (active[2]?.price ?? 0) + 2 },
      ]);
    });
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/market-analysis');
  const cards = page.locator('.card');
  const sheet = page.locator('dialog.sheet');
  await expect(page.getByText('60 active listings')).toBeVisible();
  await test.step('the grid is about 24rem high and scrolls', async () => {
    const grid = await cards.first().evaluate((card) => {
      const scroller = card.closest('.grid-scroll') ?? card.parentElement;
      return { height: scroller?.clientHeight ?? 0, whole: scroller?.scrollHeight ?? 0 };
    });
    expect(grid.height).toBeLessThanOrEqual(26 * 16);
    expect(grid.height).toBeGreaterThanOrEqual(22 * 16);
    expect(grid.whole).toBeGreaterThan(grid.height);
  });
  let insights = { demandLevel: 'high', isDemandKnown: true };
  let adjustment = { direction: 'maintain', percentage: 0 };
  await page.route('**/market-analysis', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const answer = await (await route.fetch()).json();
    await route.fulfill({
      json: {
        ...answer,
        suggestedPrice: 23,
        currentPrice: 20,
        confidence: 0.715,
        estimate: answer.estimate ?? 23,
        isAdvised: true,
        priceAdjustment: adjustment,
        marketInsights: { ...answer.marketInsights, ...insights },
      },
    });
  });
  const open = async (index: number) => {
    await cards.nth(index).locator('.card-open').click();
    await expectToast(page, 'Analysis Complete', 'AI market analysis has been generated for your listing.');
  };
  /** Red, green, and blue of the painted color, whatever notation the style sheet uses. */
  const color = () =>
    sheet
      .locator('.demand .pips i')
      .first()
      .evaluate((pip) => {
        const context = document.createElement('canvas').getContext('2d');
        if (context === null) throw new Error('There is no canvas');
        context.fillStyle = getComputedStyle(pip).backgroundColor;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      });
  const seen: Record<string, number[]> = {};
  for (const [index, [demandLevel, direction]] of (
    [
      ['high', 'maintain'],
      ['medium', 'increase'],
      ['low', 'increase'],
    ] as const
  ).entries()) {
    insights = { demandLevel, isDemandKnown: true };
    adjustment = { direction, percentage: direction === 'maintain' ? 0 : 15 };
    await open(index);
    await test.step(`demand ${demandLevel}, direction ${direction}`, async () => {
      await expect(sheet.getByRole('button', { name: 'Apply AI Price' })).toHaveCount(direction === 'maintain' ? 0 : 1);
      if (direction === 'increase') {
        await expect(sheet.locator('.vsub')).toContainText('15.0%');
        await expect(sheet.locator('.vsub')).toContainText('72%');
      } else await expect(sheet.locator('.vsub')).toBeHidden();
      seen[demandLevel] = await color();
    });
    if (demandLevel === 'low') {
      await test.step('Update Failed: the message', async () => {
        await page.route('**/api/listings/*/price', refuse(429, 'too_many_requests', 'Not now.'));
        await sheet.getByRole('button', { name: 'Apply AI Price' }).click();
        await expectToast(page, 'Update Failed', 'Not now.');
      });
    }
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    // The sheet is hidden before the browser has gone back to the address without it.
    await expect(page).toHaveURL('/market-analysis');
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await test.step('high green, medium yellow, low red', () => {
    const [hr = 0, hg = 0, hb = 0] = seen.high ?? [];
    const [mr = 0, mg = 0, mb = 0] = seen.medium ?? [];
    const [lr = 0, lg = 0, lb = 0] = seen.low ?? [];
    expect(hg).toBeGreaterThan(Math.max(hr, hb));
    expect(Math.min(mr, mg)).toBeGreaterThan(mb);
    expect(lr).toBeGreaterThan(Math.max(lg, lb));
  });
  await test.step('on the dashboard', async () => {
    await page.goto('/dashboard');
    await expect(cell(page, 'Active Listings').locator('.fig')).toHaveText('60');
    await test.step('disconnecting updates the user and reads the listings again', async () => {
      const read = page.waitForRequest('**/api/listings');
      await page.getByRole('button', { name: 'Disconnect closet' }).click();
      await page
        .getByRole('dialog', { name: 'Disconnect this closet?' })
        .getByRole('button', { name: 'Disconnect closet' })
        .click();
      await expectToast(page, 'Closet Disconnected', 'Your closet has been disconnected.');
      await read;
      await expect(page.getByText('Setup Required').first()).toBeVisible();
    });
    await test.step('after a logout the next user sees nothing of the previous one', async () => {
      const other = await product.newSeller({ firstName: 'Ines', lastName: 'Okoro' });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/api/listings', async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL('/auth');
      await page.getByLabel('Email').fill(other.email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page).toHaveURL('/dashboard');
      await page.getByRole('button', { name: 'Hide these steps' }).click();
      await expect(cell(page, 'Active Listings').locator('.fig')).toHaveText('–');
      release();
      await expect(cell(page, 'Active Listings').locator('.fig')).toHaveText('0');
    });
  });
});
