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

test('the installed app takes photos, asks before Start and Stop, and keeps the last state if its seller chose that', async ({
  page,
  enter,
  context,
}) => {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  await enter({ closet: 'practice', path: '/dashboard?ask=start' });
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
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
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
    await page.goto('/dashboard');
    await expect(sentence(page)).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    expect(await stored(page)).not.toContain('sharesToday');
  });
});
