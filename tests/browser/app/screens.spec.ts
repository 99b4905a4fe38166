import type { Locator } from '@playwright/test';
import { refuse } from '../fixtures/canned-prices.ts';
import { sumOfShifts, watchShifts } from '../fixtures/layout-shifts.ts';
import { faultsOf } from '../fixtures/look.ts';
import { startBot } from '../fixtures/situations.ts';
import { expect, expectToast, test, toast } from '../fixtures/story.ts';

/** A fault of each kind that only some looks show: a theme, or a width. */
function plantFaults(): void {
  const style = new CSSStyleSheet();
  style.replaceSync(`
    .planted { display: inline-block; padding: 2rem; }
    [data-theme='light'] h1 { color: rgb(220, 215, 210); }
    [data-theme='dark'] h1 { color: color-mix(in oklab, var(--room) 80%, var(--ink)); }
    .nameless-on-phones { @media (width > 500px) { display: none; } }
    .nameless-when-wide { @media (width <= 500px) { display: none; } }
    .small-on-phones { @media (width <= 500px) { padding: 0; width: 12px; height: 12px; min-height: 0; } }
    .too-wide { height: 1px; @media (width: 390px) { width: 500px; } @media (width: 761px) { width: 900px; } }`);
  document.adoptedStyleSheets.push(style);
  const buttons = [
    '<button class="planted nameless-on-phones"></button>',
    '<button class="planted nameless-when-wide"></button>',
    '<button class="planted small-on-phones">1</button><button class="planted small-on-phones">2</button>',
  ];
  document.querySelector('main')?.insertAdjacentHTML('beforeend', buttons.join(''));
  // Outside of the page's main part, which cuts off what is too wide.
  document.body.insertAdjacentHTML('beforeend', '<div class="too-wide"></div>');
}

test.describe('an unknown address', () => {
  test.use({ allowed: /status of 404 .*\/no\/such\/place/ });

  test('answers 404 with the words of the specification', async ({ page }) => {
    const answer = await page.goto('/no/such/place');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
    await test.step('it has no fault but those that are planted, and each of these is found in its look', async () => {
      await page.evaluate(plantFaults);
      const faults = await faultsOf(page, 0);
      expect(faults.map((fault) => fault.split(': ').slice(0, 2).join(': '))).toEqual([
        'light, 1440 px: button-name',
        'light, 1440 px: color-contrast',
        'dark, 390 px: button-name',
        'dark, 390 px: color-contrast',
        'dark, 390 px: target-size',
        '390 px: beyond its edge',
        '761 px: beyond its edge',
      ]);
    });
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('nothing on screen moves while the dashboard loads, whatever comes last', async ({ page, enter }) => {
  const seller = await enter({ closet: 'practice', path: null });
  await watchShifts(page);
  // The timeline loads last, and the closet just before it.
  await page.route(/\/api\/(bot\/timeline|listings)\b/, async (route) => {
    await page
      .getByRole('button', { name: /^(Start|Stop) Bot$/ })
      .first()
      .waitFor();
    await route.continue();
  });
  for (const [width, isStarted, most] of [
    [390, false, 0.005],
    [1440, false, 0.005],
    // The sentence of a running bot names the next round after the plan has loaded.
    [1440, true, 0.02],
  ] as const) {
    if (isStarted) await startBot(seller);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/dashboard');
    await expect(page.locator('.act li').first()).toBeVisible();
    await expect(page.locator('.meas')).toBeVisible();
    expect(await sumOfShifts(page), `${width} px, started: ${isStarted}`).toBeLessThan(most);
  }
  // A running bot's news make the page ask again, up to its end.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the dashboard suits phones and sellers who want less motion', async ({ page, enter }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const seller = await enter({ closet: 'practice' });
  const strip = page.getByRole('region', { name: 'Bot at a glance' });
  await test.step('on a phone Start and Stop stay in reach when the band has scrolled away', async () => {
    await expect(strip).toBeHidden();
    await page.getByRole('button', { name: 'Update Settings' }).scrollIntoViewIfNeeded();
    await expect(strip).toBeVisible();
    for (const button of [strip.getByRole('button', { name: 'Start Bot' }), page.locator('.acts .btn').first()])
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await strip.getByRole('button', { name: 'Start Bot' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: /^Bot: (Running|Waiting)$/ })).toBeVisible();
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const text = strip.locator('span');
      await expect(text).toContainText(/\d\u00a0[AP]M/);
      // Nothing is cut off, and no line ends inside a time.
      expect(await text.evaluate((part) => part.scrollWidth <= part.clientWidth), `${width} px`).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
    }
  });
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  const bottom = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
  };
  const links = page.getByRole('navigation', { name: 'On this page' });
  await test.step('neither a toast nor the links cover the notice about a stop that was not confirmed', async () => {
    // Later attempts have a query.
    const stops = /\/api\/bot\/stop(\?|$)/;
    await page.route(stops, refuse(502, 'restarting', 'Hangtag is restarting.'));
    await strip.getByRole('button', { name: 'Stop Bot' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Not stopped' });
    await expectToast(page, 'Error', 'Failed to stop bot');
    for (const part of [toast(page), links]) {
      await expect(async () => expect(await top(part)).toBeGreaterThanOrEqual(await bottom(notice))).toPass();
    }
    await page.unroute(stops);
    await notice.getByRole('button', { name: 'Try now' }).click();
    await expect(notice).toBeHidden();
    await expect(strip.getByRole('button', { name: 'Start Bot' })).toBeVisible();
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  });
  await test.step('links that stay at the top lead to what is far down, with its title in sight', async () => {
    for (const [link, title] of [
      ['Photo', 'Price from a photo'],
      ['Prices', 'Smart pricing optimizer'],
      ['Settings', 'Settings'],
      ['Activity', 'Recent activity'],
    ] as const) {
      await links.getByRole('link', { name: link }).focus();
      await page.keyboard.press('Enter');
      const heading = page.getByRole('heading', { name: title, exact: true });
      await expect(heading).toBeInViewport();
      expect(await top(heading)).toBeGreaterThan(await bottom(links));
    }
    await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeAttached();
  });
  await test.step('a toast lies over the bars at the top, and in a dialog it has a place of its own', async () => {
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expectToast(page, 'Settings Updated');
    expect(await bottom(toast(page))).toBeLessThanOrEqual(await bottom(links));
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByRole('button', { name: /^Profile of/ }).click();
    const profile = page.getByRole('dialog', { name: 'Your profile' });
    await profile.getByRole('tab', { name: 'Personal Info' }).click();
    await profile.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Profile Updated');
    for (const part of [profile.getByRole('heading', { name: 'Your profile' }), profile.locator('.dialog-close')])
      expect(await top(part)).toBeGreaterThanOrEqual(await bottom(toast(page)));
    await page.keyboard.press('Escape');
    await expect(profile).toBeHidden();
  });
  await test.step('with forced colors, choices and the day rail can still be seen', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const background = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
    const chips = page.getByRole('region', { name: 'Settings' }).locator('.chip');
    const [chosen, other] = [chips.filter({ has: page.locator(':checked') }), chips.filter({ hasText: '8 hours' })];
    expect(await background(chosen.first())).not.toBe(await background(other));

    expect(await background(page.locator('.rail .now').first())).not.toBe(await background(page.locator('body')));
    await page.emulateMedia({ forcedColors: 'none' });
  });
  await test.step('nothing keeps moving if the system asks for reduced motion', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const moving = () => page.evaluate(() => document.getAnimations().length);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await startBot(seller);
    await expect(page.getByText('Running', { exact: true }).first()).toBeVisible();
    await expect.poll(moving).toBeGreaterThan(0);
    // A dialog leaves with motion: closed at once, and still seen with its text in the next frame.
    const leave = () =>
      page.locator('dialog[open]').evaluate(async (dialog: HTMLDialogElement) => {
        dialog.querySelector<HTMLButtonElement>('.dialog-close')?.click();
        await new Promise(requestAnimationFrame);
        return { isOpen: dialog.open, isSeen: dialog.checkVisibility(), text: dialog.textContent !== '' };
      });
    const contact = page.getByRole('button', { name: 'Contact Us' });
    await contact.click();
    expect(await leave()).toEqual({ isOpen: false, isSeen: true, text: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(contact).toBeFocused();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(moving).toBe(0);
    await contact.click();
    expect(await leave()).toEqual({ isOpen: false, isSeen: false, text: false });
  });
});
