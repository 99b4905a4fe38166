import type { Page } from '@playwright/test';
import { password } from './product.ts';
import { expect, expectToast, sentence, test } from './story.ts';

/** Goes on with the Tab key until the focus is on what is wished for; the focus must be seen on each stop. */
async function tabTo(page: Page, name: string | RegExp, role?: string): Promise<void> {
  for (let stop = 0; stop < 80; stop += 1) {
    await page.keyboard.press('Tab');
    const at = page.locator(':focus');
    const here = await at.evaluate((element) => {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return {
        isRinged: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
        isDrawn: box.width > 0 && box.height > 0,
        isHidden: top !== null && !element.contains(top) && !top.contains(element) && top.closest('header') !== null,
        words: `${element.tagName} ${element.textContent}`,
      };
    });
    expect(here.isHidden, `${here.words} is hidden under the top bar`).toBe(false);
    const wished = role === undefined ? page.getByLabel(name) : page.getByRole(role as 'button', { name });
    if ((await at.and(wished).count()) > 0) return;
  }
  throw new Error(`The Tab key never led to ${name}`);
}

test('a seller registers, links a practice closet, starts and stops the bot by keys alone', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Login' }).waitFor();
  await tabTo(page, 'Login', 'tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Register' })).toBeFocused();
  const type = async (label: string, words: string) => {
    await tabTo(page, label);
    await page.keyboard.type(words);
  };
  await type('First name', 'Maya');
  await type('Last name', 'Brandt');
  await type('E-mail', `keys-${process.pid}@example.com`);
  await type('Password', password);
  await tabTo(page, /I accept the terms/, 'checkbox');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expectToast(page, 'Welcome!');

  await page.getByRole('button', { name: 'Use a practice closet' }).waitFor();
  await tabTo(page, 'Skip to content', 'link');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await tabTo(page, 'Use a practice closet', 'button');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Authentication Successful');
  await expect(sentence(page)).toContainText('60 listings on the rail.');

  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await page.locator('body').press('Home');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(page, 'Start Bot', 'button');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Bot started successfully');
  await tabTo(page, 'Stop Bot', 'button');
  await page.keyboard.press('Space');
  await expectToast(page, 'Bot stopped successfully');
  await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible();
});
