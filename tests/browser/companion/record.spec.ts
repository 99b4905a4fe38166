import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { observations, planted } from '#marketplace/recording/planted.fixture.ts';
import { Recording } from '#marketplace/recording/recording.ts';
import { compareRecording } from '../../../tools/drift/drift.ts';
import { violations } from '../fixtures/accessibility.ts';
import { wholeBrowser, whySkipped } from './extension.ts';
import { inPlace, pairWith, signIn } from './place.ts';

test.skip(wholeBrowser === undefined, whySkipped);

/** Makes the page send and receive the planted values, as the marketplace's own script might. */
const sendPlanted = async (tab: Page): Promise<void> => {
  const { origin } = new URL(tab.url());
  const calls = observations
    .filter(({ responseBody }) => responseBody?.type.includes('json'))
    .map(({ url, method, requestBody, responseBody }) => {
      const { pathname, search } = new URL(url);
      return { address: pathname + search, method, body: requestBody?.text ?? null, reply: responseBody?.text ?? '' };
    });
  await tab.route(`${origin}/vm-rest/**`, (route) => {
    const asked = new URL(route.request().url());
    const known = calls.find(({ address }) => address === asked.pathname + asked.search);
    return known === undefined ? route.fallback() : route.fulfill({ json: JSON.parse(known.reply) });
  });
  await tab.evaluate(
    async ({ given, secrets }) => {
      for (const [index, { address, method, body }] of given.entries()) {
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${secrets.bearer}`,
          'x-xsrf-token': secrets.csrf,
        };
        if (index % 2 === 0) {
          await fetch(address, { method, headers, ...(method === 'GET' ? {} : { body }) });
          continue;
        }
        await new Promise((resolve) => {
          const xhr = new XMLHttpRequest();
          xhr.open(method, address);
          for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
          xhr.addEventListener('loadend', resolve);
          xhr.send(method === 'GET' ? null : body);
        });
      }
    },
    { given: calls.map(({ address, method, body }) => ({ address, method, body })), secrets: planted },
  );
};

test('a recording shows how the marketplace talks, and nothing personal', async () => {
  await inPlace(async (place) => {
    const { market, extension } = place;
    await signIn(place);
    await pairWith(place);
    const recorder = await extension.open('record');
    expect(await violations(recorder)).toEqual([]);
    const opened = extension.context.waitForEvent('page');
    await recorder.getByRole('button', { name: 'Record', exact: true }).press('Enter');
    const tab = await opened;
    await tab.waitForURL(/feed/);

    await test.step('it sees pages, fetch, and XMLHttpRequest while the seller clicks', async () => {
      await expect(recorder.getByText('1 request seen')).toBeVisible();
      await tab.goto(`${market.origin}/create-listing`);
      await tab.goto(`${market.origin}/closet/thrifty_jo`);
      await tab.locator('[data-et-name="share"]').first().click();
      await tab.locator('[data-et-name="share_poshmark"]').click();
      await expect(tab.getByText('Shared', { exact: true })).toBeVisible();
      await sendPlanted(tab);
      await expect(recorder.getByText(/^(8|9|1\d) requests seen/)).toBeVisible();
      expect(await violations(recorder)).toEqual([]);
    });

    await recorder.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect(recorder.getByRole('heading', { level: 1, name: 'Look through it' })).toBeFocused();

    await test.step('after Stop the page is as it was', async () => {
      expect(await tab.evaluate(() => fetch.toString())).toContain('[native code]');
    });

    await test.step('each entry can be opened and left out', async () => {
      const row = recorder.locator('.entries li').filter({ hasText: '/shared_posts/' }).first();
      await row.locator('summary').press('Enter');
      await expect(row.locator('pre')).toContainText('"x-xsrf-token"');
      const page = recorder.locator('.entries li').first();
      await page.getByRole('checkbox').press('Space');
      await expect(recorder.getByText(/^\d+ of \d+ entries$/)).toBeVisible();
      expect(await violations(recorder)).toEqual([]);
    });

    await test.step('a recording that isn’t saved is discarded only after a question', async () => {
      await recorder.getByRole('button', { name: 'Record again' }).press('Enter');
      await expect(recorder.getByText('This recording isn’t saved')).toBeVisible();
      await recorder.getByRole('button', { name: 'Keep this one' }).press('Enter');
      await expect(recorder.getByRole('button', { name: 'Save as a file' })).toBeVisible();
    });

    await test.step('the saved file is a valid recording without any of the planted values', async () => {
      const download = recorder.waitForEvent('download');
      await recorder.getByRole('button', { name: 'Save as a file' }).press('Enter');
      const text = readFileSync(await (await download).path(), 'utf8');
      const recording = Recording.parse(JSON.parse(text));
      expect(recording).toMatchObject({ marketplace: 'practice', madeFrom: 'companion' });
      const calls = recording.entries.map(({ method, path }) => `${method} ${path}`);
      expect(calls).toContain('GET /create-listing');
      expect(calls).not.toContain('GET /feed');
      expect(calls.some((call) => /^PUT \/vm-rest\/users\/self\/shared_posts\/<id:\d+>$/.test(call))).toBe(true);
      for (const [name, value] of Object.entries({ ...planted, own: 'thrifty_jo' }))
        for (const form of [
          value,
          encodeURIComponent(value),
          JSON.stringify(value).slice(1, -1),
          value.replaceAll(' ', '-'),
        ])
          expect(text.toLowerCase().includes(form.toLowerCase()), `${name} as ${form}`).toBe(false);
      const checks = compareRecording(recording);
      const verdictOf = (id: string) => checks.find((check) => check.id === id)?.verdict;
      expect([verdictOf('sharePath'), verdictOf('tokenHeader'), verdictOf('bootstrapPaths')]).toEqual([
        'confirmed',
        'confirmed',
        'confirmed',
      ]);
    });

    await test.step('the paired Hangtag answers with the comparison', async () => {
      await recorder.getByRole('button', { name: 'Send to my Hangtag' }).press('Enter');
      await expect(recorder.getByText(/confirmed, \d+ not seen/)).toBeVisible();
      await expect(recorder.getByRole('button', { name: 'Send to my Hangtag' })).toBeFocused();
      await expect(recorder.locator('.entries details[open]')).toHaveCount(1);
      await recorder.getByText('The whole comparison').press('Enter');
      await expect(recorder.locator('.report pre')).toContainText('Path of a share (sharePath)');
    });

    await test.step('a recorder that is closed while it records leaves no page watched', async () => {
      await recorder.getByRole('button', { name: 'Record again' }).press('Enter');
      const watched = extension.context.waitForEvent('page');
      await recorder.getByRole('button', { name: 'Record', exact: true }).press('Enter');
      const page = await watched;
      const source = () => page.evaluate(() => fetch.toString());
      await expect.poll(source).not.toContain('[native code]');
      await recorder.close();
      await expect.poll(source).toContain('[native code]');
      const next = await extension.context.newPage();
      await next.goto(`${market.origin}/feed`);
      expect(await next.evaluate(() => fetch.toString())).toContain('[native code]');
    });

    await test.step('nothing of it was stored', async () => {
      const stored = JSON.stringify(await extension.remembered());
      for (const value of [planted.bearer, planted.email, planted.handle]) expect(stored).not.toContain(value);
    });
  });
});
