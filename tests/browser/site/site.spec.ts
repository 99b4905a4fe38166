import type { Page } from '@playwright/test';
import { sumOfShifts, watchShifts } from '../fixtures/layout-shifts.ts';
import { expect, test } from '../fixtures/story.ts';

const slugs = [
  'poshmark-automation-guide',
  'poshmark-sharing-tips',
  'poshmark-pricing-strategy',
  'increase-poshmark-sales',
];
const addresses = [
  '/',
  '/landing',
  '/how-it-works',
  '/blog',
  ...slugs.map((slug) => `/blog/${slug}`),
  '/companion',
  '/privacy',
  '/terms',
];

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const call = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Every link of the page to this site. The pages are complete without JavaScript, so no browser has to open them. */
const linksOf = (text: string, address: string): string[] => {
  const urls = [...text.matchAll(/<a\s[^>]*?\bhref="([^"]+)"/g)].map(([, href = '']) => new URL(href, address));
  return [...new Set(urls.filter(({ origin }) => origin === new URL(address).origin).map(({ pathname }) => pathname))];
};

test.describe('to visitors without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page has what the specification asks for', async ({ page }) => {
    await test.step('/ shows hero, six features, three steps, sample quotes, four articles, questions, and a closing call to action', async () => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Shared all day\.\s*Never in a rush\./);
      const features = page.getByRole('region', { name: /Two jobs/ }).getByRole('article');
      await expect(features).toHaveCount(6);
      await expect(page.getByRole('region', { name: 'Set up in three steps' }).getByRole('listitem')).toHaveCount(3);
      const praise = page.getByRole('region', { name: 'What sellers might say' }).getByRole('figure');
      await expect(praise).toHaveCount(3);
      for (const figure of await praise.all()) await expect(figure.getByText('Sample', { exact: true })).toBeVisible();
      const resources = page.getByRole('region', { name: 'Read before you share' }).getByRole('link');
      const led = await resources.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(led.toSorted()).toEqual(slugs.map((slug) => `/blog/${slug}`).toSorted());
      const questions = page.getByRole('region', { name: 'Fair questions' });
      await expect(questions.getByText('It never solves or evades a check.')).toBeVisible();
      await questions.getByText('Is it really free?').click();
      await expect(questions.getByText('One plan at $0 per month, no card required.')).toBeVisible();
      await expect(call(page, 'Start Free Today')).toHaveCount(2);
      for (const link of await call(page, 'Start Free Today').all())
        await expect(link).toHaveAttribute('href', '/auth');
      await expect(call(page, 'Get Started')).toHaveAttribute('href', '/auth');
      await expect(page.getByRole('link', { name: 'How it works' }).first()).toHaveAttribute('href', '/how-it-works');
    });

    await test.step('/landing shows anchors, features with more details, tiles, the price, sample quotes, a call to action, and a footer', async () => {
      await page.goto('/landing');
      const bar = page.getByRole('banner');
      await expect(bar).toHaveCSS('position', 'sticky');
      for (const [name, id] of Object.entries({ Features: 'features', Pricing: 'pricing', Reviews: 'reviews' })) {
        await expect(bar.getByRole('link', { name })).toHaveAttribute('href', `#${id}`);
        await bar.getByRole('link', { name }).click();
        await expect(page.locator(`#${id}`)).toBeInViewport();
      }
      for (const name of ['Get Started', 'Start Free Today'])
        for (const link of await call(page, name).all()) await expect(link).toHaveAttribute('href', '/auth');
      for (const name of ['Smart Auto-Sharing', 'AI Price Optimization', 'Safe & Secure']) {
        const feature = page.getByRole('article').filter({ has: heading(page, name) });
        const sheet = page.getByRole('dialog', { name });
        await feature.getByRole('button', { name: 'Learn More', exact: true }).click();
        await expect(sheet.getByRole('listitem')).toHaveCount(4);
        await sheet.getByRole('button', { name: 'Close' }).click();
        await expect(sheet).toBeHidden();
      }
      for (const name of ['Lightning Fast', 'Premium Features', 'Community', '24/7 Support'])
        await expect(heading(page, name)).toBeVisible();
      const pricing = page.getByRole('region', { name: 'One price.' });
      await expect(pricing.getByText('$0 per month.')).toBeVisible();
      const parts = ['Unlimited auto-sharing', 'AI price optimization', 'Market analysis tools', 'Advanced scheduling'];
      for (const part of [...parts, 'Premium support'])
        await expect(pricing.getByRole('listitem').filter({ hasText: part })).toBeVisible();
      const praise = page.getByRole('region', { name: 'What sellers might say' }).getByRole('figure');
      await expect(praise).toHaveCount(3);
      for (const figure of await praise.all()) await expect(figure.getByText('Sample', { exact: true })).toBeVisible();
      const footer = page.getByRole('contentinfo');
      const led = {
        'How it works': '/how-it-works',
        Blog: '/blog',
        Status: '/api-test',
        'Browser extension': '/companion',
        Privacy: '/privacy',
        Terms: '/terms',
      };
      for (const [name, href] of Object.entries(led))
        await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
      await expect(footer).toContainText('not affiliated with');
    });

    await test.step('/how-it-works shows five steps, features, and benefits, and links to the auth screen', async () => {
      await page.goto('/how-it-works');
      const steps = ['Connect your account', 'Automated sharing', 'AI price analysis', 'Image recognition'];
      for (const name of [...steps, 'Performance tracking']) await expect(heading(page, name)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Key features' }).getByRole('listitem')).toHaveCount(8);
      await expect(page.getByRole('region', { name: 'Benefits' }).getByRole('listitem')).toHaveCount(6);
      const screens = page.getByRole('figure');
      await expect(screens).toHaveCount(5);
      for (const screen of await screens.all()) await expect(screen.getByText('Sample data')).toBeVisible();
      // They are the product's own screens, so they have buttons, but nobody can reach them.
      expect(await page.locator('.shown-screen button').count()).toBeGreaterThan(3);
      await expect(screens.getByRole('button')).toHaveCount(0);
      await expect(call(page, 'Back')).toHaveAttribute('href', '/auth');
      await expect(page.getByRole('main').getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/auth');
    });

    await test.step('/blog has a grid of three, the list of all four, four category cards, and a newsletter box', async () => {
      await page.goto('/blog');
      await expect(page.getByRole('region', { name: 'Featured' }).getByRole('article')).toHaveCount(3);
      const all = page.getByRole('region', { name: 'All Articles' }).getByRole('article');
      await expect(all).toHaveCount(4);
      await expect(all.getByText('Featured', { exact: true })).toHaveCount(3);
      for (const [index, category] of ['Strategy', 'Pricing', 'Automation', 'Sales Growth'].entries()) {
        const row = all.nth(index);
        await expect(row.getByText(category, { exact: true }).first()).toBeVisible();
        await expect(row.getByText(/^\d+ min read$/)).toBeVisible();
        await expect(row.getByText('November 21, 2026')).toBeVisible();
        await expect(row.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(3);
      }
      const categories = page.getByRole('region', { name: 'Browse by category' });
      await expect(categories.getByRole('listitem')).toHaveCount(4);
      await expect(categories.getByRole('link')).toHaveCount(0);
      await page.getByLabel('Email').fill('maya@example.com');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await expect(page).toHaveURL('/blog');
      await expect(page.getByText('You can’t subscribe yet')).toBeVisible();
      await heading(page, 'The careful guide to automation').last().getByRole('link').click();
      await expect(page).toHaveURL('/blog/poshmark-automation-guide');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The careful guide to automation');
      await expect(page.getByText('The makers of Hangtag')).toBeVisible();
    });
  });
});

test('every page and every link on it answers 200, with the server’s own address in absolute links, and the tools stay out of search results', async ({
  request,
  product,
}) => {
  const answered = new Map<string, number>();
  for (const address of [...addresses, '/sitemap.xml', '/robots.txt', '/blog/rss.xml']) {
    const page = await request.get(address);
    expect(page.status(), address).toBe(200);
    const text = await page.text();
    expect(text, address).not.toContain('{{');
    // A server that only this machine can reach has the name localhost.
    expect(text, address).toContain(product.url.replace('127.0.0.1', 'localhost'));
    const links = linksOf(text, page.url());
    expect(links.length > 0, address).toBe(addresses.includes(address));
    for (const link of links) if (!answered.has(link)) answered.set(link, (await request.get(link)).status());
  }
  expect([...answered].filter(([, status]) => status !== 200)).toEqual([]);
  expect((await request.get('/blog/nothing')).status()).toBe(404);
  expect((await request.get('/social.png')).status()).toBe(200);
  expect(await (await request.get('/privacy')).text()).toContain('hasn’t added a name yet');
  for (const path of ['/auth', '/dashboard', '/api-test', '/market-analysis'])
    expect(await (await request.get(path)).text(), path).toContain('<meta name="robots" content="noindex"');
});

test.describe('every page', () => {
  test.use({ allowed: /status of 404 .*\/nowhere/ });

  test('is drawn without other files, has less than 10 KB of script, loads its fonts without moving anything, requests no session, and can be read', async ({
    page,
    look,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    // Each page is the first of a visit.
    await page.addInitScript(() => sessionStorage.clear());
    await watchShifts(page);
    // On a laptop, one page of each layout.
    const wide = ['/', '/how-it-works', '/blog', `/blog/${slugs[0]}`, '/privacy', '/landing'];
    const looks = new Map([
      ['/', 'home'],
      ['/how-it-works', 'how-it-works'],
      ['/blog', 'blog'],
      ['/blog/poshmark-pricing-strategy', 'article'],
      ['/companion', 'companion'],
      ['/privacy', 'privacy'],
      ['/terms', 'terms'],
      ['/landing', 'landing'],
    ]);
    for (const [width, some] of [
      [390, addresses],
      [1440, wide],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      for (const address of some) {
        await page.goto(address);
        await page.locator('html[data-type]').waitFor({ state: 'attached' });
        const seen = await page.evaluate(async () => {
          await document.fonts.ready;
          const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
          return {
            faces: [...document.fonts].filter(({ family, status }) => /Variable/.test(family) && status === 'loaded')
              .length,
            before: performance
              .getEntriesByType('resource')
              .filter(
                ({ startTime, duration, name }) => startTime < painted && duration > 0 && !/icon|manifest/.test(name),
              )
              .map(({ name }) => name),
            script: [...document.scripts]
              .filter(({ type }) => !type.includes('json'))
              .reduce((sum, { textContent }) => sum + (textContent?.length ?? 0), 0),
            files: [...document.scripts].filter(({ src }) => src !== '').length,
          };
        });
        expect({ address, width, ...seen }).toMatchObject({ faces: 2, before: [], files: 0 });
        expect(seen.script, address).toBeLessThan(10_000);
        expect(await sumOfShifts(page), `${address} at ${width} px`).toBeLessThan(0.005);
        const name = width === 390 ? looks.get(address) : undefined;
        if (name !== undefined) await look(name, name === 'terms' ? { isVariant: true } : {});
      }
    }
    await page.getByRole('button', { name: 'Learn More' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Smart Auto-Sharing' });
    await sheet.waitFor();
    await look('learn-more', { part: sheet });
    await page.goto('/nowhere');
    await look('not-found', { isVariant: true });
    await page.goto('/auth', { waitUntil: 'networkidle' });
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible();
    expect(asked).toEqual([]);
  });
});

test('Watch Demo opens a new practice closet at once, clicks are sent without saying who clicked, and for who is signed in every call to action leads to the dashboard', async ({
  page,
}) => {
  await test.step('Watch Demo says why no practice closet opens, or opens a new one', async () => {
    const button = page.getByRole('button', { name: 'Watch Demo' });
    await page.goto('/');
    await page.route(
      '**/api/demo',
      (route) => route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'Please wait a while.' } }),
      { times: 1 },
    );
    await button.click();
    await expect(page.getByRole('status')).toHaveText('The demo didn’t open. Please wait a while.');
    await expect(button).toHaveAccessibleDescription('The demo didn’t open. Please wait a while.');
    await button.click();
    await expect(page).toHaveURL('/dashboard', { timeout: 60_000 });
    await expect(page.getByText('Ready for Sharing').first()).toBeVisible();
    await page.goto('/landing');
  });
  await test.step('a demo does not replace them with a guest', async () => {
    await page.getByRole('button', { name: 'Watch Demo' }).click();
    await expect(page.getByRole('status')).toContainText('You’re signed in.');
    await expect(page).toHaveURL('/landing');
  });
  await test.step('clicks are sent only if the operator counts them, and say nothing about who clicked', async () => {
    const clicks: { body: unknown; cookie: string | undefined }[] = [];
    await page.route('**/api/visits/clicks', async (route) => {
      const request = route.request();
      clicks.push({ body: request.postDataJSON(), cookie: (await request.allHeaders()).cookie });
      await route.fulfill({ json: { message: 'Counted.' } });
    });
    const learnMore = async () => {
      await page.getByRole('button', { name: 'Learn More' }).last().click();
      await page.getByRole('button', { name: 'Close' }).click();
    };
    await learnMore();
    expect(clicks).toEqual([]);
    await page.route('**/landing', async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace('data-counting="off"', 'data-counting="on"');
      await route.fulfill({ response: answer, body: text });
    });
    await page.reload();
    await learnMore();
    await expect.poll(() => clicks).toEqual([{ body: { click: 'learn-safety' }, cookie: undefined }]);
  });
  await test.step('every call to action leads to the dashboard, until they log out', async () => {
    await page.unroute('**/landing');
    await page.goto('/');
    await expect(call(page, 'Open your dashboard')).toHaveCount(2);
    for (const link of await call(page, 'Open your dashboard').all())
      await expect(link).toHaveAttribute('href', '/dashboard');
    await expect(call(page, 'Dashboard')).toHaveAttribute('href', '/dashboard');
    await expect(call(page, 'Log in')).toHaveCount(0);
    await page.goto('/how-it-works');
    await expect(call(page, 'Back')).toHaveAttribute('href', '/');
    await call(page, 'Open your dashboard').click();
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('banner').getByRole('link', { name: 'Hangtag' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Never in a rush/);
    // The app and the public pages are separate documents, and Back leads from one to the other.
    await page.goBack();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    await page.goto('/');
    await expect(call(page, 'Get Started')).toHaveAttribute('href', '/auth');
    await call(page, 'Start Free Today').first().click();
    await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await call(page, 'Log in').click();
    await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
  });
});

test('the theme cycles through system, light, and dark without a flash, and the app keeps it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/landing');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Theme: system. Switch to light' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.addInitScript(() => {
    // What the first paint shows: the theme must be set before the body exists.
    new MutationObserver((_, observer) => {
      if (document.body === null) return;
      document.documentElement.dataset.atFirst = document.documentElement.dataset.theme;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(html).toHaveAttribute('data-at-first', 'light');
  await page.getByRole('button', { name: 'Theme: light. Switch to dark' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  const notice = page.getByRole('complementary', { name: 'Reachable from other devices' });
  const listen = () =>
    page.route('**/*', async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const reply = await route.fetch();
      return route.fulfill({
        response: reply,
        body: (await reply.text()).replace(/data-computer="\w*"/, 'data-computer="network"'),
      });
    });
  await expect(notice).toBeHidden();
  await page.goto('/auth');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('main')).toBeVisible();
  await expect(notice).toBeHidden();
  await listen();
  await page.reload();
  await expect(notice, 'the app of a Hangtag that listens on the network').toBeVisible();
  await page.goto('/landing');
  await expect(notice, 'a page of such a Hangtag').toBeVisible();
});

test('by keyboard: past the bar, into a sheet and back, a question opens, and no screen is in the way; on a phone the links fold into a menu', async ({
  page,
}) => {
  await page.goto('/landing');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  const more = page.getByRole('button', { name: 'Learn More' }).first();
  await more.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Smart Auto-Sharing' });
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();
  await page.goto('/');
  const question = page.getByText('What happens at the daily limit?');
  await question.focus();
  await page.keyboard.press('Space');
  await expect(
    page.getByText('You start it again the next day, or have it resume every day at midnight.'),
  ).toBeVisible();
  await test.step('the screens can’t be focused, and move only for those who want motion', async () => {
    await page.goto('/how-it-works');
    const focused = await page.locator('.shown-screen :is(button, a, input, select, summary)').evaluateAll(
      (controls) =>
        controls.filter((control) => {
          (control as HTMLElement).focus();
          return document.activeElement === control;
        }).length,
    );
    expect(focused).toBe(0);
    const moving = () =>
      page.evaluate(
        () =>
          document.getAnimations().filter(({ effect }) => (effect as KeyframeEffect).target?.closest('.shown')).length,
      );
    expect(await moving()).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await moving()).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });
  await test.step('on a phone the links fold into a menu that Escape closes', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/landing');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu).toBeHidden();
    await page.locator('.site-menu summary').click();
    await expect(menu.getByRole('link', { name: 'Pricing' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await page.locator('.site-menu summary').click();
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await expect(menu).toBeHidden();
    await expect(page.getByText('$0 per month.')).toBeInViewport();
  });
});
