import type { Locator, Page } from '@playwright/test';
import { steepAdvice } from '../fixtures/canned-prices.ts';
import { startBot } from '../fixtures/situations.ts';
import { botButton, expect, expectToast, refuseUntilTriedAgain, test, toast } from '../fixtures/story.ts';
import { busyDay } from './canned-today.ts';

const today = (page: Page): Locator => page.getByRole('region', { name: 'Today' });
const rowOf = (page: Page, words: string): Locator => today(page).getByRole('listitem').filter({ hasText: words });
const noCost = 'without a cost';
const firstStep = 'first step';

/** A finger that moves a row sideways and is lifted. */
const swipe = async (row: Locator, px: number): Promise<void> => {
  const finger = { pointerType: 'touch', pointerId: 7, isPrimary: true, bubbles: true };
  await row.dispatchEvent('pointerdown', { ...finger, clientX: 300 });
  await row.dispatchEvent('pointermove', { ...finger, clientX: 300 - px / 2 });
  await row.dispatchEvent('pointermove', { ...finger, clientX: 300 - px });
  await row.dispatchEvent('pointerup', { ...finger, clientX: 300 - px });
};

test.use({ allowed: /status of 502/ });

test('tasks of today show in short, lead to where they are done, go when they are, and are put off by key, button, or finger', async ({
  page,
  enter,
  look,
}) => {
  const seller = await enter({ closet: 'practice', path: null });
  await page.route('**/api/today', (route) => route.fulfill({ json: busyDay }));
  for (const [width, height, shown] of [
    [1440, 900, 3],
    [390, 844, 2],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width === 1440) await page.goto('/dashboard');
    const rows = today(page).getByRole('listitem');
    await expect(rows).toHaveCount(shown);
    await expect(botButton(page, 'Start Bot')).toBeInViewport({ ratio: 1 });
    await today(page)
      .getByRole('button', { name: `${busyDay.tasks.length - shown} more` })
      .click();
    await expect(rows).toHaveCount(busyDay.tasks.length);
    await look(`today-${width}`, { part: today(page) });
    await today(page).getByRole('button', { name: 'Show fewer' }).click();
    await expect(rows).toHaveCount(shown);
  }

  await test.step('what the first steps show is not said twice, until they are hidden', async () => {
    await page.unroute('**/api/today');
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Before the first round' })).toBeVisible();
    await expect(today(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Hide these steps' }).click();
    await today(page).getByRole('button', { name: 'Show the first steps' }).click();
    await expect(page.getByRole('region', { name: 'Before the first round' })).toBeVisible();
  });

  await test.step('the step that compares prices compares them, even if the seller looks at another screen meanwhile', async () => {
    await startBot(seller);
    const advice = steepAdvice((await seller.api.listings.list()).filter(({ isActive }) => isActive));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/listings/pricing-optimization', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await held;
      return route.fulfill({ json: advice });
    });
    await page.goto('/dashboard');
    await rowOf(page, firstStep).getByRole('link').click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'API test' }).click();
    await expect(page).toHaveURL('/api-test');
    release();
    await expectToast(page, 'Optimization Complete', /3 listings compared, 2 worth changing/);
    await page.goBack();
    const optimizer = page.getByRole('region', { name: 'Smart pricing optimizer' });
    await expect(optimizer).toBeInViewport();
    await expect(optimizer.locator('.advice tbody tr')).toHaveCount(2);
    await page.unroute('**/api/listings/pricing-optimization');
  });

  await test.step('prices worth changing lead to them, in sight, on a laptop as on the phone before', async () => {
    await page.route('**/api/today', (route) => route.fulfill({ json: busyDay }));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/dashboard');
    await rowOf(page, 'worth repricing').getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Smart pricing optimizer' })).toBeInViewport();
  });

  await page.unroute('**/api/today');
  const soldOn = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const sale = await seller.api.sales.add({ body: { title: 'Wool coat', soldOn, priceCents: 4000 } });
  const kinds = async () => (await seller.api.today.read()).tasks.map(({ kind }) => kind);
  await page.goto('/dashboard');

  await test.step('the Delete key puts it off until tomorrow, says so, and the next task has the focus', async () => {
    await rowOf(page, noCost).getByRole('link').focus();
    await page.keyboard.press('Delete');
    await expectToast(page, 'Put off until tomorrow', /without a cost/);
    await expect(rowOf(page, firstStep).getByRole('link')).toBeFocused();
    await expect(rowOf(page, noCost)).toHaveCount(0);
    expect(await kinds()).not.toContain('cost_missing');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, noCost)).toBeVisible();
    expect(await kinds()).toContain('cost_missing');
  });

  await test.step('a button offers other days, and Escape takes the offer back', async () => {
    const later = rowOf(page, firstStep).getByRole('button', { name: 'Later' });
    await later.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(rowOf(page, firstStep).getByRole('button', { name: 'Tomorrow' })).toBeFocused();
    await look('today-open', { part: today(page) });
    await page.keyboard.press('Escape');
    await expect(later).toBeFocused();
    await expect(later).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await rowOf(page, firstStep).getByRole('button', { name: 'In a week' }).click();
    await expectToast(page, 'Put off for 7 days');
    expect(await kinds()).toEqual(['cost_missing']);
  });

  await test.step('what could not be saved is back, with the reason', async () => {
    await page.route('**/snooze', (route) =>
      route.fulfill({ status: 502, json: { error: 'restarting', message: 'Hangtag is restarting.' } }),
    );
    await rowOf(page, noCost).getByRole('link').press('Delete');
    await expectToast(page, 'Not saved', 'Hangtag is restarting.');
    await expect(rowOf(page, noCost)).toBeVisible();
    await page.unroute('**/snooze');
  });

  await test.step('its action leads to where it is done, and it goes once it is done', async () => {
    await rowOf(page, noCost).getByRole('link').click();
    await expect(page).toHaveURL('/sales?withoutCost=true');
    await expect(page.getByRole('button', { name: 'Wool coat', exact: true })).toBeVisible();
    await seller.api.sales.change({ id: sale.id, body: { costCents: 500 } });
    await page.goBack();
    await expect(today(page)).toContainText('Nothing to do today.');
    await look('today-done', { part: today(page) });
  });

  await test.step('a finger that pushes it aside puts it off, and one that only slips does not', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await seller.api.sales.change({ id: sale.id, body: { costCents: null } });
    await page.reload();
    const row = rowOf(page, noCost);
    await row.waitFor();
    await swipe(row, 40);
    await expect(row).toBeVisible();
    await swipe(row, 140);
    await expectToast(page, 'Put off until tomorrow');
    await expect(row).toHaveCount(0);
    expect(await kinds()).toEqual([]);
  });

  await test.step('a failure says so, and is tried again', async () => {
    await refuseUntilTriedAgain(page, '**/api/today', {
      status: 502,
      error: 'restarting',
      message: 'Hangtag is restarting.',
    });
    await page.reload();
    await today(page).getByRole('button', { name: 'Try again' }).waitFor();
    await look('today-unread', { part: today(page) });
    await today(page).getByRole('button', { name: 'Try again' }).click();
    await expect(today(page)).toContainText('Nothing to do today.');
  });
});
