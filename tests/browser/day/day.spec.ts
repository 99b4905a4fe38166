// A day of a seller: phone in the morning, laptop at noon, phone in the evening.
import { choosePhoto, makeDear, searchedWithinMs, takePhoto } from '../fixtures/pricing-situations.ts';
import { botIs, meetHumanCheck } from '../fixtures/situations.ts';
import { botButton, expect, expectToast, sentence, test } from '../fixtures/story.ts';

const phone = { width: 390, height: 844 };

test.describe('a phone in the morning', () => {
  test.use({ viewport: phone, looksAtPrices: true });

  test('two items are priced from photos, and two listings get the advised prices', async ({
    page,
    enter,
    product,
  }) => {
    test.setTimeout(60_000 + searchedWithinMs);
    const seller = await enter({ closet: 'real', listings: 30, sold: 300, path: null });
    await makeDear(product, seller);
    await page.goto('/dashboard');
    const links = page.getByRole('navigation', { name: 'On this page' });
    const card = page.getByRole('region', { name: 'Price from a photo' });
    await links.getByRole('link', { name: 'Photo' }).click();
    await expect(card.getByText('Choose a photo')).toBeInViewport();
    for (const brand of ["Levi's", 'Madewell']) {
      await choosePhoto(page, await takePhoto(brand));
      await card.getByLabel('Brand').fill(brand);
      await card.getByLabel('Condition').selectOption('Excellent');
      await card.getByRole('button', { name: 'Analyze Photo' }).click();
      await expectToast(page, 'Analysis Complete');
      await expect(card.locator('.facts div', { hasText: 'Brand' })).toContainText('entered by you');
      await expect(card.locator('.shot .tag')).toHaveText(/^\$\d+\.\d\d$/);
      await card.getByRole('button', { name: 'Clear' }).click();
    }

    await links.getByRole('link', { name: 'Prices' }).click();
    const optimizer = page.getByRole('region', { name: 'Smart pricing optimizer' });
    await optimizer.getByLabel('Strategy').selectOption('Underperforming');
    await optimizer.getByLabel('Listings').selectOption('20');
    await optimizer.getByRole('button', { name: 'Optimize Prices' }).click();
    const rows = optimizer.locator('.advice tbody tr');
    for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
    await optimizer.getByRole('button', { name: 'Apply 2 prices' }).click();
    await page
      .getByRole('dialog', { name: 'Change 2 prices?' })
      .getByRole('button', { name: /^Apply/ })
      .click();
    await expect(optimizer.getByRole('region', { name: 'Prices Updated' }).locator('li.updated')).toHaveCount(2);
  });
});

test('a laptop at noon: settings, a slot, a start with consent, a round to watch, a stop, and a price undone', async ({
  page,
  enter,
}) => {
  // So many that the round is still under way when a busy browser shows it.
  const seller = await enter({ closet: 'real', listings: 60, path: null });
  const listings = (await seller.api.listings.list()).filter(({ isActive }) => isActive);
  const isAlone = ({ title }: { title: string }) => listings.filter((other) => other.title === title).length === 1;
  // $5 more on a cheap listing would be a large change, which asks twice.
  const listing = listings.find((one) => isAlone(one) && (one.price ?? 0) >= 10);
  const { id = '', title = '', price } = listing ?? {};
  const before = price ?? 0;
  await seller.api.listings.setPrice({ id, body: { price: before + 5 } });

  await page.goto('/dashboard');
  await page.getByText('2 hours', { exact: true }).click();
  const slotsInUse = page.getByRole('switch', { name: 'Scheduled slots' });
  await slotsInUse.click();
  await page.getByRole('button', { name: 'Add slot' }).click();
  // For tomorrow: with it in use, the round below would wait for it.
  await slotsInUse.click();
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await expect(page.getByText('All changes saved.')).toBeVisible();
  expect((await seller.api.bot.status()).settings).toMatchObject({ shareFrequency: 120, scheduledSlots: [{}] });

  await botButton(page, 'Start Bot').click();
  const consent = page.getByRole('dialog', { name: 'Before the first share' });
  await expect(consent).toContainText('With your settings it starts a round every 2 hours.');
  await consent.getByRole('button', { name: 'I understand, start the bot' }).click();
  await expect(sentence(page)).toHaveText(/^\d+ of 60 shared this round\./);
  await expect(page.locator('.act .lab').getByText('Share', { exact: true }).first()).toBeVisible();

  await botButton(page, 'Stop Bot').click();
  await expectToast(page, 'Bot stopped successfully');
  const { sharesToday } = await botIs(seller, ({ state }) => state === 'stopped');
  expect(sharesToday).toBeGreaterThan(0);

  await page.goto('/market-analysis');
  await page.getByRole('button', { name: title, exact: true }).click();
  // There is one toast at a time: the analysis’s would take the place of the undo’s.
  await expectToast(page, 'Analysis Complete');
  const history = page.getByRole('region', { name: 'Price history' });
  await history.getByRole('button', { name: `Restore $${before}.00` }).click();
  await expectToast(page, 'Price restored');
  await expect.poll(async () => (await seller.api.listings.list()).find((one) => one.id === id)?.price).toBe(before);
});

test.describe('a phone in the evening', () => {
  test.use({ viewport: phone });

  test('a human check pauses the bot and says what to do, and the bot continues when the seller has done it', async ({
    page,
    enter,
    product,
  }) => {
    const seller = await enter({ closet: 'real' });
    await meetHumanCheck({ product }, seller);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Poshmark wants to verify you’re human.');
    await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Connection Issue').first()).toBeVisible();
    const steps = page.getByRole('list', { name: 'What to do' }).getByRole('listitem');
    await expect(steps).toHaveCount(3);
    await expect(steps.nth(0).getByRole('link', { name: 'Open Poshmark' })).toHaveAttribute(
      'href',
      product.market.origin,
    );
    await expect(botButton(page, 'Start Bot')).toBeDisabled();
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
    await expect(page.locator('.act')).toContainText('Bot paused');

    await test.step('the round adds up: shared, to go, and the one that met the check', async () => {
      const { shareStatus } = await seller.api.bot.status();
      expect(shareStatus).toMatchObject({ refused: 1, notConfirmed: 0 });
      const { completedShares, left, totalListings } = shareStatus;
      expect(completedShares + left + 1).toBe(totalListings);
      await expect(page.getByText(`${left} to go. 1 refused`, { exact: true })).toBeVisible();
    });

    const health = page.getByRole('region', { name: 'Account health' });
    await expect(health).toContainText('Your bot is paused and needs you. Follow the steps at the top of this page.');
    await expect(health).not.toContainText('No action needed');

    const done = steps.nth(2).getByRole('button', { name: 'I’ve completed the check' });
    const { pausedAt, sharesToday } = await seller.api.bot.status();
    await done.click();
    const again = await botIs(seller, (status) => status.state === 'paused' && status.pausedAt !== pausedAt);
    expect(again).toMatchObject({ pauseReason: 'human_check', sharesToday });
    await expect(alert).toBeVisible();

    await product.market.control('POST', 'human-check', { account: seller.market?.username, on: false });
    await done.click();
    await expectToast(page, 'Resuming');
    await expect(alert).toBeHidden();
    await expect(page.getByText('Ready for Sharing').first()).toBeVisible();
    await botIs(seller, (status) => status.sharesToday > sharesToday);
    expect((await seller.api.bot.status()).gentleUntil).toBeDefined();

    const activity = page.getByRole('region', { name: 'Recent activity' });
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Activity' }).click();
    await expect(activity).toBeInViewport();
    const shown = activity.getByLabel('Show', { exact: true });
    for (const [action, words] of [
      ['BOT_PAUSED', 'Bot paused'],
      ['BOT_RESUMED', 'Bot resumed'],
    ] as const) {
      await shown.selectOption(action);
      await expect(activity.locator('.act li').first()).toContainText(words);
    }
  });
});
