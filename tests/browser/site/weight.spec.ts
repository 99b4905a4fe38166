import type { Page } from '@playwright/test';
import { startBot } from '../fixtures/situations.ts';
import { botButton, expect, expectToast, forgetFiles, serverAway, test } from '../fixtures/story.ts';

/** The most script for a first view, in KB as transferred, and in how many files. */
const most = { dashboard: 160, dashboardFiles: 8 };

test.beforeEach(({ page }) => forgetFiles(page));

/** The scripts that the page asked for before its first view was complete, with their bytes as transferred. */
const firstScripts = async (page: Page): Promise<{ path: string; bytes: number }[]> => {
  const countMarks = () => page.evaluate(() => performance.getEntriesByName('first view').length);
  await expect.poll(countMarks).toBe(1);
  return page.evaluate(() => {
    const completeAt = performance.getEntriesByName('first view')[0]?.startTime ?? 0;
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < completeAt)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }));
  });
};

test.describe(() => {
  test.use({ allowed: serverAway });

  test('the dashboard’s first view stays within its limit for script, and needs no other to be used', async ({
    page,
    enter,
    context,
  }) => {
    const seller = await enter({ closet: 'real', path: null });
    await startBot(seller);
    await page.goto('/dashboard');
    await expect(page.getByText('3 sold')).toBeVisible();
    const scripts = await firstScripts(page);
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(most.dashboard * 1000);
    // Each file costs the browser and the server time of its own: see `vite.config.ts`.
    expect(scripts.length).toBeLessThanOrEqual(most.dashboardFiles);

    // Everything that loads later is missing.
    const first = scripts.map(({ path }) => path);
    await page.route('**/*.js', (route) =>
      first.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
    );
    await page.reload();
    await expect(page.getByText('3 sold')).toBeVisible();
    await expect(page.getByRole('img', { name: /^Shares today by time/ })).toBeVisible();
    await botButton(page, 'Stop Bot').click();
    await expectToast(page, 'Bot stopped successfully');
    await botButton(page, 'Start Bot').click();
    await expectToast(page, 'Bot started successfully');
    await context.setOffline(true);
    await botButton(page, 'Stop Bot').click();
    await expectToast(page, 'Error', 'Failed to stop bot');
    await expect(page.getByRole('alert').filter({ hasText: 'Not stopped: no connection' })).toBeVisible();
  });
});
