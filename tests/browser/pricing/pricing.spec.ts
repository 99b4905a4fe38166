import type { Page, Route } from '@playwright/test';
import { dollars } from '#web/format/money-format.ts';
import { refuse, steepAdvice, withOwnComparable } from '../fixtures/canned-prices.ts';
import { timesWithWrongZone } from '../fixtures/look.ts';
import { makeDear, reachPricing, searchedWithinMs } from '../fixtures/pricing-situations.ts';
import { type Product, type Seller, sellerPlace } from '../fixtures/product.ts';
import { expect, expectToast, test, toast } from '../fixtures/story.ts';

test.use({ looksAtPrices: true, allowed: /net::ERR_CONNECTION_RESET .*\/bulk-price-update/ });

const photoCard = (page: Page) => page.getByRole('region', { name: 'Price from a photo' });
const optimizer = (page: Page) => page.getByRole('region', { name: 'Smart pricing optimizer' });
const sheet = (page: Page) => page.locator('dialog.sheet');
const cards = (page: Page) => page.locator('.card');
const approach = (page: Page) => page.locator('.pricing-row').scrollIntoViewIfNeeded();
/** A listing's price according to the marketplace. */
const priceAtMarket = async (product: Product, seller: Seller, poshmarkId: string): Promise<string> => {
  const caller = await product.market.seller(seller.market?.username, seller.market?.password);
  const { json } = await caller.get(`/vm-rest/posts/${poshmarkId}`);
  return JSON.stringify(json);
};
const priceWrites = async (product: Product, seller: Seller) => {
  const { json } = await product.market.control('GET', `journal?since=0&account=${seller.market?.username}`);
  const entries = json.entries as { method: string; op: string; applied: boolean; listingId?: string }[];
  return entries.filter(({ op, applied }) => applied && op === 'update');
};

test('prices are changed by the optimizer and by a market analysis, and undone', async ({
  page,
  enter,
  product,
  look,
}) => {
  test.setTimeout(60_000 + searchedWithinMs);
  const seller = await enter({ closet: 'real', listings: 30, sold: 60, path: null });
  const dear = await makeDear(product, seller);
  await test.step('the optimizer’s prices reach the marketplace, show their progress, and can be undone there', async () => {
    await page.goto('/dashboard');
    await reachPricing(page);
    const card = optimizer(page);
    await expect(card.getByLabel('Strategy')).toHaveValue('engagement');
    await expect(card.getByLabel('Listings')).toHaveValue('10');
    await card.getByLabel('Strategy').selectOption('Underperforming');
    await card.getByLabel('Listings').selectOption('20');
    await card.getByRole('button', { name: 'Optimize Prices' }).press('Enter');
    await expectToast(page, 'Optimization Complete', /^20 listings compared, \d+ worth changing\.$/);
    const rows = card.locator('.advice tbody tr');
    await expect(rows.first()).toBeVisible();

    await card.getByRole('columnheader', { name: 'Change' }).getByRole('button').click();
    await expect(card.getByRole('columnheader', { name: 'Change' })).toHaveAttribute('aria-sort', 'descending');
    await expect(card.getByRole('button', { name: 'Apply prices' })).toBeDisabled();
    await rows.nth(0).getByRole('checkbox').check();
    const title = await rows.nth(0).locator('.ti').innerText();
    const total = await rows.count();
    await card.getByRole('checkbox', { name: 'Select all' }).press('Space');
    await expect(card.getByText(`${total} of ${total} selected.`)).toBeVisible();
    await rows.first().locator('.why summary').click();
    await look('optimizer', { part: card });
    await card.getByRole('button', { name: new RegExp(`^Apply ${total} prices?$`) }).press('Enter');
    const question = page.getByRole('dialog', { name: new RegExp(`^Change ${total} prices?\\?$`) });
    await expect(question.getByRole('button', { name: 'Not now' })).toBeFocused();
    await expect(question).toContainText(/\d+ (up|down).*largest [+−]\d+\.\d%/);
    await look('optimizer-summary', { part: question });
    // The dialog fades, and what was pressed in it is there for that time.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await question.getByRole('button', { name: /^Apply/ }).press('Enter');
    await expectToast(page, 'Prices Updated');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // The button that asked is disabled, so the list of changes has the focus.
    await expect(page.locator('.batch').getByRole('heading')).toBeFocused();

    const batch = card.getByRole('region', { name: 'Prices Updated' });
    await expect(batch.locator('li.updated')).toHaveCount(total);
    const written = await priceWrites(product, seller);
    expect(written).toHaveLength(total);
    await look('prices-updated', { part: card });
    const changed = (await seller.api.listings.list()).find((listing) => listing.title === title);
    const [entry] = await seller.api.listings.priceHistory({ id: changed?.id ?? '' });
    expect(entry).toMatchObject({ newPrice: changed?.price, source: 'optimizer' });
    expect(await priceAtMarket(product, seller, changed?.poshmarkId ?? '')).toContain(`"${entry?.newPrice}`);

    await page.reload();
    await approach(page);
    await expect(batch.locator('li.updated')).toHaveCount(total);
    await batch
      .getByRole('button', { name: `Undo ${title}`, exact: true })
      .first()
      .click();
    await expectToast(page, 'Price restored');
    // The only price of a batch may be restored now, and then the heading says so.
    const restored = card.locator('.batch li.reverted');
    await expect(restored).toHaveCount(1);
    await expect(restored.locator('.batch-change')).toHaveText(
      new RegExp(`^\\$${entry?.newPrice}\\.00 →to \\$${entry?.oldPrice}\\.00$`),
    );
    expect(await priceAtMarket(product, seller, changed?.poshmarkId ?? '')).toContain(`"${entry?.oldPrice}`);
    if (total > 1) {
      await batch.getByRole('button', { name: 'Undo all', exact: true }).click();
      await expect(card.locator('.batch li.reverted')).toHaveCount(total);
    }
    await card.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(card.locator('.batch')).toHaveCount(0);
  });
  await test.step('a listing can be found, analyzed by hovering, opened, and priced from its sheet', async () => {
    const earlier = await priceWrites(product, seller);
    let quick = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/market-analysis')) quick += 1;
    });
    await page.goto('/market-analysis');
    await expect(page.getByText('30 active listings')).toBeVisible();
    const title = dear.title;
    const before = dollars(dear.price ?? 0);
    await page.getByLabel('Search active listings').fill(title.toUpperCase());
    await expect(cards(page).first()).toContainText(title);
    await page.getByLabel('Search active listings').fill('no such thing');
    await expect(page.getByText('No results for “no such thing”')).toBeVisible();
    await look('market-none', { isVariant: true });
    await page.getByRole('button', { name: 'Clear the search' }).click();

    const card = cards(page).filter({ hasText: title }).first();
    // The pointer rests where the button was. Where the card takes its place, React sees no pointer come.
    await page.mouse.move(0, 0);
    await card.hover();
    await expect(card.locator('.quick')).toBeVisible();
    await page.mouse.move(0, 0);
    await card.hover();
    expect(quick).toBe(1);
    await look('market');

    await card.getByRole('button', { name: title }).press('Enter');
    await expectToast(page, 'Analysis Complete', 'AI market analysis has been generated for your listing.');
    await expect(sheet(page).getByText('Lower it to')).toBeVisible();
    const suggested = await sheet(page).locator('.verdict .tag').innerText();
    await sheet(page).getByLabel('Floor price').fill('4.5');
    await sheet(page).getByRole('button', { name: 'Save floor price' }).click();
    await expect(sheet(page).locator('.err')).toHaveText('Enter whole dollars, from 3 to 50,000, or leave this empty');
    await sheet(page).getByLabel('Floor price').fill('3');
    await sheet(page).getByRole('button', { name: 'Save floor price' }).click();
    await expect(sheet(page).getByText('Saved. Suggestions and offers never go below $3.00.')).toBeVisible();
    // Browsers give no value for what they can't read as a number, such as "$4". That must not remove the floor.
    await sheet(page).getByLabel('Floor price').selectText();
    await sheet(page).getByLabel('Floor price').pressSequentially('4e');
    await sheet(page).getByRole('button', { name: 'Save floor price' }).click();
    await expect(sheet(page).locator('.err')).toHaveText('Enter whole dollars, from 3 to 50,000, or leave this empty');
    expect((await seller.api.listings.list()).find(({ id }) => id === dear.id)?.floorPrice).toBe(3);
    await sheet(page).getByLabel('Floor price').fill('3');

    await sheet(page).getByRole('textbox', { name: 'What you paid' }).fill('free');
    await sheet(page).getByRole('button', { name: 'Save what you paid' }).click();
    await expect(sheet(page).locator('.fact-field .err')).toBeVisible();
    await sheet(page).getByRole('textbox', { name: 'What you paid' }).fill('1.50');
    await sheet(page).getByRole('button', { name: 'Save what you paid' }).click();
    await expect(sheet(page).getByText(/you keep \$[\d.]+, \$[\d.]+ after cost\./)).toBeVisible();
    await expect(sheet(page).locator('.floor')).toContainText('$1.45');
    expect((await seller.api.listings.list()).find(({ id }) => id === dear.id)?.costCents).toBe(150);
    await sheet(page).getByText('How this price adds up').click();
    await look('market-sheet', { part: sheet(page) });

    await sheet(page).getByRole('button', { name: 'Apply AI Price' }).press('Enter');
    await expectToast(page, 'Price Updated', `${title}, ${before} to ${suggested}`);
    await expect(sheet(page).getByText(`Price Updated: ${before} to ${suggested}.`)).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Close' }).last()).toBeFocused();
    expect(await priceWrites(product, seller)).toHaveLength(earlier.length + 1);
    const history = sheet(page).getByRole('region', { name: 'Price history' });
    for (const name of ['Price history', 'Advice so far'])
      await expect(sheet(page).getByRole('heading', { name: `${name} Times in ${sellerPlace}` })).toBeVisible();
    await expect.poll(() => timesWithWrongZone(page, { place: sellerPlace, note: '' })).toEqual([]);
    await expect(history.locator('li').first()).toContainText('by market analysis');
    const advice = sheet(page).getByRole('region', { name: 'Advice so far' }).locator('li');
    await expect(advice.filter({ hasText: `Lower to ${suggested}` }).first()).toContainText('Applied');

    await history
      .getByRole('button', { name: `Restore ${before}` })
      .first()
      .click();
    await expectToast(page, 'Price restored');
    await expect(history.locator('li').first()).toContainText('undone');
    await expect(sheet(page).getByText(`Price Updated: ${before} to ${suggested}.`)).toBeHidden();
    expect(await priceAtMarket(product, seller, dear.poshmarkId)).toContain(`"${dear.price}`);
  });
});

test('a price batch continues after a reload and a lost answer, shows what failed, and asks twice about large changes', async ({
  page,
  enter,
  product,
}) => {
  const seller = await enter({ closet: 'real', listings: 6, sold: 2, path: null });
  const priced = async () =>
    (await seller.api.listings.list()).filter(({ isActive, price }) => isActive && price !== null);
  const active = await priced();
  await page.route('**/api/listings/pricing-optimization', async (route) =>
    route.fulfill({ json: steepAdvice(await priced()) }),
  );
  const card = optimizer(page);
  const runOptimizer = async () => {
    await card.getByRole('button', { name: /Optimize Prices|Run again/ }).click();
    // The toast may cover the button that is clicked next.
    await expectToast(page, 'Optimization Complete');
  };
  await page.goto('/dashboard');
  await reachPricing(page);
  await runOptimizer();
  // Half a dollar is not worth showing, so two of three remain.
  await expect(card.locator('.advice tbody tr')).toHaveCount(2);
  await expect(card.getByText('1 listing: no change')).toBeVisible();
  await card.getByRole('button', { name: 'All', exact: true }).click();
  await card.getByRole('button', { name: 'Apply 2 prices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply 2 prices' }).click();
  const second = page.getByRole('dialog', { name: 'Change by more than 60%?' });
  await expect(second).toContainText('+100.0%');
  await page.keyboard.press('Escape');
  expect(await priceWrites(product, seller)).toEqual([]);

  await product.market.control('POST', `listings/${active[2]?.poshmarkId}`, { set: 'sold' });
  await card.getByRole('button', { name: 'Apply 2 prices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply 2 prices' }).click();
  const asked = page.waitForRequest('**/api/listings/bulk-price-update');
  await second.getByRole('button', { name: 'Yes, change it' }).click();
  expect((await asked).headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  await page.reload();
  await approach(page);
  const batch = card.locator('.batch');
  await expect(batch.locator('li.updated')).toHaveCount(1);
  await expect(batch.locator('li.failed')).toHaveCount(1);
  await expect(batch.locator('li.failed small')).not.toBeEmpty();
  expect(await priceWrites(product, seller)).toHaveLength(1);

  await batch.getByRole('button', { name: 'Done', exact: true }).click();

  await test.step('when a proxy cuts a long request, a price batch and its undo continue, and end with the result', async () => {
    const cutOne = (path: string, { arrives }: { arrives: boolean }) =>
      page.route(
        `**/api/listings/bulk-price-update${path}`,
        async (route) => {
          if (arrives) await route.fetch();
          await route.abort('connectionreset');
        },
        { times: 1 },
      );
    const before = (await priceWrites(product, seller)).length;
    await runOptimizer();
    await card.getByRole('button', { name: 'All', exact: true }).click();
    await card.getByRole('button', { name: 'Apply 2 prices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply 2 prices' }).click();
    await cutOne('', { arrives: true });
    await second.getByRole('button', { name: 'Yes, change it' }).click();
    await expectToast(page, 'Prices Updated', '2 prices updated.');
    expect(await priceWrites(product, seller)).toHaveLength(before + 2);
    await batch
      .getByRole('button', { name: /^Undo (?!all)/ })
      .first()
      .click();
    await expectToast(page, 'Price restored');
    // What was undone before is not taken for the result of a request that never arrived.
    await cutOne('/*/undo', { arrives: false });
    await batch.getByRole('button', { name: 'Undo all', exact: true }).click();
    await expectToast(page, 'Undo Failed');
    await cutOne('/*/undo', { arrives: true });
    await batch.getByRole('button', { name: 'Undo all', exact: true }).click();
    await expectToast(page, 'Prices restored', '2 prices restored.');
    await expect(batch.locator('li.reverted')).toHaveCount(2);
    expect(await priceWrites(product, seller)).toHaveLength(before + 4);
    await batch.getByRole('button', { name: 'Done', exact: true }).click();
  });
  await test.step('a price that was changed at the marketplace since it was shown is left, and the other ones are changed', async () => {
    await runOptimizer();
    const little = (await priced())[2];
    if (little?.price == null) throw new Error('This closet has listings with prices.');
    const [was, now] = [little.price, little.price + 7];
    await product.market.control('POST', `listings/${little.poshmarkId}`, { price: now });
    await card.getByRole('button', { name: 'All', exact: true }).click();
    await card.getByRole('button', { name: 'Apply 2 prices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply 2 prices' }).click();
    await second.getByRole('button', { name: 'Yes, change it' }).click();
    await expectToast(page, 'Prices Updated', '1 price updated, 1 not.');
    const [old, seen] = [was, now].map((price) => dollars(price).replace('.00', ''));
    await expect(batch.locator('li.failed small')).toHaveText(
      `The price is now ${seen}, not the ${old} that you saw, so Hangtag left it. Check it, then decide again.`,
    );
    // The advice was on the price that the listing no longer has.
    await expect(card.locator('.advice tbody tr')).toHaveCount(0);
    expect((await priced())[2]?.price).toBe(now);
    await batch.getByRole('button', { name: 'Done', exact: true }).click();
  });
  await test.step('a price below the cost says so, is selected only by hand, and is asked about once more', async () => {
    const { optimizations, ...result } = steepAdvice(await priced());
    const losing = optimizations.map((item, at) => (at === 1 ? { ...item, costCents: 9900, profitCents: -320 } : item));
    await page.unroute('**/api/listings/pricing-optimization');
    await page.route('**/api/listings/pricing-optimization', (route) =>
      route.fulfill({ json: { ...result, optimizations: losing } }),
    );
    await card.getByRole('button', { name: /Optimize Prices|Run again/ }).click();
    await expect(card.locator('.advice tbody tr')).toHaveCount(2);
    await expect(card.locator('.below-cost')).toHaveText('Below what you paid ($99.00): you lose $3.20.');
    await card.getByRole('button', { name: '1 above cost' }).click();
    await expect(card.getByText('1 of 2 selected.')).toBeVisible();
    await card.getByRole('checkbox', { name: 'Select all' }).check();
    await card.getByRole('button', { name: 'Apply 2 prices' }).click();
    await expect(page.getByRole('dialog')).toContainText('1 of these sells below what you paid.');
    await page.keyboard.press('Escape');
    // Advice is dropped when its listing is changed on another device.
    await seller.api.listings.change({ id: losing[1]?.listingId ?? '', body: { floorPrice: 3 } });
    await expect(card.locator('.advice tbody tr')).toHaveCount(1);
  });
  await test.step('in a market analysis, a price that was changed on another device is left, and the sheet then shows the new one', async () => {
    const little = (await priced())[0];
    if (little?.price == null) throw new Error('This closet has listings with prices.');
    const [was, now] = [little.price + 3, little.price];
    await page.route(`**/api/listings/${little.id}/market-analysis`, async (route) => {
      const price = (await priced()).find(({ id }) => id === little.id)?.price ?? 0;
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
    expect((await priced()).find(({ id }) => id === little.id)?.price).toBe(was);
  });
});

test('the sheet of a market analysis shows a failure, and keeps the focus', async ({ page, enter, look }) => {
  let answer: (route: Route) => unknown = refuse(502, 'marketplace_unavailable', 'The marketplace does not answer.');
  await page.route('**/market-analysis', (route) =>
    route.request().method() === 'POST' ? answer(route) : route.continue(),
  );
  await enter({ closet: 'real', listings: 8, sold: 3, path: '/market-analysis' });
  await test.step('a failed analysis says so in the sheet and can be tried again, but fails silently on hover', async () => {
    const answered = page.waitForResponse((response) => response.status() === 502);
    await cards(page).nth(0).hover();
    await answered;
    await expect(toast(page)).toHaveCount(0);
    await cards(page).nth(0).locator('.card-open').click();
    await expectToast(page, 'Analysis Failed', 'The marketplace does not answer.');
    await expect(sheet(page).getByRole('alert')).toContainText('The marketplace does not answer.');
    await expect(sheet(page).getByRole('alert').getByText('Reference made-up-1')).toBeVisible();
    await look('market-failed', { part: sheet(page) });

    let go = () => {};
    answer = (route) => {
      go = () => void route.fulfill({ json: withOwnComparable });
    };
    await sheet(page).getByRole('button', { name: 'Try again' }).click();
    await sheet(page).locator('.verdict-pending').waitFor();
    await look('market-pending', { part: sheet(page) });
    answer = (route) => route.fulfill({ json: withOwnComparable });
    go();
    await expect(sheet(page).getByText('No advice yet')).toBeVisible();
    await expect(sheet(page).getByText('2 comps shown, 1 from your closet.')).toBeVisible();
    await expect(sheet(page).locator('.comp-row').nth(0)).toContainText('from your closet, no date');
    await expect(sheet(page).locator('.comp-row').nth(1)).toContainText('search, no date');
    await expect(sheet(page).getByText('Too few comps to be sure.')).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Apply AI Price' })).toHaveCount(0);
    await look('market-unknown', { part: sheet(page) });
  });
  await test.step('the keys that scroll, scroll the sheet, and the page behind it stays where it is', async () => {
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    await page.setViewportSize({ width: 390, height: 500 });
    await cards(page).nth(0).locator('.card-open').click();
    const title = sheet(page).getByRole('heading', { level: 2 });
    await expect(title).toBeInViewport();
    const scrolled = () =>
      page.evaluate(() => [
        scrollY,
        document.querySelector('dialog.sheet')?.scrollTop,
        document.querySelector('.sheet-body')?.scrollTop,
      ]);
    const [pageBefore, , bodyBefore] = await scrolled();
    expect(bodyBefore).toBe(0);
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('PageDown');
    await expect.poll(async () => (await scrolled())[2]).toBeGreaterThan(100);
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 4000);
    const [pageAfter, sheetAfter] = await scrolled();
    expect([pageAfter, sheetAfter]).toEqual([pageBefore, 0]);
    await expect(title).toBeInViewport();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('the sheet keeps the focus, returns it, and closes with Escape, Back, and its button', async () => {
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    const open = cards(page).nth(1).locator('.card-open');
    await open.focus();
    await page.keyboard.press('Enter');
    await expect(sheet(page)).toBeVisible();
    for (let stop = 0; stop < 14; stop += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(() => {
        const at = document.activeElement;
        return at === document.body || at?.closest('dialog') !== null;
      });
      expect(isInside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    await expect(open).toBeFocused();
    await expect(page).toHaveURL('/market-analysis');

    await open.click();
    await expect(page).toHaveURL(/\?listing=\d+$/);
    await expect(sheet(page)).toBeVisible();
    // A busy browser reports only after the sheet is open again that it was closed.
    await page.evaluate(() =>
      addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true, once: true }),
    );
    await page.goBack();
    await expect(sheet(page)).toBeHidden();
    await expect(open).toBeFocused();

    await page.goForward();
    await expect(sheet(page)).toBeVisible();
    await sheet(page).dispatchEvent('close', { bubbles: false });
    await expect(page).toHaveURL(/\?listing=\d+$/);
    await expect(sheet(page)).toBeVisible();
    // A second press, before the browser has gone back, must not leave the screen.
    await sheet(page)
      .locator('.sheet-head')
      .getByRole('button', { name: 'Close' })
      .evaluate((close: HTMLElement) => {
        close.click();
        close.click();
      });
    await expect(sheet(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Market analysis' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap starts the quick analysis, and the camera is offered', async ({ page, enter }) => {
    await enter({ closet: 'real', listings: 8, sold: 3, path: '/market-analysis' });
    const card = cards(page).nth(0);
    await card.getByRole('button', { name: /^Quick analysis of/ }).tap();
    await expect(card.locator('.quick')).toBeVisible();
    await expect(sheet(page)).toBeHidden();
    await page.goto('/market-analysis?view=table');
    const row = page.locator('.listing-table tbody tr').first();
    await expect(row.locator('.meta-col')).toContainText(/\$[\d.]+ net.*likes?/);
    await row.getByRole('checkbox').tap();
    await expect(page.getByRole('button', { name: 'Skip sharing' })).toBeInViewport();
    await page.goto('/dashboard');
    await approach(page);
    const camera = photoCard(page).getByLabel('Take a photo');
    await expect(camera).toHaveAttribute('capture', 'environment');
  });
});
