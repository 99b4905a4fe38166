import { botIs, startBot } from '../fixtures/situations.ts';
import { botButton, expect, expectToast, holdCalls, test, toast } from '../fixtures/story.ts';

const palette = 'What would you like to do?';
const field = 'Find a command or a listing';

test('single keys start and stop the bot on every screen and can be turned off, and the palette finds commands and listings', async ({
  page,
  enter,
  look,
}) => {
  const notice = page.locator('.toast-title');
  const seller = await enter({ closet: 'practice', path: '/api-test' });
  await test.step('they start and stop the bot, and say why they can’t', async () => {
    await expect(page.getByRole('button', { name: 'Run API Test' })).toBeVisible();
    // The key waits for the status, as the button does.
    await expect(async () => {
      await page.keyboard.press('x');
      await expect(notice).toHaveText('The bot isn’t running', { timeout: 500 });
    }).toPass();
    await page.keyboard.press('s');
    await expect(page).toHaveURL('/dashboard');
    await expectToast(page, 'Bot started successfully');
    await botIs(seller, ({ isRunning, settings }) => isRunning && settings.shareFrequency === 240);
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
    await page.keyboard.press('s');
    await expect(notice).toHaveText('The bot is already running');
    await page.keyboard.press('x');
    await expectToast(page, 'Bot stopped successfully');
    await botIs(seller, ({ isRunning }) => !isRunning);
  });
  await test.step('one that starts the bot waits until the closet’s state is known', async () => {
    const release = await holdCalls(page, '**/api/poshmark/auth-status');
    await page.goto('/api-test');
    await expect(page.getByRole('button', { name: 'Run API Test' })).toBeVisible();
    await page.keyboard.press('s');
    await expect(page).toHaveURL('/dashboard');
    await expect(notice).toBeHidden();
    release();
    await expectToast(page, 'Bot started successfully');
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
    await page.keyboard.press('x');
    await expectToast(page, 'Bot stopped successfully');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  await test.step('they are listed, do nothing in fields, and can be turned off', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list).toContainText('Go to the dashboard');
    await expect(list.getByText('Start Bot')).toBeVisible();
    await expect(list.getByText('Stop Bot')).toBeVisible();
    await look('shortcuts', { part: list });
    await list.getByRole('switch', { name: 'Single keys' }).uncheck();
    await expect(list).not.toContainText('Go to the dashboard');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.keyboard.press('s');
    await expect(list).toBeHidden();
    await expect(toast(page)).toBeHidden();
    expect((await seller.api.bot.status()).isRunning).toBe(false);
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Show keyboard shortcuts' }).click();
    await list.getByRole('switch', { name: 'Single keys' }).check();
    await list.getByRole('button', { name: 'Done' }).click();

    await page.keyboard.press('m');
    const search = page.getByRole('searchbox', { name: 'Search active listings' });
    await search.pressSequentially('t?');
    await expect(search).toHaveValue('t?');
    await expect(list).toBeHidden();
  });
  await test.step('Ctrl and K finds every command, and Enter runs it', async () => {
    await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Dashboard' }).click();
    await startBot(seller);
    await botIs(seller, ({ isRunning }) => isRunning);
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
    await botButton(page, 'Stop Bot').focus();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: palette });
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('combobox', { name: field })).toBeFocused();
    await look('palette', { part: dialog });
    await page.keyboard.type('stop');
    await expect(dialog.getByRole('option')).toHaveText(['Stop Botx']);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expectToast(page, 'Bot stopped successfully');
    await botIs(seller, ({ isRunning }) => !isRunning);
    // The palette returns the focus to where it was. Nothing happens to a bot that is stopped.
    await expect(botButton(page, 'Stop Bot')).toBeFocused();
    await expect(botButton(page, 'Stop Bot')).toBeDisabled();
  });
  await test.step('Start, Stop, Sync, and Analyze come first, then the screens, and Logout last', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await page.keyboard.press('Control+k');
    const options = page.getByRole('dialog', { name: palette }).getByRole('option');
    const names = (await options.locator('span:first-child').allTextContents()).map((name) => name.trim());
    expect(names.slice(0, 6)).toEqual([
      'Start Bot',
      'Stop Bot',
      'Sync Closet',
      'Analyze a listing',
      'Go to the dashboard',
      'Go to market analysis',
    ]);
    expect(names.at(-1)).toBe('Logout');
    // What can't run says why, and Enter does nothing.
    await expect(options.nth(1)).toHaveText('Stop BotThe bot isn’t runningx');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(options.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: palette })).toBeHidden();
  });
  await test.step('Analyze puts the focus into the search for a listing, even if the seller is already there', async () => {
    for (const from of ['/dashboard', '/market-analysis']) {
      await expect(page).toHaveURL(from);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: field })).toBeFocused();
      await page.keyboard.type('analyze');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('searchbox', { name: 'Search active listings' })).toBeFocused();
      await page.getByRole('searchbox', { name: 'Search active listings' }).blur();
    }
  });
  await test.step('a key opens what sells more, whose tabs have addresses and titles of their own', async () => {
    await page.keyboard.press('o');
    await expect(page).toHaveURL('/selling');
    const tabs = page.getByRole('navigation', { name: 'Selling' }).getByRole('link');
    for (const tab of await tabs.all()) {
      const name = await tab.innerText();
      await tab.click();
      await expect(tab).toHaveAttribute('aria-current', 'page');
      await expect(page).toHaveTitle(`${name} · Hangtag`);
      await expect(
        page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Selling' }),
      ).toHaveAttribute('aria-current', /page|true/);
      expect(new URL(page.url()).pathname).toBe(await tab.getAttribute('href'));
    }
  });
  await test.step('a listing is found by words of its title, and a search without results says so', async () => {
    const [listing] = (await seller.api.listings.list()).filter(({ isActive }) => isActive);
    // This screen has not loaded the listings.
    await page.goto('/api-test');
    await expect(page.getByRole('button', { name: 'Run API Test' })).toBeVisible();
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
