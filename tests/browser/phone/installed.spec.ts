import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signedInPaths } from '#web/lib/paths.ts';
import { botButton, expect, expectToast, sentence, serverAway, test } from '../fixtures/story.ts';

test.use({ serviceWorkers: 'allow', allowed: serverAway });

const picture = async (): Promise<string> => {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  const drawing = sharp({ create: { width: 300, height: 300, channels: 3, background: '#777', noise } });
  return (await drawing.jpeg().toBuffer()).toString('base64');
};

/** What a phone does when a photo is shared to the installed app: it sends a form. */
const share = (page: Page, base64: string): Promise<void> =>
  page.evaluate((given) => {
    const bytes = Uint8Array.from(atob(given), (sign) => sign.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], 'jacket.jpg', { type: 'image/jpeg' }));
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share-photo',
      enctype: 'multipart/form-data',
    });
    const field = Object.assign(document.createElement('input'), { type: 'file', name: 'photo' });
    field.files = files.files;
    form.append(field);
    document.body.append(form);
    form.submit();
  }, base64);

const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const keys = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([keys, databases, { ...localStorage }, { ...sessionStorage }]);
  });

test('the installed app asks before Start and Stop, opens without a connection, takes photos, and keeps nothing after a logout', async ({
  page,
  enter,
  context,
  request,
}) => {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  const seller = await enter({ closet: 'practice', path: '/dashboard?ask=start' });
  const [listing] = await seller.api.listings.list();
  await test.step('Start and Stop of the app’s icon open the dashboard and ask, and the address alone does nothing', async () => {
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Not now' }).press('Enter');
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    expect(sent).not.toContain('/api/bot/start');

    await page.goto('/dashboard?ask=stop');
    await expect(question.getByText('The bot isn’t running.')).toBeVisible();
    await page.goto('/dashboard?ask=start');
    await question.getByRole('button', { name: 'Start Bot' }).press('Enter');
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
    await page.goto('/dashboard?ask=stop');
    await expect(question).toBeVisible();
    expect(sent).not.toContain('/api/bot/stop');
    await question.getByRole('button', { name: 'Stop Bot' }).press('Enter');
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
  });
  await test.step('the app can be installed, opens without a connection, says so, and has stored nothing about the seller', async () => {
    const manifest = await (await request.get('/manifest.webmanifest')).json();
    expect(manifest).toMatchObject({ name: 'Hangtag', start_url: '/dashboard', display: 'standalone' });
    expect(manifest.share_target).toMatchObject({ action: '/share-photo', method: 'POST' });
    expect(manifest.shortcuts).toHaveLength(3);
    expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest');
    for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
      const icon = await request.get(src);
      expect(icon.headers()['content-type']).toBe(type);
      if (type !== 'image/png') continue;
      const bytes = await icon.body();
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }

    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const keptPaths = () =>
      page.evaluate(async () => {
        const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
        const keys = await Promise.all(caches.map((cache) => cache.keys()));
        return keys.flat().map(({ url }) => new URL(url).pathname);
      });
    const shown = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/assets/')),
    );
    await expect.poll(keptPaths).toEqual(expect.arrayContaining(['/', ...shown]));
    expect((await keptPaths()).filter((path) => path.startsWith('/api'))).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Can’t reach the server. Retrying…')).toBeVisible();
    expect(await page.content()).not.toContain(seller.email);
    await context.setOffline(false);
    await expect(sentence(page)).toBeVisible();
  });
  await test.step('a photo that is shared to the app opens in the photo analysis, and is sent and stored nowhere', async () => {
    await share(page, await picture());
    await expect(page.getByText('jacket.jpg')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Analyze Photo' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard#photo');
    expect(sent).not.toContain('/api/price/analyze-image');
    expect(await stored(page)).not.toMatch(/share-photo|jacket|data:image/);
    // Once: a reload doesn't show it again.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeAttached();
    await expect(page.getByText('jacket.jpg')).toHaveCount(0);
    // If it got lost on its way, the dashboard says so.
    await page.goto('/dashboard?shared=photo#photo');
    await expectToast(page, 'Photo not received');
    await expect(page).toHaveURL('/dashboard#photo');
  });
  await test.step('a device keeps the last state only if its seller chose that, shows how old it is, and forgets it at logout', async () => {
    expect(await stored(page)).not.toContain('sharesToday');
    await page.goto('/phone');
    await page.getByRole('switch', { name: 'Keep the last state on this device' }).press('Space');
    await page.goto('/dashboard');
    await expect.poll(() => stored(page)).toContain('sharesToday');
    await context.setOffline(true);
    const heading = page.getByRole('heading', { name: 'The bot was stopped' });
    await page.reload();
    await expect(heading).toBeVisible();
    await expect(page.getByText(/^As of \d+:\d\d [AP]M, .* ago|^As of .* just now/)).toBeVisible();
    for (const path of signedInPaths.filter((one) => one.startsWith('/selling'))) {
      await page.goto(path);
      await expect(heading).toBeVisible();
    }
    await context.setOffline(false);
    await page.goto('/market-analysis');
    await expect(page.getByText(String(listing?.title)).first()).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    expect(await stored(page)).not.toContain('sharesToday');
  });
  await test.step('after a logout the browser keeps nothing of the seller, and Back shows nothing', async () => {
    const ofSeller = [seller.email, String(listing?.title), String(listing?.poshmarkId)];
    expect(ofSeller.filter((text) => text.length < 5)).toEqual([]);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    const kept = await page.evaluate(async () => {
      const texts = await Promise.all(
        (await window.caches.keys()).map(async (name) => {
          const cache = await window.caches.open(name);
          const replies = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
          return Promise.all(replies.map(async (reply) => (await reply?.text()) ?? ''));
        }),
      );
      return {
        local: JSON.stringify(localStorage),
        session: JSON.stringify(sessionStorage),
        databases: (await indexedDB.databases()).map(({ name }) => name),
        cached: texts.flat().join(),
        page: document.documentElement.outerHTML,
      };
    });
    expect(ofSeller.filter((text) => JSON.stringify(kept).includes(text))).toEqual([]);
    expect(kept).toMatchObject({ session: '{}', databases: [] });
    expect((await context.cookies()).map(({ value }) => value)).not.toContain(seller.cookie.value);
    await page.goBack();
    await expect(page).toHaveURL('/auth');
    const shown = await page.content();
    expect(ofSeller.filter((text) => shown.includes(text))).toEqual([]);
  });
});
