import type { Page } from '@playwright/test';
import { password } from './product.ts';
import { expect, expectToast, sentence, test } from './story.ts';

type Stop = 'button' | 'checkbox' | 'link' | 'tab' | 'textbox';
const mostStops = 90;

/** Goes on with the Tab key until the focus is on what is wished for. On every stop it must be seen where one is. */
async function tabTo(page: Page, role: Stop, name: string | RegExp): Promise<void> {
  const wished = page.getByRole(role, { name, exact: true });
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    const at = page.locator(':focus');
    // Past the last stop the focus is the browser's own for once.
    if ((await at.count()) === 0) continue;
    const { words, isMarked, isCovered } = await at.evaluate((element) => {
      // A control that is drawn by its label or by what follows it is marked there.
      const marks = [element, element.parentElement, element.nextElementSibling].map(
        (one) => one && getComputedStyle(one),
      );
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return {
        words: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`,
        isMarked: marks.some((style) => style && (style.outlineStyle !== 'none' || style.boxShadow !== 'none')),
        isCovered: top !== null && !element.contains(top) && top.closest('header') !== null,
      };
    });
    expect(isMarked, `the focus is seen on: ${words}`).toBe(true);
    expect(isCovered, `the top bar covers: ${words}`).toBe(false);
    if ((await at.and(wished).count()) > 0) return;
  }
  throw new Error(`The Tab key never led to ${name}`);
}

test('a seller registers, links a practice closet, starts and stops the bot by keys alone', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Login' }).waitFor();
  await tabTo(page, 'tab', 'Login');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Register' })).toBeFocused();
  const type = async (label: string, words: string) => {
    await tabTo(page, 'textbox', label);
    await page.keyboard.type(words);
  };
  await type('First name', 'Maya');
  await type('Last name', 'Brandt');
  await type('E-mail', `keys-${process.pid}@example.com`);
  await type('Password', password);
  await tabTo(page, 'checkbox', /I accept the terms/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expectToast(page, 'Welcome!');

  await page.getByRole('button', { name: 'Use a practice closet' }).waitFor();
  await tabTo(page, 'link', 'Skip to content');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Use a practice closet');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Authentication Successful');
  await expect(sentence(page)).toContainText('60 listings on the rail.');

  await tabTo(page, 'button', 'Start Bot');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Bot started successfully');
  // What a stopped bot offers goes away: the focus must not be looked at on something that is just leaving.
  await expect(page.getByRole('link', { name: 'Open settings' })).toBeHidden();
  await tabTo(page, 'button', 'Stop Bot');
  await page.keyboard.press('Space');
  await expectToast(page, 'Bot stopped successfully');
  await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible();
});
