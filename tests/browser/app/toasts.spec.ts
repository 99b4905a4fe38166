import type { Page } from '@playwright/test';
import { botButton, expect, expectToast, test, toast } from '../fixtures/story.ts';

type Node = {
  nodeId: string;
  parentId?: string;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
};

/** What the browser gives to screen readers: each live region with text, from its accessibility tree. */
const announcements = async (page: Page): Promise<{ role: string; live: unknown; words: string }[]> => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await session.detach();
  const wordsIn = (id: string): string[] =>
    nodes
      .filter(({ parentId }) => parentId === id)
      .flatMap(({ nodeId, role, name }) => (role?.value === 'StaticText' ? [name?.value ?? ''] : wordsIn(nodeId)));
  return nodes
    .filter(({ role }) => role?.value === 'status' || role?.value === 'alert')
    .map(({ nodeId, role, properties }) => ({
      role: role?.value ?? '',
      live: properties?.find(({ name }) => name === 'live')?.value.value,
      words: wordsIn(nodeId).join('').trim(),
    }))
    .filter(({ words }) => words.startsWith('Notification'));
};

/** Expects the one announcement of a toast. Its region exists for a second, so the test moves the clock by hand. */
const expectAnnounced = async (page: Page, words: string): Promise<void> => {
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await announcements(page)).toEqual([{ role: 'status', live: 'polite', words: `Notification ${words}` }]);
  }).toPass({ timeout: 15_000, intervals: [50] });
  await page.clock.runFor(1100);
  expect(await announcements(page)).toEqual([]);
};

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await expectToast(page, 'Settings Updated');
};

test('polling keeps its times, and a toast is replaced by the next one, reached by keyboard, closed in every way, and keeps its time and its text', async ({
  page,
  enter,
  look,
}) => {
  await page.clock.install();
  await page.route('**/api/events', (route) => route.fulfill({ status: 404 }));
  await enter({ closet: 'practice' });
  await test.step('bot and connection are polled every 10 and 30 seconds, and nothing loads on focus', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await expect(page.getByText('75% active')).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const times = (path: string) => asked.filter((one) => one === path).length;
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.clock.runFor(9000);
    expect(times('/api/listings')).toBe(0);
    expect(times('/api/poshmark/auth-status')).toBe(0);
    await page.clock.runFor(2000);
    await expect.poll(() => times('/api/bot/status')).toBe(1);
    // Without events, the log that says "Live" is asked for as often.
    await expect.poll(() => times('/api/activity')).toBe(1);
    await page.clock.runFor(20_000);
    await expect.poll(() => times('/api/poshmark/auth-status')).toBe(1);
    await expect.poll(() => times('/api/bot/status')).toBeGreaterThanOrEqual(2);
    expect(times('/api/listings')).toBe(0);
  });
  await test.step('there is one toast at a time: the newest', async () => {
    await page.getByRole('button', { name: 'Sync Closet' }).first().click();
    await expectToast(page, 'Closet Synced');
    await page.getByRole('button', { name: 'Test authentication' }).click();
    await expectToast(page, 'Authentication Successful');
    await expect(toast(page)).toHaveCount(1);
  });
  await test.step('F8 focuses the toast and Escape closes it', async () => {
    await save(page);
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused();
    // While it has the focus, it stays.
    await look('toast', { part: toast(page) });
    await page.keyboard.press('Tab');
    await expect(toast(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toast(page)).toBeHidden();
  });
  await test.step('it is closed by its button, and removed after 1,000,000 ms', async () => {
    await save(page);
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page)).toBeHidden();
    const region = page.locator('.toasts');
    await page.clock.fastForward(990_000);
    await expect(region).toHaveCount(1);
    await page.clock.fastForward(20_000);
    await expect(region).toHaveCount(0);
  });
  await test.step('a swipe to the right of 50 px dismisses it, a shorter one does not', async () => {
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
    await save(page);
    await swipe(40);
    await expect(toast(page)).toBeVisible();
    await swipe(70);
    await expect(toast(page)).toBeHidden();
  });
  await test.step('it is at the bottom right on wide screens and at the top on small ones', async () => {
    await save(page);
    const place = async () => (await toast(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const wide = await place();
    expect(wide.x + wide.width).toBeGreaterThan(1440 - 60);
    expect(wide.y + wide.height).toBeGreaterThan(900 - 60);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await place()).y).toBeLessThan(120);
    const narrow = await place();
    expect(narrow.x).toBeGreaterThanOrEqual(0);
    expect(narrow.x + narrow.width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  const halt = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await test.step('a toast disappears after five seconds, but not while the pointer is over it', async () => {
    // From here on only the test moves the clock, however slow the browser is.
    await halt();
    await save(page);
    await toast(page).hover();
    await page.clock.fastForward(6000);
    await expect(toast(page)).toBeVisible();
    await page.mouse.move(5, 5);
    await page.clock.fastForward(3500);
    await expect(toast(page)).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(toast(page)).toBeHidden();
    await page.clock.resume();
  });
  await test.step('it is announced politely, once, with its title and text, even over an open dialog', async () => {
    await halt();
    await test.step('what was done', async () => {
      await page.getByRole('button', { name: 'Update Settings' }).click();
      await expectAnnounced(page, 'Settings Updated Takes effect at the next start.');
      await expect(toast(page)).toBeVisible();
    });
    await test.step('what failed, without the button and the reference', async () => {
      await page.route('**/api/bot/settings', (route) => route.fulfill({ status: 418, body: '' }));
      await page.getByRole('button', { name: 'Update Settings' }).click();
      await expectAnnounced(page, 'Update Failed Failed to update settings HTTP 418');
    });
    await test.step('in the open modal, because everything outside it is out of reach', async () => {
      await page.clock.resume();
      await page.getByRole('button', { name: /^Profile of/ }).click();
      const profile = page.getByRole('dialog', { name: 'Your profile' });
      await profile.getByRole('tab', { name: 'Personal Info' }).click();
      await page.route('**/api/user/profile', (route) => route.fulfill({ status: 409, json: { error: 'Not now.' } }));
      await profile.getByLabel('Phone number').fill('+1 555 0100');
      await halt();
      await profile.getByRole('button', { name: 'Save changes' }).click();
      await expectAnnounced(page, 'Update failed Not now.');
      await expect(profile).toBeVisible();
    });
  });
});
