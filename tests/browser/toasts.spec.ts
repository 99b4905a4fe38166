import { expect, expectToast, test, toast } from './story.ts';

test.beforeEach(async ({ enter, page }) => {
  await enter({ closet: 'practice' });
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await expectToast(page, 'Settings Updated');
});

test('there is one toast at a time: the newest', async ({ page }) => {
  await page.getByRole('button', { name: 'Sync Closet' }).first().click();
  await expectToast(page, 'Closet Synced');
  await page.getByRole('button', { name: 'Test authentication' }).click();
  await expectToast(page, 'Authentication Successful');
  await expect(toast(page)).toHaveCount(1);
});

test('a toast goes after five seconds, but waits while it is pointed at', async ({ page }) => {
  await page.clock.install();
  await page.reload();
  await page.clock.resume();
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await expectToast(page, 'Settings Updated');
  await toast(page).hover();
  await page.clock.fastForward(6000);
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.fastForward(3500);
  await expect(toast(page)).toBeVisible();
  await page.clock.fastForward(2000);
  await expect(toast(page)).toBeHidden();
});

test('F8 leads to the toast and Escape closes it', async ({ page }) => {
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast(page)).toBeHidden();
});

test('it is closed by its button', async ({ page }) => {
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page)).toBeHidden();
});

test('a swipe to the right of 50 px dismisses it, a shorter one does not', async ({ page }) => {
  const swipe = async (distance: number) => {
    const box = await toast(page).boundingBox();
    if (box === null) throw new Error('The toast is not drawn');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 30, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 30 + distance / 2, y, { steps: 3 });
    await page.mouse.move(box.x + 30 + distance, y, { steps: 3 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toast(page)).toBeVisible();
  await swipe(70);
  await expect(toast(page)).toBeHidden();
});

test('it stands at the bottom right on wide screens and at the top on small ones', async ({ page }) => {
  const place = async () => (await toast(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const wide = await place();
  expect(wide.x + wide.width).toBeGreaterThan(1440 - 60);
  expect(wide.y + wide.height).toBeGreaterThan(900 - 60);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await place()).y).toBeLessThan(120);
  const narrow = await place();
  expect(narrow.x).toBeGreaterThanOrEqual(0);
  expect(narrow.x + narrow.width).toBeLessThanOrEqual(390);
});
