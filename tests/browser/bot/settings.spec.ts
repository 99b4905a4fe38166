import type { Page } from '@playwright/test';
import { sellerPlace } from '../fixtures/product.ts';
import { botIs, slots } from '../fixtures/situations.ts';
import { botButton, expect, expectFieldError, expectToast, test } from '../fixtures/story.ts';

const update = (page: Page) => page.getByRole('button', { name: 'Update Settings' });
const note = (page: Page) => page.locator('.pfoot').getByRole('status');
const limit = (page: Page) => page.getByLabel('Daily share limit', { exact: true });

test('each setting is checked and saved, and what is not saved yet survives a visit to another screen', async ({
  page,
  enter,
  product,
  look,
}) => {
  const seller = await enter({ closet: 'practice' });
  await test.step('the frequency is a preset or the seller’s own number, which is checked when it is sent', async () => {
    const presets = page.getByRole('group', { name: 'Share frequency' }).getByRole('radio');
    await expect(presets).toHaveCount(8);
    const names = ['30 min', '1 hour', '2 hours', '4 hours Recommended', '8 hours', '12 hours', 'Once daily', 'Custom'];
    for (const [index, name] of names.entries()) await expect(presets.nth(index)).toHaveAccessibleName(name);
    await expect(presets.nth(3)).toBeChecked();
    await expect(note(page)).toHaveText('All changes saved.');

    await page.getByText('8 hours', { exact: true }).click();
    await expect(note(page)).toContainText('Share frequency changed. Not saved yet.');
    await update(page).click();
    await expectToast(page, 'Settings Updated', 'Takes effect at the next start.');
    await expect(note(page)).toHaveText('All changes saved.');
    expect((await seller.api.bot.status()).settings.shareFrequency).toBe(480);

    await page.getByText('Custom', { exact: true }).click();
    const own = page.getByLabel('Minutes between rounds');
    for (const wrong of ['0', '1441', '', '1.5']) {
      await own.fill(wrong);
      await update(page).click();
      await expect(own).toHaveAttribute('aria-invalid', 'true');
      await expect(own).toHaveAccessibleDescription('Enter 1 to 1,440 minutes');
    }
    await own.fill('15');
    await expect(note(page)).toContainText('Share frequency changed. Not saved yet.');
    // The preset is set again, and the field that would still show the other number is gone.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(presets.nth(4)).toBeChecked();
    await expect(own).toBeHidden();
    await page.getByText('Custom', { exact: true }).click();
    await expect(own).toHaveValue('480');
    // A typed number stays in its field, although there is a preset for it.
    await own.fill('120');
    await expect(page.getByRole('radio', { name: 'Custom' })).toBeChecked();
    await own.fill('75');
    await update(page).click();
    // The toast of the first change may still be there.
    await expect(note(page)).toHaveText('All changes saved.');
    await expectToast(page, 'Settings Updated');
    await page.reload();
    await expect(page.getByLabel('Minutes between rounds')).toHaveValue('75');
    await expect(page.getByRole('radio', { name: 'Custom' })).toBeChecked();
  });
  await test.step('the daily limit has bounds, defaults to 10,000, and warns where limit and schedule together exceed 4,000', async () => {
    const names = ['1,000 Conservative', '5,000 Moderate', '10,000 Recommended', '20,000 Aggressive'];
    const presets = page.getByRole('group', { name: 'Daily share limit' }).getByRole('radio');
    for (const [index, name] of names.entries()) await expect(presets.nth(index)).toHaveAccessibleName(name);
    await expect(presets.nth(2)).toBeChecked();
    await expect(limit(page)).toHaveAttribute('step', '50');
    const warning = page.getByText(/Sellers report “share jail”/);
    // Six rounds a day stay far below the limit: that is no warning.
    await expect(page.getByText(/Your schedule makes at most/)).toBeVisible();
    await expect(warning).toBeHidden();
    await page.getByRole('radio', { name: 'Custom' }).check({ force: true });
    await page.getByLabel('Minutes between rounds').fill('1');
    await expect(warning).toBeVisible();
    await page.getByText('1,000', { exact: false }).and(page.locator('.limrow .chip')).first().click();
    await expect(limit(page)).toHaveValue('1000');
    await expect(warning).toBeHidden();
    await limit(page).fill('4000');
    await expect(warning).toBeHidden();
    await limit(page).fill('4050');
    await expect(warning).toBeVisible();
    await expect(page.getByText(/which is risky/)).toBeHidden();
    await limit(page).fill('8050');
    await expect(page.getByText(/which is risky/)).toBeVisible();
    // The presets and their names are fixed. What we recommend depends on the closet's size.
    await expect(page.getByText('For a closet of 60 listings we recommend 500 shares a day at most.')).toBeVisible();
    await page.getByRole('button', { name: 'Use 500' }).click();
    await expect(limit(page)).toHaveValue('500');
    await expect(warning).toBeHidden();
    await expect(page.getByText('For a closet of 60 listings')).toBeHidden();

    for (const wrong of ['49', '50001', '99.5']) {
      await limit(page).fill(wrong);
      await update(page).click();
      await expectFieldError(page, 'Daily share limit', 'Enter 50 to 50,000');
    }
    await limit(page).fill('');
    await limit(page).blur();
    await expect(limit(page)).toHaveValue('10000');
    await limit(page).fill('1000');
    await limit(page).fill('');
    await update(page).click();
    await expectToast(page, 'Settings Updated');
    expect((await seller.api.bot.status()).settings.dailyShareLimit).toBe(10_000);
    await limit(page).fill('75');
    await update(page).click();
    await expect(note(page)).toHaveText('All changes saved.');
    expect((await seller.api.bot.status()).settings.dailyShareLimit).toBe(75);
    // Browsers give no value for what they can't read as a number, such as "5,000". That is not a blank field.
    await limit(page).selectText();
    await limit(page).pressSequentially('5e');
    await update(page).click();
    await expectFieldError(page, 'Daily share limit', 'Enter 50 to 50,000');
    expect((await seller.api.bot.status()).settings.dailyShareLimit).toBe(75);
    await limit(page).fill('75');
    await expect(note(page)).toHaveText('All changes saved.');
  });
  await test.step('fields changed while settings are being saved keep their changes, and the next click saves them', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/bot/settings', async (route) => {
      const answer = await route.fetch();
      await released;
      await route.fulfill({ response: answer });
    });
    await page.getByText('8 hours', { exact: true }).click();
    await update(page).click();
    await botIs(seller, ({ settings }) => settings.shareFrequency === 480);
    await page.getByText('2 hours', { exact: true }).click();
    release();
    // While the answer is awaited, the button says so. A toast may be there from the step before.
    await expect(update(page)).toBeVisible();
    await expectToast(page, 'Settings Updated');
    await page.unroute('**/api/bot/settings');
    await expect(page.getByRole('radio', { name: '2 hours', exact: true })).toBeChecked();
    await expect(note(page)).toContainText('Share frequency changed. Not saved yet.');
    await update(page).click();
    await expect(note(page)).toHaveText('All changes saved.');
    expect((await seller.api.bot.status()).settings.shareFrequency).toBe(120);
  });
  await test.step('fields changed while the bot is being started keep their changes, too', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/bot/start', async (route) => {
      const answer = await route.fetch();
      await released;
      await route.fulfill({ response: answer });
    });
    await botButton(page, 'Start Bot').click();
    await botIs(seller, ({ isRunning }) => isRunning);
    await page.getByText('12 hours', { exact: true }).click();
    release();
    await expectToast(page, 'Bot started successfully');
    await expect(page.getByRole('radio', { name: '12 hours', exact: true })).toBeChecked();
    await expect(note(page)).toContainText('Share frequency changed. Not saved yet.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await seller.api.bot.stop();
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
  });
  await test.step('slots can be added, changed, turned off, and removed, and the bot shares only in them', async () => {
    await page.getByRole('switch', { name: 'Scheduled slots' }).click();
    // Without a slot nothing is allowed, so nothing is said about how much that is.
    await expect(page.getByText(/(slots allow|schedule allows) about|schedule makes at most/)).toHaveCount(0);
    await update(page).click();
    await expect(page.locator('.err')).toHaveText('Turn on at least one slot and pick a day for it');

    await page.getByRole('button', { name: 'Add slot' }).click();
    await expect(page.getByLabel('Slot A start')).toHaveValue('9:00 AM');
    await expect(page.getByLabel('Slot A end')).toHaveValue('10:00 AM');
    const days = page.getByRole('group', { name: 'Slot A days' });
    for (const [name, isOn] of Object.entries({ Sunday: 0, Monday: 1, Tuesday: 1, Friday: 1, Saturday: 0 })) {
      await expect(days.getByRole('checkbox', { name })).toBeChecked({ checked: isOn === 1 });
    }
    await expect(page.getByRole('switch', { name: 'Slot A enabled' })).toBeChecked();
    const week = page.getByRole('group', { name: 'Week of scheduled slots' });
    await expect(week.getByRole('button', { name: 'Slot A, 9:00 AM to 10:00 AM' })).toHaveCount(5);

    await page.getByLabel('Slot A end').fill('09:00');
    await update(page).click();
    await expectFieldError(page, 'Slot A end', 'Start and end can’t be the same');
    await look('settings-refused', { part: page.getByRole('region', { name: 'Settings' }) });
    const slotsAllow = page.getByText(/Your slots allow about/);
    await page.getByLabel('Slot A end').fill('11:00');
    await expect(slotsAllow).toBeVisible();
    await page.getByLabel('Slot A end').fill('25:00');
    await update(page).click();
    await expectFieldError(page, 'Slot A end', 'Enter a time such as 9:30 AM or 21:30');
    // Only the wrong time is marked, and what was said about the slots stays.
    await expect(page.getByLabel('Slot A start')).not.toHaveAttribute('aria-invalid');
    const border = (label: string) => page.getByLabel(label).evaluate((field) => getComputedStyle(field).borderColor);
    expect(await border('Slot A start')).not.toBe(await border('Slot A end'));
    await expect(slotsAllow).toBeVisible();
    await page.getByLabel('Slot A end').fill('12:30pm');
    await page.getByLabel('Slot A end').blur();
    await expect(page.getByLabel('Slot A end')).toHaveValue('12:30 PM');
    await days.getByRole('checkbox', { name: 'Saturday' }).check();
    await expect(week.getByRole('button', { name: 'Slot A, 9:00 AM to 12:30 PM' })).toHaveCount(6);

    await page.getByRole('button', { name: 'Add slot' }).click();
    await page.getByRole('switch', { name: 'Slot B enabled' }).click();
    await update(page).click();
    await expect(note(page)).toHaveText('All changes saved.');
    await expectToast(page, 'Settings Updated');
    const saved = (await seller.api.bot.status()).settings;
    expect(saved.useScheduledSlots).toBe(true);
    expect(saved.scheduledSlots).toEqual([
      { startTime: '09:00', endTime: '12:30', enabled: true, daysOfWeek: [1, 2, 3, 4, 5, 6] },
      // Not on top of slot A: at the next usual time that is free.
      { startTime: '18:00', endTime: '19:00', enabled: false, daysOfWeek: [1, 2, 3, 4, 5] },
    ]);
    await expect(page.getByText('Slot A is on')).toBeVisible();

    await page.getByRole('button', { name: 'Remove slot A' }).click();
    await expect(page.getByLabel('Slot A start')).toHaveValue('6:00 PM');
    await expect(page.getByLabel('Slot B start')).toBeHidden();
    await note(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel('Slot B start')).toBeVisible();
    await expect(note(page)).toHaveText('All changes saved.');
  });
  await test.step('overlapping slots are named and merged with one press, which can be undone', async () => {
    const overlaps = page.locator('.overlaps');
    await expect(overlaps).toHaveText('');
    await page.getByRole('switch', { name: 'Slot B enabled' }).click();
    await page.getByLabel('Slot B start').fill('11:30am');
    await expect(overlaps).toContainText('Slots A and B overlap. Hours that overlap count once.');
    await look('slots', { part: page.getByRole('region', { name: 'Settings' }) });
    await overlaps.getByRole('button', { name: 'Merge slots' }).click();
    await expect(overlaps).toHaveText('');
    const week = page.getByRole('group', { name: 'Week of scheduled slots' });
    await expect(week.getByRole('button', { name: 'Slot A, 9:00 AM to 7:00 PM' })).toHaveCount(5);
    await expect(week.getByRole('button', { name: 'Slot B, 9:00 AM to 12:30 PM' })).toHaveCount(1);
    await note(page).getByRole('button', { name: 'Undo' }).click();
    await expect(week.getByRole('button', { name: 'Slot B, 6:00 PM to 7:00 PM, off' })).toHaveCount(5);
    await expect(note(page)).toHaveText('All changes saved.');
  });
  await test.step('typed but unsaved settings survive a visit to another screen', async () => {
    const go = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
    await limit(page).fill('1250');
    await page.getByRole('switch', { name: 'Offer shipping discount' }).click();
    await expect(
      page.getByText(/^(About \d+ listings? ha(s|ve) likers|No listing would get an offer now)/),
    ).toBeVisible();
    await page.getByLabel('Discount (%)').fill('60');
    await go('Market Analysis');
    await expect(page.getByRole('heading', { level: 1, name: 'Market Analysis' })).toBeVisible();
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await question).type()).toBe('beforeunload');
    await (await question).dismiss();
    // Settings changed elsewhere in the meantime appear in fields without typed text.
    await seller.api.bot.changeSettings({ body: { ...(await seller.api.bot.status()).settings, shareFrequency: 480 } });
    await go('Dashboard');
    await expect(limit(page)).toHaveValue('1250');
    await expect(page.getByLabel('Discount (%)')).toHaveValue('60');
    await expect(page.getByRole('radio', { name: '8 hours' })).toBeChecked();
    await expect(note(page)).toContainText('Daily limit, offers, and offer discount changed. Not saved yet.');
    await update(page).click();
    await expect(page.getByLabel('Discount (%)')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Discount (%)').fill('20');
    await update(page).click();
    await expectToast(page, 'Settings Updated');
    await go('API Test');
    await go('Dashboard');
    await expect(note(page)).toHaveText('All changes saved.');
    await expect(limit(page)).toHaveValue('1250');

    await limit(page).fill('1300');
    await note(page).getByRole('button', { name: 'Undo' }).click();
    await go('API Test');
    await go('Dashboard');
    await expect(note(page)).toHaveText('All changes saved.');
  });
  await test.step('slots in the week are moved and drawn by keyboard, mouse, and finger', async () => {
    await seller.api.bot.changeSettings({ body: { scheduledSlots: slots, useScheduledSlots: true } });
    const week = page.getByRole('group', { name: 'Week of scheduled slots' });
    const block = week.getByRole('button', { name: 'Slot A, 8:00 AM to 11:00 AM' }).first();
    await block.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByLabel('Slot A start')).toHaveValue('8:30 AM');
    await expect(page.getByLabel('Slot A end')).toHaveValue('11:30 AM');
    await expect(note(page)).toContainText('Slot A changed. Not saved yet.');
    // Over midnight: a part on each of two days, for all seven days.
    await expect(week.getByRole('button', { name: 'Slot C, 10:00 PM to 2:00 AM' })).toHaveCount(14);

    const drag = week.getByRole('button', { name: /^Slot B/ }).first();
    await drag.scrollIntoViewIfNeeded();
    const box = await drag.boundingBox();
    const row = await drag.locator('..').boundingBox();
    if (box === null || row === null) throw new Error('The slot is not drawn');
    const hour = row.width / 24;
    await page.mouse.move(box.x + 10, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 10 + 2 * hour, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect(page.getByLabel('Slot B start')).toHaveValue('2:00 PM');
    await expect(page.getByLabel('Slot B end')).toHaveValue('4:00 PM');

    /** A place on the week, by day and hour. */
    const rows = page.locator('.week .row');
    const place = async (day: number, hourOfDay: number) => {
      const there = await rows.nth(day).boundingBox();
      if (there === null) throw new Error('The week is not drawn');
      return { x: there.x + (there.width * hourOfDay) / 24, y: there.y + there.height / 2 };
    };
    const days = page.getByRole('group', { name: 'Slot E days' });
    const drawn = page.locator('.week .drawn b');
    await test.step('a drag across empty days draws a slot in steps of 15 minutes, and Escape drops it', async () => {
      const [from, to] = [await place(1, 16.6), await place(3, 19.1)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await expect(drawn).toHaveText('4:30 PM to 7:15 PM');
      await page.keyboard.press('Escape');
      await expect(drawn).toBeHidden();
      await page.mouse.move(to.x + 5, to.y);
      await page.mouse.up();
      await expect(page.getByLabel('Slot E start')).toBeHidden();

      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
      await expect(drawn).toBeHidden();
      await expect(page.getByLabel('Slot E start')).toHaveValue('4:30 PM');
      await expect(page.getByLabel('Slot E end')).toHaveValue('7:15 PM');
      for (const [name, isOn] of Object.entries({ Sunday: 0, Monday: 1, Tuesday: 1, Wednesday: 1, Thursday: 0 }))
        await expect(days.getByRole('checkbox', { name })).toBeChecked({ checked: isOn === 1 });
      // A click alone draws nothing.
      await page.mouse.click(from.x, (await place(0, 5)).y);
      await expect(page.getByLabel('Slot F start')).toBeHidden();
    });
    await test.step('on a touch screen a sideways swipe draws a slot, and any other one scrolls the page', async () => {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      /** Lifts the finger where `isThere`, because the browser may leave out a movement, even the last one. */
      const swipe = async (
        from: { x: number; y: number },
        by: { x: number; y: number },
        isThere?: () => Promise<void>,
      ) => {
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
          session.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + by.x * part, y: from.y + by.y * part }],
          });
        await touch('touchStart', 0);
        for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part);
        // A resting finger trembles.
        await expect(async () => {
          await touch('touchMove', 0.99);
          await touch('touchMove', 1);
          await isThere?.();
        }).toPass();
        await touch('touchEnd', 1);
      };
      const before = await page.evaluate(() => scrollY);
      await swipe(await place(2, 5), { x: 0, y: -150 });
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
      await expect(page.getByLabel('Slot F start')).toBeHidden();
      await rows.first().scrollIntoViewIfNeeded();
      const from = await place(4, 3);
      await swipe(from, { x: (await place(4, 5)).x - from.x, y: 0 }, () =>
        expect(drawn).toHaveText(/^3:00 AM to (5:00|5:15) AM$/, { timeout: 1_000 }),
      );
      await expect(page.getByLabel('Slot F start')).toHaveValue('3:00 AM');
      await expect(page.getByLabel('Slot F end')).toHaveValue(/^(5:00|5:15) AM$/);
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
      await session.detach();
    });
  });
  await test.step('they are dropped with the account', async () => {
    await limit(page).fill('1350');
    const other = await product.newSeller({ closet: 'practice' });
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByLabel('Email').fill(other.email);
    await page.getByLabel('Password').fill(other.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(limit(page)).toHaveValue('10000');
    await expect(note(page)).toHaveText('All changes saved.');
  });
});

test.describe('in a browser with a 24-hour clock', () => {
  test.use({ locale: 'en-GB' });

  test('times show 24 hours, a time typed either way is understood, and the week marks the day when the clocks change', async ({
    page,
    enter,
  }) => {
    await page.clock.install({ time: new Date('2026-10-31T12:00:00Z') });
    await enter({ closet: 'practice' });
    await expect(page.locator('.rail .axis')).toContainText('18:00');
    await page.getByRole('switch', { name: 'Scheduled slots' }).click();
    await page.getByRole('button', { name: 'Add slot' }).click();
    await expect(page.getByText(`Next starts, ${sellerPlace} time`)).toBeVisible();
    await expect(page.locator('.week-ahead li')).toHaveText([
      'Monday, November 2, 09:00',
      'Tuesday, November 3, 09:00',
      'Wednesday, November 4, 09:00',
    ]);
    await expect(page.getByText('Clocks go back on Sunday, November 1, so that day has 25 hours.')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Week of scheduled slots' })).toContainText('25 h');
    const end = page.getByLabel('Slot A end');
    await expect(page.getByLabel('Slot A start')).toHaveValue('09:00');
    for (const typed of ['9:30pm', '9.30 pm', '21:30', '2130']) {
      await end.fill(typed);
      await end.blur();
      await expect(end).toHaveValue('21:30');
    }
    await expect(page.getByRole('main')).not.toContainText(/\d [AP]M\b/);
  });
});
