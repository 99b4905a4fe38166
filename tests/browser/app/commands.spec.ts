import { violations } from '../fixtures/accessibility.ts';
import { botIs, startBot } from '../fixtures/situations.ts';
import { expect, expectToast, test } from '../fixtures/story.ts';

const palette = 'What would you like to do?';
const field = 'Find a command or a listing';

test('commands and listings are found with the keyboard', async ({ page, enter }) => {
  const seller = await enter({ closet: 'real', listings: 30 });
  await test.step('Ctrl and K finds every command, and Enter runs it', async () => {
    await startBot(seller);
    await botIs(seller, ({ isRunning }) => isRunning);
    await expect(page.getByText('of 30 shared this round.')).toBeVisible();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: palette });
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('combobox', { name: field })).toBeFocused();
    expect(await violations(page, page.locator('.palette'))).toEqual([]);
    await page.keyboard.type('stop');
    await expect(dialog.getByRole('option')).toHaveText(['Stop Bot']);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expectToast(page, 'Bot stopped successfully');
    await botIs(seller, ({ isRunning }) => !isRunning);
  });
  await test.step('a listing is found by words of its title, and a search without results says so', async () => {
    const [listing] = (await seller.api.listings.list()).filter(({ isActive }) => isActive);
    await expect(page.getByText('3 sold')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: field })).toBeFocused();
    await page.keyboard.type('qqqq');
    await expect(page.getByText('No results for “qqqq”')).toBeVisible();
    await page.getByRole('combobox', { name: field }).fill(String(listing?.title).toLowerCase());
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/market-analysis\?listing=/);
  });
});

test('single keys work, are listed, do nothing in fields, and can be turned off', async ({ page, enter }) => {
  await enter();
  await expect(page.getByRole('region', { name: 'Bot Controls' })).toBeVisible();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Go to the dashboard');
  await list.getByRole('switch', { name: 'Single keys' }).uncheck();
  await expect(list).not.toContainText('Go to the dashboard');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(list).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Show keyboard shortcuts' }).click();
  await list.getByRole('switch', { name: 'Single keys' }).check();
  await list.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('tab', { name: 'Username and password' }).click();
  await page.getByLabel('Poshmark username').pressSequentially('t?');
  await expect(page.getByLabel('Poshmark username')).toHaveValue('t?');
  await expect(list).toBeHidden();
});
