import type { Page } from '@playwright/test';
import { paths } from '#contract/pages.ts';
import { expect, refuseUntilTriedAgain, test } from '../fixtures/story.ts';

test.use({ allowed: /500/ });

const sheet = (page: Page) => page.locator('dialog.sheet[open]');
const plans = (page: Page) => page.getByRole('region', { name: 'Plans' });
const runs = (page: Page) => page.getByRole('region', { name: 'Last runs' });
const part = (page: Page, name: string) => plans(page).getByLabel(name).first();

test('plans are made, ordered, and saved with the keyboard alone, run after a preview, and undone as a whole', async ({
  page,
  enter,
  look,
}) => {
  const seller = await enter({ closet: 'real', listings: 3, sold: 0, path: null });
  const saved = async () => (await seller.api.drops.plans()).plans;
  const prices = async () =>
    (await seller.api.listings.list()).filter(({ isActive }) => isActive).map(({ price }) => price ?? 0);
  const before = await prices();

  await test.step('a page that can’t be read says so and tries again, and a plan that fits nothing says so', async () => {
    const message = 'It broke here.';
    await refuseUntilTriedAgain(page, '**/api/price-drops/calendar', { status: 500, error: 'internal', message });
    await page.goto(paths.drops);
    await expect(page.getByRole('alert')).toContainText(message);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(plans(page)).toBeVisible();
    await look('drops-empty', { isVariant: true });
    await page.route('**/api/price-drops/preview', (route) => route.fulfill({ json: { drops: [] } }));
    await page.getByRole('button', { name: 'Closet Clear Out today' }).press('Enter');
    await expect(sheet(page)).toContainText('No listing for sale fits this plan');
    await page.unroute('**/api/price-drops/preview');
    await page.reload();
  });

  await test.step('Closet Clear Out shows what would drop before the first plan, and Escape changes nothing', async () => {
    await page.getByRole('button', { name: 'Closet Clear Out today' }).press('Enter');
    await expect(sheet(page).getByRole('button', { name: 'Drop 3 prices now' })).toBeVisible();
    await expect(sheet(page).locator('.preview-list').first()).toContainText('the lowest price isn’t known');
    await look('drops-clear-out', { part: sheet(page) });
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    expect(await saved()).toEqual([]);
  });

  await test.step('a plan is a sentence whose parts are edited in place', async () => {
    await plans(page).getByRole('button', { name: 'A sensible start' }).press('Enter');
    await part(page, 'Percent below the lowest price').fill('9');
    // What isn't saved waits while the seller looks at another tab.
    await page.getByRole('link', { name: 'Parties' }).click();
    await page.getByRole('link', { name: 'Price drops' }).click();
    await expect(part(page, 'Percent below the lowest price')).toHaveValue('9');
    await plans(page).getByRole('button', { name: 'Save plans' }).press('Enter');
    await expect(part(page, 'Percent below the lowest price')).toBeFocused();
    expect(await saved()).toEqual([]);
    await look('drops-problem', { isVariant: true });
    await part(page, 'Percent below the lowest price').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('20');
    await part(page, 'Days of rest after a change').fill('0');
    await plans(page)
      .getByRole('button', { name: /Which listings/ })
      .press('Enter');
    await expect(plans(page).getByRole('link', { name: 'Show them in a new tab' })).toHaveAttribute(
      'href',
      /minAge=\d/,
    );
    await plans(page).getByLabel('Age from (days)').fill('');
    await plans(page).getByRole('button', { name: 'Save plans' }).press('Enter');
    await expect(plans(page).getByText('All changes saved.')).toBeVisible();
    expect(await saved()).toMatchObject([{ percent: 20, restDays: 0, match: {}, everyDays: 7 }]);
  });

  await test.step('the calendar is a table that says for each day how many prices drop, and by how much', async () => {
    const days = page.getByRole('table').getByRole('cell').filter({ hasText: 'drop' });
    await expect(days.first()).toContainText(/3 drops, \$\d+ off/);
    await expect(days.nth(1)).toBeVisible();
    await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(7);
  });

  await test.step('a plan is moved up, and keeps the focus', async () => {
    await plans(page).getByRole('button', { name: 'Add a plan' }).press('Enter');
    const up = plans(page).getByRole('button', { name: 'Move “Plan 2” up' });
    await up.press('Enter');
    await expect(up).toBeFocused();
    await plans(page).getByLabel('When').first().selectOption('On');
    // It would be due today.
    await plans(page).getByRole('switch', { name: '“Plan 2” is on' }).press('Space');
    await plans(page).getByRole('button', { name: 'Save plans' }).press('Enter');
    await expect(plans(page).getByText('All changes saved.')).toBeVisible();
    expect((await saved()).map(({ name, dates }) => [name, dates?.length])).toEqual([
      ['Plan 2', 1],
      ['Weekly drop', undefined],
    ]);
    await look('drops-plans');
  });

  await test.step('a run shows its progress, and is undone as a whole', async () => {
    await plans(page).getByRole('button', { name: 'Preview “Weekly drop”' }).press('Enter');
    await sheet(page).getByRole('button', { name: 'Drop 3 prices now' }).press('Enter');
    await expect(runs(page).getByRole('status')).toContainText('3 prices dropped', { timeout: 60_000 });
    expect(await prices()).toEqual(before.map((price) => Math.floor((price * 80) / 100)));
    await look('drops-run', { part: runs(page) });
    await runs(page).getByRole('button', { name: 'Undo all of “Weekly drop”' }).press('Enter');
    await page.getByRole('button', { name: 'Restore 3 prices' }).press('Enter');
    await expect(runs(page).getByRole('status')).toContainText('3 prices restored', { timeout: 60_000 });
    await look('drops-undone', { part: runs(page) });
    expect(await prices()).toEqual(before);
    await plans(page).getByRole('button', { name: 'Preview “Weekly drop”' }).press('Enter');
    await expect(sheet(page)).toContainText('Nothing drops now');
    await expect(sheet(page)).toContainText('Dropped today');
    await look('drops-preview', { part: sheet(page) });
  });
});
