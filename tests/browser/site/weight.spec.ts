import { gzipSync } from 'node:zlib';
import { expect, test } from '../fixtures/story.ts';

/** The most script for a first view, in KB as transferred. */
const most = { dashboard: 160, landing: 90 };

test('first views stay within their limits for script', async ({ page, enter }) => {
  let bytes = 0;
  page.on('requestfinished', async (request) => {
    if (request.resourceType() === 'script') bytes += (await request.sizes()).responseBodySize;
  });
  await page.goto('/landing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The public pages contain their script.
  const inline = await page
    .locator('script:not([type*="json"])')
    .evaluateAll((scripts) => scripts.map(({ textContent }) => textContent).join('\n'));
  expect(inline).not.toBe('');
  expect(bytes + gzipSync(inline).length).toBeLessThanOrEqual(most.landing * 1000);

  bytes = 0;
  await enter({ closet: 'real' });
  await expect(page.getByText('3 sold')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Bot' })).toBeEnabled();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(most.dashboard * 1000);
});
