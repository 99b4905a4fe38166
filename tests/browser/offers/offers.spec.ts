import type { Page } from '@playwright/test';
import { expect, refuseUntilTriedAgain, test } from '../fixtures/story.ts';

const rules = (page: Page) => page.getByRole('region', { name: 'Rules' });
const rule = (page: Page, name: string) => page.getByRole('listitem', { name });
const order = (page: Page) =>
  page.locator('.rule-name').evaluateAll((names) => names.map((name) => (name as HTMLInputElement).value));
const preview = (page: Page) => page.getByRole('region', { name: 'What would go out now' });

test.use({ allowed: /status of 500 .*\/api\/offers\/rules/ });

test('a seller makes rules for offers, orders and changes them in place, sees what they would do, and saves them', async ({
  page,
  enter,
  look,
}) => {
  const { api } = await enter({ closet: 'practice', path: null });
  const listings = (await api.listings.list()).filter(({ isActive }) => isActive);
  // All but the last few leave no loss.
  await api.listings.changeMany({ body: { listingIds: listings.slice(0, -4).map(({ id }) => id), costCents: 0 } });
  await page.goto('/selling');

  await test.step('without rules, the percentage of the settings decides', async () => {
    await expect(preview(page).getByRole('listitem').first()).toContainText('10% off');
    await look('offers', { isVariant: true });
    await page.getByRole('button', { name: 'Make a sensible start' }).click();
    expect(await order(page)).toEqual(['After two months', 'After two weeks', 'New likes']);
    await expect(preview(page).getByRole('group').filter({ hasText: 'Cost unknown' })).toBeVisible();
    await expect(preview(page).getByRole('listitem').first()).toContainText('after cost');
    await preview(page).locator('summary', { hasText: 'Cost unknown' }).click();
    await look('offers-rules');
  });

  await test.step('a part is changed where it stands, and what is wrong with it is said there', async () => {
    const percent = rule(page, 'New likes').getByRole('spinbutton', { name: 'Percent off' });
    await percent.fill('9');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await expect(percent).toBeFocused();
    await expect(percent).toHaveAttribute('aria-invalid', 'true');
    await expect(rule(page, 'New likes').locator('.err')).toHaveCount(1);
    await percent.fill('12');
    await expect(rule(page, 'New likes').locator('.err')).toHaveCount(0);
    await expect(preview(page)).toContainText('12% off');
    await rule(page, 'New likes').getByRole('combobox', { name: 'How much deeper each time' }).selectOption('5');
    await expect(rule(page, 'New likes').getByRole('spinbutton', { name: 'Most percent off' })).toHaveValue('40');
  });

  await test.step('a reason that opened by itself stays open when the next preview has another one', async () => {
    const reasons = ['below_minimum'];
    await page.route('**/api/offers/preview', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      for (const [place, offer] of json.offers.entries()) offer.blocked = reasons[place % reasons.length];
      await route.fulfill({ response, json });
    });
    const percent = rule(page, 'New likes').getByRole('spinbutton', { name: 'Percent off', exact: true });
    await percent.fill('13');
    await expect(preview(page).getByRole('group')).toHaveCount(1);
    await expect(preview(page).getByRole('group')).toHaveAttribute('open');
    reasons.push('no_likers');
    await percent.fill('14');
    await expect(preview(page).getByRole('group')).toHaveCount(2);
    await expect(preview(page).getByRole('group').first()).toHaveAttribute('open');
    await expect(preview(page).getByRole('group').last()).not.toHaveAttribute('open');
    await page.unroute('**/api/offers/preview');
    await percent.fill('12');
    await expect(preview(page)).toContainText('12% off');
  });

  await test.step('a rule is moved by keyboard, keeps the focus, and says where it is', async () => {
    const up = page.getByRole('button', { name: 'Move “New likes” up' });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(up).toBeFocused();
    expect(await order(page)).toEqual(['After two months', 'New likes', 'After two weeks']);
    await expect(rules(page).getByRole('status').filter({ hasText: '2 of 3' })).toHaveCount(1);
    // It is for all listings, so the one below never decides.
    await expect(rule(page, 'After two weeks')).toContainText('Never decides');
  });

  await test.step('and by dragging', async () => {
    const grip = rule(page, 'New likes').locator('.rule-grip');
    const [from, to] = [await grip.boundingBox(), await rule(page, 'After two weeks').boundingBox()];
    if (from === null || to === null) throw new Error('The rules are not on the screen.');
    await page.mouse.move(from.x + 8, from.y + 16);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + to.height - 6, { steps: 6 });
    await page.mouse.up();
    expect(await order(page)).toEqual(['After two months', 'After two weeks', 'New likes']);
  });

  await test.step('which listings it is for is changed below its sentence', async () => {
    const part = rule(page, 'After two weeks').getByRole('button', { name: 'Which listings' });
    await part.press('Enter');
    await rule(page, 'After two weeks').getByLabel('Brands').fill('Nike');
    await page.keyboard.press('Enter');
    await expect(part).toContainText('Nike listings, 14 days or older');
    await rule(page, 'After two weeks').getByLabel('Price from ($)').fill('40');
    await rule(page, 'After two weeks').getByLabel('Price to ($)').fill('30');
    await expect(part).toHaveAttribute('aria-invalid', 'true');
    await look('offers-problems', { isVariant: true });
    await rule(page, 'After two weeks').getByLabel('Price to ($)').fill('');
    await expect(part).toContainText('$40 or more');
    await page.getByRole('button', { name: 'Remove Nike' }).click();
    await expect(rule(page, 'After two weeks').getByLabel('Brands')).toBeFocused();
  });

  await test.step('what isn’t saved is still there after another screen', async () => {
    await page.getByRole('link', { name: 'Price drops' }).click();
    await expect(rules(page)).toBeHidden();
    await page.getByRole('link', { name: 'Offers', exact: true }).click();
    await expect(rules(page)).toContainText('Not saved yet.');
    await page.getByRole('spinbutton', { name: 'Offers a day' }).fill('7');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await expect(rules(page)).toContainText('7 offers left today');
    expect(await api.offers.rules()).toMatchObject({
      mostADay: 7,
      rules: [
        { name: 'After two months', percent: 20 },
        { name: 'After two weeks', match: { minAgeDays: 14, minPrice: 40 } },
        { name: 'New likes', percent: 12, deeperBy: 5, mostPercent: 40, floor: { kind: 'profit', minProfitCents: 0 } },
      ],
    });
  });

  await test.step('the switch is that of the bot’s settings, which lead to the rules', async () => {
    const sends = page.getByRole('switch', { name: 'Send offers to likers' });
    await expect(sends).toBeEnabled();
    await sends.press('Space');
    await expect(page.getByText(/your bot isn’t sharing/)).toBeVisible();
    expect((await api.bot.status()).settings.offerShippingDiscount).toBe(true);
    await page.goto('/dashboard');
    await expect(page.getByText('Your 3 rules decide how low each offer goes.')).toBeVisible();
    await page.getByRole('link', { name: 'Open the rules' }).click();
    await expect(rules(page)).toBeVisible();
  });

  await test.step('a rule is removed and switched off, and undone', async () => {
    await page.getByRole('button', { name: 'Remove “After two months”' }).click();
    await expect(page.getByRole('button', { name: 'Remove “After two weeks”' })).toBeFocused();
    await rule(page, 'New likes').getByRole('switch').press('Space');
    await expect(rule(page, 'New likes')).toContainText('Off.');
    await page.getByRole('button', { name: 'Undo changes' }).click();
    expect(await order(page)).toHaveLength(3);
  });

  await test.step('rules that can’t be read say so and are read again, and 20 are the most', async () => {
    await api.offers.changeRules({ body: { rules: Array.from({ length: 19 }, (_, at) => ({ percent: 10 + at })) } });
    await refuseUntilTriedAgain(page, '**/api/offers/rules', { status: 500, error: 'x', message: 'Broken' });
    await page.goto('/selling');
    await expect(page.getByRole('alert')).toContainText('Broken');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    expect(await order(page)).toHaveLength(20);
    await expect(page.getByRole('button', { name: 'Add a rule' })).toHaveCount(0);
    await look('offers-many', { part: page.locator('.rule').nth(19) });
  });
});
