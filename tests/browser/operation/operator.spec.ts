import type { Installation } from '#contract/operation/operation.ts';
import { operatorToken } from '../fixtures/product.ts';
import { expect, test } from '../fixtures/story.ts';
import { changeOverview, refreshMs } from '../scenes/operation-scenes.ts';

test.describe('the operator page', () => {
  // The browser reports each refusal, and the calls that this test cuts.
  test.use({ allowed: /status of 401 .*\/api\/operator\/|net::ERR_FAILED .*\/api\/operator\// });

  test('opens by keyboard, holds and releases all bots, and stays useful while something is away', async ({ page }) => {
    await page.clock.install();
    const verdict = page.getByRole('heading', { level: 1 });
    await test.step('the token opens it, and it says when it was last updated', async () => {
      await page.goto('/operator');
      await expect(page.getByLabel('Operator token')).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('Operator token')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText('Enter the operator token');
      await page.keyboard.type(operatorToken);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Processes' })).toBeVisible();
      await expect(page.getByText('Web and worker ·')).toBeVisible();
      await expect(page.getByText(/^Updated \d+:\d\d:\d\d [AP]M$/)).toBeVisible();
      expect(await page.evaluate(() => document.cookie)).not.toContain('operator');
    });

    let asked: unknown = null;
    await test.step('a hold is placed with a reason and a duration', async () => {
      // Other tests share this Hangtag, so its bots keep running. What the server does has tests of its own.
      let hold: Installation['hold'] = null;
      // The page may read the overview again at any time.
      await changeOverview(page, () => ({ hold }));
      await page.route('**/api/operator/hold', async (route) => {
        const isHeld = route.request().method() === 'POST';
        if (isHeld) asked = route.request().postDataJSON();
        const at = new Date().toISOString();
        const until = new Date(Date.now() + 7_200_000).toISOString();
        const record = { at, until, reason: 'Moving house', via: 'page' as const, who: '127.0.0.1' };
        hold = isHeld ? { ...record, releasedAt: null, releasedVia: null, releasedWho: null } : null;
        const overview = await (await page.request.get('/api/operator/overview')).json();
        await route.fulfill({ json: { ...overview, installation: { ...overview.installation, hold } } });
      });
      await page.getByLabel('Reason').focus();
      await page.keyboard.type('Moving house');
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('For how long')).toBeFocused();
      await page.keyboard.type('2 hours');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(verdict).toContainText('All bots are on hold.');
      await expect(verdict).toContainText(/Ends at \d+:\d\d [AP]M( \w+)?\./);
      await expect(page.getByText('Sellers see: “Moving house”')).toBeVisible();
      expect(asked).toEqual({ reason: 'Moving house', minutes: 120 });
      await page.getByRole('button', { name: 'Release' }).click();
      await expect(page.getByRole('button', { name: 'Hold all bots' })).toBeVisible();
    });

    await test.step('what is typed stays while the page refreshes, and the last data while the database is away', async () => {
      await page.getByLabel('Reason').fill('Half a sentence');
      await changeOverview(page, () => null);
      await page.clock.fastForward(refreshMs);
      await expect(page.getByRole('alert').filter({ hasText: 'The database doesn’t answer.' })).toContainText(
        /Showing data from \d+:\d\d:\d\d [AP]M\./,
      );
      await expect(page.getByRole('heading', { name: 'Processes' })).toBeVisible();
      await page.unroute('**/api/operator/overview');
      await page.clock.fastForward(refreshMs);
      await expect(page.getByRole('alert').filter({ hasText: 'The database' })).toBeHidden();
      await expect(page.getByLabel('Reason')).toHaveValue('Half a sentence');
    });

    await test.step('signing out closes it', async () => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByLabel('Operator token')).toBeVisible();
    });
  });
});
