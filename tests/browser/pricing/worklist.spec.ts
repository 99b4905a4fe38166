import type { Page } from '@playwright/test';
import type { Listing } from '#contract/listings/listings.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { listingsPath } from '#web/lib/listing-match.ts';
import { abstainedAnalysis, refuse } from '../fixtures/canned-prices.ts';
import { expect, expectToast, test } from '../fixtures/story.ts';

test.use({ looksAtPrices: true });

const sheet = (page: Page) => page.locator('dialog.sheet');
const cad = { currency: 'CAD' };
const cards = (page: Page) => page.locator('.card');

test.describe('the listings', () => {
  const rows = (page: Page) => page.locator('.listing-table tbody tr');
  const row = (page: Page, place: number) => page.locator(`.listing-table tr[aria-rowindex="${place + 2}"]`);
  const tags = (page: Page) => page.locator('.listing-table tbody .tag');
  const bar = (page: Page) => page.getByRole('region', { name: 'Selected listings' });
  const idsOf = (listings: readonly Listing[], titles: readonly string[]) =>
    titles.map((title) => listings.find((listing) => listing.title === title)?.id);

  test('are a list to work with: sorted, filtered, selected, changed, undone, and analyzed', async ({
    page,
    enter,
    product,
    look,
  }) => {
    const seller = await enter({ closet: 'real', listings: 150, sold: 3, path: '/market-analysis' });
    const active = async () => (await seller.api.listings.list()).filter(({ isActive }) => isActive);

    await test.step('grid or table: Back returns, the choice is remembered, and an address that names one wins', async () => {
      await expect(cards(page).first()).toBeVisible();
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await expect(rows(page).first()).toBeVisible();
      await expect(page).toHaveURL('/market-analysis?view=table');
      await page.goBack();
      await expect(cards(page).first()).toBeVisible();
      await page.goto('/market-analysis');
      await expect(rows(page).first()).toBeVisible();
      await page.goto('/market-analysis?view=grid');
      await expect(cards(page).first()).toBeVisible();
      await page.goto('/market-analysis');
    });

    await test.step('columns sort both ways, and the order is in the address', async () => {
      const head = page.getByRole('columnheader', { name: 'Price' });
      await expect(page.getByRole('columnheader', { name: 'Age' })).toHaveAttribute('aria-sort', 'ascending');
      const prices = (await active()).flatMap(({ price }) => (price === null ? [] : [price]));
      await head.getByRole('button').click();
      await expect(head).toHaveAttribute('aria-sort', 'descending');
      await expect(tags(page).first()).toHaveText(wholeDollars(Math.max(...prices)));
      await head.getByRole('button').click();
      await expect(head).toHaveAttribute('aria-sort', 'ascending');
      await expect(tags(page).first()).toHaveText(wholeDollars(Math.min(...prices)));
      await expect(page).toHaveURL('/market-analysis?sort=price');
      await page.goBack();
      await expect(head).toHaveAttribute('aria-sort', 'descending');
    });

    await test.step('a price that changes in the meantime moves no row', async () => {
      const [first, second] = [await row(page, 0).getAttribute('data-id'), await row(page, 1).getAttribute('data-id')];
      const dear = (await active()).find(({ id }) => id === first);
      await product.market.control('POST', `listings/${dear?.poshmarkId}`, { price: 4 });
      await seller.api.listings.sync();
      await expect(row(page, 0).locator('.tag')).toHaveText('$4');
      expect([await row(page, 0).getAttribute('data-id'), await row(page, 1).getAttribute('data-id')]).toEqual([
        first,
        second,
      ]);
    });

    await test.step('filters count, show as chips, survive a reload, and are cleared together', async () => {
      await page.goto('/market-analysis');
      // Of a brand that the lowest price below leaves something of.
      const some = (await active()).find(({ brand, price }) => brand !== null && price !== null && price >= 10);
      const alike = (await active()).filter(({ brand }) => brand === some?.brand);
      await page.getByRole('combobox', { name: 'Brand' }).selectOption(`${some?.brand}`);
      await expect(page.getByText(`${alike.length} of 150 listings`)).toBeVisible();
      await page.getByRole('textbox', { name: 'Lowest price' }).fill('10');
      const atLeastTen = alike.filter(({ price }) => price !== null && price >= 10);
      await expect(page.getByText(`${atLeastTen.length} of 150 listings`)).toBeVisible();
      await expect(page).toHaveURL(/from=10/);
      await page.reload();
      await expect(page.getByText(`${atLeastTen.length} of 150 listings`)).toBeVisible();
      await page.getByRole('button', { name: 'Remove filter: $10 or more' }).click();
      await expect(page.getByText(`${alike.length} of 150 listings`)).toBeVisible();
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await expect(page.getByText('150 active listings')).toBeVisible();
      await expect(page).toHaveURL('/market-analysis');
    });

    await test.step('the listings of a rule are shown by a link, and each part of it can be taken out', async () => {
      const brands = [...new Set((await active()).flatMap(({ brand }) => brand ?? []))].slice(0, 2);
      const ofBrands = (await active()).filter(({ brand }) => brand !== null && brands.includes(brand));
      const liked = ofBrands.filter(({ likeCount }) => likeCount >= 2);
      await page.goto(listingsPath({ brands, minLikes: 2 }));
      await expect(page.getByText(`${liked.length} of 150 listings`)).toBeVisible();
      await page.getByRole('button', { name: /^Remove filter: With 2 likes/ }).click();
      await expect(page.getByText(`${ofBrands.length} of 150 listings`)).toBeVisible();
      await page.getByRole('button', { name: 'Clear all filters' }).first().click();
      await expect(page.getByText('150 active listings')).toBeVisible();
      await expect(row(page, 1)).toBeVisible();
    });

    await test.step('costs, SKUs, and shelves are typed down the list without a mouse, and what can’t be read is said in its cell', async () => {
      const titles = await rows(page).locator('.row-open').allInnerTexts();
      const cell = (place: number, fact: string) => row(page, place).locator(`[data-edit="${fact}"]`);
      await row(page, 0).focus();
      await page.keyboard.type('12');
      await page.keyboard.press('Enter');
      await expect(row(page, 1).getByRole('textbox', { name: `Cost of ${titles[1]}` })).toBeFocused();
      await page.keyboard.type('free');
      await page.keyboard.press('Enter');
      await expect(row(page, 1).getByRole('alert')).toBeVisible();
      await expect(row(page, 1).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
      await look('market-cost-refused', { isVariant: true });
      await page.keyboard.press('Control+a');
      await page.keyboard.type('$3.50');
      await page.keyboard.press('Tab');
      await page.keyboard.type('MW-7');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Bin 7');
      await page.keyboard.press('Tab');
      await expect(row(page, 1)).toBeFocused();
      await page.keyboard.press('F2');
      await page.keyboard.type('999');
      await page.keyboard.press('Escape');
      await expect(row(page, 1)).toBeFocused();
      await expect(cell(0, 'costCents')).toContainText('$12.00');
      await expect(cell(1, 'costCents')).toContainText('$3.50');
      const [first, second] = idsOf(await active(), titles.slice(0, 2));
      await expect
        .poll(async () => (await active()).filter(({ id }) => id === first || id === second))
        .toMatchObject([
          { costCents: 1200, sku: null, shelf: null },
          { costCents: 350, sku: 'MW-7', shelf: 'Bin 7' },
        ]);
      await page.route('**/api/listings/*', refuse(502, 'restarting', 'Hangtag is restarting.'), { times: 1 });
      await cell(0, 'costCents').click();
      await page.keyboard.type('13');
      await page.getByLabel('Search active listings').click();
      await expectToast(page, `Not saved: 13 for ${titles[0]}`, 'Hangtag is restarting.');
      await expect(cell(0, 'costCents')).toContainText('$12.00');
    });

    await test.step('an SKU or a shelf is found, what has no cost is filtered, and cost and profit sort', async () => {
      await page.getByLabel('Search active listings').fill('mw-7');
      await expect(page.getByText('1 of 150 listings')).toBeVisible();
      await page.getByLabel('Search active listings').fill('');
      await page.getByRole('checkbox', { name: 'Without a cost' }).check();
      await expect(page.getByText('148 of 150 listings')).toBeVisible();
      await expect(page).toHaveURL(/cost=-/);
      await page.getByRole('button', { name: 'Remove filter: Without a cost' }).click();
      await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click();
      await expect(row(page, 0)).toContainText('$12.00');
      await expect(row(page, 1)).toContainText('$3.50');
      await look('market-table');
      await page.getByRole('columnheader', { name: 'Profit' }).getByRole('button').click();
      await expect(page).toHaveURL(/sort=-profit/);
      await page.goto('/market-analysis');
      await expect(rows(page).first()).toBeVisible();
    });

    await test.step('keys move through all rows, of which only those on screen are drawn', async () => {
      await row(page, 0).focus();
      await page.keyboard.press('End');
      await expect(row(page, 149)).toBeFocused();
      await expect(row(page, 149)).toBeInViewport();
      expect(await rows(page).count()).toBeLessThan(40);
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await expect(row(page, 1)).toBeFocused();
      await page.locator('.table-scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight));
      await expect(row(page, 149)).toBeInViewport();
      await expect(row(page, 1)).toBeFocused();
      await page.keyboard.press('Enter');
      await expectToast(page, 'Analysis Complete');
      await expect(page).toHaveURL(/\?listing=\d+$/);
      await sheet(page).getByRole('switch', { name: 'Skip sharing' }).click();
      await expect(sheet(page).getByRole('switch', { name: 'Skip sharing' })).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(row(page, 1)).toBeFocused();
      await expect(row(page, 1)).toContainText('Skipped');
      expect((await active()).filter(({ skipSharing }) => skipSharing)).toHaveLength(1);
    });

    // The list of sales tries the other ways to select.
    await test.step('what is selected is cleared with one press, which gives the focus back to the list', async () => {
      await page.keyboard.press('Shift+ArrowDown');
      await expect(bar(page)).toContainText('2 selected');
      await page.keyboard.press('Control+a');
      await expect(bar(page)).toContainText('150 selected');
      await bar(page).getByRole('button', { name: 'Clear selection' }).click();
      await expect(bar(page)).toHaveCount(0);
      await expect(row(page, 2)).toBeFocused();
      await row(page, 0).getByRole('checkbox').click();
      await row(page, 3)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] });
      await expect(bar(page)).toContainText('4 selected');
    });

    await test.step('one cost and one shelf are set for many, with a warning where today’s price is below it', async () => {
      const known = async () => (await active()).filter(({ costCents }) => costCents !== null).length;
      await bar(page).getByRole('button', { name: 'Set cost' }).click();
      await bar(page).getByLabel('What you paid for each').fill('4,000');
      await expect(bar(page)).toContainText('4 listings sell below what you paid');
      await look('market-cost', { part: bar(page) });
      await bar(page).getByRole('button', { name: 'Set cost' }).click();
      await expect(bar(page)).toContainText('Cost set for 4 listings.');
      await expect(row(page, 0).locator('.profit')).toContainText('−$');
      expect(await known()).toBeGreaterThanOrEqual(4);
      await bar(page).getByRole('button', { name: 'Undo' }).click();
      await expect(bar(page)).toContainText('Undone for 4 listings.');
      expect(await known()).toBe(2);
      await bar(page).getByRole('button', { name: 'Set shelf' }).click();
      await page.keyboard.type('Rack B');
      await page.keyboard.press('Enter');
      await expect(bar(page)).toContainText('Shelf set for 4 listings.');
      await expect(row(page, 3).locator('.stock')).toContainText('Rack B');
    });

    await test.step('a floor price says what it means, is set for all, and undone with one press', async () => {
      const titles = await rows(page).locator('.row-open').allInnerTexts();
      const chosen = idsOf(await active(), titles.slice(0, 4));
      const floors = async () => (await active()).filter(({ id }) => chosen.includes(id)).map((one) => one.floorPrice);
      await bar(page).getByRole('button', { name: 'Floor price', exact: true }).click();
      await bar(page).getByLabel('Floor price in dollars').fill('1.5');
      await expect(bar(page).locator('.err')).toHaveText('Enter whole dollars, from 3 to 50,000, or leave this empty');
      await bar(page).getByLabel('Floor price in dollars').fill('2000');
      await expect(bar(page)).toContainText('4 listings cost less than that.');
      await look('market-floor', { part: bar(page) });
      await bar(page).getByText('Percent of price').click();
      await bar(page).getByLabel('Floor as a percentage of the current price').fill('50');
      await expect(bar(page)).toContainText(/Floors? from \$\d+ to \$\d+\.|Floor: \$\d+\./);
      await bar(page).getByRole('button', { name: 'Set floor price' }).click();
      await expect(bar(page)).toContainText('Floor price set for 4 listings.');
      expect(await floors()).not.toContain(null);
    });

    await test.step('the undo is still there after a visit to another screen, and after a reload', async () => {
      const floored = async () => (await active()).filter(({ floorPrice }) => floorPrice !== null).length;
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page).toHaveURL('/dashboard');
      await page.goBack();
      await expect(bar(page)).toContainText('Floor price set for 4 listings.');
      await page.reload();
      await expect(bar(page)).toContainText('Floor price set for 4 listings.');
      expect(await floored()).toBe(4);
      await bar(page).getByRole('button', { name: 'Undo' }).click();
      await expect(bar(page)).toContainText('Undone for 4 listings.');
      expect(await floored()).toBe(0);
      await row(page, 0).getByRole('checkbox').click();
      await row(page, 3)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] });
    });

    await test.step('skipping is counted by the bot and on the dashboard, and what was refused is named', async () => {
      await bar(page).getByRole('button', { name: 'Skip sharing' }).click();
      await expect(bar(page)).toContainText('Rounds now skip 3 listings.');
      expect(await seller.api.bot.status()).toMatchObject({ skippedListings: 4, roundListings: 146 });
      const last = await row(page, 3).getAttribute('data-id');
      await page.route('**/bulk-update', async (route) => {
        const message = 'This listing no longer exists.';
        await route.fulfill({ json: { updated: 3, failed: [{ listingId: last, error: 'not_found', message }] } });
      });
      await bar(page).getByRole('button', { name: 'Share again' }).click();
      await expect(bar(page)).toContainText('Rounds share 3 listings again.');
      await expect(bar(page)).toContainText('1 listing not changed:');
      await expect(bar(page)).toContainText('This listing no longer exists.');
      await page.unroute('**/bulk-update');
      await page.route('**/bulk-update', refuse(502, 'restarting', 'Hangtag is restarting.'));
      await bar(page).getByRole('button', { name: 'Share again' }).click();
      await expect(bar(page)).toContainText('Hangtag is restarting. The rest stays as it was.');
      await page.unroute('**/bulk-update');
    });

    await test.step('many are analyzed one after another, even while another screen is shown, and can be canceled and continued', async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let asked = 0;
      await page.route('**/market-analysis', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        asked += 1;
        // The first call meets the server's limit, and the third takes long.
        if (asked === 1) {
          const json = { error: 'too_many_requests', message: 'Too many at once.' };
          return route.fulfill({ status: 429, headers: { 'retry-after': '0' }, json });
        }
        if (asked === 3) await held;
        // The page may have been left meanwhile.
        await route.fulfill({ json: abstainedAnalysis(20) }).catch(() => undefined);
      });
      await bar(page).getByRole('button', { name: 'Analyze', exact: true }).click();
      await expect(bar(page)).toContainText('of 4 listings');
      await expect.poll(() => asked).toBe(3);
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page).toHaveURL('/dashboard');
      await page.goBack();
      await expect(bar(page)).toContainText('Analyzing 1 of 4 listings');
      await bar(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(bar(page)).toContainText(/Canceled\. Analyzed 1 of 4 listings:/);
      await page.reload();
      await expect(bar(page)).toContainText(/Canceled\. Analyzed 1 of 4 listings:/);
      release();
      await bar(page).getByRole('button', { name: 'Continue' }).click();
      await expect(bar(page)).toContainText(/Analyzed 4 listings: .*without enough data/);
    });

    await test.step('a whole closet is analyzed below the server’s limit, and the bar says how long that takes', async () => {
      await page.getByRole('checkbox', { name: 'Select all 150' }).click();
      await bar(page).getByRole('button', { name: 'Analyze', exact: true }).click();
      // Ten at once, and then one in 1.5 seconds.
      await expect(bar(page)).toContainText(/Analyzing \d+ of 150 listings \(about 3 minutes left\)/);
      await bar(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(bar(page)).toContainText(/Canceled\. Analyzed \d+ of 150 listings:/);
      await bar(page).getByRole('button', { name: 'Clear selection' }).click();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    await test.step('a focused row that is sold in the meantime gives its focus to the next one', async () => {
      await row(page, 6).focus();
      const [sold, next] = [await row(page, 6).getAttribute('data-id'), await row(page, 7).getAttribute('data-id')];
      const { poshmarkId } = (await active()).find(({ id }) => id === sold) ?? {};
      await product.market.control('POST', `listings/${poshmarkId}`, { set: 'sold' });
      await seller.api.listings.sync();
      await expect(page.getByText('149 active listings')).toBeVisible();
      await expect(page.locator(`[data-id="${next}"]`)).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(row(page, 5)).toBeFocused();
    });

    await test.step('the dashboard leads to the skipped ones', async () => {
      await page.goto('/dashboard');
      await page.getByRole('link', { name: /^145 of 149 listings, 4 skipped/ }).click();
      await expect(page.getByText('4 of 149 listings')).toBeVisible();
    });

    await test.step('a closet in two currencies shows each, adds up neither, and sets a floor in each listing’s own', async () => {
      const canadian = (await active()).map((one, at) => ({ ...one, price: 40, floorPrice: 30, ...(at > 0 && cad) }));
      await page.route('**/api/listings', (route) => route.fulfill({ json: canadian }));
      const reason = 'This price isn’t in US dollars.';
      const analysis = { ...abstainedAnalysis(40), ...cad, earnings: null, recommendations: [reason] };
      await page.route('**/market-analysis', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ json: analysis }) : route.continue(),
      );
      await page.goto('/market-analysis?view=table&sort=title&from=10');
      await expect(rows(page).filter({ hasText: 'CA$40' }).first()).toContainText('Floor CA$30');
      await expect(page.getByText('10 or more', { exact: true })).toBeVisible();
      await page.getByRole('checkbox', { name: 'Select all 149' }).click();
      await expect(bar(page)).toContainText(/(\$40 and CA\$5,920|CA\$5,920 and \$40) asking/);
      await bar(page).getByRole('button', { name: 'Floor price', exact: true }).click();
      await bar(page).getByLabel('Floor price', { exact: true }).fill('35');
      await expect(bar(page)).toContainText('The number counts in each listing’s own currency.');
      await expect(bar(page)).toContainText('Floor: 35.');
      await bar(page).getByRole('button', { name: 'Cancel' }).click();
      await rows(page).filter({ hasText: 'CA$40' }).first().locator('.row-open').click();
      await expect(sheet(page)).toContainText('CA$40.00');
      await expect(sheet(page)).toContainText(reason);
      await expect(sheet(page)).not.toContainText('You receive');
      await expect(sheet(page).locator('.comps')).toHaveCount(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
});
