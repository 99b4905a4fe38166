import { expect, expectToast, holdCalls, test } from '../fixtures/story.ts';

test.use({ allowed: /net::ERR_FAILED|status of 503/ });

test('the API test is for signed-in sellers, and says what it found', async ({ page, enter, look }) => {
  await test.step('only signed-in sellers see the protected screens, after a spinner while the session loads', async () => {
    for (const path of ['/api-test', '/dashboard', '/market-analysis']) {
      await page.goto(path);
      await expect(page).toHaveURL('/auth');
    }
    const release = await holdCalls(page, '**/api/user');
    await enter({ closet: 'real', path: '/api-test' });
    await expect(page.getByRole('status').getByText('Loading your session')).toBeAttached();
    release();
    await expect(page.getByRole('button', { name: 'Run API Test' })).toBeVisible();
    await page.unroute('**/api/user');
    await look('api-test');
  });
  await test.step('the API test runs, shows each probe or what failed, and can be run again', async () => {
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('Not tested yet.');
    const release = await holdCalls(page, '**/api/poshmark/test');
    await page.getByRole('button', { name: 'Run API Test' }).click();
    await expect(page.getByRole('button', { name: 'Testing…' })).toHaveAttribute('aria-disabled', 'true');
    release();
    await expect(result.getByText('Success', { exact: true })).toBeVisible();
    await expect(result.getByRole('listitem')).toHaveCount(4);
    await expect(result.getByRole('listitem').getByText('Passed')).toHaveCount(4);
    await expect(result).toContainText(/API key••••\w{4}/);
    await expect(result).toContainText(/Listings\d+/);
    await expect(result).toContainText('Successful4');
    await expect(result).toContainText('Total4');
    await look('api-test-result', { part: result });
    await page.unroute('**/api/poshmark/test');
    await test.step('a failed test shows its status or its own message', async () => {
      await page.route('**/api/poshmark/test', (route) =>
        route.fulfill({ status: 503, json: { error: 'shutting_down', message: 'The server is stopping.' } }),
      );
      await page.getByRole('button', { name: 'Run Test Again' }).click();
      await expectToast(page, 'API Test Failed', 'API test failed with status: 503');
      await expect(result).toContainText('API test failed with status: 503');
      await expect(result).toContainText('The server is stopping.');
      await look('api-test-failed', { isVariant: true });
      await page.unroute('**/api/poshmark/test');
      await page.route('**/api/poshmark/test', (route) => route.abort());
      await page.getByRole('button', { name: 'Run Test Again' }).click();
      await expectToast(page, 'API Test Failed', 'An error occurred while testing the API connection.');
      await expect(result).toContainText('Can’t reach the server.');
    });
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});
