import { signInto } from '../fixtures/product.ts';
import { startBot } from '../fixtures/situations.ts';
import { expect, test } from '../fixtures/story.ts';

const paths = ['/dashboard', '/market-analysis', '/api-test', '/', '/how-it-works', '/blog', '/companion', '/auth'];

/** Twice the usual size on a laptop, and one and a half times on a phone, which Android calls the largest. */
for (const [device, viewport, size] of [
  ['laptop', { width: 1440, height: 900 }, 32],
  ['phone', { width: 390, height: 844 }, 24],
] as const)
  test(`with the browser’s text at ${size} px, everything on a ${device} stays in reach`, async ({
    playwright,
    launchOptions,
    product,
  }) => {
    const seller = await product.newSeller({ closet: 'practice' });
    await startBot(seller);
    // The page knows this setting only by its em and rem: a larger zoom would be a narrower screen.
    const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${size}`];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    const context = await browser.newContext({ viewport, baseURL: product.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const path of paths) {
      if (path === '/auth') await context.clearCookies();
      else await signInto(context, product, seller);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/dashboard') await page.getByRole('button', { name: 'Update Settings' }).waitFor();
      const tooWide = await page.evaluate(() => [
        document.documentElement.scrollWidth - innerWidth,
        ...[...document.querySelectorAll('.btn, .chip, .stamp, .tabs button, .top a, .top button')]
          .filter((part) => part.checkVisibility() && part.closest('.sr, dialog:not([open])') === null)
          .filter(
            (part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth + 1,
          )
          .map((part) => part.textContent),
      ]);
      expect(tooWide, path).toEqual([0]);
      // The sign-in screen has no links to skip.
      const skip = path === '/auth' ? null : await page.getByRole('link', { name: 'Skip to content' }).boundingBox();
      if (skip !== null) expect(skip.y, path).toBeLessThanOrEqual(-skip.height);
    }
    await browser.close();
  });
