import { gzipSync } from 'node:zlib';
import type { Request } from '@playwright/test';
import { expect, test } from '../fixtures/story.ts';

/** The most script for a first view, in KB as transferred. The dashboard has 196 and should have 160, so it must not grow. */
const most = { dashboard: 197, landing: 90 };

test('first views stay within their limits for script', async ({ page, enter }) => {
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  /** The scripts since the last call, in bytes as transferred. */
  const weigh = async () => {
    const sizes = await Promise.all(scripts.splice(0).map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
  await page.goto('/landing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The public pages contain their script.
  const inline = await page
    .locator('script:not([type*="json"])')
    .evaluateAll((scripts) => scripts.map(({ textContent }) => textContent).join('\n'));
  expect(inline).not.toBe('');
  expect((await weigh()) + gzipSync(inline).length).toBeLessThanOrEqual(most.landing * 1000);

  await enter({ closet: 'real' });
  await expect(page.getByText('3 sold')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Bot' })).toBeEnabled();
  const bytes = await weigh();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(most.dashboard * 1000);
});
