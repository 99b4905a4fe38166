import { expect, expectToast, test } from '../fixtures/story.ts';

test('a seller plans an experiment and calls it off again, by keyboard alone', async ({ page, enter }) => {
  const { api } = await enter({ closet: 'practice', path: '/selling/experiment' });
  const eight = page.getByRole('radio', { name: /^8 weeks/ });
  await eight.focus();
  await page.keyboard.press('ArrowUp');
  const six = page.getByRole('radio', { name: /^6 weeks/ });
  await expect(six).toBeChecked();
  const { next } = await api.experiment.read();
  const seen = next.detectable.find(({ weeks }) => weeks === 6);
  await expect(page.locator('label').filter({ has: six })).toContainText(`${seen?.likesPercent}%`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Start at midnight' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Experiment planned');
  expect(await api.experiment.read()).toMatchObject({ state: 'planned', weeks: 6, listings: next.listings });
  await expect(eight).toHaveCount(0);

  const callOff = page.getByRole('button', { name: 'Call it off' });
  await callOff.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  // A second press of the key that opened it must not answer it.
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await callOff.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Experiment stopped');
  await expect(page.getByRole('heading', { name: 'Not enough for a result' })).toBeVisible();
  await expect(eight).toBeChecked();
  expect((await api.experiment.read()).state).toBe('stopped');

  await page.goto('/dashboard');
  await expect(page.getByText(/^Planned: 6 weeks/)).toBeVisible();
});
