import { sellerZone } from '../fixtures/product.ts';
import { countedMoments, watchCounts } from '../fixtures/share-counts.ts';
import { botIs, startBot } from '../fixtures/situations.ts';
import { botButton, expect, refuseUntilTriedAgain, test } from '../fixtures/story.ts';

test('every place on the dashboard counts the same shares at every moment of a round', async ({
  page,
  enter,
  product,
}) => {
  const seller = await enter({ closet: 'real', listings: 120, path: null });
  const account = seller.market?.username;
  // One share without an answer, and one that is refused: both make the counts differ where they should not.
  await product.market.fault({ case: 'reset', times: 1 }, { op: 'share', account, after: 4 }, `lost-${account}`);
  await product.market.fault({ case: 'E1', times: 1 }, { op: 'share', account, after: 9 }, `refused-${account}`);
  await page.goto('/dashboard');
  await expect(page.getByText('Ready when you are.')).toBeVisible();
  await watchCounts(page);
  // A plan that comes late is a few shares behind.
  await page.route('**/api/bot/timeline*', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ response });
  });
  await startBot(seller, { shareFrequency: 60 });
  await botIs(seller, ({ sharesToday }) => sharesToday >= 40);
  const during = async () => (await countedMoments(page)).filter(({ isRunning }) => isRunning);
  // More often than the page polls.
  await expect.poll(async () => (await during()).length).toBeGreaterThan(3);
  await seller.api.bot.stop();
  // The share that was on its way is counted once its answer is there.
  await expect(async () => {
    const { today, sharesToday } = await seller.api.bot.status();
    expect(today).toMatchObject({ notConfirmed: 1, refused: 1 });
    await expect(page.getByText(`${sharesToday} shares today. Stopped.`)).toBeVisible({ timeout: 500 });
    await expect(page.getByText(`${today.confirmed} confirmed today, 1 not confirmed`)).toBeVisible({ timeout: 500 });
  }).toPass();
  const moments = await countedMoments(page);
  for (const part of ['today', 'round'] as const) {
    const differing = moments.filter((moment) => new Set(Object.values(moment[part])).size > 1);
    expect(differing.map((moment) => moment[part])).toEqual([]);
  }
  const places = new Set(moments.flatMap(({ today }) => Object.keys(today)));
  expect([...places].filter((place) => place !== 'note').sort()).toEqual(
    ['bar', 'bars', 'card', 'figure', 'health', 'healthIn24Hours', 'line', 'meter', 'rail', 'sentence'].sort(),
  );
  expect(new Set((await during()).flatMap(({ round }) => Object.keys(round)))).toContain('tag');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await test.step('the share without a clear reply counts, is never sent again, and is explained', async () => {
    const { sharesToday } = await seller.api.bot.status();
    const { json } = await product.market.control('GET', `journal?since=0&account=${account}`);
    const sent = (json.entries as { op: string; listingId: string }[]).filter(({ op }) => op === 'share');
    expect(new Set(sent.map(({ listingId }) => listingId)).size).toBe(sent.length);
    const meter = page.getByRole('meter', { name: 'Shares used of today’s limit' });
    await expect(meter).toHaveAttribute('aria-valuenow', String(sharesToday));
    await expect(
      page.getByText(/1 share couldn’t be confirmed\. It counts toward your limit and won’t be sent again\./),
    ).toBeVisible();
    await expect(page.locator('.meas-note').first()).toContainText('1 refused, 1 not confirmed');
    await expect(page.getByRole('region', { name: 'Account health' })).toContainText('1 share couldn’t be confirmed.');
    const activity = page.getByRole('region', { name: 'Recent activity' });
    await activity.getByLabel('Show').selectOption('SHARE_UNKNOWN');
    const entry = activity.locator('.entry').first();
    await expect(entry.locator('.lab')).toHaveText('Share unknown');
    await expect(entry).toContainText('not confirmed');
    await entry.locator('summary').click();
    await expect(entry).toContainText('Poshmark’s reply was lost');
  });
});

test('the dashboard knows who is signed in, and what this week brought', async ({ page, enter, context }) => {
  const seller = await enter({ closet: 'real', listings: 3, sold: 0, path: null });
  await test.step('this week’s sales are its first line, with their profit as far as it is known', async () => {
    const line = page.locator('.week-line');
    const soldOn = new Intl.DateTimeFormat('en-CA', { timeZone: sellerZone }).format();
    const sell = (priceCents: number, costCents: number | null) =>
      seller.api.sales.add({ body: { title: 'Sold elsewhere', channel: 'market', soldOn, priceCents, costCents } });
    await sell(2000, null);
    await page.goto('/dashboard');
    await expect(line).toContainText('1 sale');
    await expect(line.getByRole('status')).not.toContainText('$');
    await sell(5000, 880);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(line).toContainText('2 sales, $41.20 profit. 1 has no cost');
      await expect(line).toBeInViewport();
    }
    await refuseUntilTriedAgain(page, '**/api/numbers?*', {
      status: 502,
      error: 'restarting',
      message: 'Hangtag is restarting.',
    });
    await page.reload();
    await line.getByRole('button', { name: 'Try again' }).click();
    await line.getByRole('link', { name: 'See your numbers' }).click();
    await expect(page).toHaveURL(/\/numbers\?from=.*&to=/);
    await page.goBack();
  });
  await test.step('the account button’s name contains the text on it', async () => {
    const button = page.getByRole('button', { name: 'Profile of Maya Brandt', exact: true });
    await expect(button).toBeVisible();
    // As WCAG 2.5.3 requires: all visible text in the button, even if it is hidden from screen readers.
    const seen = await button.evaluate((element) =>
      [...element.querySelectorAll('span')]
        .filter((part) => !part.classList.contains('sr') && !part.querySelector('span'))
        .map((part) => part.textContent ?? '')
        .join(' ')
        .trim(),
    );
    expect('Profile of Maya Brandt').toContain(seen);
  });
  await test.step('a session without its hint cookie is recognized on the next page', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await context.clearCookies({ name: 'hangtag_signed_in' });
    await page.goto('/how-it-works');
    await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
    await expect(page.locator('.for-visitors:visible')).toHaveCount(0);
    await context.clearCookies({ name: 'hangtag_signed_in' });
    await page.goto('/dashboard');
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await expect(page).toHaveURL('/dashboard');
  });
});
