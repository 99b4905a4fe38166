import type { Page } from '@playwright/test';
import { password } from '../fixtures/product.ts';
import { botButton, expect, expectFieldError, expectToast, sentence, test } from '../fixtures/story.ts';

type Stop = 'button' | 'checkbox' | 'link' | 'searchbox' | 'switch' | 'tab' | 'textbox';
const mostStops = 150;

/** Presses Tab until the given control has the focus. The focus must be visible at every stop. */
async function tabTo(page: Page, role: Stop, name: string | RegExp): Promise<void> {
  const wished = page.getByRole(role, { name, exact: true });
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    // All in one evaluation, because the focus may be moving, as into a dialog that opens.
    const stopped = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      // A control that is drawn by its label, its card, or its next sibling shows the focus there.
      const marks = [element, element.parentElement, element.closest('.card'), element.nextElementSibling].map(
        (one) => one && getComputedStyle(one),
      );
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const labels = [
        ...((element as HTMLInputElement).labels ?? []),
        ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)),
      ];
      return {
        words: [element.tagName, element.ariaLabel, ...[...labels, element].map((one) => one?.textContent)].join(' '),
        isMarked: marks.some((style) => style && (style.outlineStyle !== 'none' || style.boxShadow !== 'none')),
        isCovered: top !== null && !element.contains(top) && top.closest('header') !== null,
      };
    });
    // After the last stop, the focus is in the browser's own controls once.
    if (!stopped) continue;
    expect(stopped.isMarked, `the focus is seen on: ${stopped.words}`).toBe(true);
    expect(stopped.isCovered, `the top bar covers: ${stopped.words}`).toBe(false);
    // Asking for roles and names takes longer than all the rest, and most stops have other words.
    const isLike =
      typeof name === 'string'
        ? stopped.words.includes(name)
        : new RegExp(name.source.replace('^', '')).test(stopped.words);
    if (isLike && (await page.locator(':focus').and(wished).count()) > 0) return;
  }
  throw new Error(`The Tab key never led to ${name}`);
}

test('a seller registers, links a practice closet, starts and stops the bot, and writes a message by keyboard', async ({
  page,
  look,
}) => {
  const email = `keys-${process.pid}@example.com`;
  // Some browsers name a zone and a language that they can't use themselves.
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    };
  });
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
  await type('Email', email);
  await type('Password', password);
  await tabTo(page, 'checkbox', /I agree to the Terms/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expectToast(page, 'Welcome!', 'Your account has been created successfully.');

  await page.getByRole('button', { name: 'Use a practice closet' }).waitFor();
  await tabTo(page, 'link', 'Skip to content');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Use a practice closet');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Authentication Successful');
  await expect(sentence(page)).toContainText('60 listings ready to share.');
  // The button that was pressed is gone.
  await expect(page.locator('main :focus')).toBeVisible();

  await tabTo(page, 'button', 'Start Bot');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Bot started successfully');
  // Wait until the steps of a stopped bot are gone, so that the focus is not checked on a control that disappears.
  await expect(page.getByRole('link', { name: 'Open settings' })).toBeHidden();
  // The focus stays, so that pressing the key twice doesn't stop the bot that it started.
  await expect(botButton(page, 'Start Bot')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(botButton(page, 'Stop Bot')).toBeFocused();
  await page.keyboard.press('Space');
  await expectToast(page, 'Bot stopped successfully');
  await expect(botButton(page, 'Stop Bot')).toBeFocused();

  await tabTo(page, 'switch', 'Scheduled slots');
  await page.keyboard.press('Space');
  await tabTo(page, 'button', 'Add slot');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove slot A' })).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Remove slot A' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#settings :focus')).toBeVisible();
  await tabTo(page, 'button', 'Update Settings');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Turn on at least one slot and pick a day for it').first()).toBeVisible();
  await expect(page.locator('#settings :focus')).toBeVisible();

  await test.step('the profile opens and closes', async () => {
    await tabTo(page, 'button', /^Profile of/);
    await page.keyboard.press('Enter');
    const profile = page.getByRole('dialog', { name: 'Your profile' });
    await expect(profile.getByRole('tab', { name: 'Overview' })).toBeFocused();
    for (const name of ['Closet Stats', 'Personal Info', 'Poshmark']) {
      await page.keyboard.press('ArrowRight');
      await expect(profile.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    }
    await page.keyboard.press('Escape');
    await expect(profile).toBeHidden();
    await expect(page.getByRole('button', { name: /^Profile of/ })).toBeFocused();
  });
  await test.step('a message is checked field by field, kept if it could not be sent, and sent once', async () => {
    const opener = page.getByRole('button', { name: 'Contact Us' });
    const dialog = page.getByRole('dialog', { name: 'Contact Us' });
    const name = dialog.getByLabel('Name');
    const subject = dialog.getByLabel('Subject');
    const message = dialog.getByLabel('Message');
    await tabTo(page, 'button', 'Contact Us');
    await page.keyboard.press('Enter');
    // The name and the email address are filled in.
    await expect(subject).toBeFocused();
    await expect(name).toHaveValue('Maya Brandt');
    await expect(dialog.getByLabel('Email')).toHaveValue(email);
    await page.keyboard.type('Hi');
    await name.fill('M');
    await dialog.getByLabel('Email').fill('maya@');
    await message.fill('Too short');
    const send = async () => {
      await tabTo(page, 'button', 'Send Message');
      await page.keyboard.press('Enter');
    };
    await send();
    await expectFieldError(page, 'Name', 'Name must be at least 2 characters');
    await expectFieldError(page, 'Email', 'Please enter a valid email address');
    await expectFieldError(page, 'Subject', 'Subject must be at least 5 characters');
    await expectFieldError(page, 'Message', 'Message must be at least 10 characters');
    await expect(name).toBeFocused();
    await look('contact', { part: dialog });

    await name.fill('Maya Brandt');
    await dialog.getByLabel('Email').fill(email);
    await subject.fill('A question about slots');
    await message.fill('Do slots over midnight belong to the day they start on?');
    await page.route('**/api/contact', (route) => route.fulfill({ status: 429, json: { message: 'Not now.' } }));
    await send();
    await expectToast(page, 'Error', 'Failed to send message. Please try again.');
    await page.keyboard.press('Escape');
    await opener.press('Enter');
    await expect(subject).toHaveValue('A question about slots');
    await page.unroute('**/api/contact');
    await send();
    await expectToast(page, 'Message Sent', "Thank you for contacting us! We'll get back to you soon.");
    await expect(dialog).toBeHidden();
    await opener.press('Enter');
    await expect(subject).toHaveValue('');
    await expect(name).toHaveValue('Maya Brandt');
    await page.keyboard.press('Escape');
  });
  await tabTo(page, 'button', /^Theme:/);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme-choice', 'light');
});
