import type { Page } from '@playwright/test';
import { botButton, expect, expectToast, serverAway, test, toast } from '../fixtures/story.ts';

// Parts of the dashboard that load after the first view: without a connection, after a deployment, and again.

// A low screen, so that the pricing cards are too far down to load with the first view.
test.use({
  viewport: { width: 1440, height: 500 },
  allowed: new RegExp(`${serverAway.source}|status of 404 .*/assets/`),
});

const missing = (page: Page) => page.getByText('This part of the page didn’t load.');
const photoCard = (page: Page) => page.getByRole('button', { name: /choose a photo/i });
const scrollToPricing = (page: Page) => page.locator('.pricing-row').scrollIntoViewIfNeeded();
const isStyled = (page: Page, name: string) =>
  page.evaluate((part) => [...document.styleSheets].some(({ href }) => href?.includes(part)), name);

test('a part whose files are missing loads later, and toasts show without their view', async ({
  page,
  enter,
  context,
}) => {
  await page.route('**/assets/pricing-cards*.css', (route) => route.abort());
  await page.route('**/assets/toast-view*', (route) => route.abort());
  await enter({ closet: 'practice' });
  await test.step('a part without its style sheet shows with it after a click on try again', async () => {
    await scrollToPricing(page);
    await expect(missing(page)).toBeVisible();
    await page.unroute('**/assets/pricing-cards*.css');
    await page.locator('.missing-part').getByRole('button', { name: 'Try again' }).click();
    await expect(photoCard(page)).toBeVisible();
    expect(await isStyled(page, 'pricing-cards')).toBe(true);
  });
  await test.step('the first toast shows without a connection, even if its view never loaded', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await context.setOffline(true);
    await botButton(page, 'Start Bot').click();
    await expectToast(page, 'Error', 'Failed to start bot');
    await expect(botButton(page, 'Start Bot')).toBeVisible();
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page)).toBeHidden();
  });
});

test('without a connection each missing part says so, and loads when the connection is back', async ({
  page,
  enter,
  context,
}) => {
  await enter({ closet: 'practice' });
  await test.step('a dialog that cannot be loaded says so, and opens later', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await context.setOffline(true);
    const profile = page.getByRole('button', { name: /^Profile of/ });
    await profile.click();
    const dialog = page.getByRole('dialog', { name: 'Profile' });
    await expect(dialog).toContainText('This part of the page didn’t load.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(profile).toBeFocused();
    await context.setOffline(false);
    await profile.click();
    await expect(dialog.getByRole('tab', { name: 'Personal Info' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('a part that is scrolled to without a connection fails alone, and loads when the connection is back', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await context.setOffline(true);
    await scrollToPricing(page);
    await expect(missing(page)).toBeVisible();
    await expect(page.getByText('Hangtag will try again when the connection is back.')).toBeVisible();
    await expect(botButton(page, 'Start Bot')).toBeVisible();
    await context.setOffline(false);
    await expect(photoCard(page)).toBeVisible();
    await expect(missing(page)).toBeHidden();
    expect(await isStyled(page, 'pricing-cards')).toBe(true);
  });
  await test.step('a screen that cannot be loaded keeps the top bar, and loads when the connection is back', async () => {
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await context.setOffline(true);
    const tools = page.getByRole('navigation', { name: 'Tools' });
    await tools.getByRole('link', { name: 'API test' }).click();
    await expect(page.getByRole('heading', { name: 'This part of the page didn’t load.' })).toBeVisible();
    await expect(page.getByText('Your bot isn’t affected')).toBeVisible();
    await tools.getByRole('link', { name: 'Dashboard' }).click();
    await expect(botButton(page, 'Start Bot')).toBeVisible();
    await tools.getByRole('link', { name: 'API test' }).click();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Run API Test' })).toBeVisible();
  });
});

test.describe('after a new deployment', () => {
  /** Makes the server look like another build: its page names another script, and the old pricing cards are gone. */
  const deploy = async (page: Page) => {
    let reloads = 0;
    await page.route('**/assets/pricing-cards*', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.route('**/dashboard', async (route) => {
      if (route.request().isNavigationRequest()) {
        // The new page finds all its parts.
        reloads += 1;
        await page.unroute('**/assets/pricing-cards*');
        return route.fallback();
      }
      const response = await route.fetch();
      const text = await response.text();
      return route.fulfill({ response, body: text.replace(/\/assets\/app-[\w-]+\.js/, '/assets/app-ANOTHER1.js') });
    });
    return () => reloads;
  };

  test('a page without typed text reloads on its own when it needs a part that is gone', async ({ page, enter }) => {
    await enter({ closet: 'practice' });
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    const reloads = await deploy(page);
    await scrollToPricing(page);
    await expect.poll(reloads).toBe(1);
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await scrollToPricing(page);
    await expect(photoCard(page)).toBeVisible();
    expect(reloads()).toBe(1);
  });

  test('a page with typed text keeps it, and asks for a reload', async ({ page, enter }) => {
    await enter({ closet: 'practice' });
    const limit = page.getByLabel('Daily share limit').first();
    // Scrolling to the field would bring the pricing cards near, and load them before the deployment.
    await limit.evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '321');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const reloads = await deploy(page);
    await scrollToPricing(page);
    await expect(page.getByText('Hangtag was updated. Reload the page to see it.')).toBeVisible();
    expect(reloads()).toBe(0);
    await expect(limit).toHaveValue('321');
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect.poll(reloads).toBe(1);
    await scrollToPricing(page);
    await expect(photoCard(page)).toBeVisible();
  });
});
