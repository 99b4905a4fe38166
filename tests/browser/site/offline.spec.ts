import { expect, serverAway, test } from '../fixtures/story.ts';

test.use({ serviceWorkers: 'allow', allowed: serverAway });

test('the app can be installed, opens without a connection, says so, and has stored nothing about the seller', async ({
  page,
  enter,
  context,
  request,
}) => {
  const seller = await enter({ closet: 'real' });
  await expect(page.getByText('3 sold')).toBeVisible();
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
  await expect(page.getByText('3 sold')).toBeVisible();

  await test.step('after a logout the browser keeps nothing of the seller, and Back shows nothing', async () => {
    const [listing] = await seller.api.listings.list();
    const ofSeller = [
      seller.email,
      String(seller.market?.username),
      String(listing?.title),
      String(listing?.poshmarkId),
    ];
    expect(ofSeller.filter((text) => text.length < 5)).toEqual([]);
    await page.goto('/market-analysis');
    await expect(page.getByText(String(listing?.title)).first()).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
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
  await test.step('it can be installed', async () => {
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
  });
});
